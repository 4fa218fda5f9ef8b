#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# use.sh SOURCE WORK: installed headers found by CMake.
set -eux
"$1/tests/consumer/install.sh" "$1" "$2"
rm -rf "$2/build"
cmake -S "$1/tests/consumer/cmake" -B "$2/build" -DCMAKE_PREFIX_PATH="$2/prefix" -DCMAKE_BUILD_TYPE=Release
cmake --build "$2/build"
"$2/build/application"
