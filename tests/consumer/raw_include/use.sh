#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# use.sh SOURCE WORK: only the include folder and the compiler.
set -eux
"$CXX" -std=c++20 -O2 -march=native -Wall -Wextra -Wpedantic -Werror -I"$1/include" \
  "$1/tests/consumer/application.cpp" -pthread -o "$2/application"
"$2/application"
