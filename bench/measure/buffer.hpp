// SPDX-License-Identifier: Apache-2.0
// Operands for measurements: aligned to huge pages where they are large, filled with reproducible numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace perfdojo::measure {

/// `count` elements of T, owned, neither copied nor moved while in use.
///
/// Aligned to 64 bytes, from 2 MiB on to 2 MiB with huge pages asked for (the system may refuse): the same for
/// every library in a comparison. Elements are uninitialised.
template <class T>
class buffer {
public:
  explicit buffer(std::size_t count) : count_(count) {
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    const std::size_t bytes = count * sizeof(T);
    const std::size_t alignment = bytes >= huge_page ? huge_page : 64;
    const std::size_t rounded =
        (bytes + alignment - 1) / alignment * alignment + (bytes == 0 ? alignment : 0);
    data_.reset(static_cast<T*>(std::aligned_alloc(alignment, rounded)));
    if (data_ == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    if (alignment == huge_page) madvise(data_.get(), rounded, MADV_HUGEPAGE);
#endif
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return count_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

  void fill(T value) {
    for (std::size_t i = 0; i < count_; ++i) data_.get()[i] = value;
  }

  /// Uniform in [-1, 1), never subnormal (multiples of 2^-23); the same numbers for the same seed everywhere.
  void fill_uniform(std::uint64_t seed) {
    std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    for (std::size_t i = 0; i < count_; ++i) {
      state ^= state >> 12;  // xorshift64* (Vigna, 2014)
      state ^= state << 25;
      state ^= state >> 27;
      const auto bits = static_cast<std::int64_t>(state * 0x2545f4914f6cdd1du >> 40);
      data_.get()[i] = static_cast<T>(bits - (std::int64_t{1} << 23)) / static_cast<T>(1 << 23);
    }
  }

private:
  struct release {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T, release> data_;
  std::size_t count_;
};

}  // namespace perfdojo::measure
