#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the laws see faults? Copies the headers, puts each fault of mutants.py behind a switch, compiles laws.cpp against them
once, and runs it once for each fault: all must fail, and without a fault it must pass.

    mutants_test.py [--table FILE] [NUMBER...]    # only these; FILE gets a table of which law saw which fault

It builds in the current folder."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from mutants import MUTANTS  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TABLE_HEAD = """# Faults that the laws see

`tests/mutants/mutants_test.py` puts each of these faults into a copy of the headers, one at a time, and holds it against laws on random and
sample programs: every legal move gives a program that verifies, whose text reads back, and that computes the same
(`tests/mutants/laws.cpp`). All must be seen. `--table docs/mutants.md` writes the table; the seconds are those of one run on a busy machine.

| | header | fault | seen by | seconds |
|---|---|---|---|---|
"""
LIMIT = 120  # seconds of processor time, so that a busy machine shows nothing; a fault that makes a law run for ever is seen as well
SWITCH = """
#include <cstdlib>
#include <type_traits>
namespace perfdojo {
/// The fault that is switched on, from 1; 0: none.
inline const int active_mutant = std::getenv("PERFDOJO_MUTANT") ? std::atoi(std::getenv("PERFDOJO_MUTANT")) : 0;
// Never while compiling: samples and tables are those of the right code.
constexpr bool mutated(int number) { return !std::is_constant_evaluated() && active_mutant == number; }
}  // namespace perfdojo
"""


def mutated_headers(folder):
    """A copy of the headers with every fault behind its switch. A text that is not there exactly once ends the test."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "include", folder)
    config = folder / "perfdojo" / "core" / "config.hpp"
    config.write_text(config.read_text(encoding="utf-8") + SWITCH, encoding="utf-8")
    originals, wanted = {}, {}
    for number, (fault, header, text, part, wrong) in enumerate(MUTANTS, 1):
        path = folder / "perfdojo" / header
        source = originals.setdefault(path, path.read_text(encoding="utf-8"))
        part = part or text
        if source.count(text) != 1 or text.count(part) != 1:
            sys.exit(f"mutant {number} ({fault}): {header} has its text {source.count(text)} times, not once")
        at = source.index(text) + text.index(part)
        wanted.setdefault((path, at, at + len(part)), []).append((number, wrong))
    for path, source in originals.items():
        places = sorted(((b, e, faults) for (p, b, e), faults in wanted.items() if p == path), reverse=True)
        for (begin, _, _), (_, end, _) in zip(places, places[1:]):
            if end > begin:
                sys.exit(f"{path.name}: mutants {places} overlap")
        for begin, end, faults in places:
            right = source[begin:end]
            for number, wrong in faults:
                if wrong is None:
                    right = f"if (!::perfdojo::mutated({number})) {{ {right} }}"
                else:
                    right = f"(::perfdojo::mutated({number}) ? ({wrong}) : ({right}))"
            source = source[:begin] + right + source[end:]
        path.write_text(source, encoding="utf-8")


def build(work):
    headers = work / "mutated_headers"
    mutated_headers(headers)
    command = [os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-w", "-DDOCTEST_CONFIG_SUPER_FAST_ASSERTS",
               f'-DPERFDOJO_GOLDEN_DIR="{ROOT / "tests" / "golden"}"', "-I", headers, "-I", ROOT / "tests", "-c"]
    sources = [HERE / "laws.cpp", ROOT / "tests" / "main.cpp"]
    objects = [work / f"{s.stem}.o" for s in sources]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda so: subprocess.run([*map(str, command), str(so[0]), "-o", str(so[1])], check=True),
                      zip(sources, objects)))
    subprocess.run([command[0], *map(str, objects), "-o", str(work / "laws"), "-pthread"], check=True)
    return work / "laws"


def run(program, number):
    """What saw the fault, or None; and seconds."""
    began = time.monotonic()
    done = subprocess.run([program, "--abort-after=1", "--order-by=file"], capture_output=True, text=True, check=False,
                          env={**os.environ, "PERFDOJO_MUTANT": str(number)}, errors="replace",
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)))
    seconds = time.monotonic() - began
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "runs without end", seconds
    if done.returncode == 0:
        return None, seconds
    case = re.search(r"TEST CASE:\s*(.*)", done.stdout)
    seed = re.search(r"seed (\d+), (\w+)<", done.stdout)
    law = case[1].strip() if case else f"ends with status {done.returncode}"
    return law + (f", seed {seed[1]}, {seed[2]}" if seed else ""), seconds


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--table")
    options.add_argument("numbers", nargs="*", type=int)
    options = options.parse_args()
    program = build(pathlib.Path.cwd())
    law, seconds = run(program, 0)
    print(f"without a fault: {law or 'all laws hold'} ({seconds:.1f} s)", flush=True)
    if law:
        sys.exit(1)
    numbers = options.numbers or range(1, len(MUTANTS) + 1)
    lines, survivors = [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (law, seconds) in zip(numbers, pool.map(lambda n: run(program, n), numbers)):
            fault, header = MUTANTS[number - 1][:2]
            print(f"{number:4} {law or 'SURVIVES'} ({seconds:.1f} s): {fault}", flush=True)
            lines.append(f"| {number} | `{header}` | {fault} | {law} | {seconds:.1f} |\n")
            if law is None:
                survivors.append(number)
    if options.table:
        pathlib.Path(options.table).write_text(TABLE_HEAD + "".join(lines), encoding="utf-8")
    print(f"{len(lines) - len(survivors)} of {len(lines)} faults are seen; not {survivors}" if survivors
          else f"all {len(lines)} faults are seen")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
