// SPDX-License-Identifier: Apache-2.0
// Several rows of softmax at once, by moves alone: rows are split, what lives in a row gets an element for each (unreuse_dimension), the
// scope over the rows of a block is torn apart (fission), goes inside the loops along the rows (interchange), and is unrolled.
#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 does not see that a guard which leaves out the first use of a register leaves out the second as well.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <perfdojo/kernels/softmax_kernel.hpp>
#include <perfdojo/schedule/explain.hpp>

#include "support/scheduled.hpp"
#include "support/move_pictures.hpp"

#include <string>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;
namespace exec = perfdojo::exec;

namespace {

using softmax = pd::lang::program_of<pd::softmax_kernel<float>>;

// One loop over rows, then two rows in each iteration.
using in_scalars =
    pd::schedule<pd::join<"r", "r_b">, pd::join<"r", "r_c">, pd::join<"r", "r_d">, pd::join<"r", "r_e">,
                 pd::reuse_dimension<"m", 0>, pd::reuse_dimension<"e", 0>, pd::reuse_dimension<"s", 0>,
                 pd::reuse_dimension<"q", 0>, pd::split<"r", 2, pd::tail::guard>, pd::unreuse_dimension<"m">,
                 pd::unreuse_dimension<"e">, pd::unreuse_dimension<"s">, pd::unreuse_dimension<"q">,
                 pd::fission<"r1", 6>, pd::fission<"r1", 5>, pd::fission<"r1", 4>, pd::fission<"r1", 3>,
                 pd::fission<"r1", 2>, pd::fission<"r1", 1>, pd::interchange<"r1_g", "j">,
                 pd::interchange<"r1_f", "j_b">, pd::interchange<"r1_d", "j_c">,
                 pd::interchange<"r1_b", "j_d">, pd::unroll<"r1">, pd::unroll<"r1_b">, pd::unroll<"r1_c">,
                 pd::unroll<"r1_d">, pd::unroll<"r1_e">, pd::unroll<"r1_f">, pd::unroll<"r1_g">,
                 pd::place<"m", ir::place::registers>, pd::place<"s", ir::place::registers>,
                 pd::place<"q", ir::place::registers>>;

// Every move is legal where it stands, and the last program does what mathematics says, interpreted and executed.
template <class Schedule>
std::string text_after() {
  using scheduled = pd::scheduled<softmax, Schedule>;
  const std::string result = pd::explain_schedule<softmax, Schedule>();
  CAPTURE(result);
  REQUIRE(scheduled::result.ok());
  CHECK(support::same_result(softmax::value, scheduled::value, support::reassociation));
  CHECK(support::executed_after<softmax, Schedule>(1e-5, 70));
  std::string text;
  ir::print_to(text, scheduled::value);
  return text.substr(text.find("argument Y"));
}

}  // namespace

TEST_CASE("several rows: two rows run side by side, with their maxima and sums in registers") {
  CHECK(text_after<in_scalars>() == R"(argument Y f32 [R, N]
registers m f32 [2] in r0
heap e f32 [2, N] in r0
registers s f32 [2] in r0
registers q f32 [2] in r0
r0 R/2
| r1 2 bound R - 2*r0 unrolled
| | m[r1] = -inf
| j N
| | r1_g 2 bound R - 2*r0 unrolled
| | | m[r1_g] max_number= X[2*r0+r1_g, j]
| j_b N
| | r1_f 2 bound R - 2*r0 unrolled
| | | e[r1_f, j_b] = exp(X[2*r0+r1_f, j_b] - m[r1_f])
| r1_e 2 bound R - 2*r0 unrolled
| | s[r1_e] = 0
| j_c N
| | r1_d 2 bound R - 2*r0 unrolled
| | | s[r1_d] += e[r1_d, j_c]
| r1_c 2 bound R - 2*r0 unrolled
| | q[r1_c] = 1/s[r1_c]
| j_d N
| | r1_b 2 bound R - 2*r0 unrolled
| | | Y[2*r0+r1_b, j_d] = e[r1_b, j_d]*q[r1_b]
)");
}
