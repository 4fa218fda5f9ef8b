#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every source file names its licence and what it is; nothing generated, unfinished or of one machine is tracked.
set -u
cd "$PERFDOJO_ROOT" || exit 1
git rev-parse --git-dir >/dev/null 2>&1 || { echo "not a git checkout"; exit 77; }
status=0
complain() { [ -z "$2" ] || { printf '%s:\n%s\n' "$1" "$2"; status=1; }; }

complain "no SPDX line among the first two" \
  "$(git ls-files '*.hpp' '*.cpp' '*.py' '*.sh' | while read -r f; do
    [ ! -f "$f" ] || head -n 2 "$f" | grep -q 'SPDX-License-Identifier: Apache-2.0' || echo "$f"; done)"
complain "no #pragma once" "$(git grep -L '^#pragma once' -- 'include/*.hpp' 'tuner/*.hpp' 'bench/*.hpp' 'tests/*.hpp')"
complain "unfinished" "$(git grep -nE 'TODO|FIXME|^#if 0' -- '*.hpp' '*.cpp' '*.py' ':!tests/scripts')"
complain "over 400 lines: look for the second idea" \
  "$(git ls-files '*.hpp' '*.cpp' '*.py' '*.sh' | xargs wc -l 2>/dev/null | awk '$2 != "total" && $1 > 400')"
complain "a path of one machine" "$(git grep -nIE '(^|[^[:alnum:]_.])/(work|farm)/' -- . ':!tests/scripts')"
complain "scripts without the run bit" \
  "$(git ls-files -s quickstart check .ci/run '*.sh' 'scripts/*.py' 'tests/*_test.py' |
    awk '$1 != "100755" { print $4 }' | grep -vE '^scripts/(common\.sh|suites/)')"
exit $status
