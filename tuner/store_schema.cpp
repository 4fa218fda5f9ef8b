// SPDX-License-Identifier: Apache-2.0
#include "store_schema.hpp"

#include "statement.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

constexpr const char* schema = R"sql(
CREATE TABLE runs(id INTEGER PRIMARY KEY, key TEXT NOT NULL, command TEXT, machine TEXT, compiler TEXT, library TEXT,
                  kernel TEXT, program TEXT, include TEXT, began TEXT, ended TEXT, state TEXT);
CREATE TABLE candidates(id INTEGER PRIMARY KEY, key TEXT NOT NULL, program_hash INTEGER NOT NULL, schedule TEXT NOT NULL,
                        UNIQUE(key, program_hash));
CREATE TABLE verdicts(candidate INTEGER PRIMARY KEY REFERENCES candidates, run INTEGER, class TEXT NOT NULL,
                      detail TEXT, reproducer TEXT);
CREATE TABLE samples(candidate INTEGER NOT NULL REFERENCES candidates, run INTEGER, shape TEXT NOT NULL,
                     seconds REAL NOT NULL);
CREATE INDEX samples_of_candidate ON samples(candidate, shape);
CREATE TABLE best(key TEXT NOT NULL, shape TEXT NOT NULL, program_hash INTEGER NOT NULL, schedule TEXT NOT NULL,
                  seconds REAL NOT NULL, spread REAL, default_seconds REAL, default_spread REAL, date TEXT, command TEXT,
                  PRIMARY KEY(key, shape));
)sql";

void run_all(sqlite3* database, const char* text) {
  if (const int code = sqlite3_exec(database, text, nullptr, nullptr, nullptr); code != SQLITE_OK)
    fail_in_store(database, code);
}

std::int64_t version_of(sqlite3* database) {
  statement s(database, "PRAGMA user_version");
  return s.step() ? s.integer(0) : 0;
}

void keep_aside_older(sqlite3* database, std::int64_t version) {
  std::vector<std::string> tables, indices;
  statement s(
      database,
      "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_before_v%'");
  while (s.step()) {
    if (s.text(0) == "table") tables.push_back(s.text(1));
    if (s.text(0) == "index") indices.push_back(s.text(1));
  }
  s.again();
  for (const std::string& name : indices) run_all(database, ("DROP INDEX \"" + name + "\"").c_str());
  for (const std::string& name : tables)
    run_all(database,
            ("ALTER TABLE \"" + name + "\" RENAME TO \"" + name + "_before_v" + decimal(version + 1) + "\"")
                .c_str());
}

// Where the file system cannot do it (network disks), SQLite stays with its rollback journal. The change of mode
// is the one statement that the busy handler does not cover: when all processes start at once, some are told to
// come again.
void use_write_ahead_log(sqlite3* database) {
  for (int attempt = 0;; ++attempt) {
    const int code = sqlite3_exec(database, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return;
    if (code != SQLITE_BUSY || attempt > 1000) fail_in_store(database, code);
    sqlite3_sleep(10);
  }
}

}  // namespace

void prepare_schema(sqlite3* database, const std::string& path, std::int64_t ours) {
  const auto refuse_newer = [&](std::int64_t version) {
    if (version > ours)
      throw environment_error(
          "the store " + path + " was written by a newer perfdojo (schema " + decimal(version) +
          ", this one knows " + decimal(ours) +
          "); it is left as it is: update perfdojo, or use another folder with --cache-dir");
  };
  std::int64_t version = version_of(database);
  // Before the schema is known to be ours, nothing may be written.
  refuse_newer(version);
  use_write_ahead_log(database);
  run_all(database, "PRAGMA synchronous = NORMAL");
  if (version == ours) return;
  transaction t(database);
  version = version_of(database);  // Another process may have been first.
  refuse_newer(version);
  if (version < ours) {
    keep_aside_older(database, version);
    run_all(database, schema);
    run_all(database, ("PRAGMA user_version = " + decimal(ours)).c_str());
  }
  t.commit();
}

}  // namespace perfdojo::tuner
