#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The soak program: two seconds without a fault, counts at the end, and what it refuses. tests/soak/run is only kept readable.
set -eu
soak=$PERFDOJO_BUILD/tests/soak
out=$("$soak" --seed 5 --seconds 2)
echo "$out" | grep -q '^seed 5$'
echo "$out" | grep -Eq ' [1-9][0-9]* split$'
echo "$out" | tail -n 1 | grep -Eq '^[0-9]+ s: [1-9][0-9]* programs, [1-9][0-9]* pairs, at seed [0-9]+$'
for wrong in --seed "--seconds x" "--what 1"; do
  # shellcheck disable=SC2086
  if "$soak" $wrong 2>/dev/null; then exit 1; else test $? = 2; fi
done
sh -n "$PERFDOJO_ROOT/tests/soak/run"
