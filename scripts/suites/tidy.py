# SPDX-License-Identifier: Apache-2.0
"""clang-tidy (checks in .clang-tidy) over the programs of the main build: tuner, bench, examples.

Not over the tests: their programs apply schedules in constant evaluation, which costs clang-tidy as much as a compiler
and finds nothing that the compilers' warnings do not.
"""
import json
import shutil

FOLDERS = {"tuner", "bench", "examples"}
TOOL = "clang-tidy-14"


def add_jobs(context, jobs):
    if not shutil.which(TOOL):
        return
    commands = json.loads((context.build / "compile_commands.json").read_text(encoding="utf-8"))
    headers = [h for folder in ("include", *sorted(FOLDERS)) for h in sorted((context.root / folder).rglob("*.hpp"))]
    for source in sorted({(context.build / c["file"]).resolve() for c in commands}):
        if not source.is_relative_to(context.root):
            continue
        name = source.relative_to(context.root)
        if name.parts[0] in FOLDERS:
            stamp = context.work / "tidy" / name.with_suffix(".ok")
            inputs = [source, context.root / ".clang-tidy", *headers]
            jobs.add_check(stamp, inputs, [TOOL, "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", context.build, source], f"tidy {name}")
