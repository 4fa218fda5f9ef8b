// SPDX-License-Identifier: Apache-2.0
// One shape of one kernel with its operands: a problem, the work in it, and the check of its result.
#pragma once

#include "../measure/buffer.hpp"
#include "reference.hpp"
#include "shape.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <string>

namespace perfdojo::bench {

/// Operands in [-1, 1), the same for the same shape.
class workload {
public:
  virtual ~workload() = default;

  problem p;
  double work = 0;        // operations (gemm) or bytes read and written once
  const char* unit = "";  // of work per nanosecond: GF/s or GB/s
  double footprint = 0;   // bytes of all operands

  /// Runs the call on a result full of NaN; empty if the result is right, else what is wrong with it.
  virtual std::string check(const std::function<void()>& call) = 0;
};

template <class T>
class typed_workload final : public workload {
public:
  /// Sizes in elements; `second` may be 0.
  typed_workload(size first, size second, size result)
      : first_(static_cast<std::size_t>(first)),
        second_(static_cast<std::size_t>(second)),
        result_(static_cast<std::size_t>(result)) {
    first_.fill_uniform(1);
    second_.fill_uniform(2);
    result_.fill(0);
    footprint = static_cast<double>(first + second + result) * sizeof(T);
  }

  const T* first() const { return first_.data(); }
  const T* second() const { return second_.data(); }
  T* result() { return result_.data(); }

  std::string check(const std::function<void()>& call) override {
    if (expected_ == nullptr) expected_ = std::make_unique<reference>(make_reference(p));
    result_.fill(std::numeric_limits<T>::quiet_NaN());
    call();
    return first_error(*expected_, result_.data());
  }

private:
  measure::buffer<T> first_;
  measure::buffer<T> second_;
  measure::buffer<T> result_;
  std::unique_ptr<reference> expected_;
};

template <class T>
std::unique_ptr<workload> make_gemm(size m, size n, size k) {
  auto w = std::make_unique<typed_workload<T>>(m * k, k * n, m * n);
  w->p = gemm_problem<T>{m, n, k, w->first(), w->second(), w->result()};
  w->work = 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  w->unit = "GF/s";
  return w;
}

/// Throws std::bad_alloc if the operands do not fit into memory.
inline std::unique_ptr<workload> make_workload(kernel kind, const shape& s) {
  const auto extent = [&](std::size_t i) { return s.extents[i].second; };
  if (kind == kernel::gemm_f32) return make_gemm<float>(extent(0), extent(1), extent(2));
  if (kind == kernel::gemm_f64) return make_gemm<double>(extent(0), extent(1), extent(2));
  const size count = kind == kernel::softmax ? extent(0) * extent(1) : extent(0);
  auto w = std::make_unique<typed_workload<float>>(count, 0, count);
  w->work = w->footprint;
  w->unit = "GB/s";
  if (kind == kernel::softmax) {
    w->p = softmax_problem{extent(0), extent(1), w->first(), w->result()};
  } else {
    w->p = scale_shift_relu_problem{extent(0), 1.5f, 0.25f, w->first(), w->result()};
  }
  return w;
}

}  // namespace perfdojo::bench
