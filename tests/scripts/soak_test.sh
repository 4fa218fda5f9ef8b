#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tests/soak is no part of the suites; here it is only kept compiling.
set -eu
"$CXX" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"$PERFDOJO_ROOT/include" -I"$PERFDOJO_ROOT/tests" \
  "$PERFDOJO_ROOT/tests/soak/walks.cpp"
sh -n "$PERFDOJO_ROOT/tests/soak/run"
