// SPDX-License-Identifier: Apache-2.0
// What the executor's templates read of a program: straight blocks, vectors, accesses, guards.
#include <perfdojo/exec/make_plan.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;
namespace exec = pd::exec;
using pd::index_t;

namespace {

constexpr pd::ir::program parsed(std::string_view text) {
  const pd::ir::parsed p = pd::ir::parse(text);
  return p.ok() ? p.value : pd::ir::program();
}
constexpr const exec::node_plan& node(const exec::plan& l, const pd::ir::program& p, const char* scope) {
  return l.nodes[p.find(pd::name(std::string_view(scope)))];
}
constexpr int lanes = pd::target::native_facts.vector_bytes / 4;

// Rows of a bounded number of columns, 64 at a time: a loop, then a straight block of two levels.
constexpr pd::ir::program rows = parsed(R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i M
| j0 N/64
| | a 4 unrolled
| | | b 16 bound N - 64*j0 - 16*a vector
| | | | y[i, 64*j0+16*a+b] = x[i, 64*j0+16*a+b]
)");
constexpr exec::plan dense = exec::make_plan(rows, 3), any_strides = exec::make_plan(rows);

}  // namespace

TEST_CASE("plan: unrolled and vector scopes with operations below are one straight block") {
  CHECK_BOTH(!node(dense, rows, "i").straight);
  CHECK_BOTH(!node(dense, rows, "j0").straight);
  CHECK_BOTH(node(dense, rows, "a").straight);
  CHECK_BOTH(node(dense, rows, "b").straight);
  CHECK_BOTH(node(dense, rows, "b").root == rows.find("a"));
  CHECK_BOTH(node(dense, rows, "a").root == rows.find("a"));
  CHECK_BOTH(node(dense, rows, "i").depth == 0);
  CHECK_BOTH(node(dense, rows, "b").depth == 3);
}

TEST_CASE("plan: a sequential scope, or a fifth level, breaks a straight block") {
  constexpr pd::ir::program broken = parsed(R"(perfdojo 1
argument y f32 [4, 4, 4]
a 4 unrolled
| k 4
| | b 4 unrolled
| | | y[a, k, b] = 1
)");
  constexpr exec::plan l = exec::make_plan(broken);
  CHECK_BOTH(!node(l, broken, "a").straight);
  CHECK_BOTH(node(l, broken, "b").root == broken.find("b"));
  constexpr pd::ir::program deep = parsed(R"(perfdojo 1
argument y f32 [2, 2, 2, 2]
a 2 unrolled
| b 2 unrolled
| | c 2 unrolled
| | | d 2 unrolled
| | | | e 2 unrolled
| | | | | y[a, b, c, d] += e
)");
  constexpr exec::plan m = exec::make_plan(deep);
  CHECK_BOTH(!node(m, deep, "a").straight);
  CHECK_BOTH(node(m, deep, "b").straight);
}

TEST_CASE("plan: a vector scope takes as many registers as its lanes fill") {
  CHECK_BOTH(node(dense, rows, "b").vectorized);
  CHECK_BOTH(node(dense, rows, "b").parts == pd::ceil_div(16, lanes));
}

TEST_CASE("plan: lanes of two widths stay a loop, values of indices do not") {
  constexpr pd::ir::program mixed = parsed(R"(perfdojo 1
argument y f64 [8]
argument x f32 [8]
argument z f32 [8]
i 8 vector
| y[i] = f64(x[i])
j 8 vector
| z[j] = f32(j)
)");
  constexpr exec::plan l = exec::make_plan(mixed);
  CHECK_BOTH(!node(l, mixed, "i").vectorized);
  CHECK_BOTH(node(l, mixed, "j").vectorized);
  CHECK_BOTH(node(l, mixed, "i").straight);
}

TEST_CASE("plan: a known unit stride joins the constant part of an access") {
  const auto check = [](const exec::access_plan& unit, const exec::access_plan& free) {
    CHECK(unit.contiguous);
    CHECK(unit.varies);
    CHECK(unit.run_time_count == 1);
    CHECK(unit.run_time[0].dimension == 0);
    CHECK(unit.constant_part.inside[0] == 16);
    CHECK(unit.constant_part.inside[1] == lanes);  // from register to register
    CHECK(unit.constant_part.lane == 1);
    CHECK(unit.constant_part.outside.count == 1);
    CHECK(unit.constant_part.outside.coefficient[0] == 64);
    CHECK(unit.constant_part.outside.depth[0] == 1);
    CHECK_FALSE(free.contiguous);
    CHECK(free.varies);
    CHECK(free.run_time_count == 2);
    CHECK(free.constant_part.lane == 0);
  };
  check(dense.operations[0].destination, any_strides.operations[0].destination);
  check(dense.operations[0].loads[0], any_strides.operations[0].loads[0]);
  CHECK_BOTH(dense.operations[0].load_count == 1);
  CHECK_BOTH(dense.buffers[0].strides[1] == 1 && any_strides.buffers[0].strides[1] == 0);
}

TEST_CASE("plan: a guard is decided where its last loop is, once for the whole block") {
  CHECK_BOTH(dense.key_count == 1);
  CHECK_BOTH(dense.keys[0].symbol == rows.find_symbol("N"));
  CHECK_BOTH(dense.keys[0].origin.coefficient[0] == 64);
  CHECK_BOTH(node(dense, rows, "j0").decides);
  CHECK_BOTH(!node(dense, rows, "i").decides);
  constexpr const exec::guard_plan& lane = dense.operations[0].lane;
  CHECK_BOTH(lane.key == 0 && lane.step == 1 && !lane.zero);
  CHECK_BOTH(lane.width == 16);
  CHECK_BOTH(lane.inside[0] == 16);
  CHECK_BOTH(dense.operations[0].guard_count == 0);
}

TEST_CASE("plan: a bound that another one implies is not asked") {
  constexpr pd::ir::program nested = parsed(R"(perfdojo 1
size N
argument y f32 [N]
i N/16
| a 4 bound (N - 16*i)/4 unrolled
| | b 4 bound N - 16*i - 4*a unrolled
| | | y[16*i+4*a+b] = 1
)");
  constexpr exec::plan l = exec::make_plan(nested);
  CHECK_BOTH(l.operations[0].guard_count == 1);
}

TEST_CASE("plan: the condition of a select that scalars decide is found, others are not") {
  constexpr pd::ir::program chosen = parsed(R"(perfdojo 1
argument y f32 [16]
argument x f32 [16]
argument beta f32 []
i 16 vector
| y[i] = select(beta[] == 0, 0, beta[]*x[i])
j 16 vector
| y[j] = select(x[j] == 0, 0, x[j])
)");
  constexpr exec::plan l = exec::make_plan(chosen);
  CHECK_BOTH(node(l, chosen, "i").condition >= 0);
  CHECK_BOTH(node(l, chosen, "j").condition == -1);
  CHECK_BOTH(exec::conditional_operation(chosen, l, chosen.find("i")) == 0);
}

TEST_CASE(
    "plan: a tile inside another tile's owner belongs to that one, unless a parallel scope is between") {
  constexpr pd::ir::program nested = parsed(R"(perfdojo 1
size N
argument y f32 [N]
registers s f32 [] in i
registers t f32 [] in j
i N
| s[] = 1
| j 4
| | t[] = s[]
| | y[i] += t[]
)");
  constexpr exec::plan l = exec::make_plan(nested);
  CHECK_BOTH(node(l, nested, "i").owns_tile);
  CHECK_BOTH(!node(l, nested, "j").owns_tile);
  CHECK_BOTH(!l.program_owns_tile);
}

TEST_CASE("plan: conditions and counts name scopes by depth and by ordinal") {
  constexpr pd::ir::program counted = parsed(R"(perfdojo 1
size M
size N
argument y f32 [M, N]
r M/4
| c 4 bound M - 4*r cases
| | d 3 bound N cases
| | | a 4 count(c) unrolled
| | | | b 3 count(d) unrolled
| | | | | y[4*r+a, b] = 1 if first(r)
)");
  constexpr exec::plan l = exec::make_plan(counted);
  CHECK_BOTH(node(l, counted, "a").count_of == 0);
  CHECK_BOTH(node(l, counted, "b").count_of == 1);
  CHECK_BOTH(node(l, counted, "a").symbol == -1);
}
