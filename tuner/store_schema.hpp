// SPDX-License-Identifier: Apache-2.0
// The tables of the store, and what happens to those of another version.
#pragma once

#include <cstdint>
#include <string>

#include <sqlite3.h>

namespace perfdojo::tuner {

/// Makes the tables in a new database, or beside those of an older version, which are kept under other names. Throws
/// environment_error, having written nothing, if a newer version wrote the database; `path` is for that message.
void prepare_schema(sqlite3* database, const std::string& path, std::int64_t ours);

}  // namespace perfdojo::tuner
