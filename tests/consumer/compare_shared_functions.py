#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare_shared_functions.py A.o B.o: fails if a weak function of the library has different code in two objects.

Which registers an instruction uses and where it stands is left out: g++ 12 chooses them anew in each unit, also for one and the same
function.
"""
import re
import subprocess
import sys


def functions(path):
    """Weak functions of namespace perfdojo, with their instructions and constants and what they refer to, in sorted order."""
    names = subprocess.run(["nm", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    weak = {line.split()[-1] for line in names.splitlines() if line.split()[-2] in "WVu" and "8perfdojo" in line}
    listing = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", path], capture_output=True, text=True,
                             check=True).stdout
    bodies, name = {}, None
    for line in listing.splitlines():
        start = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if start:
            name = start[1]
            bodies[name] = []
        elif name and "\t" in line:
            # The address of the instruction and those of jump targets within the function differ with its place.
            text = re.sub(r"\b[0-9a-f]+ <[^>]*>", "", line.split(":", 1)[1]).strip()
            words = text.split()
            if words and not text.startswith("R_"):
                text = " ".join([words[0], *re.findall(r"\$0x[0-9a-f]+", text)])
            bodies[name].append(text)
    return {n: sorted(bodies[n]) if n in bodies else None for n in weak}


first, second = functions(sys.argv[1]), functions(sys.argv[2])
shared = sorted(first.keys() & second.keys())
different = [n for n in shared if first[n] != second[n]]
for symbol in different:
    print("different code for", subprocess.run(["c++filt", symbol], capture_output=True, text=True).stdout.strip())
print(f"{len(shared)} shared functions, {len(different)} differ")
sys.exit(1 if different else 0)
