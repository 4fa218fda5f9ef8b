// SPDX-License-Identifier: Apache-2.0
// What the executor's templates read of the buffers of a program: strides, register tiles, packing copies.
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

// The register tile of a small product.
constexpr pd::ir::program product = parsed(R"(perfdojo 1
size K
argument C f32 [4, 64]
argument A f32 [4, K]
argument B f32 [K, 64]
registers T f32 [4, 64]
registers s f32 []
r 4 unrolled
| v 64 vector
| | T[r, v] = 0
s[] = 1
k K
| r_b 4 unrolled
| | v_b 64 vector
| | | T[r_b, v_b] += A[r_b, k]*B[k, v_b]
r_c 4 unrolled
| v_c 64 vector
| | C[r_c, v_c] = T[r_c, v_c]*s[]
)");

}  // namespace

TEST_CASE("plan: buffers in registers that straight scopes index become a tile") {
  constexpr exec::plan l = exec::make_plan(product, 7);
  constexpr exec::buffer_plan t = l.buffers[product.find_buffer("T")],
                              s = l.buffers[product.find_buffer("s")];
  constexpr int f32 = static_cast<int>(pd::ir::element::f32);
  CHECK_BOTH(t.in_tile && t.where == exec::residence::vector_tile && !t.private_memory);
  CHECK_BOTH(s.in_tile && s.where == exec::residence::scalar_tile);
  CHECK_BOTH(l.vectors[f32] == 4 * pd::ceil_div(64, lanes));
  CHECK_BOTH(l.scalars[f32] == 1);
  CHECK_BOTH(l.vectors[static_cast<int>(pd::ir::element::f64)] == 0);
  CHECK_BOTH(l.program_owns_tile);
  CHECK_BOTH(!l.masks_tile);
}

TEST_CASE("plan: a run-time index puts a buffer in memory") {
  constexpr pd::ir::program indexed = parsed(R"(perfdojo 1
argument y f32 [8]
registers t f32 [8]
i 8
| t[i] = 2
j 8
| y[j] = t[j]
)");
  constexpr exec::plan l = exec::make_plan(indexed);
  CHECK_BOTH(!l.buffers[1].in_tile && l.buffers[1].private_memory);
  CHECK_BOTH(!l.program_owns_tile);
}

TEST_CASE("plan: private buffers are dense, as far as their extents are constant") {
  constexpr pd::ir::program p = parsed(R"(perfdojo 1
size N
argument y f32 [N]
heap t f32 [3, 5, 7]
heap u f32 [3, N, 7]
heap v f32 [2, 4] in i
i N parallel
| t[0, 0, 0] = 1
| u[0, i, 0] = 1
| v[0, 0] = 1
| y[i] = t[0, 0, 0] + u[0, i, 0] + v[0, 0]
)");
  constexpr exec::plan l = exec::make_plan(p);
  constexpr exec::buffer_plan t = l.buffers[1], u = l.buffers[2], v = l.buffers[3];
  CHECK_BOTH(t.strides[0] == 35 && t.strides[1] == 7 && t.strides[2] == 1);
  CHECK_BOTH(u.strides[0] == 0 && u.strides[1] == 7 && u.strides[2] == 1);
  CHECK_BOTH(t.parallel == -1);
  CHECK_BOTH(v.parallel == p.find("i"));
}

TEST_CASE("plan: a two-dimensional copy to private memory is a copy, one to an argument is not") {
  constexpr pd::ir::program packing = parsed(R"(perfdojo 1
size K
argument y f32 [K, 16]
argument x f32 [16, K]
heap t f32 [K, 16]
k K
| a 4 unrolled
| | b 16 vector
| | | t[4*k+a, b] = x[b, 4*k+a]
i K
| y[i, 0] = t[i, 0]
)");
  constexpr exec::plan l = exec::make_plan(packing, 3);
  CHECK_BOTH(node(l, packing, "a").copies == (lanes == 16));  // one register of lanes
  constexpr pd::ir::program to_argument = parsed(R"(perfdojo 1
size K
argument y f32 [K, 16]
argument x f32 [16, K]
k K
| a 4 unrolled
| | b 16 vector
| | | y[4*k+a, b] = x[b, 4*k+a]
)");
  CHECK_BOTH(!node(exec::make_plan(to_argument, 3), to_argument, "a").copies);
}
