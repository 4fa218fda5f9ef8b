// SPDX-License-Identifier: Apache-2.0
// Tunes one problem: propose, compile, check, measure, store, until time or ideas run out; then confirm the best.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "batch.hpp"
#include "child.hpp"
#include "compiler.hpp"
#include "contest.hpp"
#include "machine.hpp"
#include "pace.hpp"
#include "problem.hpp"
#include "progress.hpp"
#include "search.hpp"
#include "store.hpp"
#include "workspace.hpp"

namespace perfdojo::tuner {

struct tuning_options {
  double budget_seconds = 60;
  std::size_t batch = 32;         ///< the most candidates compiled and measured together
  double call_limit_seconds = 2;  ///< raised to 20 times what the default takes
  std::uint64_t seed = 1;
  std::uint64_t default_hash = 0;  ///< of the program that the built-in schedule makes; 0: of its text
  std::string worker = "/proc/self/exe";
};

/// Everything a tuning works with; all outlive it.
struct tools {
  const compiler& compile;
  const machine& host;
  const locations& where;
  const std::filesystem::path& folder;  ///< scratch of this process
  store& results;
  progress& line;
  std::filesystem::path precompiled{};  ///< of the problem's prologue; empty: none
};

class tuning {
public:
  tuning(problem p, run_facts facts, tools with, tuning_options options);

  /// Runs the search, for the budget and at most a few seconds more. After an interrupt the best so far is in the store as well; see
  /// interrupted(). Throws environment_error; `wrong_default` says so if the built-in schedule itself fails.
  void run(search_strategy& strategy);

  const counts& counted() const { return counts_; }
  const time_sheet& times() const { return times_; }
  bool wrong_default() const { return wrong_default_; }
  std::string default_fault() const { return default_fault_; }

private:
  // At most this share of the budget is for the confirmation at the end.
  static constexpr double confirmation_share = 0.2;
  // Seconds to wait for another pd-tuner that compiles or measures; then measure all the same.
  static constexpr double lock_limit = 60;

  /// A candidate's place at one shape.
  struct standing {
    candidate what;
    summary own, built_in;         // from the same interleaved run
    std::optional<loadable> code;  // none: known from an earlier run
    double score() const { return own.p10 / built_in.p10; }
  };
  /// Candidates with their code; the built-in schedule comes first.
  struct field {
    std::vector<candidate> who;
    std::vector<loadable> code;
  };

  // tuning.cpp
  bool prepare(search_strategy& strategy);
  void load_known(search_strategy& strategy);
  void search(search_strategy& strategy);
  std::vector<candidate> fresh_ones(search_strategy& strategy, std::size_t count, std::size_t focus);
  std::vector<compiled> compile(std::span<const candidate> all, double limit_seconds);
  void begin(activity what);
  void show(bool now = false);
  std::string shape_text(std::size_t i) const { return to_text(problem_, problem_.timed[i]); }
  double left() const;  // seconds until the confirmation begins

  // judge.cpp
  bool check_default(const compiled& made);
  void judge(search_strategy& strategy, const std::vector<candidate>& fresh,
             const std::vector<compiled>& made, std::size_t focus);
  field checked_ones(search_strategy& strategy, const std::vector<candidate>& fresh,
                     const std::vector<compiled>& made, std::size_t focus);
  field measure_at(search_strategy& strategy, const field& all, std::size_t shape_index, bool is_focus);
  void note_failure(search_strategy& strategy, const candidate& c, std::size_t focus,
                    const stored_verdict& verdict);
  void note_ok(search_strategy& strategy, const standing& s, std::size_t shape_index);
  void forget_losers();

  // confirm.cpp
  void confirm();
  std::vector<candidate> finalists(const std::vector<std::size_t>& shapes) const;
  field with_code(const std::vector<candidate>& all);
  void confirm_group(const std::vector<std::size_t>& shapes, const field& all, double seconds);
  bool loses_cold(const std::vector<std::size_t>& shapes, const field& all, std::size_t challenger,
                  const contest& warm, double seconds);
  void write_best_so_far(std::size_t shape_index);
  void put_best(std::size_t shape_index, const candidate& c, const summary& own, const summary& built_in);

  problem problem_;
  run_facts facts_;
  tools with_;
  tuning_options options_;
  std::string key_;
  std::int64_t run_ = 0;
  batch_compiler compiling_;
  child child_;
  pace pace_;
  time_sheet times_;
  loadable default_code_;
  candidate default_;
  std::vector<double> default_seconds_;      // per timed shape
  std::vector<std::vector<standing>> best_;  // per timed shape, best first
  std::set<std::pair<std::uint64_t, std::size_t>> seen_;
  std::map<std::uint64_t, stored_verdict> verdicts_;
  std::vector<bool> confirmed_;
  counts counts_;
  bool wrong_default_ = false;
  std::string default_fault_;
  double began_ = 0, reserve_ = 0;
  double last_compile_ = 0;  // seconds
};

}  // namespace perfdojo::tuner
