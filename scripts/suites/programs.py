# SPDX-License-Identifier: Apache-2.0
"""Programs of the main build that Meson lists as tests (doctest and examples), and test scripts in tests/."""
import json
import os

from suites.result import Result, Test, command_test


def meson_tests(context, suite):
    """Tests of one Meson suite, started as Meson would start them."""
    listing = context.build / "meson-info" / "intro-tests.json"
    tests = []
    for entry in json.loads(listing.read_text(encoding="utf-8")):
        if not any(s.split(":")[-1] == suite for s in entry["suite"]):
            continue
        name = f"{suite} {entry['name']}"
        program = entry["cmd"][0]
        if not os.path.exists(program):
            tests.append(Test(name, lambda name=name, p=program: Result(name, failed=1, output=f"{p} was not built")))
            continue
        tests.append(command_test(name, entry["cmd"], entry["workdir"] or context.build, entry["timeout"],
                                  {**os.environ, **entry["env"]}, weight=10))
    return tests


def script_tests(context):
    """Every executable tests/**/*_test.sh or *_test.py: exit code 0 passes, 77 skips."""
    environment = {**os.environ, "PERFDOJO_ROOT": str(context.root), "PERFDOJO_BUILD": str(context.build),
                   "CXX": context.gxx, "CLANGXX": context.clangs[-1] if context.clangs else ""}
    tests = []
    for pattern in ("**/*_test.sh", "**/*_test.py"):
        for script in sorted((context.root / "tests").glob(pattern)):
            name = f"script {script.relative_to(context.root / 'tests')}"
            folder = context.work / "scripts" / script.stem
            folder.mkdir(parents=True, exist_ok=True)
            tests.append(command_test(name, [script], folder, 900, environment, weight=8))
    return tests


def consumer_tests(context):
    """Each way to use the library from another project: tests/consumer/<way>/."""
    environment = {**os.environ, "PERFDOJO_BUILD": str(context.build), "CXX": context.gxx}
    folder = context.root / "tests" / "consumer"
    tests = []
    for way in sorted(p.name for p in folder.iterdir() if (p / "use.sh").exists()):
        work = context.work / "consumer" / way
        work.mkdir(parents=True, exist_ok=True)
        tests.append(command_test(f"consumer {way}", [folder / way / "use.sh", context.root, work], work, 600,
                                  environment, weight=8))
    return tests
