// SPDX-License-Identifier: Apache-2.0
// Toy candidates for the tests of pd-tuner: y[i] = 2*x[i] + 1 done right, wrong, slowly, not at all.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

#include "support/golden.hpp"
#include "tuner/compiler.hpp"
#include "tuner/error.hpp"
#include "tuner/files.hpp"
#include "tuner/problem.hpp"
#include "tuner/search.hpp"
#include "tuner/text.hpp"

namespace toys {

namespace fs = std::filesystem;
namespace tuner = perfdojo::tuner;

/// A folder that disappears with the test.
struct temporary_folder {
  fs::path path;
  explicit temporary_folder(const std::string& name = "tuner test") {
    std::string pattern = (fs::temp_directory_path() / (name + " XXXXXX")).string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path = pattern;
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

/// Beside the test in the build folder, or PD_TUNER.
inline std::string tuner_program() {
  if (const char* given = std::getenv("PD_TUNER"); given != nullptr) return given;
  return (fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "tuner" / "pd-tuner").string();
}

inline const char* candidates_text = R"source(
#pragma once
#include <perfdojo/exec/argument.hpp>
#include <unistd.h>
#include <cmath>
#include <cstdlib>
  namespace toys {
  using arguments = const perfdojo::exec::argument*;
  inline const float& x(arguments a, long i) {
    return static_cast<const float*>(a[0].data)[i * a[0].strides[0]];
  }
  inline float& y(arguments a, long i) { return static_cast<float*>(a[1].data)[i * a[1].strides[0]]; }
  inline void all(arguments a) {
    for (long i = 0; i < a[0].extents[0]; ++i) y(a, i) = 2 * x(a, i) + 1;
  }
  struct right {
    static void run(arguments a) { all(a); }
  };
  template <int Times>
  struct repeated {
    static void run(arguments a) {
      for (int t = 0; t < Times; ++t) {
        all(a);
        asm volatile("" ::: "memory");
      }
    }
  };
  struct all_nan {
    static void run(arguments a) {
      for (long i = 0; i < a[0].extents[0]; ++i) y(a, i) = NAN;
    }
  };
  struct one_nan {
    static void run(arguments a) {
      all(a);
      if (a[0].extents[0] > 3) y(a, 3) = NAN;
    }
  };
  struct infinite {
    static void run(arguments a) {
      all(a);
      if (a[0].extents[0] > 3) y(a, 3) = INFINITY;
    }
  };
  struct slightly_off {
    static void run(arguments a) {
      all(a);
      if (a[0].extents[0] > 3) y(a, 3) += 1e-3f;
    }
  };
  struct nothing {
    static void run(arguments) {}
  };
  struct past_the_end {
    static void run(arguments a) {
      all(a);
      if (long n = a[0].extents[0]) y(a, n) = 1;
    }
  };
  struct before_the_start {
    static void run(arguments a) {
      all(a);
      y(a, -1) = 1;
    }
  };
  struct reads_past_the_end {
    static void run(arguments a) {
      all(a);
      volatile float f = x(a, a[0].extents[0]);
      (void)f;
    }
  };
  struct spoils_the_input {
    static void run(arguments a) {
      all(a);
      if (a[0].extents[0]) const_cast<float&>(x(a, 0)) = 9;
    }
  };
  struct aborts {
    static void run(arguments) { std::abort(); }
  };
  struct throws {
    static void run(arguments) { throw 1; }
  };
  struct exits {
    static void run(arguments) { std::_Exit(7); }
  };
  struct eats_the_stack {
    static int deeper(int n) {
      volatile char block[65536];
      block[n % 65536] = 1;
      return n < 0 ? 0 : deeper(n + 1) + block[0];
    }
    static void run(arguments a) { y(a, 0) = static_cast<float>(deeper(1)); }
  };
  inline int memory = 0;
  template <int Own>
  struct remembers {
    static void run(arguments a) {
      all(a);
      if (memory == 0) memory = Own;
      if (memory != Own && a[0].extents[0]) y(a, 0) = NAN;
    }
  };
  struct sleeps {
    static void run(arguments) { sleep(60); }
  };
  struct sleeps_when_large {
    static void run(arguments a) {
      all(a);
      if (a[0].extents[0] > 1000) sleep(60);
    }
  };
  struct slow_when_small {
    static void run(arguments a) {
      for (int t = 0; t < (a[0].extents[0] > 1000 ? 1 : 12); ++t) {
        all(a);
        asm volatile("" ::: "memory");
      }
    }
  };
  template <int>
  struct sleeps_too {
    static void run(arguments) { sleep(60); }
  };
  struct wrong_when_large {
    static void run(arguments a) {
      all(a);
      if (a[0].extents[0] > 1000) y(a, 1000) = 0;
    }
  };
  struct crashes_when_large {
    static void run(arguments a) {
      all(a);
      if (a[0].extents[0] > 1000) std::abort();
    }
  };
  struct halves_in_place {
    static void run(arguments a) {
      for (long i = 0; i < a[0].extents[0]; ++i) const_cast<float&>(x(a, i)) *= 0.5f;
    }
  };
  template <class S>
  void run(arguments a, int) {
    S::run(a);
  }
  }  // namespace toys
)source";

inline tuner::compiler compiler_here(const fs::path& scratch) {
  tuner::compiler_options options;
  options.includes = {fs::path(golden_directory()).parent_path().parent_path() / "include"};
  return tuner::find_compiler(options, scratch);
}

/// Writes the candidates and a reference into the folder.
inline tuner::problem make_problem(const fs::path& folder, const tuner::compiler& with) {
  tuner::write_atomically(folder / "candidates.hpp", candidates_text);
  tuner::write_atomically(folder / "reference.cpp",
                          "#include \"candidates.hpp\"\nextern \"C\" void perfdojo_reference(toys::arguments "
                          "a, int) { toys::all(a); }\n");
  const auto built = tuner::run_program(
      tuner::shared_object(with, folder / "reference.cpp", folder / "reference.so", {}), 60);
  if (!built.ok()) throw std::runtime_error(built.error);
  tuner::problem p;
  p.kernel = "toy";
  p.program = "toy program";
  p.prologue = "#include \"" + (folder / "candidates.hpp").string() + "\"\n";
  p.call = "toys::run";
  p.default_schedule = "toys::repeated<3>";
  p.reference = (folder / "reference.so").string();
  p.sizes = {"N"};
  p.operands = {{"x", tuner::element::f32, tuner::role::in, {"N"}},
                {"y", tuner::element::f32, tuner::role::out, {"N"}}};
  p.checked = {{1}, {7}, {64}};
  p.timed = {{4096}};
  return p;
}

/// A search that proposes what it was given, once for each shape.
class fixed_list : public tuner::search_strategy {
public:
  explicit fixed_list(std::vector<std::string> schedules, std::size_t shapes = 1)
      : schedules_(std::move(schedules)), next_(shapes) {}
  std::vector<tuner::candidate> propose(std::size_t count, std::size_t shape_index) override {
    std::vector<tuner::candidate> some;
    for (std::size_t& at = next_[shape_index]; at < schedules_.size() && some.size() < count; ++at)
      some.push_back({schedules_[at], tuner::hash_text(schedules_[at])});
    return some;
  }
  void report(const tuner::candidate& c, std::size_t, const tuner::candidate_result& r) override {
    reports.push_back({c.schedule, r});
  }
  std::vector<std::pair<std::string, tuner::candidate_result>> reports;

private:
  std::vector<std::string> schedules_;
  std::vector<std::size_t> next_;
};

}  // namespace toys
