// SPDX-License-Identifier: Apache-2.0
// check_arguments: what every checked call asks of its arguments. No exceptions, no allocation. The short way for
// common views is in check_views.hpp.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/exec/argument.hpp>

#include <cstdint>
#include <initializer_list>

namespace perfdojo::exec {

/// The bytes from the first to beyond the last element of an argument; none if first == last.
struct memory_range {
  std::uintptr_t first = 0;
  std::uintptr_t last = 0;
  constexpr bool meets(const memory_range& b) const { return first < b.last && b.first < last; }
};

inline namespace PERFDOJO_ISA {

/// Computes the range of an argument without empty dimensions; false if it passes the address space.
inline bool find_range(const argument& a, memory_range& range) {
  const index_t size = ir::size_bytes(a.type);
  index_t below = 0;
  index_t above = 1;
  bool overflow = false;
  for (int d = 0; d < a.rank; ++d) {
    index_t span = 0;
    overflow |= __builtin_mul_overflow(a.extents[d] - 1, a.strides[d], &span);
    index_t& side = span < 0 ? below : above;
    overflow |= __builtin_add_overflow(side, span, &side);
  }
  overflow |= __builtin_mul_overflow(below, size, &below);
  overflow |= __builtin_mul_overflow(above, size, &above);
  const auto at = reinterpret_cast<std::uintptr_t>(a.data);
  overflow |= __builtin_sub_overflow(at, std::uintptr_t(0) - std::uintptr_t(below), &range.first);
  overflow |= __builtin_add_overflow(at, std::uintptr_t(above), &range.last);
  return !overflow;
}

/// Whether two elements of one argument share memory. Exact for one and two dimensions; beyond, each stride must
/// step over the dimensions of smaller stride. Requires find_range() and no empty dimension.
[[gnu::noinline]] inline argument_verdict find_shared_elements(const argument& a, argument_use how) {
  // Dimensions that move, by ascending stride; of equal ones the last is the inner one.
  int order[ir::max_rank];
  int count = 0;
  for (int d = a.rank - 1; d >= 0; --d) {
    if (a.extents[d] == 1) continue;
    if (a.strides[d] == 0) {
      if (how == argument_use::read_matrix) continue;
      return {argument_fault::zero_stride, 0, 0, static_cast<std::int8_t>(d), 0, a.extents[d]};
    }
    int at = count++;
    for (; at > 0 && magnitude(a.strides[order[at - 1]]) > magnitude(a.strides[d]); --at)
      order[at] = order[at - 1];
    order[at] = d;
  }
  if (count == 2) {
    // i * s == j * t has its smallest solution at i = t / gcd, j = s / gcd.
    const index_t s = magnitude(a.strides[order[0]]);
    const index_t t = magnitude(a.strides[order[1]]);
    const index_t common = gcd(s, t);
    if (t / common >= a.extents[order[0]] || s / common >= a.extents[order[1]]) return {};
  }
  index_t reach = 0;
  for (int i = 0; i < count; ++i) {
    const int d = order[i];
    const index_t stride = magnitude(a.strides[d]);
    if (stride <= reach) {
      const bool is_matrix = a.rank == 2 && magnitude(a.strides[order[0]]) == 1;
      return {is_matrix ? argument_fault::short_leading_dimension : argument_fault::elements_overlap,
              0,
              0,
              static_cast<std::int8_t>(d),
              a.strides[d],
              reach + 1};
    }
    reach += (a.extents[d] - 1) * stride;
  }
  return {};
}

/// The two cold verdicts, apart so that the checks stay small.
[[gnu::noinline]] inline argument_verdict explain_overflow(const argument& a) {
  int worst = 0;
  double most = -1;
  for (int d = 0; d < a.rank; ++d) {
    const double span = double(a.extents[d]) * double(a.strides[d]);
    if (const double size = span < 0 ? -span : span; size > most) most = size, worst = d;
  }
  return {argument_fault::address_overflow,
          0,
          0,
          static_cast<std::int8_t>(worst),
          a.strides[worst],
          a.extents[worst]};
}
[[gnu::noinline]] inline argument_verdict explain_null(const argument& a) {
  index_t elements = 1;
  for (int d = 0; d < a.rank; ++d)
    if (__builtin_mul_overflow(elements, a.extents[d], &elements)) elements = INT64_MAX;
  return {argument_fault::null_data, 0, 0, 0, 0, elements};
}

/// Checks one argument by itself and computes its range. The verdict says argument 0.
inline argument_verdict check_argument(const argument& a, argument_use how, memory_range& range) {
  bool empty = false;
  for (int d = 0; d < a.rank; ++d) {
    if (a.extents[d] < 0)
      return {argument_fault::negative_extent, 0, 0, static_cast<std::int8_t>(d), 0, a.extents[d]};
    empty |= a.extents[d] == 0;
  }
  range = {};
  if (empty) return {};
  if (a.data == nullptr) return explain_null(a);
  if (!find_range(a, range)) return explain_overflow(a);
  for (int d = 0; d < a.rank; ++d)
    if (a.extents[d] >= ir::unbounded)
      return {argument_fault::extent_too_large,
              0,
              0,
              static_cast<std::int8_t>(d),
              ir::unbounded - 1,
              a.extents[d]};
  if (how == argument_use::read) return {};
  // The common cases without a sort: a scalar, a vector, and a matrix whose rows or columns do not interleave.
  if (a.rank == 0 || (a.rank == 1 && a.strides[0] != 0)) return {};
  if (a.rank == 2 && a.strides[0] > 0 && a.strides[1] > 0 &&
      (a.strides[0] >= a.extents[1] * a.strides[1] || a.strides[1] >= a.extents[0] * a.strides[0]))
    return {};
  return find_shared_elements(a, how);
}

/// Where the elements of an argument lie modulo `period` bytes: in [base, base + width), taken around the period.
struct residues {
  std::uintptr_t base;
  std::uintptr_t width;
};
inline residues residues_of(const argument& a, std::uintptr_t period) {
  residues r{reinterpret_cast<std::uintptr_t>(a.data), std::uintptr_t(ir::size_bytes(a.type))};
  for (int d = 0; d < a.rank; ++d) {
    const std::uintptr_t step =
        std::uintptr_t(magnitude(a.strides[d])) * std::uintptr_t(ir::size_bytes(a.type));
    if (a.extents[d] == 1 || step % period == 0) continue;
    const std::uintptr_t span = std::uintptr_t(a.extents[d] - 1) * step;
    if (a.strides[d] < 0) r.base -= span;
    r.width += span;
  }
  return r;
}

/// Whether two arguments whose ranges meet may share memory. Blocks of one buffer are told apart (left and right
/// columns of one leading dimension, even and odd elements): their elements differ modulo some stride. Never wrong
/// when it says no.
[[gnu::noinline]] inline bool may_share_elements(const argument& a, const argument& b) {
  for (const argument* owner : {&a, &b}) {
    for (int d = 0; d < owner->rank; ++d) {
      if (owner->extents[d] == 1 || owner->strides[d] == 0) continue;
      const std::uintptr_t period =
          std::uintptr_t(magnitude(owner->strides[d])) * std::uintptr_t(ir::size_bytes(owner->type));
      const residues x = residues_of(a, period);
      const residues y = residues_of(b, period);
      const std::uintptr_t ahead =
          y.base >= x.base ? (y.base - x.base) % period : (period - (x.base - y.base) % period) % period;
      if (ahead >= x.width && y.width <= period && ahead <= period - y.width) return false;
    }
  }
  return true;
}

/// Whether two arguments may share memory. Requires that both passed check_argument().
inline bool may_overlap(const argument& a, const argument& b) {
  memory_range x;
  memory_range y;
  check_argument(a, argument_use::read, x);
  check_argument(b, argument_use::read, y);
  return x.meets(y) && may_share_elements(a, b);
}

/// Whether two arguments are the same elements in the same order.
inline bool same_view(const argument& a, const argument& b) {
  if (a.data != b.data || a.type != b.type || a.rank != b.rank) return false;
  for (int d = 0; d < a.rank; ++d)
    if (a.extents[d] != b.extents[d] || (a.extents[d] > 1 && a.strides[d] != b.strides[d])) return false;
  return true;
}

/// Checks all arguments of a call, each by itself and each that is written against all others; the first fault counts.
/// At most 16 arguments.
[[gnu::noinline]] inline argument_verdict check_arguments(const argument* arguments, const argument_use* use,
                                                          int count) {
  memory_range ranges[16];
  for (int i = 0; i < count; ++i) {
    argument_verdict v = check_argument(arguments[i], use[i], ranges[i]);
    if (!v.ok()) {
      v.argument = static_cast<std::int8_t>(i);
      return v;
    }
  }
  for (int i = 0; i < count; ++i) {
    if (use[i] < argument_use::write) continue;
    for (int j = 0; j < count; ++j) {
      const bool seen = j == i || (j < i && use[j] >= argument_use::write);
      if (seen || !ranges[i].meets(ranges[j])) continue;
      const bool may_be_same = use[i] == argument_use::write_in_place && use[j] < argument_use::write;
      if (may_be_same && same_view(arguments[i], arguments[j])) continue;
      if (may_share_elements(arguments[i], arguments[j]))
        return {argument_fault::arguments_overlap,
                static_cast<std::int8_t>(i),
                static_cast<std::int8_t>(j),
                0,
                0,
                0};
    }
  }
  return {};
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
