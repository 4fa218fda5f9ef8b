#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Types that cross the border between objects have one size and alignment under all flags (H43).
set -eu
[ "$(uname -m)" = x86_64 ] || { echo "flags of x86-64"; exit 77; }
measure() {
  "$CXX" -std=c++20 -O0 "$@" -I"$PERFDOJO_ROOT/include" "$PERFDOJO_ROOT/tests/scripts/public_sizes.cpp" -pthread -o program
}
measure -msse2
./program >plain.txt
for flags in "-mavx2 -mfma" "-mavx512f -mavx512bw -mavx512dq -mavx512vl"; do
  # shellcheck disable=SC2086 # flags are several words
  measure $flags
  # Only sizes are printed; on a machine without these instructions the compiler may still have used them.
  ./program >wide.txt || { echo "cannot run code for $flags here"; exit 77; }
  diff plain.txt wide.txt
done
grep -q "gemm_options" plain.txt
