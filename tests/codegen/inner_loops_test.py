#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The inner loop of the packed product holds one fma for each accumulator and step, and keeps all of them in registers."""
import platform
import shutil
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

if platform.machine() != "x86_64" or not shutil.which("objdump"):
    tools.skip("needs objdump, and flags of x86-64")


def check(compiler, name, flags, register):
    """Faults of one build, in words."""
    output = f"inner_loops_{name}.o"
    tools.compile_unit(compiler, tools.HERE / "inner_loops.cpp", output, ["-O2", "-c", *flags])
    loops = [loop for body in tools.disassemble(output).values() for loop in tools.innermost_loops(body)]
    faults = []
    for kind, suffix in (("f32", "ps"), ("f64", "pd")):
        wanted = tools.symbol_size(output, f"fma_of_{kind}")

        def is_fma(instruction, suffix=suffix):
            return instruction[1].startswith("vfmadd") and instruction[1].endswith(suffix) and register in instruction[2]

        longest = max(loops, key=lambda loop: sum(map(is_fma, loop)))
        found = sum(map(is_fma, longest))
        stack = [i for i in longest if register in i[2] and ("rsp" in i[2] or "rbp" in i[2]) and "[" in i[2]]
        copies = [i for i in longest if i[1].startswith("vmova") and "[" not in i[2] and register in i[2]]
        print(f"{name} {kind}: {found} fma of {wanted}, {len(longest)} instructions, {len(stack)} on the stack, "
              f"{len(copies)} copies")
        if found != wanted:
            faults.append(f"{name} {kind}: {found} fma in the longest inner loop instead of {wanted}")
        faults += [f"{name} {kind}: {i[1]} {i[2]} in the inner loop" for i in stack]
        if len(copies) > 1:  # g++ 12 makes one
            faults.append(f"{name} {kind}: {len(copies)} copies of registers in the inner loop")
    return faults


FAULTS = []
for compiler_name, command in tools.compilers().items():
    FAULTS += check(command, f"{compiler_name}_avx512", tools.AVX512, "zmm")
    FAULTS += check(command, f"{compiler_name}_avx2", tools.AVX2, "ymm")
print("\n".join(FAULTS))
sys.exit(1 if FAULTS else 0)
