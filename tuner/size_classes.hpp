// SPDX-License-Identifier: Apache-2.0
// From the best schedule of each tuned shape to the ranges of work that a tuned header has schedules for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store.hpp"

namespace perfdojo::tuner {

/// One kernel's part of the header: the best of each tuned shape.
struct tuned_kernel {
  std::string type;              ///< perfdojo::gemm_kernel<float>
  std::string include;           ///< <perfdojo/kernels/gemm_kernel.hpp>
  std::string default_schedule;  ///< to tell where it stands
  std::vector<best_entry> best;
  int threads = 1;  ///< more: of the calls whose executor has several threads
};

/// The product of a shape's sizes: "M=2,N=3" is 6. That is what entries are chosen by.
std::int64_t work_of(const std::string& shape);

/// One schedule and the largest work that it serves.
struct size_class {
  std::int64_t up_to;
  best_entry entry;
};
/// By ascending work; neighbours with one schedule are one class, and classes meet at the geometric mean of their shapes.
std::vector<size_class> size_classes(const tuned_kernel& k);

/// Up to which work the kernel for small sizes is the faster one of a pair, from the shapes that both were tuned for; 0 if it won at
/// none of them.
std::int64_t crossover(const tuned_kernel& small, const tuned_kernel& packed);

}  // namespace perfdojo::tuner
