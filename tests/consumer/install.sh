#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh SOURCE WORK: installs the headers below WORK/stage/usr/local, as a packager would, then moves them away
# from the prefix that they were configured for.
set -eu
rm -rf "$2/stage" "$2/headers" "$2/prefix"
meson setup "$2/headers" "$1" --prefix /usr/local -Dtests=false -Dbench=false -Dtuner=false >"$2/meson.txt" 2>&1 ||
  { cat "$2/meson.txt"; exit 1; }
DESTDIR="$2/stage" meson install -C "$2/headers" --no-rebuild --quiet
mv "$2/stage/usr/local" "$2/prefix"
