// SPDX-License-Identifier: Apache-2.0
// perfdojo_tuned.hpp, written from the store.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <perfdojo/target/cpu.hpp>

#include "compiler.hpp"
#include "size_classes.hpp"

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

/// The text of the header. The same store gives the same text.
std::string header_text(const header_facts& facts, const std::vector<tuned_kernel>& kernels);

/// Does a program that includes the header run its schedules on this CPU, and not the built-in ones?
bool is_for_cpu(std::string_view text, const target::cpu& c);

}  // namespace perfdojo::tuner
