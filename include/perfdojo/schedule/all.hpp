// SPDX-License-Identifier: Apache-2.0
// The one list of transformations. The tuner, the printer, the generic tests and the documentation iterate over it.
#pragma once

#include <perfdojo/schedule/accumulate.hpp>
#include <perfdojo/schedule/first.hpp>
#include <perfdojo/schedule/fission.hpp>
#include <perfdojo/schedule/interchange.hpp>
#include <perfdojo/schedule/pack.hpp>
#include <perfdojo/schedule/split.hpp>
#include <perfdojo/schedule/unroll.hpp>
#include <perfdojo/schedule/vectorize.hpp>

namespace perfdojo {

template <class... T>
struct type_list {
  static constexpr int size = sizeof...(T);
};

using all_transformations = type_list<split_move, interchange_move, fission_move, first_move, unroll_move, vectorize_move,
                                       pack_move, accumulate_move>;

}  // namespace perfdojo
