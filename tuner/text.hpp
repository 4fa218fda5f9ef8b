// SPDX-License-Identifier: Apache-2.0
// Text that must not depend on the locale: numbers, hashes, lists, commands for reading.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perfdojo::tuner {

/// A number with `digits` after the point, always with '.', never grouped.
std::string decimal(double value, int digits);
/// The shortest text that reads back as the same double.
std::string exact(double value);
std::string decimal(std::int64_t value);
/// Reads a whole non-negative integer; false if anything else is there.
bool read_integer(std::string_view text, std::int64_t& value);

/// Seconds with a unit that keeps three digits: "12.3 us".
std::string duration(double seconds);

/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): stable across runs and machines.
std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325u);
std::string hex(std::uint64_t value);

std::vector<std::string> split_text(std::string_view text, char separator);
std::string join_text(std::span<const std::string> parts, std::string_view separator);
std::string trimmed(std::string_view text);
std::string lowercase(std::string_view text);

/// A type's name as people call it: without perfdojo:: in front.
std::string short_name(const std::string& type);

/// A command line as one would type it, for messages only. Nothing in pd-tuner goes through a shell.
std::string as_typed(std::span<const std::string> arguments);

/// The current time, UTC, as 2024-05-31T12:00:00Z.
std::string now_utc();

}  // namespace perfdojo::tuner
