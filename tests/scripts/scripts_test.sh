#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The entry points explain themselves, refuse what they do not know, and say so in the exit code.
set -eu
cd "$PERFDOJO_ROOT"

expect() {
  wanted=$1
  shift
  code=0
  "$@" >output.txt 2>&1 </dev/null || code=$?
  [ "$code" = "$wanted" ] || { echo "$*: exit code $code, not $wanted"; cat output.txt; exit 1; }
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expect_in() { (cd "$work" && expect "$@"); }

for script in quickstart check; do
  expect_in 0 "$PERFDOJO_ROOT/$script" --help
  grep -q "usage: ./$script" "$work/output.txt"
  expect_in 2 "$PERFDOJO_ROOT/$script" --no-such-option
done
expect_in 2 "$PERFDOJO_ROOT/quickstart" --budget
expect_in 2 "$PERFDOJO_ROOT/quickstart" --budget=-5
expect_in 2 "$PERFDOJO_ROOT/quickstart" --budget=0
