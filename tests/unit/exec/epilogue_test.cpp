// SPDX-License-Identifier: Apache-2.0
// Matrix products whose sums start from something and whose results go through an epilogue: by moves alone the sums stay in registers until
// the result is stored, and the CPU executor gives what the reference interpreter gives for the mathematics.
#include <perfdojo/core/bf16.hpp>
#include <perfdojo/exec/run.hpp>
#include <perfdojo/ir/verify.hpp>
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/composed/epilogue_gemm.hpp>

#include "support/executed.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace lang = perfdojo::lang;
namespace ir = perfdojo::ir;

namespace {

template <class T>
struct operands {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::tensor<"A", T, "M", "K"> A{};
  static constexpr lang::tensor<"B", T, "K", "N"> B{};
  static constexpr lang::tensor<"bias", T, "N"> bias{};
  static constexpr lang::scalar<"alpha", T> alpha{};
  static constexpr lang::scalar<"beta", T> beta{};
  static constexpr auto product = lang::sum(k, A(i, k) * B(k, j));
};

struct activated : operands<float> {
  static constexpr lang::tensor<"C", float, "M", "N"> C{};
  static constexpr auto math = (C(i, j) = lang::max(product + bias(j), 0.f));
};
struct scaled : operands<float> {
  static constexpr lang::inout<"C", float, "M", "N"> C{};
  static constexpr auto math = (C(i, j) = alpha * product + beta * C(i, j));
};
struct from_bias : operands<float> {
  static constexpr lang::tensor<"C", float, "M", "N"> C{};
  static constexpr auto math = (C(i, j) = bias(j) + product);
};
// Two statements: the second is a nest of its own.
struct with_residual : operands<float> {
  static constexpr lang::tensor<"R", float, "M", "N"> R{};
  static constexpr lang::tensor<"C", float, "M", "N"> C{};
  static constexpr lang::temporary<"t", float, "M", "N"> t{};
  static constexpr auto math =
      lang::statements(t(i, j) = product, C(i, j) = lang::max(t(i, j) + bias(j), 0.f) + R(i, j));
};
struct converted : operands<float> {
  static constexpr lang::tensor<"C", pd::bf16, "M", "N"> C{};
  static constexpr auto math = (C(i, j) = lang::convert<pd::bf16>(alpha * product));
};

using fused = pd::schedule<pd::epilogue_gemm<"C_r", 6, 2, 8>>;
using fused_nests = pd::schedule<pd::join<"i", "i_b">, pd::join<"j", "j_b">, pd::epilogue_gemm<"t", 4, 2, 8>>;

template <class Kernel, class Schedule>
void check_kernel(std::string_view epilogue) {
  using before = lang::program_of<Kernel>;
  using after = pd::scheduled<before, Schedule>;
  static_assert(after::result.ok());
  // The one private buffer is the tile, and its size is constant.
  for (const ir::buffer& b : after::value.buffers) {
    if (!b.is_private()) continue;
    CHECK(b.where == ir::place::registers);
    for (const ir::dimension& d : b.dimensions) CHECK(d.symbol == -1);
  }
  std::string text;
  ir::print_to(text, after::value);
  CAPTURE(text);
  CHECK(text.find(epilogue) != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '=') == 3);  // start, sum, epilogue: no copy in between
  constexpr std::uint32_t units = pd::exec::all_unit_strides<after>();
  CHECK(support::executed_as(before::value, &support::execute_program<after, units>,
                             &support::execute_program<after, 0>, {}, 1e-5, 40));
}

}  // namespace

TEST_CASE("epilogue: C = relu(A B + bias) in registers") {
  check_kernel<activated, fused>("] = max(T[i1_b_b, 8*j10_b_b+j11_b_b] + bias[");
}
TEST_CASE("epilogue: C = alpha A B + beta C in registers") {
  check_kernel<scaled, fused>("] = alpha[]*T[i1_b_b, 8*j10_b_b+j11_b_b] + beta[]*C[");
}
TEST_CASE("epilogue: sums that start from a bias") {
  check_kernel<from_bias, pd::schedule<pd::direct_gemm<6, 2, 8>>>("] = T[i1_b_b, 8*j10_b_b+j11_b_b]\n");
  check_kernel<from_bias, pd::schedule<pd::direct_gemm<6, 2, 8>>>("T[i1, 8*j10+j11] = bias[16*j0+8*j10+j11]");
}
TEST_CASE("epilogue: a nest of its own joins the product") {
  check_kernel<with_residual, fused_nests>(" = max(T[i1_b_b, 8*j10_b_b+j11_b_b] + bias[");
}
TEST_CASE("epilogue: results are converted in registers") {
  check_kernel<converted, fused>(" = bf16(alpha[]*T[i1_b_b, 8*j10_b_b+j11_b_b])");
}
TEST_CASE("epilogue_gemm: every move is legal for all parameters") {
  for (pd::index_t mr = 2; mr <= 14; ++mr) {
    for (const pd::index_t lanes : {4, 8, 16}) {
      const pd::index_t nv = 2 + mr % 3;
      ir::program p = lang::program_of<activated>::value;
      CAPTURE(mr);
      CAPTURE(lanes);
      for (const pd::move_record& m : pd::epilogue_gemm_moves("C_r", mr, nv, lanes)) {
        CAPTURE(m.kind);
        REQUIRE(pd::check(m, p).ok());
        p = pd::apply(m, p);
        REQUIRE(ir::verify(p).ok());
      }
    }
  }
}
