# SPDX-License-Identifier: Apache-2.0
"""Unit tests built again by other compilers, levels and sanitizers, as tests/variants.json lists them."""
import json

from suites.result import command_test

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def add_jobs(context, jobs):
    """Adds the objects and programs; returns the tests that run those programs."""
    tests = context.root / "tests"
    programs = []
    for variant in json.loads((tests / "variants.json").read_text(encoding="utf-8")):
        compiler = {"g++": context.gxx, "clang": context.clangs[-1] if context.clangs else None}[variant["compiler"]]
        sources = sorted({s for pattern in variant["tests"] for s in tests.glob(pattern)})
        if compiler and sources:
            programs.append(add_variant(context, jobs, variant, compiler, sources))
    return programs


def add_variant(context, jobs, variant, compiler, sources):
    root = context.root
    folder = context.work / "variants" / variant["name"]
    base = [compiler, "-std=c++20", *WARNINGS, f"-I{root / 'include'}", f"-I{root / 'tests'}", f"-I{root}",
            "-DDOCTEST_CONFIG_SUPER_FAST_ASSERTS"]
    objects = []
    for source in sources:
        relative = source.relative_to(root / "tests")
        output = folder / relative.with_suffix(".o")
        command = [*context.launcher, *base, *variant["flags"], "-MD", "-MF", f"{output}.d", "-MT", output,
                   "-c", source, "-o", output]
        jobs.add(output, [source], command, f"{variant['name']} {relative}", depfile=True)
        objects.append(output)
    # The main of the main build: it takes seconds to compile and has nothing that a variant could break.
    main = context.build / "tests" / "libtest_main.a"
    program = folder / "tests"
    whole = ["-Wl,--whole-archive", main, "-Wl,--no-whole-archive"]
    jobs.add(program, [*objects, main], [compiler, *variant["flags"], *objects, *whole, "-pthread", "-o", program],
             f"{variant['name']} link")
    return command_test(f"variant {variant['name']}", [program], folder, variant.get("timeout", 1200),
                        weight=variant.get("weight", 5))
