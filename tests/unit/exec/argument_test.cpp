// SPDX-License-Identifier: Apache-2.0
// Bad input to a kernel is found before it runs, and named in a sentence.
#include <perfdojo/exec/argument.hpp>
#include <perfdojo/exec/argument_message.hpp>
#include <perfdojo/exec/check_arguments.hpp>
#include <perfdojo/exec/check_views.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>

namespace pd = perfdojo;
using pd::index_t;
using pd::exec::argument;
using pd::exec::argument_fault;
using pd::exec::argument_use;
using pd::exec::argument_verdict;

namespace {

constexpr pd::name names[] = {"A", "B", "C"};
alignas(64) float memory[4096];
constexpr index_t huge = index_t{1} << 62;

template <int N>
argument_verdict check_all(const argument (&arguments)[N], const argument_use (&use)[N]) {
  return pd::exec::check_arguments(arguments, use, N);
}

argument_verdict check(const argument& c, argument_use how) {
  const argument arguments[] = {pd::row_major(memory + 2048, 2, 2), pd::row_major(memory + 3072, 2, 2), c};
  const argument_use all[] = {argument_use::read_matrix, argument_use::read_matrix, how};
  return check_all(arguments, all);
}

std::string sentence(const argument_verdict& v) {
  char text[160];
  const int length = pd::exec::describe(v, names, text, sizeof text);
  CHECK(length == static_cast<int>(std::char_traits<char>::length(text)));
  return text;
}
std::string sentence(const argument& c, argument_use how) { return sentence(check(c, how)); }

// The elements of an argument by brute force: first byte of each, in order.
std::multiset<std::uintptr_t> elements_of(const argument& a) {
  std::multiset<std::uintptr_t> all;
  const index_t size = pd::ir::size_bytes(a.type);
  index_t extents[4] = {1, 1, 1, 1};
  for (int d = 0; d < a.rank; ++d) extents[d] = a.extents[d];
  for (index_t i = 0; i < extents[0]; ++i)
    for (index_t j = 0; j < extents[1]; ++j)
      for (index_t k = 0; k < extents[2]; ++k)
        for (index_t l = 0; l < extents[3]; ++l)
          all.insert(reinterpret_cast<std::uintptr_t>(a.data) +
                     std::uintptr_t(
                         size * (i * a.strides[0] + j * a.strides[1] + k * a.strides[2] + l * a.strides[3])));
  return all;
}

bool shares_elements(const argument& a) {
  const auto all = elements_of(a);
  return std::set<std::uintptr_t>(all.begin(), all.end()).size() != all.size();
}

bool share_bytes(const argument& a, const argument& b) {
  const auto bytes = [](const argument& x) {
    std::set<std::uintptr_t> all;
    for (const std::uintptr_t at : elements_of(x))
      for (int i = 0; i < pd::ir::size_bytes(x.type); ++i) all.insert(at + std::uintptr_t(i));
    return all;
  };
  const auto x = bytes(a);
  for (const std::uintptr_t at : bytes(b))
    if (x.count(at) != 0) return true;
  return false;
}

argument random_argument(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  argument a;
  a.rank = pick(1, 3);
  a.data = memory + 2048 + pick(0, 6);
  if (pick(0, 3) == 0) a.type = pd::ir::element::f64;
  for (int d = 0; d < a.rank; ++d) {
    a.extents[d] = pick(1, 4);
    a.strides[d] = pick(-9, 9);
  }
  return a;
}

}  // namespace

TEST_CASE("argument: holds any view") {
  double data[6] = {};
  const argument a = pd::row_major(static_cast<const double*>(data), pd::fixed<2>, 3);
  CHECK(a.data == data);
  CHECK(a.rank == 2);
  CHECK(a.type == pd::ir::element::f64);
  CHECK(a.extents[0] == 2);
  CHECK(a.extents[1] == 3);
  CHECK(a.strides[0] == 3);
  CHECK(a.strides[1] == 1);

  const auto two = pd::as_view(2);
  const argument s = two;
  CHECK(s.rank == 0);
  CHECK(s.type == pd::ir::element::i32);
  CHECK(*static_cast<const int*>(s.data) == 2);
}

TEST_CASE("argument: good arguments pass") {
  CHECK(check(pd::row_major(memory, 3, 4), argument_use::write).ok());
  CHECK(check(pd::row_major(memory, 3, 4, 4), argument_use::write).ok());
  CHECK(check(pd::col_major(memory, 3, 4, 7), argument_use::write).ok());
  CHECK(check(pd::transposed(pd::row_major(memory, 3, 4, 9)), argument_use::write).ok());
  CHECK(check(pd::vector(memory + 9, 10, -1), argument_use::write).ok());
  CHECK(check(pd::row_major(memory + 400, 5, 4, -4), argument_use::write).ok());
  CHECK(check(pd::strided(memory, {2, 3, 4, 5}, {60, 20, 5, 1}), argument_use::write).ok());
  CHECK(check(pd::strided(memory + 40, {5, 2, 4, 3}, {1, 60, 5, -20}), argument_use::write).ok());
  CHECK(check(pd::scalar(memory), argument_use::write).ok());
  CHECK(check(pd::row_major(memory, 1, 4, 3), argument_use::write).ok());  // one row: nothing to step over
}

TEST_CASE("argument: empty views pass, whatever else they say") {
  float* nothing = nullptr;
  CHECK(check(pd::row_major(nothing, 0, 4), argument_use::write).ok());
  CHECK(check(pd::row_major(nothing, 4, 0), argument_use::write).ok());
  CHECK(check(pd::row_major(memory, 0, huge, 1), argument_use::write).ok());
  CHECK(check(pd::row_major(memory + 2048, 0, 4), argument_use::write).ok());  // shares nothing with A
}

TEST_CASE("argument: a negative extent is named") {
  CHECK(sentence(pd::row_major(memory, 3, -4), argument_use::read) ==
        "perfdojo: argument C: dimension 1 has the negative extent -4");
  CHECK(!check(pd::row_major(memory, 0, -1), argument_use::read).ok());
  CHECK(check(pd::vector(memory, INT64_MIN), argument_use::read) ==
        argument_verdict{argument_fault::negative_extent, 2, 0, 0, 0, INT64_MIN});
  CHECK(sentence(pd::vector(memory, INT64_MIN), argument_use::read) ==
        "perfdojo: argument C: dimension 0 has the negative extent -9223372036854775808");
}

TEST_CASE("argument: addresses beyond 64 bits are named") {
  CHECK(sentence(pd::row_major(memory, 3, huge), argument_use::write) ==
        "perfdojo: argument C: extent 3 with stride 4611686018427387904 in dimension 0 passes the 64-bit "
        "address "
        "space");
  for (const argument_use how : {argument_use::read, argument_use::read_matrix, argument_use::write}) {
    CHECK(check(pd::vector(memory, 2, huge), how).fault == argument_fault::address_overflow);
    CHECK(check(pd::vector(memory, 2, -huge), how).fault == argument_fault::address_overflow);
    CHECK(check(pd::vector(memory, 2, INT64_MIN), how).fault == argument_fault::address_overflow);
    CHECK(check(pd::vector(memory, huge, huge), how).fault == argument_fault::address_overflow);
    CHECK(check(pd::vector(memory, huge >> 2, -1), how).fault == argument_fault::address_overflow);
    CHECK(check(pd::row_major(memory, index_t{1} << 31, 4, index_t{1} << 31), how).fault ==
          argument_fault::address_overflow);
    CHECK(check(pd::strided(memory, {huge, huge}, {1, 1}), how).fault == argument_fault::address_overflow);
  }
  // A single row or element never uses its stride.
  CHECK(check(pd::vector(memory, 1, INT64_MIN), argument_use::write).ok());
  CHECK(check(pd::row_major(memory, 1, 4, INT64_MAX), argument_use::write).ok());
  CHECK(check(pd::row_major(memory, index_t{1} << 30, 4, index_t{1} << 20), argument_use::read).ok());
}

TEST_CASE(
    "argument: an extent beyond what programs count to is named, also where stride 0 repeats one element") {
  constexpr index_t largest = (index_t{1} << 40) - 1;
  CHECK(check(pd::vector(memory, largest, 0), argument_use::read).ok());
  CHECK(sentence(pd::vector(memory, largest + 1, 0), argument_use::read) ==
        "perfdojo: argument C: dimension 0 has extent 1099511627776; the largest is 1099511627775");
}

TEST_CASE("argument: a null pointer with elements is named") {
  float* nothing = nullptr;
  CHECK(sentence(pd::row_major(nothing, 3, 4), argument_use::read) ==
        "perfdojo: argument C: the pointer is null, but the view has 12 elements");
  CHECK(check(pd::scalar(nothing), argument_use::read).found == 1);
  CHECK(check(pd::strided(nothing, {huge, huge}, {0, 0}), argument_use::read).found == INT64_MAX);
}

TEST_CASE("argument: a leading dimension shorter than a row is named") {
  for (const argument_use how :
       {argument_use::read_matrix, argument_use::write, argument_use::write_in_place}) {
    CHECK(sentence(pd::row_major(memory, 2, 4, 3), how) ==
          "perfdojo: argument C: leading dimension 3 is smaller than a row of 4 elements");
    CHECK(sentence(pd::col_major(memory, 6, 2, 5), how) ==
          "perfdojo: argument C: leading dimension 5 is smaller than a column of 6 elements");
    CHECK(sentence(pd::row_major(memory, 2, 4, 1), how) ==
          "perfdojo: argument C: leading dimension 1 is smaller than a row of 4 elements");
    CHECK(!check(pd::row_major(memory + 9, 2, 4, -3), how).ok());
  }
  CHECK(check(pd::row_major(memory, 2, 4, 3), argument_use::read).ok());
}

TEST_CASE("argument: stride 0 repeats an input and is refused for an output") {
  CHECK(check(pd::row_major(memory, 2, 4, 0), argument_use::read).ok());
  CHECK(check(pd::row_major(memory, 2, 4, 0), argument_use::read_matrix).ok());
  CHECK(check(pd::strided(memory, {3, 4}, {0, 0}), argument_use::read_matrix).ok());
  CHECK(sentence(pd::row_major(memory, 2, 4, 0), argument_use::write) ==
        "perfdojo: argument C: is written, but stride 0 puts all 2 elements of dimension 0 in one place");
  CHECK(!check(pd::vector(memory, 2, 0), argument_use::write).ok());
  CHECK(check(pd::vector(memory, 1, 0), argument_use::write).ok());
}

TEST_CASE("argument: overlap within a tensor of higher rank is named") {
  CHECK(sentence(pd::strided(memory, {2, 3, 4}, {11, 4, 1}), argument_use::write) ==
        "perfdojo: argument C: stride 11 of dimension 0 is smaller than the 12 elements that the other "
        "dimensions "
        "span");
  CHECK(check(pd::strided(memory, {2, 3, 4}, {11, 4, 1}), argument_use::read).ok());
}

TEST_CASE("argument: the check within one argument is exact up to rank 2, and never too lenient") {
  std::mt19937 random(1);
  int good = 0;
  int bad = 0;
  for (int i = 0; i < 4000; ++i) {
    const argument a = random_argument(random);
    pd::exec::memory_range range;
    const bool accepted = pd::exec::check_argument(a, argument_use::write, range).ok();
    const bool shares = shares_elements(a);
    CAPTURE(i);
    if (accepted) CHECK(!shares);
    if (a.rank <= 2) CHECK(accepted == !shares);
    (accepted ? good : bad) += 1;
    const auto all = elements_of(a);
    CHECK(range.first == *all.begin());
    CHECK(range.last == *all.rbegin() + std::uintptr_t(pd::ir::size_bytes(a.type)));
  }
  CHECK(good > 500);
  CHECK(bad > 500);
}

TEST_CASE("argument: H33 an output that shares memory with an input is named") {
  const argument a = pd::row_major(memory, 5, 5);
  const argument b = pd::row_major(memory + 100, 5, 5);
  const argument_use how[] = {argument_use::read_matrix, argument_use::read_matrix, argument_use::write};
  const argument same[] = {a, b, a};
  CHECK(sentence(check_all(same, how)) ==
        "perfdojo: argument C: is written, but shares memory with argument A");
  const argument last_element[] = {a, b, pd::row_major(memory + 124, 5, 5)};
  CHECK(check_all(last_element, how) == argument_verdict{argument_fault::arguments_overlap, 2, 1, 0, 0, 0});
  const argument adjacent[] = {a, b, pd::row_major(memory + 125, 5, 5)};
  CHECK(check_all(adjacent, how).ok());
  const argument inputs_only[] = {a, a, b};
  CHECK(check_all(inputs_only, how).ok());
  const argument_use two_outputs[] = {argument_use::read, argument_use::write, argument_use::write};
  const argument outputs[] = {b, a, a};
  CHECK(!check_all(outputs, two_outputs).ok());
}

TEST_CASE("argument: in place means the very same view") {
  const argument x = pd::vector(memory, 10);
  const argument_use how[] = {argument_use::read, argument_use::write_in_place};
  const argument same[] = {x, x};
  const argument shifted[] = {x, pd::vector(memory + 1, 10)};
  const argument longer[] = {x, pd::vector(memory, 11)};
  const argument backwards[] = {x, pd::vector(memory + 9, 10, -1)};
  CHECK(check_all(same, how).ok());
  CHECK(!check_all(shifted, how).ok());
  CHECK(!check_all(longer, how).ok());
  CHECK(!check_all(backwards, how).ok());
}

TEST_CASE("argument: blocks of one buffer do not overlap") {
  const auto apart = [](const argument& a, const argument& b) {
    CHECK(!share_bytes(a, b));
    return !pd::exec::may_overlap(a, b) && !pd::exec::may_overlap(b, a);
  };
  CHECK(apart(pd::row_major(memory, 8, 5, 10), pd::row_major(memory + 5, 8, 5, 10)));       // left, right
  CHECK(apart(pd::row_major(memory, 8, 5, 10), pd::row_major(memory + 10 + 5, 3, 5, 10)));  // fewer rows
  CHECK(apart(pd::col_major(memory, 4, 8, 10), pd::col_major(memory + 4, 6, 8, 10)));       // top, bottom
  CHECK(apart(pd::row_major(memory, 8, 5, 10), pd::vector(memory + 25, 5)));     // one row of the right
  CHECK(apart(pd::row_major(memory, 8, 5, 10), pd::vector(memory + 7, 8, 10)));  // one column of it
  CHECK(apart(pd::vector(memory, 9, 2), pd::vector(memory + 1, 9, 2)));          // even, odd
  CHECK(apart(pd::row_major(memory, 8, 5, 10), pd::row_major(memory + 75, 8, 5, -10)));  // upside down
  CHECK(apart(pd::strided(memory, {2, 3, 4}, {60, 20, 1}), pd::strided(memory + 4, {2, 3, 4}, {60, 20, 1})));
  CHECK(
      apart(pd::row_major(memory, 8, 4, 10), pd::row_major(reinterpret_cast<double*>(memory + 4), 8, 3, 5)));
  CHECK(pd::exec::may_overlap(pd::row_major(memory, 8, 6, 10), pd::row_major(memory + 5, 8, 5, 10)));
  CHECK(pd::exec::may_overlap(pd::row_major(memory, 8, 5, 10), pd::row_major(memory + 6, 8, 5, 10)));
}

TEST_CASE("argument: the check between arguments never misses an overlap") {
  std::mt19937 random(2);
  int apart = 0;
  int together = 0;
  for (int i = 0; i < 4000; ++i) {
    const argument a = random_argument(random);
    const argument b = random_argument(random);
    CAPTURE(i);
    if (pd::exec::may_overlap(a, b)) {
      ++together;
    } else {
      CHECK(!share_bytes(a, b));
      ++apart;
    }
  }
  CHECK(apart > 200);
  CHECK(together > 200);
}

TEST_CASE("argument: the short check of views says the same as the long one") {
  using enum argument_use;
  std::mt19937 random(3);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const auto any_view = [&](float* near) {
    pd::dynamic_view<float, 2> v;
    v.data = pick(0, 30) == 0 ? nullptr : near + pick(0, 60);
    for (int d = 0; d < 2; ++d) v.extents[d] = pick(0, 20) == 0 ? pick(-1, 0) : pick(1, 5);
    const bool rows = pick(0, 1) == 0;
    v.strides[rows ? 1 : 0] = pick(0, 9) == 0 ? pick(-3, 3) : 1;
    v.strides[rows ? 0 : 1] = pick(0, 30) == 0 ? huge : pick(0, 6) == 0 ? pick(-9, 9) : pick(5, 9);
    return v;
  };
  int good = 0;
  int bad = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto a = any_view(memory + 1000);
    const auto b = any_view(memory + 1000);
    const auto c = any_view(memory + 1060);
    const auto s = pd::scalar(2.f);
    const argument all[] = {a, s, b, c};
    const argument_use use[] = {read, read, read_matrix, write_in_place};
    const argument_verdict expected = check_all(all, use);
    CAPTURE(i);
    CHECK(pd::exec::check_views<read, read, read_matrix, write_in_place>(a, s, b, c) == expected);
    (expected.ok() ? good : bad) += 1;
  }
  CHECK(good > 500);
  CHECK(bad > 500);
}

TEST_CASE("argument: the short check takes views of every rank and of fixed sizes") {
  using enum argument_use;
  const auto m = pd::row_major(memory, pd::fixed<2>, pd::fixed<3>);
  const auto t = pd::strided(memory + 100, {2, 3, 4}, {12, 4, 1});
  const auto v = pd::vector(memory + 200, 5, 2);
  const auto out = pd::scalar(memory + 300);
  CHECK(pd::exec::check_views<write, write, write, write>(m, t, v, out).ok());
  CHECK(pd::exec::check_views<write>(pd::row_major(memory, pd::fixed<2>, 3, 2)).found == 3);
  CHECK(pd::exec::check_views<read, write>(v, pd::scalar(memory + 208)) ==
        argument_verdict{argument_fault::arguments_overlap, 1, 0, 0, 0, 0});
}

TEST_CASE("argument: the remaining sentences") {
  CHECK(sentence({argument_fault::extent_mismatch, 1, 0, 0, 4, 5}) ==
        "perfdojo: argument B: dimension 0 has extent 5, but argument A asks for 4");
  CHECK(sentence({argument_fault::no_scratch, 0, 0, 0, 0, 1 << 20}) ==
        "perfdojo: 1048576 bytes of scratch memory could not be allocated");
  CHECK(sentence(argument_verdict{}) == "");
}

TEST_CASE("argument: a sentence is cut to the buffer of the caller") {
  const argument_verdict v{argument_fault::negative_extent, 2, 0, 1, 0, -4};
  char text[10] = "#########";
  CHECK(pd::exec::describe(v, names, text, 9) == 8);
  CHECK(std::string(text) == "perfdojo");
  CHECK(pd::exec::describe(v, names, text, 1) == 0);
  CHECK(std::string(text) == "");
  CHECK(pd::exec::describe(v, names, nullptr, 0) == 0);
}
