// SPDX-License-Identifier: Apache-2.0
// Expressions of the CPU executor: values are registers where they vary from lane to lane, else scalars.
#pragma once

#include <perfdojo/exec/loaded.hpp>
#include <perfdojo/exec/vector_math.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Both operands as registers if one is.
template <class F, class A, class B>
PERFDOJO_INLINE auto lifted(F f, A a, B b) {
  if constexpr (register_value<A> && scalar_value<B>) {
    return f(a, broadcast<element<A>>(b));
  } else if constexpr (scalar_value<A> && register_value<B>) {
    return f(broadcast<element<B>>(a), b);
  } else {
    return f(a, b);
  }
}

/// The value of an index expression as a T: in lanes where it differs from lane to lane.
template <class P, int O, int X, class T>
PERFDOJO_INLINE auto index_as(const index_t* ix, int i0, int i1, int i2, int i3) {
  const index_t first = index_value<P, O, X>(ix, i0, i1, i2, i3);
  constexpr index_t step = plan_of<P>.operations[O].loads[X].constant_part.lane;
  if constexpr (plan_of<P>.operations[O].vector && step != 0 && !std::is_same_v<T, bool>) {
    return lane_positions<T>(first, step);
  } else {
    return static_cast<T>(first);
  }
}

template <ir::function F, class A>
PERFDOJO_INLINE auto unary(A a) {
  using enum ir::function;
  if constexpr (F == negate) {
    return neg(a);
  } else if constexpr (F == absolute) {
    return abs(a);
  } else if constexpr (F == exp) {
    return exec::exp(a);
  } else if constexpr (F == log) {
    return exec::log(a);
  } else if constexpr (F == sqrt) {
    return exec::sqrt(a);
  } else if constexpr (F == rsqrt) {
    return exec::rsqrt(a);
  } else if constexpr (F == tanh) {
    return exec::tanh(a);
  } else {
    static_assert(F == erf);
    return exec::erf(a);
  }
}
template <ir::function F, class A>
PERFDOJO_INLINE auto binary(A a, A b) {
  using enum ir::function;
  if constexpr (F == ir::function::add) {
    return exec::add(a, b);
  } else if constexpr (F == subtract) {
    return sub(a, b);
  } else if constexpr (F == ir::function::multiply) {
    return mul(a, b);
  } else if constexpr (F == divide) {
    return div(a, b);
  } else if constexpr (F == max) {
    return maximum(a, b);
  } else if constexpr (F == min) {
    return minimum(a, b);
  } else if constexpr (F == max_number) {
    return maximum_number(a, b);
  } else if constexpr (F == min_number) {
    return minimum_number(a, b);
  } else if constexpr (F == equal) {
    return eq(a, b);
  } else if constexpr (F == not_equal) {
    return ne(a, b);
  } else if constexpr (F == less) {
    return lt(a, b);
  } else if constexpr (F == less_equal) {
    return le(a, b);
  } else if constexpr (F == greater) {
    return gt(a, b);
  } else {
    static_assert(F == greater_equal);
    return ge(a, b);
  }
}
template <class C, class A, class B>
PERFDOJO_INLINE auto chosen(C c, A a, B b) {
  if constexpr (register_value<A>) {
    return lifted([c](auto x, auto y) { return select(c, x, y); }, a, b);
  } else {
    return lifted([c](auto x, auto y) { return select(c, x, y); }, broadcast<element<A>>(a), b);
  }
}
/// A scalar where a register is wanted.
template <class R, class A>
PERFDOJO_INLINE R as(A a) {
  if constexpr (std::is_same_v<R, A>) {
    return a;
  } else {
    return broadcast<A>(a);
  }
}

/// a * b + c, or c - a * b, rounded once.
template <bool Negated, class A, class B, class C>
PERFDOJO_INLINE auto fused(A a, B b, C c) {
  const auto product = [](auto x, auto y, auto z) { return fma(Negated ? neg(x) : x, y, z); };
  if constexpr (register_value<C>) {
    return lifted(
        [&](auto x, auto y) {
          if constexpr (register_value<decltype(x)>) {
            return product(x, y, c);
          } else {
            return product(broadcast<decltype(x)>(x), broadcast<decltype(y)>(y), c);
          }
        },
        a, b);
  } else {
    return lifted(
        [&](auto x, auto y) {
          if constexpr (register_value<decltype(x)>) {
            return product(x, y, broadcast<element<decltype(x)>>(c));
          } else {
            return product(x, y, c);
          }
        },
        a, b);
  }
}

constexpr bool is_product(const ir::program& p, int e) {
  return p.expressions[e].what == ir::function::multiply && ir::is_float(p.expressions[e].type);
}
constexpr bool is_number(const ir::program& p, int e) {
  return p.expressions[e].what == ir::function::constant &&
         p.expressions[e].number == p.expressions[e].number;
}

/// The value of expression X. Operations outside a straight block use index values from ix.
template <class P, int Choice, int O, int X, bool Masked, class Tile, class Mask>
PERFDOJO_INLINE auto value(const state& st, Tile& t, const index_t* ix, void* const* bases, Mask m, int i0,
                           int i1, int i2, int i3) {
  constexpr const ir::expression& x = P::value.expressions[X];
  constexpr ir::function f = x.what;
  constexpr ir::element type = x.type;
  constexpr int a = x.operands[0], b = x.operands[1], c = x.operands[2];
  using T = cpp<type>;
// One operand; a macro, since a lambda per expression costs the front end more than all the rest.
#define PERFDOJO_VALUE(e) value<P, Choice, O, e, Masked>(st, t, ix, bases, m, i0, i1, i2, i3)
  if constexpr (f == ir::function::constant) {
    constexpr double number = x.number;
    return static_cast<T>(number);
  } else if constexpr (f == ir::function::load) {
    return loaded<P, O, load_number(plan_of<P>.operations[O], x.access), Masked>(st, t, bases, m, i0, i1, i2,
                                                                                 i3);
  } else if constexpr (f == ir::function::index) {
    return index_as<P, O, load_number(plan_of<P>.operations[O], x.access), T>(ix, i0, i1, i2, i3);
  } else if constexpr (f == ir::function::convert &&
                       P::value.expressions[a < 0 ? 0 : a].what == ir::function::index &&
                       !ir::is_narrow(type)) {
    return index_as<P, O, load_number(plan_of<P>.operations[O], P::value.expressions[a].access), T>(
        ix, i0, i1, i2, i3);
  } else if constexpr (f == ir::function::convert) {
    constexpr ir::element from = P::value.expressions[a].type;
    if constexpr (ir::is_narrow(type)) {
      return convert_to_narrow < stored<type>, from == ir::element::i32 || from == ir::element::i64 ||
                                                   from == ir::element::f64 > (PERFDOJO_VALUE(a));
    } else {
      return exec::convert<T>(PERFDOJO_VALUE(a));
    }
  } else if constexpr (ir::operand_count(f) == 1) {
    return unary<f>(PERFDOJO_VALUE(a));
  } else if constexpr (f == ir::function::select) {
    if constexpr (a == plan_of<P>.nodes[plan_of<P>.nodes[plan_of<P>.operations[O].node].root].condition &&
                  Choice != 0) {
      if constexpr (Choice == 1) {
        return PERFDOJO_VALUE(b);
      } else {
        return PERFDOJO_VALUE(c);
      }
    } else if constexpr (std::is_same_v<decltype(PERFDOJO_VALUE(a)), bool>) {
      // Only the chosen branch is evaluated: the other may load outside of its buffer, or from memory that holds nothing.
      using Result = decltype(lifted([](auto v, auto) { return v; }, PERFDOJO_VALUE(b), PERFDOJO_VALUE(c)));
      if (PERFDOJO_VALUE(a)) return as<Result>(PERFDOJO_VALUE(b));
      return as<Result>(PERFDOJO_VALUE(c));
    } else {
      return chosen(PERFDOJO_VALUE(a), PERFDOJO_VALUE(b), PERFDOJO_VALUE(c));
    }
  } else if constexpr (f == ir::function::fma) {
    const auto left = PERFDOJO_VALUE(a);
    return fused<false>(left, PERFDOJO_VALUE(b), PERFDOJO_VALUE(c));
  } else if constexpr (f == ir::function::add &&
                       is_product(P::value, a)) {  // one rounding, on every target with an fma
    return fused<false>(PERFDOJO_VALUE(P::value.expressions[a].operands[0]),
                        PERFDOJO_VALUE(P::value.expressions[a].operands[1]), PERFDOJO_VALUE(b));
  } else if constexpr (f == ir::function::add && is_product(P::value, b)) {
    return fused<false>(PERFDOJO_VALUE(P::value.expressions[b].operands[0]),
                        PERFDOJO_VALUE(P::value.expressions[b].operands[1]), PERFDOJO_VALUE(a));
  } else if constexpr (f == ir::function::subtract && is_product(P::value, b)) {
    return fused<true>(PERFDOJO_VALUE(P::value.expressions[b].operands[0]),
                       PERFDOJO_VALUE(P::value.expressions[b].operands[1]), PERFDOJO_VALUE(a));
  } else if constexpr ((f == ir::function::max || f == ir::function::min) && is_number(P::value, b)) {
    return lifted(
        [](auto v, auto bound) { return f == ir::function::max ? at_least(v, bound) : at_most(v, bound); },
        PERFDOJO_VALUE(a), PERFDOJO_VALUE(b));
  } else if constexpr ((f == ir::function::max || f == ir::function::min) && is_number(P::value, a)) {
    return lifted(
        [](auto v, auto bound) { return f == ir::function::max ? at_least(v, bound) : at_most(v, bound); },
        PERFDOJO_VALUE(b), PERFDOJO_VALUE(a));
  } else {
    return lifted([](auto v, auto w) { return binary<f>(v, w); }, PERFDOJO_VALUE(a), PERFDOJO_VALUE(b));
  }
#undef PERFDOJO_VALUE
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
