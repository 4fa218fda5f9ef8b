// SPDX-License-Identifier: Apache-2.0
// One translation unit of a program whose units have different instruction sets; UNIT names its function.
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/dispatch/run.hpp>
#include <perfdojo/elementwise.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

namespace pd = perfdojo;
namespace lang = pd::lang;

/// y[i] = x[2 i] + x[2 i + 1] + x[2 i + 2].
struct window_sums {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"w", 3> w{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"x", float, "H"> x{};
  static constexpr auto math = (y(i) = lang::sum(w, x(2 * i + w)));
};
using in_fours = pd::schedule<pd::split<"i", 4, pd::tail::guard>>;

/// Whether every kernel is right here, on small exact data.
bool UNIT() {
  float a[3 * 20], b[20 * 40], c[3 * 40];
  for (int i = 0; i < 3 * 20; ++i) a[i] = float(i / 20 + 1);
  for (int i = 0; i < 20 * 40; ++i) b[i] = float(i % 40);
  pd::gemm(pd::row_major(a, 3, 20), pd::row_major(b, 20, 40), pd::row_major(c, 3, 40));
  for (int i = 0; i < 3 * 40; ++i)
    if (c[i] != float(20 * (i / 40 + 1) * (i % 40))) return false;

  pd::scale_shift_relu(2.f, -3.f, pd::vector(b, 40), pd::vector(c, 40));
  for (int i = 0; i < 40; ++i)
    if (c[i] != (2 * i > 3 ? float(2 * i - 3) : 0.f)) return false;

  // A row of equal values: equal shares.
  pd::softmax(pd::row_major(a, 1, 20), pd::row_major(c, 1, 20));
  float sum = 0;
  for (int i = 0; i < 20; ++i) sum += c[i];
  if (!(sum > 0.9999f && sum < 1.0001f && c[0] == c[19])) return false;

  // A kernel of one's own, with a schedule and without.
  pd::run<window_sums, in_fours>(pd::vector(c, 9), pd::vector(b, 20));
  for (int i = 0; i < 9; ++i)
    if (c[i] != float(6 * i + 3)) return false;
  pd::run<window_sums>(pd::vector(c + 9, 9), pd::vector(b, 20));
  for (int i = 0; i < 9; ++i)
    if (c[9 + i] != c[i]) return false;
  const bool refused = !pd::try_run<window_sums, in_fours>({}, pd::vector(c, 10), pd::vector(b, 20)).ok();
  return refused && pd::path_of<window_sums>(9, 20).source == pd::schedule_source::none;
}
