// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

#include "process.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// Seconds between lines; a log should not fill up.
constexpr double on_terminal = 0.1, elsewhere = 2;

std::size_t columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col - 1u : 110u;
}

}  // namespace

std::string to_text(const counts& c) {
  std::vector<std::string> parts;
  const auto add = [&](int n, const char* what) {
    if (n > 0) parts.push_back(decimal(std::int64_t{n}) + what);
  };
  add(c.ok, " ok");
  add(c.wrong, " wrong");
  add(c.crashed, " crashed");
  add(c.hung, " hung");
  add(c.failed_to_compile, " failed to compile");
  std::string text = decimal(std::int64_t{c.tried()}) + " tried";
  if (!parts.empty()) text += ": " + join_text(parts, ", ");
  if (c.known > 0) text += "; " + decimal(std::int64_t{c.known}) + " known";
  return text;
}

progress::progress() : terminal_(isatty(STDERR_FILENO) == 1) {}
progress::~progress() { clear(); }

void progress::show(const std::string& line, bool now) {
  const double time = monotonic_seconds();
  if (!now && time - last_ < (terminal_ ? on_terminal : elsewhere)) return;
  last_ = time;
  if (terminal_)
    std::fprintf(stderr, "\r\033[K%s", line.substr(0, columns()).c_str());
  else
    std::fprintf(stderr, "%s\n", line.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void progress::say(const std::string& line) {
  clear();
  std::fprintf(stderr, "%s\n", line.c_str());
  std::fflush(stderr);
}

void progress::clear() {
  if (terminal_ && shown_) std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace perfdojo::tuner
