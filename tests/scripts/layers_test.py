#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes of the library point one way: core < error < ir < (lang, analysis, target) < schedule < exec < dispatch <
kernels < what users include. lang and schedule meet only in ir. And candidates pay for includes, so some are banned."""
import os
import pathlib
import re
import sys

RANKS = {"core": 0, "error": 1, "ir": 2, "lang": 3, "analysis": 3, "target": 3, "schedule": 4, "exec": 5,
         "dispatch": 6, "kernels": 7, ".": 8, "interop": 9}
STRANGERS = {("schedule", "lang"), ("lang", "schedule"), ("lang", "analysis"), ("lang", "target")}
BANNED = {"iostream", "regex", "fstream", "sstream", "iomanip", "locale", "filesystem"}
root = pathlib.Path(os.environ["PERFDOJO_ROOT"]) / "include" / "perfdojo"


def folder_of(path):
    parts = pathlib.PurePosixPath(path).parts
    return parts[0] if len(parts) > 1 else "."


def faults(header):
    name = header.relative_to(root).as_posix()
    folder = folder_of(name)
    if folder not in RANKS:
        yield f"{name}: folder {folder} has no place in the order of folders"
        return
    for include in re.findall(r"^#include [<\"]([^>\"]+)[>\"]", header.read_text(encoding="utf-8"), re.MULTILINE):
        if include in BANNED:
            yield f"{name}: includes <{include}>"
        # Users compile the headers with nothing but a compiler; xsimd alone would add a second to each unit.
        if not re.match(r"perfdojo/|[a-z_]+$|.*intrin\.h$|sys/|arm_|riscv_|(unistd|sched|pthread|omp|fcntl|time|cpuid)\.h$", include):
            yield f"{name}: includes <{include}>, which is not part of a compiler or of perfdojo"
        if not include.startswith("perfdojo/"):
            continue
        other = folder_of(include.removeprefix("perfdojo/"))
        if RANKS.get(other, 99) > RANKS[folder] or (folder, other) in STRANGERS:
            yield f"{name}: includes {include}, which is to the right of {folder}"


found = [fault for header in sorted(root.rglob("*.hpp")) for fault in faults(header)]
print("\n".join(found))
sys.exit(1 if found else 0)
