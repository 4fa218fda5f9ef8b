// SPDX-License-Identifier: Apache-2.0
// describe: a bad verdict on an argument becomes a sentence.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/fixed_string.hpp>
#include <perfdojo/exec/argument.hpp>

#include <string_view>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Appends to a buffer of the caller; what does not fit is cut off, and the text always ends with a zero.
struct text_writer {
  char* text;
  int capacity;
  int length = 0;

  text_writer& put(std::string_view s) {
    for (const char c : s)
      if (length + 1 < capacity) text[length++] = c;
    if (capacity > 0) text[length] = 0;
    return *this;
  }
  text_writer& put(index_t value) {
    char digits[20];
    int n = 0;
    // Not magnitude(): the most negative number has none.
    std::uint64_t rest =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    do digits[n++] = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (value < 0) put("-");
    while (n > 0) put(std::string_view(&digits[--n], 1));
    return *this;
  }
};

/// Writes the sentence for a bad verdict, for instance
/// "perfdojo: argument C: leading dimension 3 is smaller than a row of 4 elements", and returns its length.
/// names:    of the arguments, by position. capacity: of `text` in bytes; 160 suffice for every sentence.
inline int describe(const argument_verdict& v, const name* names, char* text, int capacity) {
  text_writer w{text, capacity};
  w.put("");
  if (v.ok()) return 0;
  if (v.fault == argument_fault::no_scratch && v.found < 0)
    return w.put("perfdojo: the scratch memory would have more bytes than 64 bits count").length;
  if (v.fault == argument_fault::no_scratch)
    return w.put("perfdojo: ").put(v.found).put(" bytes of scratch memory could not be allocated").length;
  const name_text argument(names[v.argument]);
  const name_text other(names[v.other]);
  if (v.fault == argument_fault::subscript_outside) {  // may be a temporary
    w.put("perfdojo: tensor ").put(argument.view()).put(": the mathematics uses element ").put(v.asked);
    return w.put(" of dimension ").put(v.dimension).put(", which has extent ").put(v.found).length;
  }
  w.put("perfdojo: argument ").put(argument.view()).put(": ");
  switch (v.fault) {
    case argument_fault::negative_extent:
      w.put("dimension ").put(v.dimension).put(" has the negative extent ").put(v.found);
      break;
    case argument_fault::address_overflow:
      w.put("extent ").put(v.found).put(" with stride ").put(v.asked).put(" in dimension ").put(v.dimension);
      w.put(" passes the 64-bit address space");
      break;
    case argument_fault::extent_too_large:
      w.put("dimension ").put(v.dimension).put(" has extent ").put(v.found).put("; the largest is ");
      w.put(v.asked);
      break;
    case argument_fault::null_data:
      w.put("the pointer is null, but the view has ").put(v.found).put(" elements");
      break;
    case argument_fault::zero_stride:
      w.put("is written, but stride 0 puts all ")
          .put(v.found)
          .put(" elements of dimension ")
          .put(v.dimension);
      w.put(" in one place");
      break;
    case argument_fault::short_leading_dimension:
      w.put("leading dimension ").put(v.asked).put(" is smaller than a ");
      w.put(v.dimension == 0 ? "row" : "column").put(" of ").put(v.found).put(" elements");
      break;
    case argument_fault::elements_overlap:
      w.put("stride ").put(v.asked).put(" of dimension ").put(v.dimension).put(" is smaller than the ");
      w.put(v.found).put(" elements that the other dimensions span");
      break;
    case argument_fault::arguments_overlap:
      w.put("is written, but shares memory with argument ").put(other.view());
      break;
    case argument_fault::extent_mismatch:
      w.put("dimension ").put(v.dimension).put(" has extent ").put(v.found).put(", but argument ");
      w.put(other.view()).put(" asks for ").put(v.asked);
      break;
    case argument_fault::none:
    case argument_fault::subscript_outside:
    case argument_fault::no_scratch:  // Not about an argument: done above.
      break;
  }
  return w.length;
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
