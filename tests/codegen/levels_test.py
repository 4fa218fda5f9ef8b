#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""H47: the same program is right at every level, vectorised by the compiler or not, optimised at link time or not, and with
OpenMP (H37). tests/variants.json has -O0, -O2 and -O3."""
import subprocess
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

FLAGS = [["-O1"], ["-Os"], ["-O2", "-ftree-vectorize"], ["-O2", "-flto"], ["-O2", "-fopenmp"],
         ["-O3", "-ffp-contract=off"]]

faults = []
for name, command in tools.compilers().items():
    for flags in FLAGS:
        program = f"./levels_{name}{''.join(flags)}"
        tools.compile_unit(command, tools.HERE / "products.cpp", program, ["-march=native", *flags])
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        print(f"{name} {' '.join(flags)}: {done.stdout.strip()}")
        if done.returncode != 0:
            faults.append(f"{name} {' '.join(flags)}: exit code {done.returncode}, {done.stdout}")
print("\n".join(faults))
sys.exit(1 if faults else 0)
