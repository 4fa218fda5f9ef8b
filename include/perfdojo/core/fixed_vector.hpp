// SPDX-License-Identifier: Apache-2.0
// fixed_vector: a vector with a compile-time capacity that is a structural, constexpr value.
#pragma once

#include <cstddef>

namespace perfdojo {

/// Called when a fixed capacity is exceeded. Not constexpr on purpose: during constant evaluation the call itself
/// is the error, and its name is the message.
[[noreturn]] void fixed_capacity_exceeded(const char* what);

[[noreturn]] inline void fixed_capacity_exceeded(const char*) { __builtin_trap(); }

/// Up to Capacity elements. Elements past size() are value-initialised, so that equal contents are equal objects.
template <class T, int Capacity>
struct fixed_vector {
  T items[Capacity]{};
  int count = 0;

  static constexpr int capacity = Capacity;

  constexpr int size() const { return count; }
  constexpr bool empty() const { return count == 0; }
  constexpr bool full() const { return count == Capacity; }
  constexpr T& operator[](int i) { return items[i]; }
  constexpr const T& operator[](int i) const { return items[i]; }
  constexpr T& back() { return items[count - 1]; }
  constexpr const T& back() const { return items[count - 1]; }
  constexpr T* begin() { return items; }
  constexpr T* end() { return items + count; }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + count; }

  /// Appends and returns the position of the new element.
  constexpr int push(const T& value) {
    if (count >= Capacity) fixed_capacity_exceeded("fixed_vector");
    items[count] = value;
    return count++;
  }
  constexpr void pop() { items[--count] = T{}; }
  constexpr void insert(int at, const T& value) {
    push(value);
    for (int i = count - 1; i > at; --i) items[i] = items[i - 1];
    items[at] = value;
  }
  constexpr void erase(int at) {
    for (int i = at; i + 1 < count; ++i) items[i] = items[i + 1];
    pop();
  }
  constexpr void clear() {
    while (count > 0) pop();
  }

  friend constexpr bool operator==(const fixed_vector& a, const fixed_vector& b) {
    if (a.count != b.count) return false;
    for (int i = 0; i < a.count; ++i)
      if (!(a.items[i] == b.items[i])) return false;
    return true;
  }
};

}  // namespace perfdojo
