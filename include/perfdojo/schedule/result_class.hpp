// SPDX-License-Identifier: Apache-2.0
// result_class: what a move, or a schedule, may do to the results of a program.
#pragma once

#include <cstdint>

namespace perfdojo {

/// From the strictest to the most lenient; a list of moves has the most lenient class among its moves.
/// bitwise_equal: every result has the bits that the program gives by itself, in whatever order unrolled, vector and parallel scopes
///                run. NaN stays NaN, with bits of its own; a*b+c may become one fma either way (see ir/program.hpp).
/// reassociates:  sums and products of floating-point numbers may be taken in another order.
/// approximates:  values are computed in another way, which is equal in real numbers only.
enum class result_class : std::uint8_t { bitwise_equal, reassociates, approximates };

constexpr result_class combine(result_class a, result_class b) { return a > b ? a : b; }

}  // namespace perfdojo
