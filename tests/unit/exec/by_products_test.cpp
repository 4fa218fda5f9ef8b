// SPDX-License-Identifier: Apache-2.0
// A quantised matrix product: sums of rows of A and of columns of B are by-products of packing, and the correction by zero points is an
// epilogue in registers. All by moves; the CPU executor gives what the mathematics says.
#include <perfdojo/exec/run.hpp>
#include <perfdojo/schedule/composed/pack_with_sums.hpp>

#include "support/executed.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace lang = perfdojo::lang;
namespace ir = perfdojo::ir;
using pd::tail;

namespace {

// C[i, j] = sum over k of (A[i, k] - za) * (B[k, j] - zb), but for the constant K * za * zb.
struct quantised {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::tensor<"A", std::uint8_t, "M", "K"> A{};
  static constexpr lang::tensor<"B", std::int8_t, "K", "N"> B{};
  static constexpr lang::tensor<"C", std::int32_t, "M", "N"> C{};
  static constexpr lang::temporary<"r", std::int32_t, "M"> r{};
  static constexpr lang::temporary<"c", std::int32_t, "N"> c{};
  static constexpr lang::scalar<"za", std::int32_t> za{};
  static constexpr lang::scalar<"zb", std::int32_t> zb{};
  static constexpr auto a = lang::convert<std::int32_t>(A(i, k));
  static constexpr auto b = lang::convert<std::int32_t>(B(k, j));
  static constexpr auto math = lang::statements(r(i) = lang::sum(k, a), c(j) = lang::sum(k, b),
                                                C(i, j) = lang::sum(k, a* b) - zb * r(i) - za * c(j));
};

using schedule = pd::schedule<
    pd::split<"i_b", 4, tail::guard>, pd::split<"j_b", 8, tail::guard>, pd::interchange<"i_b1", "j_b0">,
    pd::interchange<"i_b0", "j_b0">, pd::pack_with_sums<"B", "j_b0", "Bp", "j", "k_b", 0>,
    pd::pack_with_sums<"A", "i_b0", "Ap", "i", "k", 1>, pd::fission<"j_b1", 1>, pd::fission<"j_b1_b", 1>,
    pd::fission<"i_b1", 1>, pd::fission<"i_b1_b", 1>, pd::interchange<"j_b1_b", "k_c">,
    pd::interchange<"i_b1_b", "k_c">, pd::accumulate<"C_r", "i_b0", "T">, pd::unroll<"i_b1">,
    pd::unroll<"i_b1_b">, pd::unroll<"i_b1_b_b">, pd::vectorize<"j_b1">, pd::vectorize<"j_b1_b">,
    pd::vectorize<"j_b1_b_b">>;
using before = lang::program_of<quantised>;
using after = pd::scheduled<before, schedule>;
static_assert(after::result.ok());

}  // namespace

TEST_CASE("by-products: each copy adds up rows or columns, and the sums of products stay in registers") {
  std::string text;
  ir::print_to(text, after::value);
  CHECK(text.substr(text.find("heap r")) == R"(heap r i32 [4] in i_b0
heap c i32 [8] in j_b0
heap Bp i8 [K, min(8, N)] in j_b0
heap Ap u8 [min(4, M), K] in i_b0
registers T i32 [4, 8] in i_b0
j_b0 N/8
| Bp.1 8 bound N - 8*j_b0
| | c[Bp.1] = 0
| | Bp.0 K
| | | Bp[Bp.0, Bp.1] = B[Bp.0, 8*j_b0+Bp.1]
| | | c[Bp.1] += i32(Bp[Bp.0, Bp.1])
| i_b0 M/4
| | Ap.0 4 bound M - 4*i_b0
| | | r[Ap.0] = 0
| | | Ap.1 K
| | | | Ap[Ap.0, Ap.1] = A[4*i_b0+Ap.0, Ap.1]
| | | | r[Ap.0] += i32(Ap[Ap.0, Ap.1])
| | i_b1 4 bound M - 4*i_b0 unrolled beyond zero
| | | j_b1 8 bound N - 8*j_b0 vector beyond zero
| | | | T[i_b1, j_b1] = 0
| | k_c K
| | | i_b1_b 4 bound M - 4*i_b0 unrolled
| | | | j_b1_b 8 bound N - 8*j_b0 vector
| | | | | T[i_b1_b, j_b1_b] += i32(Ap[i_b1_b, k_c])*i32(Bp[k_c, j_b1_b])
| | i_b1_b_b 4 bound M - 4*i_b0 unrolled
| | | j_b1_b_b 8 bound N - 8*j_b0 vector
| | | | C[4*i_b0+i_b1_b_b, 8*j_b0+j_b1_b_b] = T[i_b1_b_b, j_b1_b_b] - zb[]*r[i_b1_b_b] - za[]*c[j_b1_b_b]
)");
}

TEST_CASE("by-products: the executor, on ragged sizes") {
  constexpr std::uint32_t units = pd::exec::all_unit_strides<after>();
  CHECK(support::executed_as(before::value, &support::execute_program<after, units>,
                             &support::execute_program<after, 0>, {}, 0, 40));
}
