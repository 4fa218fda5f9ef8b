// SPDX-License-Identifier: Apache-2.0
// The values that operands have, and elements as numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include <perfdojo/ir/element.hpp>

namespace perfdojo::tuner {

/// Uniform in [-1, 1], from operand and element alone. Odd multiples of 2^-20: a product of six stays above 2^-120, and the smallest
/// normal f32 is 2^-126.
double real_datum(std::size_t operand, std::size_t index);
/// Uniform in -8..8.
std::int64_t integer_datum(std::size_t operand, std::size_t index);

/// Stores `real` as an element of a floating-point type, `whole` as one of another type.
void write_datum(ir::element type, unsigned char* at, double real, std::int64_t whole);
double read_element(ir::element type, const unsigned char* at);

}  // namespace perfdojo::tuner
