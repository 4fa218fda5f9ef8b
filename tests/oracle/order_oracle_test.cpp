// SPDX-License-Identifier: Apache-2.0
// Verdicts of the moves that change an order, against all pairs of executed instances. A legal verdict must be right; how often an illegal
// one is wrong is counted for each move, and may not grow. docs/legality.md says where the analysis is exact.
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/reorders.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/order_oracle.hpp"
#include "support/random_nests.hpp"

#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

namespace pd = perfdojo;
using support::disorder;

namespace {

/// ORACLE_SHOW=1: print every move that is lost, with its program.
const bool shows_lost = std::getenv("ORACLE_SHOW") != nullptr;

struct tally {
  int legal = 0, rightly_illegal = 0, wrongly_reassociates = 0;
  int legal_at_all_sizes = 0, wrongly_illegal = 0;  // of the programs that were looked at for all sizes
  /// Of the moves that keep the order, in percent.
  double lost() const {
    return 100.0 * wrongly_illegal / (std::max)(1, legal_at_all_sizes + wrongly_illegal);
  }
};

std::vector<std::vector<pd::index_t>> sizes_of(const pd::ir::program& p) {
  constexpr int pairs[][2] = {{12, 12}, {12, 3}, {2, 12}, {6, 6}, {5, 6}, {6, 3}, {3, 3},
                              {2, 5},   {1, 4},  {4, 1},  {2, 2}, {1, 1}, {0, 3}, {0, 0}};
  std::vector<std::vector<pd::index_t>> all;
  for (const auto& pair : pairs) {
    std::vector<pd::index_t> sizes;
    for (int s = 0; s < p.symbols.size(); ++s)
      sizes.push_back(p.symbols[s].value >= 0 ? p.symbols[s].value : pair[s % 2]);
    if (std::find(all.begin(), all.end(), sizes) == all.end()) all.push_back(sizes);
  }
  return all;
}

std::string text(const pd::ir::program& p) {
  std::string out;
  pd::ir::print_to(out, p);
  return out;
}

class jury {
public:
  explicit jury(const pd::ir::program& p) : p_(p) {
    for (const auto& sizes : sizes_of(p)) {
      oracles_.emplace_back(p, sizes, 1000);
      if (oracles_.back().complete()) continue;
      oracles_.pop_back();
      knows_all_ = false;
    }
  }
  /// Is the program small enough to be looked at for some sizes?
  bool knows() const { return !oracles_.empty(); }

  template <class Move>
  void judge(tally& sum) const {
    pd::move_choices choices;
    choices.largest_number = 3;
    for (const Move& move : pd::moves_of<Move>(p_, choices)) {
      const pd::verdict v = move.check(p_);
      const bool is_about_order =
          v.why == pd::reason::dependence_is_reversed || v.why == pd::reason::dependence_is_carried;
      if (!v.ok() && !is_about_order) continue;
      disorder worst = disorder::none;
      for (const support::order_oracle& o : oracles_)
        if (worst != disorder::conflict) worst = (std::max)(worst, o.after(move));
      if (v.ok()) {
        ++sum.legal;
        if (knows_all_) ++sum.legal_at_all_sizes;
        const bool bitwise = pd::detail::class_of(move, p_) == pd::result_class::bitwise_equal;
        if (!bitwise && worst <= disorder::exact_reduction) ++sum.wrongly_reassociates;
        if (worst <= disorder::exact_reduction || (worst == disorder::reduction && !bitwise)) continue;
        INFO(pd::spell(move) << (worst == disorder::conflict ? " is said to be legal on\n"
                                                             : " is said to be bitwise equal on\n")
                             << text(p_));
        CHECK(false);
      } else if (worst == disorder::conflict) {
        ++sum.rightly_illegal;
      } else if (knows_all_) {  // else a size that was not looked at may be the one that has the conflict
        ++sum.wrongly_illegal;
        if (shows_lost) std::printf("lost: %s\n%s\n", pd::spell(move).c_str(), text(p_).c_str());
      }
    }
  }

private:
  const pd::ir::program& p_;
  std::vector<support::order_oracle> oracles_;
  bool knows_all_ = true;
};

/// The most that a move may lose, in percent of the moves that keep the order: what this test prints, and half as much again
template <class Move>
constexpr double may_lose = 0;
template <>
constexpr double may_lose<pd::interchange_move> = 1.5;
template <>
constexpr double may_lose<pd::join_move> = 3.5;
template <>
constexpr double may_lose<pd::fission_move> = 3;
template <>
constexpr double may_lose<pd::reorder_move> = 3;
template <>
constexpr double may_lose<pd::parallelize_move> = 3;
template <>
constexpr double may_lose<pd::vectorize_move> = 1.5;
template <>
constexpr double may_lose<pd::unroll_move> = 2;

template <class... Moves>
struct court {
  tally sums[sizeof...(Moves)];

  void judge(const jury& j) {
    int at = 0;
    (j.judge<Moves>(sums[at++]), ...);
  }
  void check() const {
    int at = 0;
    (check_one<Moves>(sums[at++]), ...);
  }
  template <class Move>
  static void check_one(const tally& t) {
    std::printf(
        "%-12s %6d legal, %6d rightly illegal, %5d wrongly (%.2f %%); %d wrongly said to reassociate\n",
        std::string(Move::name).c_str(), t.legal, t.rightly_illegal, t.wrongly_illegal, t.lost(),
        t.wrongly_reassociates);
    CAPTURE(Move::name);
    CHECK(t.legal > 1000);
    CHECK(t.rightly_illegal > 1000);
    CHECK(t.lost() < may_lose<Move>);
  }
};

}  // namespace

TEST_CASE("oracle: verdicts on random nests are those of a look at all pairs of instances") {
  court<pd::interchange_move, pd::join_move, pd::fission_move, pd::reorder_move, pd::parallelize_move,
        pd::vectorize_move, pd::unroll_move>
      all;
  constexpr int wanted = 10'000;
  int seen = 0;
  for (std::uint64_t seed = 0; seen < wanted; ++seed) {
    const pd::ir::program p =
        support::after_random_moves(support::random_nest(seed), seed, static_cast<int>(seed % 4));
    const jury j(p);
    if (!j.knows()) continue;
    ++seen;
    all.judge(j);
  }
  all.check();
}
