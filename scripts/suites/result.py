# SPDX-License-Identifier: Apache-2.0
"""What a suite gives to the runner: tests to run, and their results."""
import dataclasses
import pathlib
import re
import subprocess
import time
from typing import Callable


@dataclasses.dataclass
class Result:
    """Outcome of one test, or of one program that counts its own tests."""

    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    output: str = ""
    seconds: float = 0


@dataclasses.dataclass
class Test:
    """A test that is yet to run. Expensive ones start first, so that none is left alone at the end."""

    name: str
    run: Callable[[], Result]
    weight: int = 0


@dataclasses.dataclass
class Context:
    """Where things are, and which compilers there are."""

    root: pathlib.Path
    build: pathlib.Path
    work: pathlib.Path
    gxx: str
    clangs: list[str]
    launcher: list[str]
    quick: bool


def run_command(command, cwd, timeout, env=None):
    """Exit code and combined output. A command past its time limit is killed and has exit code 124."""
    try:
        done = subprocess.run(
            command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=timeout, text=True, errors="replace")
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        text = late.stdout or b""
        text = text if isinstance(text, str) else text.decode(errors="replace")
        return 124, f"{text}\nkilled after {timeout} s"
    except OSError as error:
        return 127, f"{command[0]}: {error}"


DOCTEST_COUNTS = re.compile(
    r"\[doctest\] test cases: +(\d+) \| +(\d+) passed \| +(\d+) failed \| +(\d+) skipped")
OWN_COUNTS = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)
SKIPPED = 77  # the exit code by which a script says that it cannot run here


def result_of(name, code, output, seconds):
    """Counts of a finished program: doctest's, its own closing line, or one test by its exit code."""
    result = Result(name, output=output, seconds=seconds)
    counts = DOCTEST_COUNTS.search(output)
    own = OWN_COUNTS.findall(output)
    if counts:
        result.passed, result.failed = int(counts[2]), int(counts[3])
    elif own:
        result.passed, result.failed, result.skipped = (int(n or 0) for n in own[-1])
    elif code == SKIPPED:
        result.skipped = 1
    else:
        result.passed = int(code == 0)
    # A crash after or before the summary is a failure whatever was counted.
    if code not in (0, SKIPPED) and result.failed == 0:
        result.failed = 1
    return result


def command_test(name, command, cwd, timeout, env=None, weight=0):
    """A test that runs one command."""

    def run():
        start = time.monotonic()
        code, output = run_command([str(c) for c in command], cwd, timeout, env)
        if code != 0:
            output += f"\nexit code {code}: {' '.join(str(c) for c in command)}"
        return result_of(name, code, output, time.monotonic() - start)

    return Test(name, run, weight)
