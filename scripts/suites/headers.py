# SPDX-License-Identifier: Apache-2.0
"""Each header alone and twice, with the strict flags of a careful user; all headers in two units of one program.

Other files in tests/headers/ are units that have to compile with the same flags.
"""

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fno-exceptions", "-fno-rtti"]


def add_jobs(context, jobs):
    include = context.root / "include"
    empty = context.root / "tests" / "headers" / "alone.cpp"
    headers = sorted(include.glob("perfdojo/**/*.hpp"))
    for header in headers:
        name = header.relative_to(include).as_posix()
        for compiler in compilers_for(context, header):
            for flags in ([], ["-march=native"]) if is_entry(header) else ([],):
                label = " ".join(["header", name, compiler, *flags])
                output = context.work / "headers" / (label.replace(" ", "_").replace("/", "_") + ".ok")
                command = [compiler, "-std=c++20", *STRICT, *flags, "-fsyntax-only", f"-I{include}",
                           "-include", name, "-include", name, "-MD", "-MF", f"{output}.d", "-MT", output, empty]
                jobs.add_check(output, [empty, header], command, label, depfile=True)
    for source in sorted(empty.parent.glob("*.cpp")):
        if source == empty:
            continue
        for compiler in [context.gxx, *context.clangs]:
            label = f"header {source.stem} {compiler}"
            output = context.work / "headers" / (label.replace(" ", "_") + ".ok")
            command = [compiler, "-std=c++20", *STRICT, "-fsyntax-only", f"-I{include}",
                       "-MD", "-MF", f"{output}.d", "-MT", output, source]
            jobs.add_check(output, [source], command, label, depfile=True)
    add_two_units(context, jobs, include, headers)


def is_entry(header):
    """What users include: the headers directly in perfdojo/."""
    return header.parent.name == "perfdojo"


def compilers_for(context, header):
    """g++ and the newest clang for all, every clang for what users include."""
    return [context.gxx, *(context.clangs if is_entry(header) else context.clangs[-1:])]


def add_two_units(context, jobs, include, headers):
    """A definition that is not inline shows when two units that include everything are linked."""
    text = "".join(f"#include <{h.relative_to(include).as_posix()}>\n" for h in headers)
    folder = context.work / "headers"
    folder.mkdir(parents=True, exist_ok=True)
    sources = {folder / "unit_a.cpp": text + "int unit_b();\nint main() { return unit_b(); }\n",
               folder / "unit_b.cpp": text + "int unit_b();\nint unit_b() { return 0; }\n"}
    for path, wanted in sources.items():
        if not path.exists() or path.read_text(encoding="utf-8") != wanted:
            path.write_text(wanted, encoding="utf-8")
    label = "header all of them in two units of one program"
    output = folder / "two_units.ok"
    program = folder / "two_units"
    command = [context.gxx, "-std=c++20", *STRICT, f"-I{include}", *sources, "-pthread", "-o", program]
    jobs.add_check(output, [*sources, *headers], command, label)
