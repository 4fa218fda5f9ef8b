#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# use.sh SOURCE WORK: installed headers found by pkg-config.
set -eux
"$1/tests/consumer/install.sh" "$1" "$2"
PKG_CONFIG_PATH=$(dirname "$(find "$2/prefix" -name perfdojo.pc)")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs perfdojo)
# Words on purpose: flags are several arguments.
# shellcheck disable=SC2086
"$CXX" -std=c++20 -O2 "$1/tests/consumer/application.cpp" $flags -o "$2/application"
"$2/application"
test "$(pkg-config --modversion perfdojo)" = \
  "$(awk '/^#define PERFDOJO_VERSION "/ { gsub("\"", "", $3); print $3 }' "$1/include/perfdojo/core/config.hpp")"
