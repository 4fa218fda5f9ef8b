#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every file in tests/golden is named by a test: a golden text that nobody compares proves nothing."""
import os
import pathlib
import sys

tests = pathlib.Path(os.environ["PERFDOJO_ROOT"]) / "tests"
sources = "".join(p.read_text(encoding="utf-8") for kind in ("*.cpp", "*.py", "*.sh", "*.hpp") for p in tests.rglob(kind))
orphans = [g for g in sorted((tests / "golden").rglob("*.*"))
           if g.relative_to(tests / "golden").with_suffix("").as_posix() not in sources]
for golden in orphans:
    print(f"no test names {golden.relative_to(tests)}")
sys.exit(1 if orphans else 0)
