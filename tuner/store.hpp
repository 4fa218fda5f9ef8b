// SPDX-License-Identifier: Apache-2.0
// Everything that was ever measured, in SQLite: runs, candidates, verdicts, samples, and the best of each problem.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct sqlite3;

namespace perfdojo::tuner {

/// How a candidate ended.
enum class outcome_class { ok, wrong, crashed, hung, failed_to_compile };
const char* to_text(outcome_class c);
std::optional<outcome_class> outcome_class_from(std::string_view text);

/// What a run tunes for; results are shared between runs with the same key.
struct run_facts {
  std::string command;    ///< as typed
  std::string machine;    ///< machine::signature()
  std::string compiler;   ///< compiler::signature()
  std::string library;    ///< version of perfdojo
  std::string kernel;     ///< with its element type
  std::string program;    ///< text form of the unscheduled program
  std::string include{};  ///< defines the kernel, as in #include
};
std::string problem_key(const run_facts& facts);

/// After a shape's text where samples were taken with cold caches.
inline constexpr const char* cold_mark = ", cold";

struct stored_verdict {
  outcome_class result = outcome_class::ok;
  std::string detail;
  std::string reproducer;  ///< folder, empty if none is kept
};

struct stored_candidate {
  std::int64_t id = 0;
  std::string schedule;
  std::uint64_t program_hash = 0;
};

struct best_entry {
  std::string shape;  ///< "M=512,N=512,K=512"
  std::string schedule;
  std::uint64_t program_hash = 0;
  double seconds = 0, spread = 0;                  ///< spread: (p90 - p10) / median
  double default_seconds = 0, default_spread = 0;  ///< of the built-in schedule, in the same interleaved run
  std::string date, command;
  friend bool operator==(const best_entry&, const best_entry&) = default;
};

/// Opens or creates the store. Safe for several processes at once; every call is one transaction, so a process killed
/// at any moment leaves a readable store. Throws environment_error, also for a store of a newer perfdojo, which is not
/// touched. Tables of an older one are kept under other names and not used.
class store {
public:
  static constexpr int schema_version = 1;

  explicit store(const std::filesystem::path& path);
  ~store();
  store(const store&) = delete;
  store& operator=(const store&) = delete;

  std::int64_t begin_run(const run_facts& facts);
  void end_run(std::int64_t run, std::string_view state);

  /// The candidate with this program, which is made if it is new.
  std::int64_t candidate(const std::string& key, std::uint64_t program_hash, const std::string& schedule);
  std::vector<stored_candidate> candidates(const std::string& key);

  void put_verdict(std::int64_t candidate, std::int64_t run, const stored_verdict& verdict);
  std::optional<stored_verdict> verdict(std::int64_t candidate);

  /// Seconds per call, one number per sample.
  void put_samples(std::int64_t candidate, std::int64_t run, const std::string& shape,
                   std::span<const double> seconds);
  std::vector<double> samples(std::int64_t candidate, const std::string& shape);

  void put_best(const std::string& key, const best_entry& entry);
  std::vector<best_entry> best(const std::string& key);

  /// All problems of a kernel that have a best entry: facts of the latest run, newest first. Empty name: every kernel.
  std::vector<run_facts> tuned(const std::string& kernel);

private:
  sqlite3* database_ = nullptr;
};

}  // namespace perfdojo::tuner
