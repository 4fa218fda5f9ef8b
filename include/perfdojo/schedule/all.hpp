// SPDX-License-Identifier: Apache-2.0
// The one list of transformations. The tuner, the printer, the generic tests and the documentation iterate over it.
#pragma once

#include <perfdojo/schedule/split.hpp>

namespace perfdojo {

template <class... T>
struct type_list {
  static constexpr int size = sizeof...(T);
};

using all_transformations = type_list<split_move>;

}  // namespace perfdojo
