#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the sources of a folder that match a pattern, one a line, sorted: list_sources.py FOLDER PATTERN.

Meson has no globs. scripts/common.sh configures again when the set of source files changed.
"""
import pathlib
import sys

folder, pattern = pathlib.Path(sys.argv[1]), sys.argv[2]
for path in sorted(folder.glob(pattern)):
    print(path.relative_to(folder).as_posix())
