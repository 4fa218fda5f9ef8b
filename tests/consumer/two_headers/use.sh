#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# use.sh SOURCE WORK: units without a tuned header, with one, and with one of another CPU in one program, linked in both orders.
# At -O0 too: there even constexpr functions are functions, of which the linker keeps one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$2"
for level in -O0 -O2; do
  "$CXX" -std=c++20 $level -I"$1/include" -DUNIT=plain -c "$here/unit.cpp" -o plain.o
  "$CXX" -std=c++20 $level -I"$1/include" -DUNIT=tuned -DWITH_HEADER -c "$here/unit.cpp" -o tuned.o
  "$CXX" -std=c++20 $level -I"$1/include" -DUNIT=elsewhere -DWITH_HEADER -DELSEWHERE -c "$here/unit.cpp" -o elsewhere.o
  "$CXX" "$here/main.cpp" plain.o tuned.o elsewhere.o -pthread -o plain_first
  "$CXX" "$here/main.cpp" elsewhere.o tuned.o plain.o -pthread -o plain_last
  ./plain_first
  ./plain_last
  "$here/../compare_shared_functions.py" plain.o tuned.o
  "$here/../compare_shared_functions.py" plain.o elsewhere.o
done
