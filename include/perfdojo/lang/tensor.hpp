// SPDX-License-Identifier: Apache-2.0
// The operands of a kernel: tensor, inout, temporary, scalar; and the elements of them that expressions read and assign to.
#pragma once

#include <perfdojo/lang/statement.hpp>

namespace perfdojo::lang {

/// One element of a tensor.
template <class Tensor>
struct tensor_element : expression_base {
  static constexpr ir::element type = Tensor::facts.type;
  static constexpr int rank = Tensor::rank;
  subscript at[rank == 0 ? 1 : rank];

  template <class... S>
  constexpr explicit tensor_element(const S&... s) : at{subscript(s)...} {}
  constexpr tensor_element(const tensor_element&) = default;

  /// The node of the load; its subscripts are appended.
  constexpr tree_node load(tree& t) const {
    tree_node n;
    n.what = ir::function::load;
    n.type = type;
    n.tensor = t.put_tensor(Tensor::facts);
    n.at = static_cast<std::int16_t>(t.subscripts.size());
    for (int r = 0; r < rank; ++r) t.put_subscript(at[r]);
    return n;
  }
  constexpr tree_id put(tree& t) const { return t.put_node(load(t)); }

  template <operand E>
  constexpr auto operator=(const E& e) const {
    return detail::assign(*this, e, ir::update::assign);
  }
  // Without this one, y(i) = y(j) would assign the right side to the left one and be no statement.
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): it changes nothing.
  constexpr auto operator=(const tensor_element& e) const {
    return detail::assign(*this, e, ir::update::assign);
  }
  template <operand E>
  constexpr auto operator+=(const E& e) const {
    constexpr bool is_wide = !ir::is_narrow(type);
    static_assert(is_wide, "perfdojo: std::int8_t, std::uint8_t and bf16 are only stored, not summed up");
    return detail::assign(*this, e, ir::update::add);
  }
};

namespace detail {

template <class Tensor, class... S>
constexpr tensor_element<Tensor> element_at(const S&... s) {
  constexpr bool ranks_agree = sizeof...(S) == Tensor::rank;
  constexpr bool are_subscripts = (std::is_convertible_v<S, subscript> && ...);
  static_assert(ranks_agree,
                "perfdojo: the number of indices differs from the number of dimensions of the tensor");
  static_assert(are_subscripts,
                "perfdojo: a subscript is a sum of indices with whole numbers, such as 2*i + k - 1");
  if constexpr (ranks_agree && are_subscripts) {
    return tensor_element<Tensor>(s...);
  } else {
    return tensor_element<Tensor>();
  }
}

template <role Role, name Label, class T, size... Dimensions>
struct operand_of : tensor_base {
  static_assert(is_valid_name(Label),
                "perfdojo: the name of a tensor is a letter, then letters, digits and '_'");
  static_assert(
      ir::is_element<T>,
      "perfdojo: the element type of a tensor is float, double, bf16, or std::int8_t, uint8_t, int32_t "
      "or int64_t");
  static_assert(sizeof...(Dimensions) <= ir::max_rank, "perfdojo: a tensor has at most 4 dimensions");
  static_assert((Dimensions.is_valid() && ...),
                "perfdojo: a dimension is a name such as \"M\" or a number >= 1");

  static constexpr int rank = sizeof...(Dimensions);
  static constexpr operand_facts make_facts() {
    operand_facts f{Label, ir::element_of<T>, Role, {}};
    (f.dimensions.push(Dimensions), ...);
    return f;
  }
  static constexpr operand_facts facts = make_facts();

  // Turns a forgotten (i, j) into a sentence.
  template <operand E>
  constexpr auto operator=(const E&) const {
    constexpr bool has_indices = !operand<E>;
    static_assert(has_indices, "perfdojo: the destination needs its indices, as in y(i) = ...");
    return wrong_statement();
  }
};

}  // namespace detail

/// An argument of the kernel with element type T (float, double, std::int32_t, std::int64_t, and the narrow std::int8_t,
/// std::uint8_t and bf16, which expressions convert first) and up to four dimensions, each a name or a number. It is read only; or it is written before it is read, and then holds a result.
template <name Label, class T, size... Dimensions>
struct tensor : detail::operand_of<role::tensor, Label, T, Dimensions...> {
  using detail::operand_of<role::tensor, Label, T, Dimensions...>::operator=;
  template <class... S>
  constexpr auto operator()(const S&... s) const {
    return detail::element_at<tensor>(s...);
  }
};

/// An argument that holds values before the call and results after it.
template <name Label, class T, size... Dimensions>
struct inout : detail::operand_of<role::inout, Label, T, Dimensions...> {
  using detail::operand_of<role::inout, Label, T, Dimensions...>::operator=;
  template <class... S>
  constexpr auto operator()(const S&... s) const {
    return detail::element_at<inout>(s...);
  }
};

/// A buffer of the kernel's own. It must be written before it is read.
template <name Label, class T, size... Dimensions>
struct temporary : detail::operand_of<role::temporary, Label, T, Dimensions...> {
  using detail::operand_of<role::temporary, Label, T, Dimensions...>::operator=;
  template <class... S>
  constexpr auto operator()(const S&... s) const {
    return detail::element_at<temporary>(s...);
  }
};

/// An argument that is a single value. It is read only and stands in expressions without indices.
template <name Label, class T>
struct scalar : expression_base {
  static_assert(is_valid_name(Label),
                "perfdojo: the name of a scalar is a letter, then letters, digits and '_'");
  static_assert(ir::is_element<T>,
                "perfdojo: the type of a scalar is float, double, bf16, or std::int8_t, uint8_t, int32_t or "
                "int64_t");
  static constexpr ir::element type = ir::element_of<T>;

  constexpr tree_id put(tree& t) const {
    tree_node n;
    n.what = ir::function::load;
    n.type = type;
    n.tensor = t.put_tensor({Label, type, role::tensor, {}});
    return t.put_node(n);
  }
  template <operand E>
  constexpr auto operator=(const E&) const {
    constexpr bool may_be_written = !operand<E>;
    static_assert(may_be_written,
                  "perfdojo: a scalar is only read; assign to a tensor without dimensions: s() = ...");
    return wrong_statement();
  }
};

}  // namespace perfdojo::lang
