// SPDX-License-Identifier: Apache-2.0
// argument_set: arguments of a program for the reference interpreter, from a seed.
#pragma once

#include <perfdojo/exec/reference.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace support {

using perfdojo::index_t;
namespace exec = perfdojo::exec;
namespace ir = perfdojo::ir;
using sizes_of_program = decltype(exec::reference_arguments::sizes);

/// Numbers from a seed, the same with every standard library.
class dice {
public:
  explicit dice(std::uint64_t seed) : engine_(seed) {}
  /// From 0 to bound - 1.
  int below(index_t bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  int between(index_t least, index_t most) { return static_cast<int>(least) + below(most - least + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  T pick(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<index_t>(list.size()))];
  }

private:
  std::mt19937_64 engine_;
};

/// Arguments of a program with small integers as values, so that sums and products are exact in any order; strides and
/// the gaps between rows depend on the seed.
class argument_set {
public:
  argument_set(const ir::program& p, const sizes_of_program& sizes, std::uint64_t seed)
      : program_(&p), sizes_(sizes) {
    dice d(seed);
    for (const ir::buffer& b : p.buffers)
      if (!b.is_private()) tensors_.push_back(make(b, d));
  }

  exec::reference_arguments view() {
    exec::reference_arguments a;
    a.sizes = sizes_;
    for (tensor& t : tensors_) {
      exec::reference_argument x;
      x.data = t.memory.data();
      for (int i = 0; i < ir::max_rank; ++i) x.strides[i] = t.strides[i];
      a.arguments.push(x);
    }
    return a;
  }

  /// Moves every floating-point value a little, so that the order of a sum shows in its last bits: the drawn ones are small whole
  /// numbers, which add up exactly.
  void roughen() {
    int at = 0;
    for (const ir::buffer& b : program_->buffers) {
      if (b.is_private()) continue;
      tensor& t = tensors_[static_cast<std::size_t>(at++)];
      if (!is_float(b.type)) continue;
      const std::size_t size = static_cast<std::size_t>(size_bytes(b.type));
      for (std::size_t i = 0; i < t.memory.size(); i += size) {
        const double v = exec::load_element(&t.memory[i], b.type).real;
        const double part = std::fmod(0.6180339887498949 * static_cast<double>(i / size + 1), 1.0);
        exec::store_element(&t.memory[i], b.type, exec::real_value(v * (1 + part / 3)));
      }
    }
  }

  /// The first element that differs. tolerance is relative to the largest magnitude in the same tensor; 0 asks for equal
  /// bits. NaN equals NaN only.
  std::string first_difference(const argument_set& other, double tolerance) const {
    int at = 0;
    for (const ir::buffer& b : program_->buffers) {
      if (b.is_private()) continue;
      const tensor &x = tensors_[static_cast<std::size_t>(at)],
                   &y = other.tensors_[static_cast<std::size_t>(at++)];
      const double scale = is_float(b.type) ? tolerance * largest(x, b.type) : 0;
      for (std::size_t i = 0; i < x.memory.size(); i += static_cast<std::size_t>(size_bytes(b.type))) {
        const auto v = exec::load_element(&x.memory[i], b.type), w = exec::load_element(&y.memory[i], b.type);
        if (same(v, w, b.type, scale)) continue;
        return std::string(perfdojo::name_text(b.label).view()) + " at byte " + std::to_string(i) + ": " +
               text(v, b.type) + " and " + text(w, b.type);
      }
    }
    return {};
  }

private:
  struct tensor {
    std::vector<std::byte> memory;
    index_t strides[ir::max_rank]{};
  };

  index_t extent(const ir::dimension& d) const {
    return d.unit *
           (d.symbol < 0 ? d.cap : perfdojo::smaller(d.cap, perfdojo::ceil_div(sizes_[d.symbol], d.step)));
  }
  tensor make(const ir::buffer& b, dice& d) const {
    tensor t;
    index_t elements = 1;
    const bool first_dimension_inside = d.chance(30);
    for (int i = 0; i < b.rank(); ++i) {
      const int at = first_dimension_inside ? i : b.rank() - 1 - i;
      t.strides[at] = elements;
      elements *= extent(b.dimensions[at]);
      if (i == 0) elements += d.below(3);
    }
    const std::size_t size = static_cast<std::size_t>(size_bytes(b.type));
    t.memory.resize(static_cast<std::size_t>(elements) * size);
    for (std::size_t i = 0; i < t.memory.size(); i += size) {
      const int value = d.between(-2, 3);
      exec::store_element(&t.memory[i], b.type,
                          is_float(b.type) ? exec::real_value(value) : exec::whole_value(value));
    }
    return t;
  }
  static double largest(const tensor& t, ir::element type) {
    double most = 1;
    for (std::size_t i = 0; i < t.memory.size(); i += static_cast<std::size_t>(size_bytes(type))) {
      const double size = std::fabs(exec::load_element(&t.memory[i], type).real);
      if (std::isfinite(size)) most = size > most ? size : most;
    }
    return most;
  }
  static bool same(exec::reference_value v, exec::reference_value w, ir::element type, double tolerance) {
    if (!is_float(type)) return v.whole == w.whole;
    if (std::isnan(v.real) || std::isnan(w.real)) return std::isnan(v.real) && std::isnan(w.real);
    if (tolerance == 0) return v.whole == w.whole;  // +0 is not -0
    return v.real == w.real || std::fabs(v.real - w.real) <= tolerance;
  }
  static std::string text(exec::reference_value v, ir::element type) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", v.real);
    return is_float(type) ? std::string(buffer) : std::to_string(v.whole);
  }

  const ir::program* program_;
  sizes_of_program sizes_;
  std::vector<tensor> tensors_;
};

}  // namespace support
