# SPDX-License-Identifier: Apache-2.0
# Shared by quickstart, check and .ci/run, which source it: messages, packages, configuring, building.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
export CXX=${CXX:-g++}
# Objects of another checkout of the same sources are found in the cache too.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

say() { printf '== %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# with_progress LABEL LOG COMMAND...: runs the command with its output in LOG. Prints a line now and then with the time
# that went by and ninja's [n/m]; on failure the end of the log, and returns the command's exit code.
with_progress() {
  local label=$1 log=$2 start=$SECONDS next=5 step status=0
  shift 2
  mkdir -p "$(dirname "$log")"
  say "$label"
  "$@" >"$log" 2>&1 </dev/null &
  local pid=$!
  trap 'kill "$pid" 2>/dev/null; exit 130' INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    if ((SECONDS - start >= next)); then
      step=$(tr '\r' '\n' <"$log" | grep -oE '^\[[0-9]+/[0-9]+\]' | tail -n 1)
      printf '   %s %s%d s\n' "$label" "${step:+$step }" "$((SECONDS - start))"
      next=$((next < 20 ? next * 2 : next + 20))
    fi
  done
  wait "$pid" || status=$?
  trap - INT TERM
  if ((status != 0)); then
    printf '%s\n' "-- failed ($status): $*" "-- from $log:" >&2
    if grep -q '^FAILED: ' "$log"; then
      sed -n '/^FAILED: /,/^\[/p' "$log" | head -n 60 >&2
    else
      tail -n 40 "$log" >&2
    fi
  fi
  return "$status"
}

# need_packages NAME...: installs the Debian packages that are missing.
need_packages() {
  local name missing=() as_root=()
  command -v dpkg-query >/dev/null || {
    say "not a Debian system: make sure that these are installed: $*"
    return 0
  }
  for name in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
  done
  ((${#missing[@]} > 0)) || return 0
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "missing packages; as root: apt-get update && apt-get install ${missing[*]}"
    as_root=(sudo)
    # Asks for the password now, where the question is visible, and not behind the progress lines.
    sudo -v || die "missing packages; as root: apt-get update && apt-get install ${missing[*]}"
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
  with_progress "package lists" "$build/log/packages.txt" "${apt[@]}" update ||
    die "could not update the package lists"
  with_progress "installing ${missing[*]}" "$build/log/packages.txt" \
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
    die "could not install: ${missing[*]}"
}

# What builds the library's programs; ./check adds what only tests need.
# shellcheck disable=SC2034 # used by the scripts that source this one
build_packages=(g++ binutils ninja-build meson pkg-config python3 libxsimd-dev doctest-dev libbenchmark-dev
  libeigen3-dev libsqlite3-dev libcli11-dev nlohmann-json3-dev)

# configure_build: meson setup, again when source or build files came or went.
configure_build() {
  local listing
  listing=$(cd "$root" && find . -path ./build -prune -o -path ./.git -prune -o \
    \( -name '*.cpp' -o -name meson.build \) -print | LC_ALL=C sort)
  if [ ! -f "$build/build.ninja" ]; then
    with_progress "configuring" "$build/log/configure.txt" meson setup "$build" "$root" || return
  elif [ "$(cat "$build/log/sources.txt" 2>/dev/null)" != "$listing" ]; then
    with_progress "configuring again" "$build/log/configure.txt" meson setup --reconfigure "$build" "$root" ||
      return
  fi
  printf '%s\n' "$listing" >"$build/log/sources.txt"
}

# build_targets TARGET...: ninja on all cores that this process may use; without targets everything.
build_targets() {
  with_progress "building ${*:-everything}" "$build/log/build.txt" \
    ninja -C "$build" -k 0 -j "$(nproc)" "$@"
}
