// SPDX-License-Identifier: Apache-2.0
// executed: does the CPU executor do what the reference interpreter does? Asked for one program, over many sizes, with every
// argument between forbidden pages and strange values in all gaps.
#pragma once

#include <perfdojo/exec/run_program.hpp>
#include <perfdojo/ir/print.hpp>

#include "support/guard_pages.hpp"
#include "support/same_result.hpp"

#include <memory>
#include <string>
#include <vector>

namespace support {

/// What of an execution depends on the program's type: one function, the rest is shared by all programs.
using executed_function = exec::argument_verdict (*)(perfdojo::executor_ref, const exec::argument*);

/// The program tag P, with unit last strides of the arguments in Units taken for granted.
template <class P, std::uint32_t Units>
exec::argument_verdict execute_program(perfdojo::executor_ref executor, const exec::argument* arguments) {
  using program = exec::bound_program<P, Units>;
  exec::state st;
  st.executor = executor;
  if (const exec::argument_verdict v = exec::bind<program>(st, arguments); !v.ok()) return v;
  return exec::run_bound<program>(st);
}

/// Arguments of one run: a guarded piece each, filled with a pattern, then with elements from a seed.
class guarded_arguments {
public:
  /// stretch: gaps of that many elements between elements of the last dimension, less one.
  guarded_arguments(const ir::program& p, const sizes_of_program& sizes, std::uint64_t seed, index_t stretch,
                    edge at)
      : program_(&p), sizes_(sizes) {
    dice d(seed);
    for (const ir::buffer& b : p.buffers)
      if (!b.is_private()) pieces_.push_back(make(b, d, stretch, at));
  }

  exec::reference_arguments for_reference() const {
    exec::reference_arguments r;
    r.sizes = sizes_;
    for (const piece& x : pieces_) {
      exec::reference_argument a;
      a.data = x.view.data;
      for (int i = 0; i < ir::max_rank; ++i) a.strides[i] = x.view.strides[i];
      r.arguments.push(a);
    }
    return r;
  }
  std::vector<exec::argument> for_executor() const {
    std::vector<exec::argument> all;
    for (const piece& x : pieces_) all.push_back(x.view);
    return all;
  }

  /// The first difference anywhere, gaps included. tolerance: relative to the largest magnitude in the argument.
  std::string first_difference(const guarded_arguments& other, double tolerance) const {
    std::size_t at = 0;
    for (const ir::buffer& b : program_->buffers) {
      if (b.is_private()) continue;
      const piece &x = pieces_[at], &y = other.pieces_[at];
      ++at;
      const index_t size = ir::size_bytes(b.type);
      double largest = 1;
      for (index_t i = 0; i < x.bytes; i += size) {
        const double v = std::fabs(exec::load_element(element(x, i), b.type).real);
        if (is_float(b.type) && std::isfinite(v) && v > largest && v < 1e30) largest = v;
      }
      for (index_t i = 0; i < x.bytes; i += size) {
        if (std::memcmp(element(x, i), element(y, i), static_cast<std::size_t>(size)) == 0) continue;
        const auto v = exec::load_element(element(x, i), b.type),
                   w = exec::load_element(element(y, i), b.type);
        if (is_float(b.type) && (v.real == w.real || std::fabs(v.real - w.real) <= tolerance * largest ||
                                 (std::isnan(v.real) && std::isnan(w.real))))
          continue;
        const char* data = static_cast<const char*>(x.view.data);
        return std::string(perfdojo::name_text(b.label).view()) + " at " +
               std::to_string((x.begin + i - data) / size) + ": reference " + text(v, b.type) +
               ", executor " + text(w, b.type);
      }
    }
    return {};
  }

private:
  struct piece {
    std::unique_ptr<guarded_memory> memory;
    char* begin = nullptr;
    index_t bytes = 0;
    exec::argument view;
  };
  static const std::byte* element(const piece& x, index_t i) {
    return reinterpret_cast<const std::byte*>(x.begin + i);
  }
  static std::string text(exec::reference_value v, ir::element type) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", v.real);
    return is_float(type) ? std::string(buffer) : std::to_string(v.whole);
  }

  piece make(const ir::buffer& b, dice& d, index_t stretch, edge at) const {
    piece x;
    exec::argument& v = x.view;
    v.rank = b.rank();
    v.type = b.type;
    const index_t size = ir::size_bytes(b.type);
    index_t stride = stretch, span = 1;
    bool empty = false;
    for (int r = v.rank - 1; r >= 0; --r) {
      const ir::dimension& dim = b.dimensions[r];
      const index_t extent =
          dim.symbol < 0 ? dim.cap
                         : perfdojo::smaller(dim.cap, perfdojo::ceil_div(sizes_[dim.symbol], dim.step));
      v.extents[r] = dim.unit * extent;
      v.strides[r] = stride;
      empty = empty || v.extents[r] == 0;
      span += (v.extents[r] - 1) * stride;
      stride = (stride < 1 ? 1 : stride) * (v.extents[r] < 1 ? 1 : v.extents[r]) + d.below(4);
    }
    if (empty) span = 0;
    constexpr index_t margin = 32;
    x.memory = std::make_unique<guarded_memory>((span + margin) * size);
    x.bytes = (span + margin) * size;
    x.begin = at == edge::end ? x.memory->end() - x.bytes : x.memory->begin();
    char* data = at == edge::end ? x.memory->end() - span * size : x.begin;
    v.data = data;
    for (index_t i = 0; i < x.bytes; i += size) store(x.begin + i, b.type, i % 3 == 0 ? 1e30 : NAN);
    index_t position[ir::max_rank]{};
    for (bool more = !empty; more;) {
      index_t o = 0;
      for (int r = 0; r < v.rank; ++r) o += position[r] * v.strides[r];
      store(data + o * size, b.type, d.between(-2, 3));
      more = false;
      for (int r = v.rank - 1; r >= 0 && !more; --r) {
        if (++position[r] < v.extents[r])
          more = true;
        else
          position[r] = 0;
      }
    }
    return x;
  }
  static void store(char* at, ir::element type, double value) {
    exec::store_element(
        reinterpret_cast<std::byte*>(at), type,
        is_float(type)
            ? exec::real_value(value)
            : exec::whole_value(value == value && value < 1e9 ? static_cast<std::int64_t>(value) : 77777));
  }

  const ir::program* program_;
  sizes_of_program sizes_;
  std::vector<piece> pieces_;
};

/// The program that `unit` (unit last strides) and `general` run, against the reference interpreter on `before`, over sizes up
/// to `most`.
inline agreement executed_as(const ir::program& before, executed_function unit, executed_function general,
                             perfdojo::executor_ref executor, double tolerance, index_t most) {
  bool sized = false;
  for (const ir::symbol& s : before.symbols) sized = sized || s.value < 0;
  dice d(1);
  const int turns = sized ? 90 : 4;
  for (int turn = 0; turn < turns; ++turn) {
    sizes_of_program sizes;
    int nth = 0;
    for (const ir::symbol& s : before.symbols) {
      // The first size takes each value once, while the others roll.
      const index_t value = nth++ == turn % 3 ? turn * (most + 1) / turns : d.below(most + 1);
      sizes.push(s.value >= 0 ? s.value : value);
    }
    const edge at = turn % 2 == 0 ? edge::end : edge::start;
    const bool is_unit = turn % 4 != 3;
    const index_t stretch = is_unit ? 1 : 2 + turn % 3;
    const guarded_arguments expected(before, sizes, static_cast<std::uint64_t>(turn), stretch, at),
        found(before, sizes, static_cast<std::uint64_t>(turn), stretch, at);
    std::string all;
    for (int s = 0; s < before.symbols.size(); ++s)
      all += " " + std::string(perfdojo::name_text(before.symbols[s].label).view()) + "=" +
             std::to_string(sizes[s]);
    all += is_unit ? " unit" : " general";
    INFO(all);
    std::string trouble = fault_of(exec::reference(before, expected.for_reference()), "before");
    if (!trouble.empty()) return {trouble + all};
    const std::vector<exec::argument> arguments = found.for_executor();
    const exec::argument_verdict v =
        (is_unit && unit != nullptr ? unit : general)(executor, arguments.data());
    if (!v.ok()) return {"the executor refused: fault " + std::to_string(static_cast<int>(v.fault)) + all};
    trouble = expected.first_difference(found, tolerance);
    if (!trouble.empty()) return {trouble + ";" + all};
  }
  return {};
}

/// The program tag P against itself.
template <class P>
agreement executed(perfdojo::executor_ref executor = {}, double tolerance = 1e-5, index_t most = 70) {
  constexpr std::uint32_t units = exec::all_unit_strides<P>();
  static const ir::program p = P::value;
  return executed_as(p, &execute_program<P, units>, &execute_program<P, 0>, executor, tolerance, most);
}

}  // namespace support

/// A program tag from text.
#define PERFDOJO_TEST_PROGRAM(name, ...)                                           \
  struct name {                                                                    \
    static constexpr perfdojo::ir::parsed text = perfdojo::ir::parse(__VA_ARGS__); \
    static_assert(text.ok(), "the text does not parse");                           \
    static constexpr const perfdojo::ir::program& value = text.value;              \
    static_assert(perfdojo::ir::verify(value).ok());                               \
  }

/// A test case: the executor runs the program of that text as the reference does.
#define PERFDOJO_EXECUTOR_LAW(name, ...)    \
  PERFDOJO_TEST_PROGRAM(name, __VA_ARGS__); \
  TEST_CASE("cpu: " #name) { CHECK(support::executed<name>()); }
