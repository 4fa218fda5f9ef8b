// SPDX-License-Identifier: Apache-2.0
#include "store.hpp"

#include <algorithm>
#include <array>

#include "statement.hpp"
#include "store_schema.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

constexpr std::array class_names{"ok", "wrong", "crashed", "hung", "failed to compile"};

// Seconds that a writer waits for others; arbitrary, far above any transaction here.
constexpr int busy_limit_ms = 60'000;

run_facts read_facts(const statement& s) {
  return {s.text(0), s.text(1), s.text(2), s.text(3), s.text(4), s.text(5), s.text(6)};
}

}  // namespace

const char* to_text(outcome_class c) { return class_names[static_cast<std::size_t>(c)]; }

std::optional<outcome_class> outcome_class_from(std::string_view text) {
  for (std::size_t i = 0; i < class_names.size(); ++i)
    if (text == class_names[i]) return static_cast<outcome_class>(i);
  return std::nullopt;
}

std::string problem_key(const run_facts& f) {
  std::string all;
  for (const std::string* part : {&f.machine, &f.compiler, &f.library, &f.kernel, &f.program})
    all += *part + '\0';
  return hex(hash_text(all));
}

store::store(const std::filesystem::path& path) {
  const int code =
      sqlite3_open_v2(path.c_str(), &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  try {
    if (code != SQLITE_OK)
      throw environment_error("cannot open the store " + path.string() + ": " + sqlite3_errmsg(database_));
    sqlite3_busy_timeout(database_, busy_limit_ms);
    prepare_schema(database_, path.string(), schema_version);
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

store::~store() { sqlite3_close(database_); }

std::int64_t store::begin_run(const run_facts& f) {
  statement(
      database_,
      "INSERT INTO runs(key, command, machine, compiler, library, kernel, program, include, began, state) "
      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, 'running')")
      .bind(problem_key(f))
      .bind(f.command)
      .bind(f.machine)
      .bind(f.compiler)
      .bind(f.library)
      .bind(f.kernel)
      .bind(f.program)
      .bind(f.include)
      .bind(now_utc())
      .run();
  return sqlite3_last_insert_rowid(database_);
}

void store::end_run(std::int64_t run, std::string_view state) {
  statement(database_, "UPDATE runs SET ended = ?, state = ? WHERE id = ?")
      .bind(now_utc())
      .bind(state)
      .bind(run)
      .run();
}

std::int64_t store::candidate(const std::string& key, std::uint64_t program_hash,
                              const std::string& schedule) {
  const auto hash = static_cast<std::int64_t>(program_hash);
  statement find(database_, "SELECT id FROM candidates WHERE key = ? AND program_hash = ?");
  if (find.bind(key).bind(hash).step()) return find.integer(0);
  statement(database_, "INSERT OR IGNORE INTO candidates(key, program_hash, schedule) VALUES(?, ?, ?)")
      .bind(key)
      .bind(hash)
      .bind(schedule)
      .run();
  find.again();
  if (!find.bind(key).bind(hash).step()) fail_in_store(database_, SQLITE_ERROR);
  return find.integer(0);
}

std::vector<stored_candidate> store::candidates(const std::string& key) {
  std::vector<stored_candidate> all;
  statement s(database_, "SELECT id, schedule, program_hash FROM candidates WHERE key = ? ORDER BY id");
  s.bind(key);
  while (s.step()) all.push_back({s.integer(0), s.text(1), static_cast<std::uint64_t>(s.integer(2))});
  return all;
}

void store::put_verdict(std::int64_t candidate, std::int64_t run, const stored_verdict& v) {
  statement(
      database_,
      "INSERT OR REPLACE INTO verdicts(candidate, run, class, detail, reproducer) VALUES(?, ?, ?, ?, ?)")
      .bind(candidate)
      .bind(run)
      .bind(to_text(v.result))
      .bind(v.detail)
      .bind(v.reproducer)
      .run();
}

std::optional<stored_verdict> store::verdict(std::int64_t candidate) {
  statement s(database_, "SELECT class, detail, reproducer FROM verdicts WHERE candidate = ?");
  if (!s.bind(candidate).step()) return std::nullopt;
  const auto result = outcome_class_from(s.text(0));
  if (!result) return std::nullopt;
  return stored_verdict{*result, s.text(1), s.text(2)};
}

void store::put_samples(std::int64_t candidate, std::int64_t run, const std::string& shape,
                        std::span<const double> seconds) {
  transaction t(database_);
  statement s(database_, "INSERT INTO samples(candidate, run, shape, seconds) VALUES(?, ?, ?, ?)");
  for (const double value : seconds) {
    s.bind(candidate).bind(run).bind(shape).bind(value).run();
    s.again();
  }
  t.commit();
}

std::vector<double> store::samples(std::int64_t candidate, const std::string& shape) {
  std::vector<double> all;
  statement s(database_, "SELECT seconds FROM samples WHERE candidate = ? AND shape = ? ORDER BY rowid");
  s.bind(candidate).bind(shape);
  while (s.step()) all.push_back(s.real(0));
  return all;
}

void store::put_best(const std::string& key, const best_entry& e) {
  statement(
      database_,
      "INSERT OR REPLACE INTO best(key, shape, program_hash, schedule, seconds, spread, default_seconds, "
      "default_spread, date, command) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(key)
      .bind(e.shape)
      .bind(static_cast<std::int64_t>(e.program_hash))
      .bind(e.schedule)
      .bind(e.seconds)
      .bind(e.spread)
      .bind(e.default_seconds)
      .bind(e.default_spread)
      .bind(e.date)
      .bind(e.command)
      .run();
}

std::vector<best_entry> store::best(const std::string& key) {
  std::vector<best_entry> all;
  statement s(
      database_,
      "SELECT shape, schedule, program_hash, seconds, spread, default_seconds, default_spread, date, command "
      "FROM best WHERE key = ? ORDER BY shape");
  s.bind(key);
  while (s.step())
    all.push_back({s.text(0), s.text(1), static_cast<std::uint64_t>(s.integer(2)), s.real(3), s.real(4),
                   s.real(5), s.real(6), s.text(7), s.text(8)});
  return all;
}

std::vector<run_facts> store::tuned(const std::string& kernel) {
  std::vector<run_facts> all;
  statement s(database_,
              "SELECT command, machine, compiler, library, kernel, program, include FROM runs "
              "WHERE id IN (SELECT max(id) FROM runs WHERE key IN (SELECT key FROM best) GROUP BY key) "
              "AND (?1 = '' OR kernel = ?1 OR kernel LIKE ?1 || '<%') ORDER BY id DESC");
  s.bind(kernel);
  while (s.step()) all.push_back(read_facts(s));
  return all;
}

}  // namespace perfdojo::tuner
