# SPDX-License-Identifier: Apache-2.0
"""Compile jobs of the suites as one ninja file, so that a second run repeats only what changed."""
import re
import shlex
import subprocess
import time

from suites.result import Result

HEADER = """\
rule job
  command = $line
  description = $label

rule job_with_headers
  command = $line
  description = $label
  depfile = $out.d
  deps = gcc
"""


def escaped(path):
    return re.sub(r"([$ :])", r"$\1", str(path))


class CompileJobs:
    """Collects commands that make one file each; run() executes them and tells which failed."""

    def __init__(self, context):
        self.context = context
        self.blocks = [HEADER]
        self.checks = {}
        self.folders = set()
        self.errors = {}

    def add(self, output, inputs, command, label, depfile=False):
        """A job that others may need; with `depfile` the command writes OUTPUT.d in make's form."""
        self._add(output, inputs, shlex.join(str(c) for c in command), label, depfile)

    def add_check(self, output, inputs, command, label, depfile=False):
        """A job that is a test: its output is a stamp, there only while the check passes."""
        stamp = shlex.quote(str(output))
        line = f"rm -f {stamp}; {shlex.join(str(c) for c in command)} && touch {stamp}"
        self._add(output, inputs, line, label, depfile)
        self.checks[str(output)] = label

    def _add(self, output, inputs, line, label, depfile):
        rule = "job_with_headers" if depfile else "job"
        needed = " ".join(escaped(i) for i in inputs)
        line = line.replace("$", "$$")
        self.blocks.append(f"build {escaped(output)}: {rule} {needed}\n  line = {line}\n  label = {label}\n")
        self.folders.add(output.parent)

    def run(self, workers, report):
        """Runs what is out of date, with a progress line now and then. A Result for each check."""
        for folder in self.folders:
            folder.mkdir(parents=True, exist_ok=True)
        (self.context.work / "build.ninja").write_text("\n".join(self.blocks), encoding="utf-8")
        start = said = time.monotonic()
        failing = None
        ninja = subprocess.Popen(
            ["ninja", "-C", self.context.work, "-k", "0", "-j", str(workers)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        for line in ninja.stdout:
            if line.startswith("FAILED: "):
                failing = line.split()[1]
                self.errors[failing] = ""
                report(f"FAILED {self.checks.get(failing, failing)}")
            elif re.match(r"\[\d+/\d+\]", line):
                failing = None
                if time.monotonic() - said > 10:
                    said = time.monotonic()
                    report(f"   {line.strip()} ({said - start:.0f} s)")
            elif failing:
                self.errors[failing] += line
        if ninja.wait() != 0 and not self.errors:
            self.errors["build.ninja"] = f"ninja failed in {self.context.work}"
            return [Result("compile jobs", failed=1, output=self.errors["build.ninja"])]
        return [self._result(output, label) for output, label in self.checks.items()]

    def _result(self, output, label):
        if output in self.errors:
            return Result(label, failed=1, output=self.errors[output])
        return Result(label, passed=1)
