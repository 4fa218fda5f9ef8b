// SPDX-License-Identifier: Apache-2.0
// fixed_string: a string literal as a template argument. name: a short string as a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/fixed_vector.hpp>

namespace perfdojo {

/// A string literal as a template argument: split<"i", 4>.
template <std::size_t N>
struct fixed_string {
  char text[N]{};
  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = s[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
  friend constexpr bool operator==(const fixed_string&, const fixed_string&) = default;
};

/// A name of a scope, buffer or size: up to 15 characters, a letter first, then letters, digits, '_' and '.'.
/// Packed into two words, since constant evaluation pays for every scalar that it copies.
struct name {
  static constexpr int capacity = 15;
  std::uint64_t words[2]{};

  constexpr name() = default;
  constexpr name(std::string_view s) {
    if (s.size() > capacity) fixed_capacity_exceeded("name: more than 15 characters");
    for (std::size_t i = 0; i < s.size(); ++i)
      words[i / 8] |= std::uint64_t(static_cast<unsigned char>(s[i])) << (8 * (i % 8));
  }
  template <std::size_t N>
  constexpr name(const char (&s)[N]) : name(std::string_view(s, N - 1)) {
    static_assert(N - 1 <= capacity, "perfdojo: a name has at most 15 characters");
  }
  template <std::size_t N>
  constexpr name(const fixed_string<N>& s) : name(s.view()) {
    static_assert(N - 1 <= capacity, "perfdojo: a name has at most 15 characters");
  }

  constexpr bool empty() const { return words[0] == 0; }
  // Always inline: messages are made in code for any instruction set, and shifts differ between them.
  PERFDOJO_INLINE constexpr int size() const {
    int n = 0;
    while (n < capacity && (*this)[n] != 0) ++n;
    return n;
  }
  PERFDOJO_INLINE constexpr char operator[](int i) const {
    return static_cast<char>(words[i / 8] >> (8 * (i % 8)) & 0xff);
  }
  friend constexpr bool operator==(const name&, const name&) = default;
};

/// The characters of a name, terminated by zero, for printing.
struct name_text {
  char text[name::capacity + 1]{};
  int length = 0;
  PERFDOJO_INLINE constexpr name_text(const name& n) {
    length = n.size();
    for (int i = 0; i < length; ++i) text[i] = n[i];
  }
  constexpr std::string_view view() const { return {text, static_cast<std::size_t>(length)}; }
};

}  // namespace perfdojo
