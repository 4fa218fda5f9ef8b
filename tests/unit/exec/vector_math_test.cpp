// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/exec/vector_math.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace exec = perfdojo::exec;

namespace {

template <class T>
using limit = std::numeric_limits<T>;

// Distance to the exact value in units in the last place of the result, at least the smallest subnormal.
template <class T>
double error_in_ulp(T got, long double exact) {
  if (std::isnan(got) || std::isinf(got)) return limit<double>::infinity();
  int exponent = 0;
  std::frexp(static_cast<double>(exact), &exponent);
  const int lowest = limit<T>::min_exponent - limit<T>::digits;
  const int last = exponent - limit<T>::digits;
  return std::fabs(static_cast<double>(std::ldexp(got - exact, -(last < lowest ? lowest : last))));
}

struct worst_case {
  double error = 0;
  double at = 0;
  int lanes_that_differ = 0;  // from the function of a value
};

// f over `count` values evenly spaced in [low, high], and over magnitudes evenly spaced in exponent up to them.
template <class T, class F, class Exact>
worst_case worst(const char* label, double low, double high, int count, F f, Exact exact) {
  constexpr int w = exec::lanes<T>;
  worst_case result;
  T x[w], y[w];
  const auto measure = [&] {
    exec::store(y, exec::reg<T>(f(exec::load(x))));
    for (int l = 0; l < w; ++l) {
      const double error = error_in_ulp<T>(y[l], exact(static_cast<long double>(x[l])));
      if (!(error <= result.error)) result = {error, double(x[l]), result.lanes_that_differ};
    }
    const T value = f(x[0]);
    result.lanes_that_differ += std::memcmp(&value, &y[0], sizeof(T)) != 0;
  };
  for (int i = 0; i + w <= count; i += w) {
    for (int l = 0; l < w; ++l) x[l] = static_cast<T>(low + (high - low) * ((i + l + 0.318) / count));
    measure();
  }
  const double end = high > 0 ? high : low;
  // Not below the smallest subnormal, where a logarithm has no finite value.
  const double depth = std::fabs(end) > 1e-30 ? 40. : 20.;
  for (int i = 0; i + w <= count; i += w) {
    for (int l = 0; l < w; ++l) x[l] = static_cast<T>(end * std::exp2(-depth * (i + l + 0.577) / count));
    measure();
  }
  std::printf("%-22s [%g, %g]: %.3f ulp at %.9g\n", label, low, high, result.error, result.at);
  return result;
}

constexpr int samples = 400000;
constexpr double fma_or(double with, double without) { return exec::has_fma ? with : without; }

#define CHECK_WORST(T, low, high, bound, name)                                  \
  do {                                                                          \
    const worst_case found = worst<T>(                                          \
        #name " " #T, low, high, samples, [](auto x) { return exec::name(x); }, \
        [](long double x) { return std::name(x); });                            \
    CHECK(found.error <= (bound));                                              \
    CHECK(found.lanes_that_differ == 0);                                        \
  } while (false)

template <class T, class F>
void check_in_every_lane(F f, std::vector<std::pair<T, T>> cases) {
  for (const auto& one : cases) {
    const T x = one.first, expected = one.second;
    CAPTURE(x);
    const T value = f(x);
    const exec::reg<T> lanes = f(exec::broadcast(x));
    for (int l = -1; l < exec::lanes<T>; ++l) {
      const T got = l < 0 ? value : T(lanes[l]);
      if (std::isnan(expected)) {
        CHECK(std::isnan(got));
      } else {
        CHECK(got == expected);
        CHECK(std::signbit(got) == std::signbit(expected));
      }
    }
  }
}

}  // namespace

TEST_CASE("vector_math: float errors stay below the documented bounds") {
  CHECK_WORST(float, -87.3, 88.7, fma_or(2, 3), exp);
  CHECK_WORST(float, -1, 0, fma_or(2, 3), exp);
  CHECK_WORST(float, -103.9, -87.3, fma_or(2, 3), exp);  // subnormal results
  CHECK_WORST(float, 0x1p-126, 3, 1, log);
  CHECK_WORST(float, 3, 3e38, 1, log);
  CHECK_WORST(float, 0.5, 1.5, 1, log);
  CHECK_WORST(float, 4e-45, 0x1p-126, 1, log);  // subnormal arguments
  CHECK_WORST(float, -10, 10, fma_or(2, 2.5), tanh);
  CHECK_WORST(float, 0, 1, fma_or(2, 2.5), tanh);
  CHECK_WORST(float, -4.5, 4.5, 1.5, erf);
  CHECK_WORST(float, 0, 1.1, 1.5, erf);
}

TEST_CASE("vector_math: double errors stay below the documented bounds") {
  CHECK_WORST(double, -708, 709.7, fma_or(1, 1.5), exp);
  CHECK_WORST(double, -1, 0, fma_or(1, 1.5), exp);
  CHECK_WORST(double, -745, -708, fma_or(1, 1.5), exp);  // subnormal results
  CHECK_WORST(double, 0x1p-1022, 3, 1, log);
  CHECK_WORST(double, 3, 1e308, 1, log);
  CHECK_WORST(double, 0.5, 1.5, 1, log);
  CHECK_WORST(double, 1e-320, 0x1p-1022, 1, log);
  CHECK_WORST(double, -20, 20, fma_or(2, 2.5), tanh);
  CHECK_WORST(double, 0, 1, fma_or(2, 2.5), tanh);
  CHECK_WORST(double, -6.5, 6.5, 1.5, erf);
  CHECK_WORST(double, 0, 1.1, 1.5, erf);
}

TEST_CASE_TEMPLATE("vector_math: ends of the number line", T, float, double) {
  const T inf = limit<T>::infinity(), nan = limit<T>::quiet_NaN(), big = (limit<T>::max)();
  const T tiny = limit<T>::denorm_min();
  check_in_every_lane<T>([](auto x) { return exec::exp(x); }, {{T(0), T(1)},
                                                               {T(-0.0), T(1)},
                                                               {tiny, T(1)},
                                                               {inf, inf},
                                                               {-inf, T(0)},
                                                               {nan, nan},
                                                               {-nan, nan},
                                                               {big, inf},
                                                               {-big, T(0)},
                                                               {T(1e10), inf},
                                                               {T(-1e10), T(0)},
                                                               {T(711), inf},
                                                               {T(-747), T(0)}});
  check_in_every_lane<T>([](auto x) { return exec::log(x); }, {{T(1), T(0)},
                                                               {T(0), -inf},
                                                               {T(-0.0), -inf},
                                                               {inf, inf},
                                                               {-inf, nan},
                                                               {T(-1), nan},
                                                               {-tiny, nan},
                                                               {nan, nan}});
  const auto odd =
      std::vector<std::pair<T, T>>{{T(0), T(0)}, {T(-0.0), T(-0.0)}, {inf, T(1)},   {-inf, T(-1)},
                                   {nan, nan},   {big, T(1)},        {-big, T(-1)}, {T(1e4), T(1)}};
  check_in_every_lane<T>([](auto x) { return exec::tanh(x); }, odd);
  check_in_every_lane<T>([](auto x) { return exec::erf(x); }, odd);
  check_in_every_lane<T>([](auto x) { return exec::tanh(x); }, {{tiny, tiny}, {-tiny, -tiny}});
}

// The largest float whose exponential is finite, and the next one.
TEST_CASE("vector_math: exp overflows where the exact result does") {
  const float last = 0x1.62e42ep+6f, next = std::nextafter(last, 100.f);
  CHECK(std::isfinite(exec::exp(last)));
  CHECK(exec::exp(next) == limit<float>::infinity());
  CHECK(std::isfinite(exec::exp(0x1.62e42fefa39efp+9)));
  CHECK(exec::exp(0x1.62e42fefa39f0p+9) == limit<double>::infinity());
}

TEST_CASE_TEMPLATE("H12 the tanh form of GELU stays finite for large arguments", T, float, double) {
  const auto gelu = [](auto x) {
    using V = decltype(x);
    const auto number = [](double c) {
      if constexpr (exec::scalar_value<V>)
        return V(c);
      else
        return exec::broadcast(exec::element<V>(c));
    };
    const V inner = exec::mul(exec::mul(x, number(0.7978845608028654)),
                              exec::fma(exec::mul(x, x), number(0.044715), number(1)));
    return exec::mul(exec::mul(x, number(0.5)), exec::add(number(1), exec::tanh(inner)));
  };
  for (const auto& one : std::vector<std::pair<double, double>>{
           {1, 0.841192}, {10, 10}, {10.5, 10.5}, {20, 20}, {-13.24, 0}, {-40, 0}, {1e4, 1e4}, {-1e4, 0}}) {
    const double x = one.first, expected = one.second;
    CAPTURE(x);
    CHECK(double(gelu(T(x))) == doctest::Approx(expected).epsilon(1e-6));
    CHECK(double(T(gelu(exec::broadcast(T(x)))[0])) == doctest::Approx(expected).epsilon(1e-6));
  }
}
