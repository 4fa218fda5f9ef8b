// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: a matrix product with one schedule for few rows and another one
// for many, at sizes on both sides of the threshold.
#include <perfdojo/kernels/gemm_kernel.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/all.hpp>
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/schedule.hpp>

#include "support/executed.hpp"

namespace pd = perfdojo;

namespace {

using product = pd::lang::program_of<pd::small_gemm_kernel<float>>;

// Register tiles from 12 rows on, else vectors of one row after the other.
using by_rows =
    pd::scheduled<product, pd::schedule<pd::specialise<"i", 12>, pd::direct_gemm<4, 2, 8>,
                                        pd::fission<"j_b", 1>, pd::interchange<"j_b_b", "k_b">,
                                        pd::split<"j_b_b", 8, pd::tail::guard>, pd::vectorize<"j_b_b1">>>;

// Full tiles without a guard on rows, and ragged ones with it.
using by_tiles =
    pd::scheduled<product, pd::schedule<pd::split<"i", 4, pd::tail::guard>, pd::specialise<"i1", 4>,
                                        pd::trim_guards<"i1">, pd::accumulate<"C", "j", "T">>>;

template <class Scheduled>
agreement executed_as_product(pd::index_t most) {
  constexpr std::uint32_t units = pd::exec::all_unit_strides<Scheduled>();
  return support::executed_as(product::value, &support::execute_program<Scheduled, units>,
                              &support::execute_program<Scheduled, 0>, {}, 1e-5, most);
}

}  // namespace

// Each number of rows up to the last argument is taken.
TEST_CASE("cpu: a product by size classes") {
  REQUIRE(by_rows::result.ok());
  const auto& scopes = by_rows::value;
  CHECK(scopes.nodes[scopes.find("iw")].trips.origin == pd::ir::constant_index(11));
  CHECK(scopes.find_buffer("T") >= 0);
  CHECK(executed_as_product<by_rows>(20));
}

TEST_CASE("cpu: a product by full and ragged tiles") {
  REQUIRE(by_tiles::result.ok());
  CHECK(by_tiles::value.nodes[by_tiles::value.find("i1")].trips.is_constant());
  CHECK(executed_as_product<by_tiles>(14));
}
