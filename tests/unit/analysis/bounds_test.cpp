// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/analysis/bounds.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;
namespace analysis = perfdojo::analysis;

namespace {

constexpr pd::ir::program p = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
i0 M/6
| i1 6 bound M - 6*i0
| | y[6*i0+i1] = 0
| j 6
| | y[0] += 1
k0 M/4 at least 1
| k1 4 bound M - 4*k0
| | y[4*k0+k1] += 1
c0 M/4
| c 4 bound M - 4*c0 cases
| | c1 4 count(c)
| | | y[4*c0+c1] += 1
w 1 bound M - 6
| w1 M
| | y[w1] += 1
e 1 unless M - 6
| e1 M
| | y[e1] += 1
)")
                                  .value;
constexpr pd::ir::node_id scope(const char* label) { return p.find(std::string_view(label)); }

}  // namespace

TEST_CASE("bounds: the position of a scope is what its bound compares with the size") {
  CHECK_BOTH(analysis::position_of(p, scope("i0")) == pd::ir::index_of(scope("i0"), 6));
  CHECK_BOTH(analysis::position_of(p, scope("i1")) ==
             pd::ir::index_of(scope("i0"), 6) + pd::ir::index_of(scope("i1")));
  CHECK_BOTH(analysis::position_of(p, scope("c1")) ==
             pd::ir::index_of(scope("c0"), 4) + pd::ir::index_of(scope("c1")));
}

TEST_CASE("bounds: the outer part of a split keeps its body inside, unless it has a lower limit") {
  CHECK_BOTH(analysis::is_bounded_by(p, scope("i0"), 0));
  CHECK_BOTH(!analysis::is_bounded_by(p, scope("j"), 0));
  CHECK_BOTH(!analysis::is_bounded_by(p, scope("k0"), 0));
  CHECK_BOTH(analysis::is_bounded_by(p, scope("c1"), 0));
  CHECK_BOTH(!analysis::is_bounded_by(p, scope("c"), 0));
  const auto start = [](const char* s) { return p.nodes[scope(s)].trips.origin; };
  CHECK(analysis::keeps_inside(p, scope("i0"), pd::ir::none, 0, start("i1")) == scope("i0"));
  CHECK(analysis::keeps_inside(p, scope("k0"), pd::ir::none, 0, start("k1")) == pd::ir::none);
  CHECK(analysis::keeps_inside(p, scope("k1"), pd::ir::none, 0, start("k1")) == scope("k1"));
  // j runs up to position 6*i0 + 5, which i0 alone does not keep below M.
  CHECK(analysis::keeps_inside(p, scope("j"), pd::ir::none, 0, start("i1") + pd::ir::index_of(scope("j"))) ==
        pd::ir::none);
}

TEST_CASE("bounds: a branch keeps its body where the size is above its origin, and the other one does not") {
  const auto at = [](pd::index_t i) { return pd::ir::constant_index(i); };
  CHECK(analysis::keeps_inside(p, scope("w1"), pd::ir::none, 0, at(6)) == scope("w"));
  CHECK(analysis::keeps_inside(p, scope("w1"), pd::ir::none, 0, at(7)) == pd::ir::none);
  CHECK_BOTH(!analysis::is_bounded_by(p, scope("e"), 0));
  CHECK(analysis::keeps_inside(p, scope("e1"), pd::ir::none, 0, at(1)) == pd::ir::none);
}
