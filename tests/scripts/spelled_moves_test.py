#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What spell writes compiles to the move that it was written for: the move of each docstring's picture, with each compiler."""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ["PERFDOJO_ROOT"])
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

import documentation  # noqa: E402

PROLOGUE = """#include <perfdojo/core/text.hpp>
#include <perfdojo/schedule/schedule.hpp>
#include <perfdojo/schedule/spell.hpp>
using namespace perfdojo;
template <class Move>
constexpr auto spelled(const Move& move) {
  text<200> out;
  spell_to(out, record(move));
  return out;
}
"""

lines = [PROLOGUE]
spelled = []
for move in documentation.read_moves():
    step = re.search(r"after (.*>)\s*$", move.picture[0])[1]
    spelled.append(step)
    lines.append(f'static_assert(spelled({step}::move).view() == R"({step})");')
lines.append(f"static_assert(schedule<{', '.join(spelled)}>::size == {len(spelled)});\n")
source = pathlib.Path("spelled.cpp")
source.write_text("\n".join(lines), encoding="utf-8")

failed = 0
for compiler in filter(None, [os.environ["CXX"], os.environ.get("CLANGXX")]):
    done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT / 'include'}", source], capture_output=True, text=True)
    if done.returncode != 0:
        failed += 1
        print("\n".join(done.stderr.splitlines()[:20]))
sys.exit(1 if failed else 0)
