#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fuzzes each target of this folder with libFuzzer, ASan and UBSan: its corpus, then FUZZ_SECONDS (20) with a fixed seed.

A longer search, from the root of the repository: PERFDOJO_ROOT=$PWD FUZZ_SECONDS=600 FUZZ_SEED=2 tests/fuzz/fuzz_test.py trace_text
It leaves what it builds and finds in the current folder.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ["PERFDOJO_ROOT"])
HERE = ROOT / "tests" / "fuzz"
SECONDS = os.environ.get("FUZZ_SECONDS", "20")
SEED = os.environ.get("FUZZ_SEED", "1")
COMPILER = os.environ.get("CLANGXX") or "clang++-19"
FLAGS = ["-std=c++20", "-O1", "-g1", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"]
NO_LIBFUZZER = 77


def output_of(command, limit):
    done = subprocess.run([str(c) for c in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=limit, text=True, errors="replace")
    return done.returncode, done.stdout


def has_libfuzzer():
    source = pathlib.Path("empty.cpp")
    source.write_text("extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n",
                      encoding="utf-8")
    try:
        return output_of([COMPILER, *FLAGS, source, "-o", "empty"], 120)[0] == 0
    except FileNotFoundError:
        return False


def fuzz(source):
    """What went wrong with a target, or nothing."""
    target = source.stem
    program = pathlib.Path(target).absolute()
    code, text = output_of([COMPILER, *FLAGS, "-I", ROOT / "include", source, "-o", program], 300)
    if code != 0:
        return f"{source.name} does not compile\n{text[:4000]}"
    kept = sorted((HERE / "corpus" / target).iterdir())
    code, text = output_of([program, *kept], 120)
    if code != 0 or not kept:
        return f"{target}: a text of its corpus\n{text[-6000:]}"
    found = pathlib.Path(f"{target}.found")
    found.mkdir(exist_ok=True)
    code, text = output_of([program, found, HERE / "corpus" / target, f"-max_total_time={SECONDS}", f"-seed={SEED}",
                            "-max_len=4096", "-timeout=10", "-rss_limit_mb=2048", f"-dict={HERE / 'words.dict'}",
                            f"-artifact_prefix={target}.", "-print_final_stats=1"], int(SECONDS) + 120)
    runs = re.search(r"number_of_executed_units: +(\d+)", text)
    print(f"{target}: {len(kept)} texts, {runs[1] if runs else 'no'} runs", flush=True)
    return None if code == 0 and runs else f"{target}\n{text[-6000:]}"


def main():
    if not has_libfuzzer():
        print("no clang with libFuzzer")
        return NO_LIBFUZZER
    chosen = sys.argv[1:]
    results = [fuzz(s) for s in sorted(HERE.glob("*.cpp")) if not chosen or s.stem in chosen]
    faults = [r for r in results if r]
    for fault in faults:
        print(fault)
    print(f"{len(results) - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
