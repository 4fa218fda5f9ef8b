#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds without instruction set flags: H50 they compile without a warning, ABI warnings included; H41 they use no wider
registers than the target has, and run on a CPU without AVX (emulated)."""
import platform
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

if platform.machine() != "x86_64" or not shutil.which("objdump"):
    tools.skip("needs objdump, and flags of x86-64")
WARNINGS = ["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wpsabi", "-Werror"]

faults = []
for name, command in tools.compilers().items():
    for level in ([], ["-march=x86-64-v2"]):
        program = f"./plain_{name}{''.join(level)}"
        tools.compile_unit(command, tools.HERE / "products.cpp", program, [*WARNINGS, *level])
        wide = [i for body in tools.disassemble(program).values() for i in body if "ymm" in i[2] or "zmm" in i[2]]
        if wide:
            faults.append(f"H41 {name} {level}: {len(wide)} instructions with wide registers, as {wide[0][1:]}")
        runs = [[program]]
        if shutil.which("qemu-x86_64"):
            runs.append(["qemu-x86_64", "-cpu", "Nehalem", program])
        for run in runs:
            done = subprocess.run(run, capture_output=True, text=True, check=False)
            print(f"{' '.join(run)}: {done.stdout.strip()}")
            if done.returncode != 0:
                faults.append(f"H41 {' '.join(run)}: exit code {done.returncode}, {done.stdout} {done.stderr[-500:]}")
print("\n".join(faults))
sys.exit(1 if faults else 0)
