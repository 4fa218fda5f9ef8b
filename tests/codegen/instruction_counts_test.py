#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions of one call of each kernel under callgrind, on an AVX2 build (valgrind has no AVX-512), against
instruction_counts.txt. With UPDATE_COUNTS=1 in the environment it writes what it counted into that file: read the change."""
import os
import platform
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

KERNELS = ["gemm_64", "gemm_256", "softmax_64x1024", "scale_shift_relu_65536"]
TOLERANCE = 0.02
FILE = tools.HERE / "instruction_counts.txt"
HEADER = """# Instructions of one call, by compiler and kernel: g++ or clang++ -std=c++20 -O2 -mavx2 -mfma -mbmi -mbmi2 measured.cpp, then
# valgrind --tool=callgrind --toggle-collect=measured. UPDATE_COUNTS=1 instruction_counts_test.py writes this file.
"""


def count(program, kernel):
    """Instructions inside measured()."""
    command = ["valgrind", "--tool=callgrind", "--toggle-collect=measured", "--callgrind-out-file=/dev/null",
               program, kernel]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not collected:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr[-2000:]}")
    return int(collected[1])


if platform.machine() != "x86_64" or not shutil.which("valgrind"):
    tools.skip("needs valgrind, and flags of x86-64")

EXPECTED = {}
for line in FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []:
    if not line.startswith("#"):
        compiler, kernel, number = line.split()
        EXPECTED[compiler, kernel] = int(number)

update = os.environ.get("UPDATE_COUNTS") == "1"
faults, compared = [], 0
for name, command in tools.compilers().items():
    version = tools.version(command)
    if not update and (version, KERNELS[0]) not in EXPECTED:
        print(f"{version}: no counts recorded")
        continue
    program = f"./measured_{name}"
    tools.compile_unit(command, tools.HERE / "measured.cpp", program, ["-O2", *tools.AVX2])
    for kernel in KERNELS:
        found = count(program, kernel)
        expected = EXPECTED.get((version, kernel), 0)
        print(f"{version} {kernel}: {found}, recorded {expected}")
        compared += 1
        if update:
            EXPECTED[version, kernel] = found
        elif abs(found - expected) > TOLERANCE * expected:
            faults.append(f"{version} {kernel}: {found} instructions instead of {expected}")
if update:
    lines = [f"{compiler} {kernel} {number}\n" for (compiler, kernel), number in sorted(EXPECTED.items())]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")
print("\n".join(faults))
if compared == 0:
    tools.skip("no counts for these compilers")
sys.exit(1 if faults else 0)
