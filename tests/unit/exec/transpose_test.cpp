// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/exec/transpose.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

namespace exec = perfdojo::exec;
using perfdojo::index_t;

namespace {

struct twice_plus_one {
  template <class V>
  V operator()(V v) const {
    using T = exec::element<V>;
    return exec::add(exec::add(v, v), exec::broadcast(T(1)));
  }
};

// Every number of rows, columns and written columns, against the definition. Elements outside the source are NaN or
// the largest number; elements outside the destination must keep -9.
template <int n, class T, class F>
int wrong_elements(index_t d_gap, index_t s_gap, F f, T factor, T offset) {
  constexpr index_t w = exec::lanes<T>;
  const index_t ds = n + d_gap, ss = w + s_gap;
  int wrong = 0;
  for (index_t rows = 0; rows <= n; ++rows)
    for (index_t columns = 0; columns <= w; ++columns)
      for (index_t written : {columns, w}) {
        const T poison = std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                               : (std::numeric_limits<T>::max)();
        std::vector<T> s(n * ss, poison), d(w * ds + 4, T(-9));
        for (index_t r = 0; r < rows; ++r)
          for (index_t l = 0; l < columns; ++l) s[r * ss + l] = static_cast<T>(100 * r + l + 1);
        exec::transpose_copy<n>(d.data(), ds, s.data(), ss, rows, columns, written, f);
        for (index_t l = 0; l < w; ++l)
          for (index_t r = 0; r < ds; ++r) {
            T expected = T(-9);
            if (l < written && r < n)
              expected =
                  l < columns && r < rows ? static_cast<T>(factor * T(100 * r + l + 1) + offset) : T(0);
            wrong += !(d[l * ds + r] == expected);
          }
        for (index_t i = w * ds; i < index_t(d.size()); ++i) wrong += !(d[i] == T(-9));
      }
  return wrong;
}

// Templates that fail print their number of rows.
template <int n, class T>
void check_up_to() {
  CAPTURE(n);
  CHECK(wrong_elements<n, T>(0, 0, exec::unchanged{}, T(1), T(0)) == 0);
  CHECK(wrong_elements<n, T>(3, 5, twice_plus_one{}, T(2), T(1)) == 0);
  if constexpr (n > 1) check_up_to<n - 1, T>();
}

}  // namespace

TEST_CASE_TEMPLATE("transpose: transposing twice gives the matrix back", T, float, double, std::int32_t,
                   std::int64_t) {
  constexpr int w = exec::lanes<T>;
  exec::reg<T> t[w];
  for (int r = 0; r < w; ++r) t[r] = exec::iota<T>(T(100 * r), T(1));
  exec::transpose(t);
  for (int r = 0; r < w; ++r)
    for (int l = 0; l < w; ++l) CHECK(T(t[r][l]) == T(100 * l + r));
  exec::transpose(t);
  for (int r = 0; r < w; ++r)
    for (int l = 0; l < w; ++l) CHECK(T(t[r][l]) == T(100 * r + l));
}

TEST_CASE_TEMPLATE("transpose_copy: copies, pads with zeros, and touches nothing else", T, float, double,
                   std::int32_t, std::int64_t) {
  check_up_to<exec::lanes<T>, T>();
}

TEST_CASE("transpose_copy: a source stride of 0 repeats the row") {
  constexpr int w = exec::lanes<float>;
  std::vector<float> s(w), d(w * w);
  for (int l = 0; l < w; ++l) s[l] = static_cast<float>(l);
  exec::transpose_copy<w>(d.data(), w, s.data(), 0, w, w, w);
  for (int l = 0; l < w; ++l)
    for (int r = 0; r < w; ++r) CHECK(d[l * w + r] == static_cast<float>(l));
}
