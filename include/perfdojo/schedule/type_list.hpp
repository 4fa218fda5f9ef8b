// SPDX-License-Identifier: Apache-2.0
// type_list: types as one type.
#pragma once

namespace perfdojo {

template <class... T>
struct type_list {
  static constexpr int size = sizeof...(T);
};

namespace detail {
template <class A, class B>
struct joined_list;
template <class... A, class... B>
struct joined_list<type_list<A...>, type_list<B...>> {
  using type = type_list<A..., B...>;
};
}  // namespace detail

}  // namespace perfdojo
