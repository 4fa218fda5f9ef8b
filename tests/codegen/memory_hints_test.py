#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prefetches and streamed stores reach the machine code: g++ 12 once dropped every prefetch without a word."""
import platform
import shutil
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

if platform.machine() != "x86_64" or not shutil.which("objdump"):
    tools.skip("needs objdump, and flags of x86-64")


def check(compiler, name, flags):
    """Faults of one build, in words."""
    output = f"memory_hints_{name}.o"
    tools.compile_unit(compiler, tools.HERE / "memory_hints.cpp", output, ["-O2", "-c", *flags])
    names = [i[1] for body in tools.disassemble(output).values() for i in body]
    faults = []
    # Per block of four vectors: four for X and four for Y, in at least one copy of the loop.
    for wanted, least in (("prefetch", 8), ("vmovntps", 4), ("sfence", 1)):
        found = sum(n.startswith(wanted) for n in names)
        print(f"{name}: {found} {wanted}")
        if found < least:
            faults.append(f"{name}: {found} {wanted} instead of {least} or more")
    return faults


FAULTS = []
for compiler_name, command in tools.compilers().items():
    FAULTS += check(command, f"{compiler_name}_avx512", tools.AVX512)
    FAULTS += check(command, f"{compiler_name}_avx2", tools.AVX2)
print("\n".join(FAULTS))
sys.exit(1 if FAULTS else 0)
