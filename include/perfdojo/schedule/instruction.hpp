// SPDX-License-Identifier: Apache-2.0
// instruction: machine instructions as small programs, so that finding one in a program is a comparison of two programs.
#pragma once

#include <perfdojo/ir/program.hpp>

namespace perfdojo {

/// The instructions that tensorize knows.
///
///     dot4_u8i8                            dot2_bf16
///     argument c i32 [16]                  argument c f32 [16]
///     argument a u8 [4]                    argument a bf16 [2]
///     argument b i8 [64]                   argument b bf16 [32]
///     l 16                                 l 16
///     | k 4                                | k 2
///     | | c[l] += i32(a[k])*i32(b[4*l+k])  | | c[l] += f32(a[k])*f32(b[2*l+k])
///
/// dot4_u8i8 is AVX-512 VNNI's vpdpbusd: exact, sums wrap and never saturate. dot2_bf16 is AVX-512 BF16's vpdpbf16ps: it adds the product
/// at k = 1 first, rounds each fma to nearest even, and takes subnormal operands and results for zeros; so it approximates.
/// (Intel SDM volume 2, VPDPBUSD and VDPBF16PS.)
enum class instruction : std::uint8_t { dot4_u8i8, dot2_bf16 };
inline constexpr int instruction_count = 2;

namespace detail {

struct dot_product {
  name label;
  ir::element sum, left, right;
  index_t lanes, terms;
};
inline constexpr dot_product dot_products[instruction_count] = {
    {"dot4_u8i8", ir::element::i32, ir::element::u8, ir::element::i8, 16, 4},
    {"dot2_bf16", ir::element::f32, ir::element::bf16, ir::element::bf16, 16, 2}};

}  // namespace detail

/// The program of an instruction, as in the pictures above: what it does, to which types, extents and strides of operands.
constexpr ir::program program_of(instruction which) {
  const detail::dot_product& d = detail::dot_products[static_cast<int>(which)];
  ir::program p;
  p.label = d.label;
  const auto buffer = [&](name label, ir::element type, index_t extent) {
    ir::buffer b{label, type, ir::place::argument, ir::none, {}};
    b.dimensions.push({.cap = extent});
    p.buffers.push(b);
  };
  buffer("c", d.sum, d.lanes);
  buffer("a", d.left, d.terms);
  buffer("b", d.right, d.lanes * d.terms);
  const auto scope = [&](name label, index_t extent, ir::node_id parent) {
    ir::node n;
    n.is_scope = true;
    n.label = label;
    n.parent = parent;
    n.first_child = static_cast<ir::node_id>(parent + 2);
    n.trips = ir::constant_extent(extent);
    p.nodes.push(n);
  };
  scope("l", d.lanes, ir::none);
  scope("k", d.terms, 0);
  p.first = 0;
  const auto access = [&](std::int16_t of, index_t per_lane, index_t per_term) {
    ir::access a;
    a.buffer = of;
    ir::affine at = ir::index_of(0, per_lane);
    at.add(1, per_term);
    a.index.push(at);
    return static_cast<std::int16_t>(p.accesses.push(a));
  };
  const auto expression = [&](ir::function what, ir::element type, ir::expression_id a, ir::expression_id b,
                              std::int16_t load) {
    return static_cast<ir::expression_id>(p.expressions.push({what, type, {a, b, -1}, load, 0}));
  };
  const auto widened = [&](ir::element type, std::int16_t load) {
    return expression(ir::function::convert, d.sum, expression(ir::function::load, type, -1, -1, load), -1,
                      -1);
  };
  ir::node n;
  n.parent = 1;
  n.how = ir::update::add;
  n.destination = access(0, 1, 0);
  const ir::expression_id a = widened(d.left, access(1, 0, 1));
  const ir::expression_id b = widened(d.right, access(2, d.terms, 1));
  n.value = expression(ir::function::multiply, d.sum, a, b, -1);
  p.nodes.push(n);
  return p;
}

}  // namespace perfdojo
