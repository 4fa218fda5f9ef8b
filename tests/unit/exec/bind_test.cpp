// SPDX-License-Identifier: Apache-2.0
// From the arguments of a call to pointers, strides and sizes: bind.hpp, bind_views.hpp, call_plan.hpp.
#include <perfdojo/exec/bind_views.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

#include <string>

namespace pd = perfdojo;
namespace exec = pd::exec;
using exec::argument_fault;
using exec::argument_use;
using pd::index_t;

namespace {

struct scaled {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f64 [N, 3]
argument a f32 []
heap t f32 [M]
i M
| t[i] = a[]
| j N
| | y[i, j] = t[i]*f32(x[j, 2])
)")
                                               .value;
};
using program = exec::bound_program<scaled, 0>;

// Its N is 6.
struct sized {
  static constexpr pd::ir::program value = [] {
    pd::ir::program p = scaled::value;
    p.symbols[1].value = 6;
    return p;
  }();
};

struct operands {
  float y[12]{}, a = 2.5f;
  double x[20]{};
  exec::argument of[3];
  explicit operands(index_t x_rows = 4) {
    of[0] = pd::tensor_view<float, -1, -1>(pd::row_major(y, 3, 4));
    of[1] =
        pd::tensor_view<const double, -1, -1>(pd::strided(x, {x_rows, index_t(3)}, {index_t(5), index_t(1)}));
    of[2] = pd::vector(&a, 1);
    of[2].rank = 0;
  }
};

// Programs that touch argument 0 in one way each.
bool in_place(std::string_view body) {
  std::string text = "perfdojo 1\nargument y f32 [8]\nargument x f32 [8]\nargument s f32 []\n";
  text += body;
  return exec::works_in_place(pd::ir::parse(text).value, 0);
}

}  // namespace

TEST_CASE("call_plan: extents, element sizes and what is private, of every buffer") {
  constexpr const auto& c = exec::call_plan_of<program>;
  CHECK_BOTH(c.buffer_count == 4 && c.symbol_count == 2);
  CHECK_BOTH(c.argument_count == 3);
  CHECK_BOTH(c.buffers[0].rank == 2 && c.buffers[0].size_bytes == 4 && !c.buffers[0].private_memory);
  CHECK_BOTH(c.buffers[1].dimensions[1].cap == 3 && c.buffers[1].dimensions[1].symbol == -1);
  CHECK_BOTH(c.buffers[1].size_bytes == 8);
  CHECK_BOTH(c.buffers[2].uniform && !c.buffers[0].uniform);
  CHECK_BOTH(c.buffers[3].private_memory && c.buffers[3].parallel == -1);
  CHECK_BOTH(c.symbols[0] == -1);
}

TEST_CASE("bind: pointers, strides, sizes and the bits of scalars") {
  operands given;
  exec::state st;
  REQUIRE(exec::bind<program>(st, given.of).ok());
  CHECK(st.data[0] == given.y);
  CHECK(st.data[1] == given.x);
  CHECK(st.strides[0][0] == 4);
  CHECK(st.strides[0][1] == 1);
  CHECK(st.strides[1][0] == 5);
  CHECK(st.symbols[0] == 3);
  CHECK(st.symbols[1] == 4);
  float a = 0;
  std::memcpy(&a, &st.uniforms[2], sizeof a);
  CHECK(a == 2.5f);
}

TEST_CASE("bind: the first dimension that names a size decides it, others are named when they differ") {
  const operands given(5);
  exec::state st;
  const exec::argument_verdict expected{argument_fault::extent_mismatch, 1, 0, 0, 4, 5};
  CHECK(exec::bind<program>(st, given.of) == expected);
}

TEST_CASE("bind: a constant extent is asked of the argument itself") {
  operands given;
  given.of[1].extents[1] = 2;
  exec::state st;
  const exec::argument_verdict expected{argument_fault::extent_mismatch, 1, 1, 1, 3, 2};
  CHECK(exec::bind<program>(st, given.of) == expected);
}

TEST_CASE("bind: a size that the program knows is asked of every argument") {
  const operands given;
  exec::state st;
  const exec::argument_verdict expected{argument_fault::extent_mismatch, 0, 0, 1, 6, 4};
  CHECK(exec::bind<exec::bound_program<sized, 0>>(st, given.of) == expected);
}

TEST_CASE("bind_views: views of known types give the same state") {
  operands given;
  exec::state by_arguments, by_views;
  REQUIRE(exec::bind<program>(by_arguments, given.of).ok());
  const auto y = pd::row_major(given.y, 3, 4);
  const auto x = pd::strided(given.x, {index_t(4), index_t(3)}, {index_t(5), index_t(1)});
  const pd::scalar_view<float> a{2.5f};
  exec::bind_views<program>(std::make_index_sequence<3>{}, by_views, y, x, a);
  for (int b = 0; b < 2; ++b) {
    CHECK(by_arguments.data[b] == by_views.data[b]);
    for (int r = 0; r < 2; ++r) CHECK(by_arguments.strides[b][r] == by_views.strides[b][r]);
  }
  for (int s = 0; s < 2; ++s) CHECK(by_arguments.symbols[s] == by_views.symbols[s]);
  CHECK(std::memcmp(&by_arguments.uniforms[2], &by_views.uniforms[2], sizeof(float)) == 0);
}

TEST_CASE("bind_views: the first dimension that names a size decides it") {
  CHECK_BOTH(exec::decides_size(program::value, 0, 0, 0));
  CHECK_BOTH(exec::decides_size(program::value, 0, 1, 1));
  CHECK_BOTH(!exec::decides_size(program::value, 1, 0, 1));
  CHECK_BOTH(exec::is_given(program::value, 0) && exec::is_given(program::value, 1));
}

TEST_CASE("bind: unit strides are asked of the arguments with a dimension") {
  CHECK_BOTH(exec::all_unit_strides<program>() == 3);
  operands given;
  CHECK(exec::has_unit_strides<program, 3>(given.of));
  given.of[1].strides[1] = 2;
  CHECK_FALSE(exec::has_unit_strides<program, 3>(given.of));
  CHECK(exec::has_unit_strides<program, 1>(given.of));
  given.of[1].extents[1] = 1;  // without a second element any stride will do
  CHECK(exec::has_unit_strides<program, 3>(given.of));
}

TEST_CASE("bind: what a program does with an argument decides its checks") {
  CHECK_BOTH(exec::argument_count(scaled::value) == 3);
  CHECK_BOTH(exec::use_of(scaled::value, 0) == argument_use::write);
  CHECK_BOTH(exec::use_of(scaled::value, 1) == argument_use::read_matrix);
  CHECK_BOTH(exec::use_of(scaled::value, 2) == argument_use::read);
}

TEST_CASE("works_in_place: only where an element is read for the last time where it is overwritten") {
  CHECK(in_place("i 8\n| y[i] = 2*x[i] + s[]\n"));
  CHECK_FALSE(in_place("i 8\n| y[i] = x[-i+7]\n"));
  CHECK_FALSE(in_place("i 7\n| y[i] = x[i+1]\n"));
  CHECK_FALSE(in_place("i 8\n| y[i] = x[i] + x[0]\n"));
}
