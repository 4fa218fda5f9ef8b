// SPDX-License-Identifier: Apache-2.0
// A prepared SQLite statement: bind, step, read. Errors become environment_error with what to do about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "error.hpp"

namespace perfdojo::tuner {

[[noreturn]] inline void fail_in_store(sqlite3* database, int code) {
  const char* path = sqlite3_db_filename(database, "main");
  std::string text =
      std::string("the store ") + (path != nullptr ? path : "") + ": " + sqlite3_errmsg(database);
  if (code == SQLITE_FULL || sqlite3_system_errno(database) == 28)
    text += "; free some space and run the same command again, what was stored before is kept";
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
    text += "; move it away and run the same command again";
  throw environment_error(text);
}

class statement {
public:
  statement(sqlite3* database, const char* text) : database_(database) {
    check(sqlite3_prepare_v2(database, text, -1, &handle_, nullptr));
  }
  statement(const statement&) = delete;
  statement& operator=(const statement&) = delete;
  ~statement() { sqlite3_finalize(handle_); }

  statement& bind(std::string_view value) {
    check(
        sqlite3_bind_text(handle_, ++bound_, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
    return *this;
  }
  statement& bind(double value) {
    check(sqlite3_bind_double(handle_, ++bound_, value));
    return *this;
  }
  statement& bind(std::int64_t value) {
    check(sqlite3_bind_int64(handle_, ++bound_, value));
    return *this;
  }

  /// True if there is a row to read.
  bool step() {
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail_in_store(database_, code);
    return false;
  }
  void run() {
    while (step()) {
    }
  }
  void again() {
    sqlite3_reset(handle_);
    bound_ = 0;
  }

  std::string text(int column) const {
    const auto* value = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
    return value != nullptr
               ? std::string(value, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)))
               : std::string();
  }
  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_, column); }
  double real(int column) const { return sqlite3_column_double(handle_, column); }

private:
  void check(int code) {
    if (code != SQLITE_OK) fail_in_store(database_, code);
  }
  sqlite3* database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

/// Rolls back unless commit() was called. Takes the write lock at once: two writers wait for each other instead of
/// failing half-way.
class transaction {
public:
  explicit transaction(sqlite3* database) : database_(database) {
    statement(database_, "BEGIN IMMEDIATE").run();
  }
  transaction(const transaction&) = delete;
  transaction& operator=(const transaction&) = delete;
  ~transaction() {
    if (!committed_) sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  void commit() {
    statement(database_, "COMMIT").run();
    committed_ = true;
  }

private:
  sqlite3* database_;
  bool committed_ = false;
};

}  // namespace perfdojo::tuner
