// SPDX-License-Identifier: Apache-2.0
// schedule_laws: what must hold after every move of a schedule.
#pragma once

#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/schedule_class.hpp>

#include "support/same_result.hpp"

#include <optional>

namespace support {

inline std::string text(const ir::program& p) {
  std::string out;
  ir::print_to(out, p);
  return out;
}

/// law: after each move the program verifies, its text reads back as the same program, and it computes what the program at the start
/// does: with its bits while the class of the moves is bitwise_equal.
class schedule_laws {
public:
  schedule_laws(const ir::program& start, std::uint64_t seed)
      : start_(start), seed_(seed), orders_are_fixed_(!known_results::has_free_order(start)) {}

  /// What is wrong with `after`, which `move` made of `before`; empty if nothing is. Asked of each move in turn.
  std::string fault(const ir::program& before, const perfdojo::move_record& move, const ir::program& after) {
    const perfdojo::verdict v = ir::verify(after);
    if (v.why == perfdojo::reason::program_is_malformed && !v.ok())
      return "verify: node " + std::to_string(v.asked) + ": " +
             std::string(sentence_of(static_cast<ir::invariant>(v.found)));
    if (!v.ok()) return "verify: " + std::string(name_of(v.why)) + " at node " + std::to_string(v.asked);
    if (!(ir::parse(text(after)).value == after)) return "the text does not read back";
    const perfdojo::result_class own = perfdojo::detail::class_of(move, before);
    worst_ = combine(worst_, own);
    if (worst_ == perfdojo::result_class::bitwise_equal) {
      if (!bits_) bits_.emplace(start_, seed_, 1, true);
      return bits_->compare(after, 0, orders_are_fixed_ ? 0 : reassociation).difference;
    }
    // Errors of the whole schedule may add up; those of one move may not, and one of class bitwise_equal makes none.
    const agreement step = same_result(before, after, tolerance_of(own), seed_, 1);
    if (!step) return step.difference;
    if (!values_) values_.emplace(start_, seed_ + 1, 1);
    return values_->compare(after, 10 * reassociation, 10 * reassociation).difference;
  }

private:
  ir::program start_;
  std::uint64_t seed_;
  bool orders_are_fixed_;
  perfdojo::result_class worst_ = perfdojo::result_class::bitwise_equal;
  std::optional<known_results> bits_, values_;
};

/// The fault of a schedule of a program; empty if there is none, or if a move is not legal where it stands. apply(move, program) makes the
/// programs.
template <class Apply>
std::string first_fault(const ir::program& start, const std::vector<perfdojo::move_record>& moves,
                        std::uint64_t seed, Apply&& apply) {
  schedule_laws laws(start, seed);
  ir::program p = start;
  for (const perfdojo::move_record& m : moves) {
    if (!check(m, p).ok()) return {};
    const ir::program after = apply(m, p);
    std::string fault = laws.fault(p, m, after);
    if (!fault.empty()) return fault;
    p = after;
  }
  return {};
}
inline std::string first_fault(const ir::program& start, const std::vector<perfdojo::move_record>& moves,
                               std::uint64_t seed) {
  return first_fault(start, moves, seed, [](const perfdojo::move_record& m, const ir::program& p) {
    return perfdojo::apply(m, p);
  });
}

}  // namespace support
