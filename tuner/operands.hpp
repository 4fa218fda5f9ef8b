// SPDX-License-Identifier: Apache-2.0
// Memory for the operands of one call: guarded for checking, plain for timing; filled, restored, inspected.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "abi.hpp"
#include "problem.hpp"

namespace perfdojo::tuner {

/// Where an operand lies between its two guard pages, and whether its rows are padded.
enum class layout {
  dense_before_guard,  ///< the last element touches a guard page
  padded_after_guard,  ///< the first element touches a guard page; rows have unused elements between them
  timing               ///< 64-byte aligned, dense, huge pages where the system gives them
};

/// Which values the operands have.
enum class values {
  random,  ///< everything that is read
  timed  ///< scalars have their timed values; with timed_overwrites, what is read and written starts as poison
};

/// Bytes that belong to no element hold 0xff: NaN as f32 and f64, -1 as integers.
constexpr unsigned char poison = 0xff;

class operand_set {
public:
  /// Throws environment_error when memory is short.
  operand_set(const problem& p, const shape& s, layout how, values which = values::random);
  operand_set(const operand_set&) = delete;
  operand_set& operator=(const operand_set&) = delete;
  ~operand_set();

  const std::vector<exec::argument>& views() const { return views_; }
  const shape& sizes() const { return sizes_; }

  /// Inputs get their data, outputs poison. The data depend on operand and element alone, not on the layout: uniform
  /// in [-1, 1] (integers: -8..8), and no product of two is near a subnormal number.
  void restore();
  /// Only what a call reads and writes. Cheap enough for before every timed call.
  void restore_inouts();
  /// Only what a call writes.
  void restore_written();
  /// Takes all operands out of all caches. False where a program cannot do that.
  bool leave_caches() const;
  /// Is anything both read and written?
  bool in_place() const;

  /// What a call did that it must not: "wrote to input A", "wrote between the rows of C". Empty if nothing.
  std::string trespass() const;

  /// The elements of one operand, row by row. Of more than a million, some: all in its first and last parts and every 61st.
  std::vector<double> elements(std::size_t operand) const;

  /// "3 bytes past the end of C" if the address lies on one of our guard pages. Safe in a signal handler but for
  /// `describe_fault`, which formats.
  struct fault {
    int operand = -1;
    bool before = false;
  };
  fault find_fault(const void* address) const;

private:
  struct region {
    unsigned char* base = nullptr;  // of the mapping
    std::size_t mapped = 0;
    unsigned char* inner = nullptr;  // between the guard pages
    std::size_t inner_bytes = 0;
    std::size_t count = 0;  // elements
    std::vector<unsigned char> original;
  };
  template <class F>
  void for_each_element(std::size_t operand, F&& f) const;
  unsigned char* address(std::size_t operand, std::size_t number) const;
  void fill(std::size_t operand);

  std::vector<operand_facts> facts_;
  values which_;
  shape sizes_;
  layout how_;
  std::vector<exec::argument> views_;
  std::vector<region> regions_;
};

}  // namespace perfdojo::tuner
