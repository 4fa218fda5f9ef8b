#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# use.sh SOURCE WORK: units with and without AVX2 in one program, linked in both orders (H42). Of a function that both
# define the linker keeps one; so every function of the library that both define has to be the same code. At -O0 more of them are
# functions.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$2"
# $1 include folder, $2 name, then flags
compile() {
  include=$1 unit=$2
  shift 2
  "$CXX" -std=c++20 "$@" -I"$include" -DUNIT="$unit" -c "$here/unit.cpp" -o "$unit.o"
}
"$CXX" -std=c++20 -O1 -c "$here/main.cpp" -o main.o
for level in -O0 -O2; do
  compile "$1/include" plain $level
  compile "$1/include" wide $level -mavx2 -mfma -mprefer-vector-width=256
  "$CXX" main.o plain.o wide.o -pthread -o plain_first
  "$CXX" main.o wide.o plain.o -pthread -o wide_first
  if grep -qw avx2 /proc/cpuinfo; then
    ./plain_first
    ./wide_first
  fi
  "$here/../compare_shared_functions.py" plain.o wide.o
done
