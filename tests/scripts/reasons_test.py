#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every reason is provoked by a unit test and by a program that must not compile, whose first error names it."""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(os.environ["PERFDOJO_ROOT"])
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

import documentation  # noqa: E402

TESTS = ROOT / "tests"
# What is said about a reason itself provokes nothing.
unit = "".join(p.read_text(encoding="utf-8") for folder in ("unit", "laws") for p in (TESTS / folder).rglob("*_test.cpp")
               if p.name not in ("reason_test.cpp", "explain_test.cpp"))
patterns = "".join(re.findall(r"^// REJECT: (.*)$", p.read_text(encoding="utf-8"), re.MULTILINE)[0] + "\n"
                   for p in (TESTS / "reject").glob("*.cpp"))

passed = failed = 0
for reason in documentation.read_reasons():
    if reason == "ok":
        continue
    for where, found in (("unit test", re.search(rf"\b(?:reason::|reject\(|reject_buffer\(){reason}\b", unit)),
                         ("pattern in tests/reject", re.search(rf"schedule_rejected<.*\\b{reason}, ", patterns))):
        passed += bool(found)
        failed += not found
        if not found:
            print(f"no {where} provokes {reason}")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
