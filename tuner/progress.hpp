// SPDX-License-Identifier: Apache-2.0
// The line that shows how tuning goes: in place on a terminal, now and then elsewhere.
#pragma once

#include <string>

namespace perfdojo::tuner {

/// How many candidates ended in which way.
struct counts {
  int ok = 0, wrong = 0, crashed = 0, hung = 0, failed_to_compile = 0;
  int known = 0;  ///< taken from the store, or the same program again
  int tried() const { return ok + wrong + crashed + hung + failed_to_compile; }
};
std::string to_text(const counts& c);  ///< "41 tried: 39 ok, 1 crashed, 1 failed to compile; 3 known"

class progress {
public:
  progress();
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// `now` forces the line out where it would wait its turn.
  void show(const std::string& line, bool now = false);
  /// A line that stays.
  void say(const std::string& line);
  void clear();

private:
  bool terminal_ = false;
  double last_ = -1e9;
  bool shown_ = false;
};

}  // namespace perfdojo::tuner
