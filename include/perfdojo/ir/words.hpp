// SPDX-License-Identifier: Apache-2.0
// The words of the text form: one table per enumeration, used by print.hpp and parse.hpp alike.
#pragma once

#include <perfdojo/ir/program.hpp>

#include <string_view>

namespace perfdojo::ir {

/// The first line of every text is "perfdojo <version> <label>". Raised when an older reader would misread a text.
inline constexpr index_t text_version = 1;

inline constexpr std::string_view element_words[] = {"f32",     "f64", "i32", "i64",
                                                     "boolean", "i8",  "u8",  "bf16"};
inline constexpr std::string_view place_words[] = {"argument", "heap", "stack", "registers"};
inline constexpr std::string_view kind_words[] = {"", "unrolled", "vector", "parallel", "cases", "tensor"};
inline constexpr std::string_view update_words[] = {
    "=", "+=", "*=", "max=", "min=", "max_number=", "min_number=", "prefetch"};
/// Functions with an infix form have their sign here; constant, load, index and convert have syntax of their own.
inline constexpr std::string_view function_words[] = {
    "",     "",    "",  "",   "-", "abs", "exp",    "log", "sqrt",       "rsqrt",
    "tanh", "erf", "+", "-",  "*", "/",   "max",    "min", "max_number", "min_number",
    "==",   "!=",  "<", "<=", ">", ">=",  "select", "fma"};
static_assert(sizeof(function_words) / sizeof(function_words[0]) == static_cast<int>(function::fma) + 1);

constexpr std::string_view word_of(element e) { return element_words[static_cast<int>(e)]; }
constexpr std::string_view word_of(place e) { return place_words[static_cast<int>(e)]; }
constexpr std::string_view word_of(scope_kind e) { return kind_words[static_cast<int>(e)]; }
constexpr std::string_view word_of(update e) { return update_words[static_cast<int>(e)]; }
constexpr std::string_view word_of(function e) { return function_words[static_cast<int>(e)]; }

/// Position of a word in a table, or -1. The empty word is in no table.
template <int N>
constexpr int find_word(const std::string_view (&table)[N], std::string_view word) {
  for (int i = 0; i < N; ++i)
    if (!word.empty() && table[i] == word) return i;
  return -1;
}

/// How tightly an expression binds in the text: operands of weaker expressions need parentheses.
enum class binding : std::uint8_t { comparison, sum, product, sign, primary };
constexpr binding binding_of(function f) {
  if (is_comparison(f)) return binding::comparison;
  if (f == function::add || f == function::subtract) return binding::sum;
  if (f == function::multiply || f == function::divide) return binding::product;
  if (f == function::negate) return binding::sign;
  return binding::primary;
}

}  // namespace perfdojo::ir
