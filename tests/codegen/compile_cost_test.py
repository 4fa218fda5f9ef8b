#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the headers cost a compiler, as ratios of CPU time to including xsimd in the same run, and as memory. H48: sizes known
at compile time do not unroll without bound."""
import pathlib
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

GIB = 1 << 30
# CPU time in units of `#include <xsimd/xsimd.hpp>`. Measured 1.1 and 5.4; a busy machine may add some.
INCLUDE_RATIO, FIXED_RATIO = 2.5, 16


def fastest(command, source, flags, repeats):
    runs = [tools.compile_unit(command, source, "unit.o", ["-c", *flags]) for _ in range(repeats)]
    return min(seconds for seconds, _ in runs), runs[-1][1]


pathlib.Path("xsimd.cpp").write_text("#include <xsimd/xsimd.hpp>\n", encoding="utf-8")
pathlib.Path("gemm.cpp").write_text("#include <perfdojo/gemm.hpp>\n", encoding="utf-8")
faults = []
for name, compiler in tools.compilers().items():
    target = ["-O3", "-march=native"]
    xsimd, _ = fastest(compiler, "xsimd.cpp", target, 3)
    include, _ = fastest(compiler, "gemm.cpp", target, 3)
    fixed, memory = fastest(compiler, tools.HERE / "fixed_sizes.cpp", target, 1)
    print(f"{name}: xsimd {xsimd:.2f} s, gemm.hpp {include / xsimd:.1f} times that, products of fixed sizes "
          f"{fixed / xsimd:.1f} times and {memory / GIB:.2f} GiB")
    if include > INCLUDE_RATIO * xsimd:
        faults.append(f"{name}: including gemm.hpp takes {include / xsimd:.1f} times as long as xsimd")
    if fixed > FIXED_RATIO * xsimd or memory > GIB:
        faults.append(f"H48 {name}: products of fixed sizes take {fixed / xsimd:.1f} times as long as xsimd, "
                      f"{memory / GIB:.2f} GiB")
print("\n".join(faults))
sys.exit(1 if faults else 0)
