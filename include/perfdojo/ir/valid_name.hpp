// SPDX-License-Identifier: Apache-2.0
// valid_name: which names the text form of a program can hold.
#pragma once

#include <perfdojo/core/fixed_string.hpp>

#include <string_view>

namespace perfdojo::ir {

/// A letter or '_' first, then letters, digits, '_' and '.'.
constexpr bool is_valid_name(const name& n) {
  const int length = n.size();
  if (length == 0 || !(name(name_text(n).view()) == n)) return false;
  for (int i = 0; i < length; ++i) {
    const char c = n[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '.'))) return false;
  }
  return true;
}
/// Words that a line of the text form may start with, or that stand for numbers, are no names of scopes.
constexpr bool is_valid_scope_name(const name& n) {
  for (const std::string_view word :
       {"size", "argument", "heap", "stack", "registers", "prefetch", "if", "inf", "nan"})
    if (n == name(word)) return false;
  return is_valid_name(n);
}

}  // namespace perfdojo::ir
