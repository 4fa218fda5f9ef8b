#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# use.sh SOURCE WORK: the library as a subproject of a Meson project.
set -eux
rm -rf "$2/project"
mkdir -p "$2/project/subprojects/perfdojo"
cp "$1/tests/consumer/meson/meson.build" "$1/tests/consumer/application.cpp" "$2/project"
cp -r "$1/meson.build" "$1/meson_options.txt" "$1/include" "$2/project/subprojects/perfdojo"
meson setup "$2/project/build" "$2/project"
ninja -C "$2/project/build"
"$2/project/build/application"
