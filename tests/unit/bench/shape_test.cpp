// SPDX-License-Identifier: Apache-2.0
#include "../bench/compare/shape.hpp"
#include "../bench/kernels/shapes.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace bench = perfdojo::bench;
using bench::kernel;

namespace {

/// The message of the usage_error that this size gives, or "accepted".
std::string refusal(kernel k, const char* text) {
  try {
    bench::parse_shapes(k, text);
  } catch (const bench::usage_error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("parse_shapes: one number is a cube, three are M, N, K in this order") {
  const auto shapes = bench::parse_shapes(kernel::gemm_f32, "256,1023x1021x1019");
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].text() == "256x256x256");
  CHECK(shapes[1].text() == "1023x1021x1019");
  CHECK(shapes[1].extents[0].first == "M");
  CHECK(shapes[1].extents[1] == std::pair<std::string, bench::size>{"N", 1021});
  CHECK(shapes[1].extents[2].second == 1019);
}

TEST_CASE("parse_shapes: softmax takes rows x columns, scale_shift_relu one number") {
  const bench::shape rows = bench::parse_shape(kernel::softmax, "512x4096");
  CHECK(rows.extents[0] == std::pair<std::string, bench::size>{"rows", 512});
  CHECK(rows.extents[1] == std::pair<std::string, bench::size>{"columns", 4096});
  CHECK(bench::parse_shape(kernel::scale_shift_relu, "7").text() == "7");
}

TEST_CASE("parse_shapes: a wrong size is a sentence that quotes it") {
  CHECK(refusal(kernel::gemm_f32, "3x4") == "size 3x4: gemm has 3 extents");
  CHECK(refusal(kernel::softmax, "3") == "size 3: softmax has 2 extents");
  CHECK(refusal(kernel::scale_shift_relu, "3x3") == "size 3x3: scale_shift_relu has 1 extents");
  CHECK(refusal(kernel::gemm_f32, "") == "size : not a number: ''");
  CHECK(refusal(kernel::gemm_f32, "8,,9") == "size : not a number: ''");
  CHECK(refusal(kernel::gemm_f32, "3x4x5k") == "size 3x4x5k: not a number: '5k'");
  CHECK(refusal(kernel::gemm_f32, "0x1x1") == "size 0x1x1: extents go from 1 to 2^40");
  CHECK(refusal(kernel::gemm_f32, "-1") == "size -1: extents go from 1 to 2^40");
  CHECK(refusal(kernel::gemm_f32, "99999999999999999999") ==
        "size 99999999999999999999: not a number: '99999999999999999999'");
  CHECK(refusal(kernel::gemm_f32, "1048577x1048577x1").find("2^40 elements") != std::string::npos);
  CHECK(refusal(kernel::gemm_f32, "1x1048577x1048577").find("2^40 elements") != std::string::npos);
  CHECK(refusal(kernel::gemm_f32, "1048577x1x1048577").find("2^40 elements") != std::string::npos);
}

TEST_CASE("kernel_named: unknown names and types that a kernel has not are refused") {
  CHECK(bench::kernel_named("gemm", "f64") == kernel::gemm_f64);
  CHECK(bench::kernel_named("softmax", "f32") == kernel::softmax);
  CHECK_THROWS_AS(bench::kernel_named("softmax", "f64"), bench::usage_error);
  CHECK_THROWS_AS(bench::kernel_named("conv", "f32"), bench::usage_error);
  CHECK_THROWS_AS(bench::kernel_named("gemm", "f16"), bench::usage_error);
}

TEST_CASE("every default size, and every shape of pd-bench, is a shape of its kernel") {
  for (const kernel k : {kernel::gemm_f32, kernel::gemm_f64, kernel::softmax, kernel::scale_shift_relu}) {
    CHECK_NOTHROW(bench::parse_shapes(k, bench::default_sizes(k)));
  }
  std::set<std::string> names;
  for (const bench::named_shape& s : bench::named_shapes()) {
    CAPTURE(s.sizes);
    CHECK_NOTHROW(bench::parse_shape(s.what, s.sizes));
    CHECK_NOTHROW(bench::parse_shape(s.what, s.smallest()));
    CHECK(names.insert(s.kernel_name() + s.id + s.sizes).second);
  }
}
