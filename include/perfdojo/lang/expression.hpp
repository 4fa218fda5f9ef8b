// SPDX-License-Identifier: Apache-2.0
// The nodes of an expression: cheap constexpr values whose types are the shape of the expression and its element types.
// Names and numbers are values, so that A(i, k) and A(k, i) have one type.
#pragma once

#include <perfdojo/lang/tree.hpp>

namespace perfdojo::lang {

// Every node has `type` and put(tree&), which appends it (operands first) and returns its position.
struct expression_base {};
template <class T>
concept expression = std::is_base_of_v<expression_base, T>;
template <class T>
concept number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// A tensor without indices or an index may stand where an operand is expected by mistake; the operators take them and say so.
struct tensor_base {};
template <class T>
concept operand = expression<T> || number<T> || index_like<T> || std::is_base_of_v<tensor_base, T>;
template <class... T>
concept some_expression = (operand<T> && ...) &&
                          ((expression<T> || std::is_base_of_v<tensor_base, T>) || ...);

template <ir::element Type>
struct constant : expression_base {
  static constexpr ir::element type = Type;
  double value = 0;
  bool exact = true;

  constexpr constant() = default;
  template <number T>
  constexpr explicit constant(T x)
      : value(Type == ir::element::f32    ? double(float(x))
              : Type == ir::element::bf16 ? double(bf16(double(x)))
                                          : double(x)) {
    // A double holds all integers up to 2^53.
    constexpr index_t limit = index_t(1) << 53;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
      exact = x <= T(limit) && (std::is_unsigned_v<T> || x >= T(-limit));
    if constexpr (Type == ir::element::i32) exact = exact && value >= -0x1p31 && value < 0x1p31;
    if constexpr (Type == ir::element::i8) exact = exact && value >= -128 && value < 128;
    if constexpr (Type == ir::element::u8) exact = exact && value >= 0 && value < 256;
  }
  constexpr tree_id put(tree& t) const {
    if (!exact) t.rounds_a_number = true;
    tree_node n;
    n.type = type;
    n.number = value;
    return t.put_node(n);
  }
};

/// The value of an index as an i64.
struct index_value : expression_base {
  static constexpr ir::element type = ir::element::i64;
  subscript which;

  constexpr explicit index_value(const subscript& s) : which(s) {}
  constexpr tree_id put(tree& t) const {
    tree_node n;
    n.what = ir::function::index;
    n.type = type;
    n.at = t.put_subscript(which);
    return t.put_node(n);
  }
};

template <ir::function What, ir::element Type, class A>
struct unary : expression_base {
  static constexpr ir::element type = Type;
  A a;

  constexpr explicit unary(const A& a_) : a(a_) {}
  constexpr tree_id put(tree& t) const {
    tree_node n;
    n.what = What;
    n.type = type;
    n.operands[0] = a.put(t);
    return t.put_node(n);
  }
};

template <ir::function What, ir::element Type, class A, class B>
struct binary : expression_base {
  static constexpr ir::element type = Type;
  A a;
  B b;

  constexpr binary(const A& a_, const B& b_) : a(a_), b(b_) {}
  constexpr tree_id put(tree& t) const {
    tree_node n;
    n.what = What;
    n.type = type;
    n.operands[0] = a.put(t);
    n.operands[1] = b.put(t);
    return t.put_node(n);
  }
};

template <ir::function What, ir::element Type, class A, class B, class C>
struct ternary : expression_base {
  static constexpr ir::element type = Type;
  A a;
  B b;
  C c;

  constexpr ternary(const A& a_, const B& b_, const C& c_) : a(a_), b(b_), c(c_) {}
  constexpr tree_id put(tree& t) const {
    tree_node n;
    n.what = What;
    n.type = type;
    n.operands[0] = a.put(t);
    n.operands[1] = b.put(t);
    n.operands[2] = c.put(t);
    return t.put_node(n);
  }
};

/// Body combined by How over all values of one index. Over two indices it is a reduction of a reduction.
template <ir::update How, class Body>
struct reduction : expression_base {
  static constexpr ir::element type = Body::type;
  subscript over;
  Body body;

  constexpr reduction(const subscript& over_, const Body& body_) : over(over_), body(body_) {}
  constexpr tree_id put(tree& t) const {
    tree_node n;
    n.reduces = true;
    n.how = How;
    n.type = type;
    n.at = t.put_subscript(over);
    n.operands[0] = body.put(t);
    return t.put_node(n);
  }
};

/// The element of a plain number that stands alone.
template <number T>
inline constexpr ir::element element_of_number = std::is_floating_point_v<T>
                                                     ? (sizeof(T) == 4 ? ir::element::f32 : ir::element::f64)
                                                     : (sizeof(T) == 8 ? ir::element::i64 : ir::element::i32);

/// The type of operands that belong together: that of the expressions among them, or else of the first number.
template <class First, class... Rest>
consteval ir::element joint_type() {
  if constexpr (expression<First>) {
    return First::type;
  } else if constexpr ((expression<Rest> || ...)) {
    return joint_type<Rest...>();
  } else if constexpr (number<First>) {
    return element_of_number<First>;
  } else {
    return ir::element::f32;
  }
}

/// x as an expression of the type. Whatever is wrong with x is one error, and the result is still an expression.
/// clang prints the condition of a failed static_assert: it gets a name.
template <ir::element Type, class X>
constexpr auto as_expression(const X& x) {
  constexpr bool is_no_index = !index_like<X>, is_no_tensor = !std::is_base_of_v<tensor_base, X>;
  static_assert(is_no_index,
                "perfdojo: an index is no number here; write lang::value(i) or lang::convert<float>(i)");
  static_assert(is_no_tensor, "perfdojo: a tensor needs its indices here, as in A(i, j)");
  if constexpr (expression<X>) {
    constexpr bool is_comparison = X::type == ir::element::boolean && Type != ir::element::boolean;
    constexpr bool types_agree =
        X::type == Type || X::type == ir::element::boolean || Type == ir::element::boolean;
    static_assert(!is_comparison,
                  "perfdojo: a comparison is no number; write lang::select(comparison, a, b)");
    static_assert(types_agree,
                  "perfdojo: the operands have different element types; write lang::convert<T>(...) around "
                  "one of them");
    return x;
  } else if constexpr (number<X>) {
    constexpr bool fits = !std::is_floating_point_v<X> || ir::is_float(Type) || Type == ir::element::boolean;
    static_assert(
        fits, "perfdojo: a fractional number beside integers; write lang::convert<float>(...) around them");
    return constant<Type>(x);
  } else {
    return constant<Type>(0);
  }
}

}  // namespace perfdojo::lang
