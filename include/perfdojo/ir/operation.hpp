// SPDX-License-Identifier: Apache-2.0
// operation: `destination (=, +=, ...) expression`, with expressions as small trees in a pool.
#pragma once

#include <perfdojo/ir/buffer.hpp>

namespace perfdojo::ir {

/// One element of a buffer; or, with buffer < 0, the value of index[0] itself.
struct access {
  std::int16_t buffer = -1;
  fixed_vector<affine, max_rank> index;
  friend constexpr bool operator==(const access&, const access&) = default;
};

/// max and min follow IEEE 754-2019 maximum and minimum: NaN if an operand is NaN. max_number and min_number
/// ignore a NaN operand (maximumNumber). Comparisons give boolean.
enum class function : std::uint8_t {
  constant,
  load,
  index,  // leaves
  convert,
  negate,
  absolute,
  exp,
  log,
  sqrt,
  rsqrt,
  tanh,
  erf,  // one operand
  add,
  subtract,
  multiply,
  divide,
  max,
  min,
  max_number,
  min_number,  // two operands
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  select,
  fma  // three operands: select(c, a, b); a * b + c
};
constexpr int operand_count(function f) {
  return f < function::convert ? 0 : f < function::add ? 1 : f < function::select ? 2 : 3;
}
constexpr bool is_comparison(function f) { return f >= function::equal && f <= function::greater_equal; }

using expression_id = std::int16_t;

struct expression {
  function what = function::constant;
  element type = element::f32;  // of the result
  expression_id operands[3]{-1, -1, -1};
  std::int16_t access = -1;  // load, index: position in program::accesses
  double number = 0;         // constant; holds every f32, f64, i32 and i64 up to 2^53 exactly
  friend constexpr bool operator==(const expression&, const expression&) = default;
};

/// How an operation changes its destination. prefetch changes nothing: it hints that the destination is accessed soon.
enum class update : std::uint8_t { assign, add, multiply, max, min, max_number, min_number, prefetch };
constexpr bool reads_destination(update u) { return u != update::assign && u != update::prefetch; }

}  // namespace perfdojo::ir
