// SPDX-License-Identifier: Apache-2.0
// A kernel of one's own: mathematics, and nothing else. 02_my_kernel.cpp runs it; to tune it:
//   pd-tuner tune --kernel my_kernel.hpp:my_kernel --size M=512,N=512
#pragma once

#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

/// y[i] = sum over j of max(A[i, j] * x[j], 0).
struct my_kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"A", float, "M", "N"> A{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr lang::tensor<"y", float, "M"> y{};

  static constexpr auto math = (y(i) = sum(j, max(A(i, j) * x(j), 0.f)));
};
