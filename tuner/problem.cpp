// SPDX-License-Identifier: Apache-2.0
#include "problem.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {

NLOHMANN_JSON_SERIALIZE_ENUM(role, {{role::in, "in"}, {role::out, "out"}, {role::inout, "inout"}})
}  // namespace perfdojo::tuner

namespace perfdojo::ir {
NLOHMANN_JSON_SERIALIZE_ENUM(element, {{element::f32, "f32"},
                                       {element::f64, "f64"},
                                       {element::i32, "i32"},
                                       {element::i64, "i64"},
                                       {element::i8, "i8"},
                                       {element::u8, "u8"},
                                       {element::bf16, "bf16"}})
}  // namespace perfdojo::ir

namespace perfdojo::tuner {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(operand_facts, name, type, use, extents, timed_value, timed_random)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(problem, kernel, program, prologue, glue, call, calls_programs,
                                   default_schedule, reference, sizes, operands, checked, timed,
                                   timed_overwrites, tolerance, threads)

std::string to_json(const problem& p) { return nlohmann::json(p).dump(1); }

problem problem_from_json(std::string_view text) {
  try {
    return nlohmann::json::parse(text).get<problem>();
  } catch (const nlohmann::json::exception& e) {
    throw environment_error(std::string("the description of the problem is damaged: ") + e.what());
  }
}

std::string to_text(const problem& p, const shape& s) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < p.sizes.size() && i < s.size(); ++i)
    parts.push_back(p.sizes[i] + "=" + decimal(s[i]));
  return join_text(parts, ",");
}

shape shape_from(const problem& p, std::string_view text) {
  shape result(p.sizes.size(), -1);
  const auto complain = [&](const std::string& why) {
    throw usage_error("--size " + std::string(text) + ": " + why + "; " + p.kernel + " has the sizes " +
                      join_text(p.sizes, ", "));
  };
  for (const std::string& part : split_text(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string::npos) complain("\"" + part + "\" is not NAME=NUMBER");
    const std::string key = part.substr(0, equals);
    const auto at = std::find(p.sizes.begin(), p.sizes.end(), key);
    if (at == p.sizes.end()) complain("there is no size " + key);
    std::int64_t& value = result[static_cast<std::size_t>(at - p.sizes.begin())];
    if (value >= 0) complain(key + " is given twice");
    if (!read_integer(std::string_view(part).substr(equals + 1), value))
      complain("\"" + part.substr(equals + 1) + "\" is not a number from 0 up");
  }
  for (std::size_t i = 0; i < result.size(); ++i)
    if (result[i] < 0) complain(p.sizes[i] + " is missing");
  return result;
}

std::int64_t extent_of(const problem& p, const shape& s, const std::string& extent) {
  if (std::int64_t value = 0; read_integer(extent, value)) return value;
  const auto at = std::find(p.sizes.begin(), p.sizes.end(), extent);
  if (at == p.sizes.end()) throw usage_error(p.kernel + ": there is no size " + extent);
  return s.at(static_cast<std::size_t>(at - p.sizes.begin()));
}

}  // namespace perfdojo::tuner
