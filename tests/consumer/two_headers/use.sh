#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# use.sh SOURCE WORK: units with and without a tuned header in one program, linked in both orders. At -O0 too: there even
# constexpr functions are functions, of which the linker keeps one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$2"
for level in -O0 -O2; do
  "$CXX" -std=c++20 $level -I"$1/include" -DUNIT=plain -c "$here/unit.cpp" -o plain.o
  "$CXX" -std=c++20 $level -I"$1/include" -DUNIT=tuned -DWITH_HEADER -c "$here/unit.cpp" -o tuned.o
  "$CXX" "$here/main.cpp" plain.o tuned.o -pthread -o plain_first
  "$CXX" "$here/main.cpp" tuned.o plain.o -pthread -o tuned_first
  ./plain_first
  ./tuned_first
  "$here/../compare_shared_functions.py" plain.o tuned.o
done
