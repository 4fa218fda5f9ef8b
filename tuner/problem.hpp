// SPDX-License-Identifier: Apache-2.0
// What is tuned: a kernel, its operands, the shapes to check and to time. Written to a file for the worker.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <perfdojo/ir/element.hpp>

namespace perfdojo::tuner {

using ir::element;

enum class role { in, out, inout };

struct operand_facts {
  std::string name;
  element type = element::f32;
  role use = role::in;
  std::vector<std::string> extents;  ///< a size name or an integer per dimension, outermost first
  double timed_value = 0;            ///< of a scalar while it is timed; 0 with timed_random: any
  bool timed_random = true;
  friend bool operator==(const operand_facts&, const operand_facts&) = default;
};

/// Values of the problem's size names, in their order.
using shape = std::vector<std::int64_t>;

struct problem {
  std::string kernel;            ///< for people: "gemm<f32>"
  std::string program;           ///< text form of the unscheduled program
  std::string prologue;          ///< start of every candidate's translation unit: its includes, precompiled
  std::string glue;              ///< what `call` needs beyond them
  std::string call;              ///< `call<schedule>(arguments, threads)` runs a candidate
  bool calls_programs = false;   ///< `call` takes the schedule's program, a tag with ::value, instead
  std::string default_schedule;  ///< the built-in one
  std::string reference;         ///< shared object with perfdojo_reference; empty: interpret `program`
  std::vector<std::string> sizes;
  std::vector<operand_facts> operands;
  std::vector<shape> checked;  ///< small and odd ones, for the comparison with the reference
  std::vector<shape> timed;
  bool timed_overwrites = false;  ///< with the timed values, operands read and written are only written
  double tolerance = 0;           ///< 0: from the element type and the largest extent
  int threads = 1;
  friend bool operator==(const problem&, const problem&) = default;
};

std::string to_json(const problem& p);
problem problem_from_json(std::string_view text);  ///< throws environment_error

/// "M=512,N=512" and back; names in any order, every size of the problem given. Throws usage_error.
std::string to_text(const problem& p, const shape& s);
shape shape_from(const problem& p, std::string_view text);

/// Extent of one dimension of an operand under a shape. Throws usage_error for an unknown name.
std::int64_t extent_of(const problem& p, const shape& s, const std::string& extent);

}  // namespace perfdojo::tuner
