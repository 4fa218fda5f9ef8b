// SPDX-License-Identifier: Apache-2.0
#define min(a, b) macros_do_not_break_the_header  // known-faults.md H44
#define max(a, b) macros_do_not_break_the_header
#include <perfdojo/exec/simd.hpp>
#undef min
#undef max

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

namespace exec = perfdojo::exec;
using perfdojo::index_t;

#define EVERY_TYPE float, double, std::int32_t, std::int64_t

namespace {

// Equal bits; NaNs are one value.
template <class T>
bool same(T a, T b) {
  if (a != a || b != b) return a != a && b != b;
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
std::vector<T> interesting_values() {
  using limit = std::numeric_limits<T>;
  std::vector<T> v{T(0),  T(1),  T(2), T(3), T(-1), T(-7), T(100), (limit::max)(), limit::lowest(),
                   T(13), T(-2), T(5)};
  if constexpr (std::is_floating_point_v<T>) {
    for (T x : {T(-0.0), T(0.1), T(-1.75), limit::infinity(), -limit::infinity(), limit::quiet_NaN(),
                limit::denorm_min(), limit::epsilon(), (limit::min)(), T(10), T(1) / T(3)})
      v.push_back(x);
  }
  std::uint64_t state = 88172645463325252u;  // xorshift64, Marsaglia 2003
  for (int i = 0; i < 60; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    v.push_back(static_cast<T>(static_cast<std::int32_t>(state)) /
                static_cast<T>(std::is_floating_point_v<T> ? 977 : 1));
  }
  return v;
}

// op(register, register)[l] has the bits of op(value, value), for every pair of interesting values in every lane.
template <class T, class Op>
int differing_lanes(Op op) {
  constexpr int w = exec::lanes<T>;
  const std::vector<T> values = interesting_values<T>();
  const std::size_t n = values.size();
  int differ = 0;
  for (std::size_t shift = 0; shift < n; ++shift)
    for (std::size_t at = 0; at < n; at += w) {
      T a[w], b[w], r[w];
      for (std::size_t l = 0; l < w; ++l) {
        a[l] = values[(at + l) % n];
        b[l] = values[(at + l + shift) % n];
      }
      exec::store(r, exec::reg<T>(op(exec::load(a), exec::load(b))));
      for (int l = 0; l < w; ++l) differ += !same<T>(r[l], op(a[l], b[l]));
    }
  return differ;
}

}  // namespace

TEST_CASE_TEMPLATE("simd: a value gets the bits of a lane", T, EVERY_TYPE) {
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::add(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::sub(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::mul(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::div(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::fma(a, b, a); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::fma(a, b, exec::neg(b)); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto) { return exec::neg(a); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto) { return exec::abs(a); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::maximum(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::minimum(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::maximum_number(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::minimum_number(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::at_least(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::at_most(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::accumulate_maximum_number(a, b); }) == 0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::accumulate_minimum_number(a, b); }) == 0);
  if constexpr (std::is_floating_point_v<T>) {
    CHECK(differing_lanes<T>([](auto a, auto) { return exec::sqrt(a); }) == 0);
    CHECK(differing_lanes<T>([](auto a, auto) { return exec::rsqrt(a); }) == 0);
  }
}

TEST_CASE_TEMPLATE("simd: comparisons and select agree with values", T, EVERY_TYPE) {
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::select(exec::eq(a, b), a, exec::neg(b)); }) ==
        0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::select(exec::ne(a, b), a, exec::neg(b)); }) ==
        0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::select(exec::lt(a, b), a, exec::neg(b)); }) ==
        0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::select(exec::le(a, b), a, exec::neg(b)); }) ==
        0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::select(exec::gt(a, b), a, exec::neg(b)); }) ==
        0);
  CHECK(differing_lanes<T>([](auto a, auto b) { return exec::select(exec::ge(a, b), a, exec::neg(b)); }) ==
        0);
  CHECK(differing_lanes<T>([](auto a, auto b) {
          const auto c = exec::both(exec::lt(a, b), exec::opposite(exec::eq(a, exec::abs(a))));
          return exec::select(exec::either(c, exec::ge(exec::neg(a), b)), a, exec::neg(b));
        }) == 0);
}

TEST_CASE_TEMPLATE("H05 maximum and minimum keep a NaN in either operand and order the zeros", T, float,
                   double) {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (auto [a, b] : {std::pair{nan, T(1)}, {T(1), nan}, {nan, nan}}) {
    CHECK(std::isnan(exec::maximum(a, b)));
    CHECK(std::isnan(exec::minimum(a, b)));
    CHECK(std::isnan(exec::reduce_add(exec::maximum(exec::broadcast(a), exec::broadcast(b)))));
  }
  CHECK(exec::maximum_number(nan, T(1)) == 1);
  CHECK(exec::maximum_number(T(1), nan) == 1);
  CHECK(exec::minimum_number(nan, T(1)) == 1);
  CHECK(exec::minimum_number(T(1), nan) == 1);
  CHECK(std::isnan(exec::maximum_number(nan, nan)));
  CHECK(!std::signbit(exec::maximum(T(0), T(-0.0))));
  CHECK(!std::signbit(exec::maximum(T(-0.0), T(0))));
  CHECK(std::signbit(exec::minimum(T(0), T(-0.0))));
  CHECK(std::signbit(exec::minimum(T(-0.0), T(0))));
  // relu and clip
  CHECK(std::isnan(exec::at_least(nan, T(0))));
  CHECK(exec::at_least(T(-1), T(0)) == 0);
  CHECK(std::isnan(exec::at_most(exec::at_least(nan, T(0)), T(6))));
  // a reduction may start at -inf and never sees a NaN again
  CHECK(exec::accumulate_maximum_number(-std::numeric_limits<T>::infinity(), nan) < 0);
}

TEST_CASE_TEMPLATE("simd: first_lanes limits its argument to 0..W", T, EVERY_TYPE) {
  constexpr int w = exec::lanes<T>;
  CHECK(exec::first_lanes<T>(w) == exec::all_lanes<T>());
  CHECK(exec::first_lanes<T>(w + 1) == exec::all_lanes<T>());
  CHECK(exec::first_lanes<T>((std::numeric_limits<index_t>::max)()) == exec::all_lanes<T>());
  CHECK(exec::first_lanes<T>(index_t(1) << 32) == exec::all_lanes<T>());
  CHECK(exec::first_lanes<T>(-1) == exec::first_lanes<T>(0));
  CHECK(exec::first_lanes<T>((std::numeric_limits<index_t>::min)()) == exec::first_lanes<T>(0));
  for (int n = 0; n <= w; ++n) CHECK(exec::count_lanes<T>(exec::first_lanes<T>(n)) == n);
}

TEST_CASE_TEMPLATE("H32 loads and stores work at any address, masked ones leave other lanes alone", T,
                   EVERY_TYPE) {
  constexpr int w = exec::lanes<T>;
  T in[3 * w], out[3 * w];
  for (int i = 0; i < 3 * w; ++i) in[i] = static_cast<T>(i + 1);
  for (int at = 0; at < w; ++at) {
    exec::store(out + at, exec::load(in + at));
    for (int l = 0; l < w; ++l) CHECK(out[at + l] == in[at + l]);
    for (int n = 0; n <= w; ++n) {
      for (T& x : out) x = T(-5);
      const auto m = exec::first_lanes<T>(n);
      const exec::reg<T> v = exec::load_masked(in + at, m);
      for (int l = 0; l < w; ++l) CHECK(v[l] == (l < n ? in[at + l] : T(0)));
      exec::store_masked(out + at, v, m);
      for (int i = 0; i < 3 * w; ++i) CHECK(out[i] == (i >= at && i < at + n ? in[i] : T(-5)));
      const exec::reg<T> kept = exec::keep_lanes(exec::load(in + at), m);
      const exec::reg<T> blended = exec::blend(exec::load(in + at), exec::broadcast(T(-3)), m);
      for (int l = 0; l < w; ++l) {
        CHECK(kept[l] == (l < n ? in[at + l] : T(0)));
        CHECK(blended[l] == (l < n ? in[at + l] : T(-3)));
      }
    }
  }
}

TEST_CASE_TEMPLATE("simd: a streaming store writes its register, and nothing else, at any address", T,
                   EVERY_TYPE) {
  constexpr int w = exec::lanes<T>;
  alignas(64) T in[w], out[3 * w];
  for (int i = 0; i < w; ++i) in[i] = static_cast<T>(i + 1);
  for (int at = 0; at <= 2 * w; ++at) {
    for (T& x : out) x = T(-5);
    exec::store_streaming(out + at, exec::load(in));
    exec::stream_fence();
    for (int i = 0; i < 3 * w; ++i) CHECK(out[i] == (i >= at && i < at + w ? in[i - at] : T(-5)));
  }
}

// A lane outside the mask lies on a page without access.
TEST_CASE_TEMPLATE("H30 masked loads and stores touch no memory beyond the mask", T, EVERY_TYPE) {
  constexpr int w = exec::lanes<T>;
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const at = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(at != MAP_FAILED);
  REQUIRE(mprotect(static_cast<char*>(at) + page, page, PROT_NONE) == 0);
  T* const end = reinterpret_cast<T*>(static_cast<char*>(at) + page);
  for (int n = 0; n <= w; ++n) {
    const auto m = exec::first_lanes<T>(n);
    exec::store_masked(end - n, exec::broadcast(T(n)), m);
    CHECK(exec::reduce_add(exec::load_masked(end - n, m)) == T(n * n));
    exec::store_strided_masked(end - 1, -3, exec::broadcast(T(n)), m);
    CHECK(exec::reduce_add(exec::load_strided_masked(end - 1, -3, m)) == T(n * n));
  }
  munmap(at, 2 * page);
}

TEST_CASE_TEMPLATE("simd: keep_lanes and blend clear NaN and infinity", T, float, double) {
  const exec::reg<T> nan = exec::broadcast(std::numeric_limits<T>::quiet_NaN());
  CHECK(exec::reduce_add(exec::keep_lanes(nan, exec::first_lanes<T>(0))) == 0);
  CHECK(exec::reduce_mul(exec::blend(nan, exec::broadcast(T(1)), exec::first_lanes<T>(0))) == 1);
  CHECK(std::isnan(exec::reduce_add(exec::keep_lanes(nan, exec::first_lanes<T>(1)))));
}

TEST_CASE_TEMPLATE("simd: strided loads and stores take every stride", T, EVERY_TYPE) {
  constexpr int w = exec::lanes<T>;
  for (index_t stride : {index_t(0), index_t(1), index_t(3), index_t(-2), index_t(17)}) {
    std::vector<T> in(20 * w), out(20 * w);
    for (int i = 0; i < 20 * w; ++i) in[i] = static_cast<T>(i + 1);
    const index_t at = stride < 0 ? 10 * w : 1;
    const exec::reg<T> v = exec::load_strided(in.data() + at, stride);
    for (int l = 0; l < w; ++l) CHECK(v[l] == in[at + l * stride]);
    for (int n = 0; n <= w; ++n) {
      const exec::reg<T> part = exec::load_strided_masked(in.data() + at, stride, exec::first_lanes<T>(n));
      for (int l = 0; l < w; ++l) CHECK(part[l] == (l < n ? v[l] : T(0)));
      std::fill(out.begin(), out.end(), T(0));
      exec::store_strided_masked(out.data() + at, stride, v, exec::first_lanes<T>(n));
      int written = 0;
      for (T x : out) written += x != T(0);
      CHECK(written == (stride == 0 ? (n > 0) : n));
      if (n > 0) CHECK(out[at + (n - 1) * stride] == v[n - 1]);
    }
    exec::store_strided(out.data() + at, stride, v);
    for (int l = 0; l < w; ++l)
      if (stride != 0) CHECK(out[at + l * stride] == v[l]);
  }
}

TEST_CASE_TEMPLATE("simd: reductions combine all lanes", T, EVERY_TYPE) {
  constexpr int w = exec::lanes<T>;
  exec::reg<T> v = exec::iota<T>(T(1), T(1));
  CHECK(exec::reduce_add(v) == T(w * (w + 1) / 2));
  CHECK(exec::reduce_maximum(v) == T(w));
  CHECK(exec::reduce_minimum(v) == T(1));
  CHECK(exec::reduce_maximum_number(v) == T(w));
  CHECK(exec::reduce_minimum_number(v) == T(1));
  CHECK(exec::reduce_mul(exec::broadcast(T(2))) == static_cast<T>(std::int64_t(1) << w));
  for (int at = 0; at < w; ++at) {
    v = exec::broadcast(T(3));
    v[at] = T(5);
    CHECK(exec::reduce_add(v) == T(3 * w + 2));
    CHECK(exec::reduce_maximum(v) == T(5));
    v[at] = T(-5);
    CHECK(exec::reduce_minimum(v) == T(-5));
    if constexpr (std::is_floating_point_v<T>) {
      v[at] = std::numeric_limits<T>::quiet_NaN();
      CHECK(std::isnan(exec::reduce_maximum(v)));
      CHECK(std::isnan(exec::reduce_minimum(v)));
      CHECK(exec::reduce_maximum_number(v) == T(3));
      CHECK(exec::reduce_minimum_number(v) == T(3));
    }
  }
}

// law: iota<T>(start, step)[l] == add(start, mul(T(l), step)), bit for bit.
TEST_CASE_TEMPLATE("simd: iota rounds like values", T, EVERY_TYPE) {
  const T start = static_cast<T>(7.3), step = static_cast<T>(-1.1);
  const exec::reg<T> v = exec::iota<T>(start, step);
  for (int l = 0; l < exec::lanes<T>; ++l) CHECK(same<T>(v[l], exec::add(start, exec::mul(T(l), step))));
}

TEST_CASE("simd: conversions between elements of one width agree with values") {
  const auto check = []<class To, class From>(To, std::vector<From> in) {
    in.resize((in.size() + 15) / 16 * 16);
    for (std::size_t at = 0; at < in.size(); at += exec::lanes<From>) {
      const exec::reg<To> v = exec::convert<To>(exec::load(in.data() + at));
      for (int l = 0; l < exec::lanes<From>; ++l) CHECK(v[l] == exec::convert<To>(in[at + l]));
    }
  };
  check(float{}, interesting_values<std::int32_t>());
  check(double{}, interesting_values<std::int64_t>());
  check(std::int32_t{}, std::vector<float>{0.f, -0.f, 1.9f, -1.9f, 2147483520.f, -2147483648.f, 7.5f});
  check(std::int64_t{}, std::vector<double>{0., 1.9, -1.9, 9007199254740993., -9223372036854775808., 7.5});
  CHECK(exec::convert<double>(0.1f) == static_cast<double>(0.1f));
  CHECK(exec::convert<std::int32_t>(std::int64_t(1) << 33 | 5) == 5);
}

TEST_CASE("simd: integers wrap and division never traps") {
  constexpr std::int32_t lowest = (std::numeric_limits<std::int32_t>::min)();
  CHECK(exec::add((std::numeric_limits<std::int32_t>::max)(), 1) == lowest);
  CHECK(exec::mul(lowest, -1) == lowest);
  CHECK(exec::div(lowest, -1) == lowest);
  CHECK(exec::div(5, 0) == 0);
  CHECK(exec::div(-7, 2) == -3);
  CHECK(exec::reduce_add(exec::div(exec::broadcast(5), exec::zero<std::int32_t>())) == 0);
}

// known-faults.md H46: with contraction some lanes would give -1.490116e-8 and others 0.
TEST_CASE("H46 a product is rounded before it is added, in lanes, tails and values") {
  volatile float a = 10.f, b = 0.1f, c = 1.f;
  const float value = exec::sub(float(c), exec::mul(float(a), float(b)));
  CHECK(value == 0.f);
  const auto v =
      exec::sub(exec::broadcast<float>(c), exec::mul(exec::broadcast<float>(a), exec::broadcast<float>(b)));
  for (int l = 0; l < exec::lanes<float>; ++l) CHECK(v[l] == 0.f);
  const float once = exec::fma(float(a), -float(b), float(c));
  CHECK(once == (exec::has_fma ? -1.490116119384766e-08f : 0.f));
}

// known-faults.md H43: registers are private; what users see has one size.
TEST_CASE("simd: a register has the bytes that the facts name") {
  CHECK(sizeof(exec::reg<float>) == std::size_t(perfdojo::target::native_facts.vector_bytes));
  CHECK(sizeof(exec::reg<std::int64_t>) == sizeof(exec::reg<float>));
  CHECK(exec::lanes<float> == 2 * exec::lanes<double>);
}
