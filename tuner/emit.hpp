// SPDX-License-Identifier: Apache-2.0
// perfdojo_tuned.hpp: written from the store, read back for `verify`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <perfdojo/target/cpu.hpp>

#include "compiler.hpp"
#include "store.hpp"

namespace perfdojo::tuner {

/// What a header says about where it comes from.
struct header_facts {
  std::string library;            ///< version
  std::string machine, compiler;  ///< signatures
  compiler::family kind = compiler::family::gcc;
  std::string compiler_version;      ///< "12.2.0"
  std::vector<std::string> defined;  ///< target_macros()
  std::string command;               ///< that tunes again
  target::cpu cpu;                   ///< on another one the built-in schedules run
};

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

/// The text of the header. The same store gives the same text.
std::string header_text(const header_facts& facts, const std::vector<tuned_kernel>& kernels);

/// Does a program that includes the header run its schedules on this CPU, and not the built-in ones?
bool is_for_cpu(std::string_view text, const target::cpu& c);

/// What a header's machine-readable lines say. Throws usage_error if it was not written by pd-tuner.
struct read_header_result {
  std::string library, machine, compiler;
  std::vector<tuned_kernel> kernels;
};
read_header_result read_header(std::string_view text);

}  // namespace perfdojo::tuner
