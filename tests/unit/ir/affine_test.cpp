// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/ir/affine.hpp>

#include "support/check_both.hpp"

namespace ir = perfdojo::ir;

TEST_CASE("affine: terms stay sorted by scope, whatever the order in which they come") {
  constexpr ir::affine a = ir::index_of(3, 2) + ir::index_of(1) + ir::constant_index(5);
  constexpr ir::affine b = ir::constant_index(5) + ir::index_of(1) + ir::index_of(3, 2);
  CHECK_BOTH(a == b);
  CHECK_BOTH(a.terms[0].scope == 1);
  CHECK_BOTH(a.coefficient(3) == 2);
  CHECK_BOTH(a.coefficient(2) == 0);
}

TEST_CASE("affine: terms that cancel vanish") {
  CHECK_BOTH(ir::index_of(1, 4) - ir::index_of(1, 4) == ir::affine());
  CHECK_BOTH(0 * ir::index_of(1) == ir::constant_index(0));
  CHECK_BOTH((ir::index_of(1) + ir::constant_index(2)).is_constant() == false);
}

TEST_CASE("affine: substitution of 6*o + i for an index") {
  constexpr ir::affine substituted = [] {
    ir::affine a = 2 * ir::index_of(4) + ir::index_of(1) + ir::constant_index(1);
    a.substitute(4, 6 * ir::index_of(3) + ir::index_of(4) + ir::constant_index(10));
    return a;
  }();
  CHECK_BOTH(substituted ==
             ir::index_of(1) + ir::index_of(3, 12) + ir::index_of(4, 2) + ir::constant_index(21));
}
