// SPDX-License-Identifier: Apache-2.0
// What a view says about memory. Checks of arguments are tested in argument_test.cpp.
#include <perfdojo/exec/view.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <type_traits>

namespace pd = perfdojo;
using pd::index_t;

namespace {
constexpr float six[] = {1, 2, 3, 4, 5, 6};
}

TEST_CASE("view: row_major and col_major read the same memory in two orders") {
  constexpr auto rows = pd::row_major(six, 2, 3);
  constexpr auto columns = pd::col_major(six, 2, 3);
  static_assert(rows(0, 0) == 1 && rows(0, 2) == 3 && rows(1, 0) == 4 && rows(1, 2) == 6);
  static_assert(columns(0, 0) == 1 && columns(1, 0) == 2 && columns(0, 2) == 5 && columns(1, 2) == 6);
  CHECK(rows.extent(0) == 2);
  CHECK(rows.extent(1) == 3);
  CHECK(rows.strides[0] == 3);
  CHECK(columns.strides[1] == 2);
}

TEST_CASE("view: a leading dimension leaves a gap") {
  constexpr auto left = pd::row_major(six, 2, 2, 3);
  static_assert(left(1, 0) == 4 && left(1, 1) == 5);
  constexpr auto top = pd::col_major(six, 1, 3, 2);
  static_assert(top(0, 1) == 3 && top(0, 2) == 5);
}

TEST_CASE("view: sizes of any integer type are taken, also beyond 32 bits") {
  const auto v = pd::row_major(six, 3u, std::size_t{1} << 33, 1ll << 34);
  CHECK(v.extent(1) == index_t{1} << 33);
  CHECK(v.strides[0] == index_t{1} << 34);
  CHECK(pd::row_major(six, ~std::size_t{0}, 1).extent(0) == -1);  // reported by check_arguments
}

TEST_CASE("view: fixed sizes are part of the type and read like the others") {
  constexpr auto v = pd::row_major(six, pd::fixed<2>, 3);
  static_assert(std::is_same_v<decltype(v), const pd::tensor_view<const float, 2, pd::dynamic>>);
  static_assert(pd::static_extent<decltype(v), 0> == 2);
  static_assert(pd::static_extent<decltype(v), 1> == pd::dynamic);
  CHECK(v.extent(0) == 2);
  CHECK(v.extent(1) == 3);
  CHECK(v.extents[0] == 2);
  CHECK(pd::col_major(six, pd::fixed<2>, pd::fixed<3>).strides[1] == 2);
  CHECK(pd::row_major(six, 2, pd::fixed<2>, pd::fixed<3>).strides[0] == 3);
  static_assert(pd::static_extent<decltype(pd::vector(six, pd::fixed<6>)), 0> == 6);
  static_assert(pd::tensor_view<float, 4, pd::dynamic>{}.extents[0] == 4);
}

TEST_CASE("view: converts to const elements and to run-time sizes, never back") {
  using fixed_view = pd::tensor_view<float, 2, 3>;
  using view = pd::dynamic_view<const float, 2>;
  static_assert(std::is_same_v<view, pd::tensor_view<const float, pd::dynamic, pd::dynamic>>);
  static_assert(std::is_convertible_v<fixed_view, view>);
  static_assert(!std::is_convertible_v<view, pd::dynamic_view<float, 2>>);
  static_assert(!std::is_convertible_v<view, pd::tensor_view<const float, 2, 3>>);
  static_assert(!std::is_convertible_v<fixed_view, pd::tensor_view<float, 3, 2>>);
  static_assert(!std::is_convertible_v<fixed_view, pd::dynamic_view<float, 1>>);
  static_assert(!std::is_convertible_v<fixed_view, pd::dynamic_view<const double, 2>>);
  static_assert(std::is_trivially_copyable_v<view>);

  float data[6] = {};
  const view v = pd::row_major(data, pd::fixed<2>, pd::fixed<3>);
  data[5] = 7;
  CHECK(v.extents[0] == 2);
  CHECK(v.extents[1] == 3);
  CHECK(v(1, 2) == 7);
}

TEST_CASE("view: transposed exchanges extents, strides and static extents") {
  constexpr auto t = pd::transposed(pd::row_major(six, pd::fixed<2>, 3));
  static_assert(pd::static_extent<decltype(t), 0> == pd::dynamic && pd::static_extent<decltype(t), 1> == 2);
  static_assert(t.extent(0) == 3 && t.extent(1) == 2);
  static_assert(t(2, 0) == 3 && t(0, 1) == 4);
}

TEST_CASE("view: H23 a vector may have a negative stride") {
  constexpr auto backwards = pd::vector(six + 5, 3, -2);
  static_assert(backwards(0) == 6 && backwards(1) == 4 && backwards(2) == 2);
  constexpr auto upside_down = pd::row_major(six + 3, 2, 3, -3);
  static_assert(upside_down(0, 0) == 4 && upside_down(1, 2) == 3);
}

TEST_CASE("view: strided takes any rank and stride 0") {
  constexpr auto cube = pd::strided(six, {1, 2, 3}, {6, 3, 1});
  static_assert(decltype(cube)::rank == 3 && cube(0, 1, 2) == 6);
  constexpr auto broadcast = pd::strided(six, {4, 2}, {0, 1});
  static_assert(broadcast(3, 1) == 2);
}

TEST_CASE("view: empty views may have a null pointer") {
  float* nothing = nullptr;
  CHECK(pd::row_major(nothing, 0, 3).extent(0) == 0);
  CHECK(pd::vector(nothing, 0).data == nullptr);
  CHECK(pd::dynamic_view<float, 2>{}.extent(1) == 0);
}

TEST_CASE("view: numbers become scalars, views stay") {
  static_assert(std::is_same_v<decltype(pd::as_view(2.f)), pd::scalar_view<float>>);
  static_assert(std::is_same_v<decltype(pd::as_view(pd::vector(six, 6))), decltype(pd::vector(six, 6))>);
  static_assert(pd::as_view(2.5).value == 2.5 && pd::as_view(pd::scalar(3)).value == 3);
  static_assert(pd::viewable<int> && pd::viewable<pd::dynamic_view<float, 3>>);
  static_assert(!pd::viewable<float*> && !pd::viewable<const char*>);

  double result = 0;
  const pd::tensor_view<double> out = pd::scalar(&result);
  out() = 4;
  CHECK(result == 4);
}

TEST_CASE("view: H32 a view keeps any address, also one that is not aligned to its elements") {
  alignas(64) unsigned char bytes[64 + 64 + sizeof(float)];
  for (int offset = 0; offset < 64; ++offset) {
    const float value = static_cast<float>(offset);
    std::memcpy(bytes + offset, &value, sizeof value);
    const pd::dynamic_view<const float, 1> v = pd::vector(reinterpret_cast<float*>(bytes + offset), 16);
    float found = -1;
    std::memcpy(&found, v.data, sizeof found);
    CHECK(found == value);
  }
}

TEST_CASE("view: H43 the size does not depend on the instruction set") {
  static_assert(sizeof(pd::dynamic_view<float, 2>) == sizeof(void*) + 4 * sizeof(index_t));
  static_assert(alignof(pd::dynamic_view<float, 2>) == alignof(index_t));
  static_assert(sizeof(pd::scalar_view<float>) == sizeof(float));
}
