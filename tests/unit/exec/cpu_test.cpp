// SPDX-License-Identifier: Apache-2.0
// What the executor asks of a plan, the layout of private buffers, and memory that is missing. That it computes what the reference
// interpreter does is the matter of tests/laws.
#include <perfdojo/exec/run_program.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

#include <vector>

namespace pd = perfdojo;
namespace exec = pd::exec;
using exec::argument_fault;
using pd::index_t;

namespace {

// Each thread holds a cube of N^3 elements, whose last row is padded to whole registers if it is a vector's.
struct cubes {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size N
argument y f32 [M]
argument x f32 [N]
heap t f32 [N, N, N] in i
i M parallel
| a N
| | t[a, a, a] = x[a]
| y[i] = 1
| b N
| | y[i] += t[b, b, b]
)")
                                               .value;
};
struct sequential {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size N
argument y f32 [N]
heap t f64 [3, N, 5]
heap u f32 [N, 4]
registers s f32 [] in i
i N
| s[] = 2
| t[0, i, 1] = 3
| u[i, 0] = f32(t[0, i, 1])
| y[i] = s[] + u[i, 0]
)")
                                               .value;
};
template <class P>
using bound = exec::bound_program<P, 0>;

}  // namespace

TEST_CASE("cpu: what a plan needs at run time") {
  CHECK_BOTH(exec::has_parallel_scope(exec::plan_of<bound<cubes>>));
  CHECK_BOTH(!exec::has_parallel_scope(exec::plan_of<bound<sequential>>));
  // The owner of a tile and the threads get the state in functions of their own.
  CHECK_BOTH(exec::hands_state_on(exec::plan_of<bound<cubes>>));
  CHECK_BOTH(exec::hands_state_on(exec::plan_of<bound<sequential>>));
}

TEST_CASE("scratch: buffers belong to the program or to the innermost parallel scope around their home") {
  CHECK_BOTH(exec::has_scratch<bound<cubes>, 0>());
  CHECK_BOTH(!exec::has_scratch<bound<cubes>, -1>());
  CHECK_BOTH(exec::has_scratch<bound<sequential>, -1>());
}

TEST_CASE("scratch: strides are dense, and memory holds every buffer") {
  exec::state st;
  st.symbols[0] = 7;
  const exec::scratch<bound<sequential>, -1> memory(st);
  REQUIRE(memory.ok());
  CHECK(memory.bytes() >= (3 * 7 * 5) * 8 + 7 * 4 * 4);
  CHECK(st.strides[1][0] == 35);
  CHECK(st.strides[1][1] == 5);
  CHECK(st.strides[1][2] == 1);
  CHECK(st.strides[2][0] == 4);
  const char *t = static_cast<const char*>(st.data[1]), *u = static_cast<const char*>(st.data[2]);
  CHECK((t + 3 * 7 * 5 * 8 <= u || u + 7 * 4 * 4 <= t));
}

TEST_CASE("scratch: size 0 needs no memory that could be missing, and strides stay positive") {
  exec::state st;
  st.symbols[0] = 0;
  const exec::scratch<bound<sequential>, -1> memory(st);
  CHECK(memory.ok());
  CHECK(st.strides[1][0] > 0);
}

TEST_CASE("cpu: a worker without memory is a verdict of the call, with any executor") {
  float x = 2;
  std::vector<float> y(5, -1.f);
  const exec::argument good[] = {pd::vector(y.data(), 5), pd::vector(&x, 4, 0)};
  const exec::argument huge[] = {pd::vector(y.data(), 5), pd::vector(&x, index_t(1) << 21, 0)};
  pd::thread_pool pool(2);
  for (const pd::executor_ref executor : {pd::executor_ref{}, pd::executor_ref{pool}}) {
    const auto v = exec::run_checked<cubes, cubes, 0>(executor, huge);
    CHECK(v.fault == argument_fault::no_scratch);
    CHECK(y == std::vector<float>(5, -1.f));
  }
  for (const pd::executor_ref executor : {pd::executor_ref{}, pd::executor_ref{pool}}) {
    CHECK(exec::run_checked<cubes, cubes, 0>(executor, good).ok());
    CHECK(y == std::vector<float>(5, 9.f));
    y.assign(5, -1.f);
  }
}
