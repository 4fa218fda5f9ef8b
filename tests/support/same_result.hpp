// SPDX-License-Identifier: Apache-2.0
// same_result: do two programs compute the same from the same arguments? Asked of the reference interpreter.
#pragma once

#include <perfdojo/schedule/result_class.hpp>

#include "support/argument_set.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

/// No difference, or the first one in words.
struct agreement {
  std::string difference;
  explicit operator bool() const { return difference.empty(); }
};
namespace doctest {
template <>
struct StringMaker<agreement> {
  static String convert(const agreement& a) {
    return a.difference.empty() ? "the same" : a.difference.c_str();
  }
};
}  // namespace doctest

namespace support {

/// Sizes to try: the constant ones as they are; run-time ones 0, 1, and a few drawn from the seed.
inline std::vector<sizes_of_program> size_choices(const ir::program& p, std::uint64_t seed, int draws = 3) {
  dice d(seed);
  bool any = false;
  for (const ir::symbol& s : p.symbols) any = any || s.value < 0;
  std::vector<sizes_of_program> all;
  for (int i = 0; i < (any ? draws + 2 : 1); ++i) {
    sizes_of_program sizes;
    for (const ir::symbol& s : p.symbols) {
      const index_t drawn = d.chance(10) ? d.below(2) : d.pick({2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17});
      sizes.push(s.value >= 0 ? s.value : i < 2 ? i : drawn);
    }
    all.push_back(sizes);
  }
  return all;
}

inline std::string fault_of(const exec::reference_result& r, const char* which) {
  if (r.ok()) return {};
  return std::string("the program ") + which + " reads or writes " +
         std::string(perfdojo::name_text(r.buffer).view()) + " at " + std::to_string(r.index) + " of " +
         std::to_string(r.extent) + " in dimension " + std::to_string(r.dimension);
}

/// What reassociation may change, relative to the largest value of a tensor.
inline constexpr double reassociation = 1e-4;

/// What a program makes of arguments of several sizes; other programs are compared with it.
class known_results {
public:
  /// rough: as argument_set::roughen.
  known_results(const ir::program& p, std::uint64_t seed, int draws, bool rough = false)
      : program_(p), seed_(seed), rough_(rough) {
    for (const sizes_of_program& sizes : size_choices(program_, seed, draws)) {
      runs_.push_back({sizes, make(program_, sizes), {}, false});
      run& r = runs_.back();
      const exec::reference_result result = exec::reference(program_, r.arguments.view());
      r.fault = fault_of(result, "before");
      r.outgrew_whole_numbers = result.outgrew_whole_numbers;
    }
  }
  known_results(const known_results&) = delete;
  known_results& operator=(const known_results&) = delete;

  /// Runs `after` on the same arguments, also with its unrolled, vector and parallel scopes backwards.
  agreement compare(const ir::program& after, double tolerance, double tolerance_backwards) const {
    for (const run& r : runs_) {
      sizes_of_program more = r.sizes;  // a schedule may add constant sizes
      for (int s = program_.symbols.size(); s < after.symbols.size(); ++s) more.push(after.symbols[s].value);
      std::string trouble = r.fault;
      for (const auto order : {exec::reference_order::forwards, exec::reference_order::reversed}) {
        const bool backwards = order == exec::reference_order::reversed;
        if (!trouble.empty() || (backwards && !has_free_order(after))) break;
        argument_set found = make(after, more);
        trouble = fault_of(exec::reference(after, found.view(), order), "after");
        const double allowed = backwards ? tolerance_backwards : tolerance;
        // A recurrence may grow until the order of a sum decides everything.
        const bool comparable = allowed == 0 || !r.outgrew_whole_numbers;
        if (trouble.empty() && comparable) trouble = r.arguments.first_difference(found, allowed);
        if (!trouble.empty() && backwards) trouble += " (scopes backwards)";
      }
      if (!trouble.empty()) return {trouble + "; sizes" + text(r.sizes)};
    }
    return {};
  }

  static bool has_free_order(const ir::program& p) {
    for (const ir::node& n : p.nodes)
      if (n.is_scope && n.kind != ir::scope_kind::sequential && n.kind != ir::scope_kind::cases) return true;
    return false;
  }

private:
  struct run {
    sizes_of_program sizes;
    argument_set arguments;
    std::string fault;
    bool outgrew_whole_numbers;
  };

  argument_set make(const ir::program& p, const sizes_of_program& sizes) const {
    argument_set a(p, sizes, seed_);
    if (rough_) a.roughen();
    return a;
  }
  std::string text(const sizes_of_program& sizes) const {
    std::string out;
    for (int s = 0; s < program_.symbols.size(); ++s)
      out += " " + std::string(perfdojo::name_text(program_.symbols[s].label).view()) + "=" +
             std::to_string(sizes[s]);
    return out;
  }

  ir::program program_;
  std::uint64_t seed_;
  bool rough_;
  std::vector<run> runs_;
};

/// Compares the arguments after running both programs; `after` also with unrolled, vector and parallel scopes backwards, which
/// may reassociate reductions.
inline agreement same_result(const ir::program& before, const ir::program& after, double tolerance = 0,
                             std::uint64_t seed = 1, int draws = 3) {
  return known_results(before, seed, draws)
      .compare(after, tolerance, tolerance < reassociation ? reassociation : tolerance);
}

/// How far moves of a class may change a result.
constexpr double tolerance_of(perfdojo::result_class c) {
  return c == perfdojo::result_class::bitwise_equal ? 0 : reassociation;
}
template <class Move>
inline constexpr double tolerance = tolerance_of(Move::worst_class);

}  // namespace support
