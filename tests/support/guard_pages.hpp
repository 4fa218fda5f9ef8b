// SPDX-License-Identifier: Apache-2.0
// guarded_memory: memory between two pages that nothing may touch. guarded_matrix: an operand in it, with NaN in every gap.
#pragma once

#include <perfdojo/core/index_math.hpp>
#include <perfdojo/exec/view.hpp>

#include <cstdint>
#include <cstring>

#include <doctest/doctest.h>

#include <sys/mman.h>
#include <unistd.h>

namespace support {

using perfdojo::index_t;

/// At least `bytes` bytes; a load or store before begin() or from end() on is a fault.
class guarded_memory {
public:
  explicit guarded_memory(index_t bytes) {
    const index_t page = sysconf(_SC_PAGESIZE);
    inner_ = perfdojo::round_up(bytes, page);
    outer_ = inner_ + 2 * page;
    void* p = mmap(nullptr, static_cast<std::size_t>(outer_), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(p != MAP_FAILED);
    begin_ = static_cast<char*>(p) + page;
    REQUIRE(mprotect(begin_, static_cast<std::size_t>(inner_), PROT_READ | PROT_WRITE) == 0);
    page_ = page;
  }
  ~guarded_memory() { munmap(begin_ - page_, static_cast<std::size_t>(outer_)); }
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;

  char* begin() const { return begin_; }
  char* end() const { return begin_ + inner_; }
  index_t bytes() const { return inner_; }

private:
  char* begin_ = nullptr;
  index_t inner_ = 0, outer_ = 0, page_ = 0;
};

/// Where an operand touches a forbidden page.
enum class edge { end, start };

/// How a matrix lies in memory. gap: a leading dimension longer than a row (or column). flipped: rows from the last to
/// the first. spread: neither stride is 1.
enum class layout { by_rows, by_rows_gap, by_columns, by_columns_gap, flipped, spread };
inline constexpr layout all_layouts[] = {layout::by_rows,        layout::by_rows_gap, layout::by_columns,
                                         layout::by_columns_gap, layout::flipped,     layout::spread};

/// A NaN that no computation makes: what lies around elements.
template <class T>
inline T gap_value() {
  if constexpr (sizeof(T) == 4) {
    const std::uint32_t bits = 0x7fe5a5a5;
    T v;
    std::memcpy(&v, &bits, sizeof v);
    return v;
  } else {
    const std::uint64_t bits = 0x7ffe5a5a5a5a5a5a;
    T v;
    std::memcpy(&v, &bits, sizeof v);
    return v;
  }
}
template <class T>
inline bool is_gap(const T& v) {
  const T gap = gap_value<T>();
  return std::memcmp(&v, &gap, sizeof v) == 0;
}

/// A matrix [rows, columns] whose last element ends at the page behind the memory, or whose first begins at the one
/// before it.
template <class T>
class guarded_matrix {
public:
  guarded_matrix(const guarded_memory& memory, layout how, index_t rows, index_t columns, edge at = edge::end,
                 index_t gap = 3) {
    view_.extents[0] = rows;
    view_.extents[1] = columns;
    const bool columns_inside = how == layout::by_columns || how == layout::by_columns_gap;
    const index_t unit = how == layout::spread ? 2 : 1;
    const bool has_gap = how != layout::by_rows && how != layout::by_columns;
    const index_t inner = columns_inside ? rows : columns;
    const index_t leading = (inner < 1 ? 1 : inner) * unit + (has_gap ? gap : 0);
    view_.strides[columns_inside ? 0 : 1] = unit;
    view_.strides[columns_inside ? 1 : 0] = leading;
    const bool empty = rows == 0 || columns == 0;
    const index_t span = empty ? 0 : (rows - 1) * view_.strides[0] + (columns - 1) * view_.strides[1] + 1;
    constexpr index_t margin = 64;
    count_ = rows * columns;
    const index_t room = memory.bytes() / static_cast<index_t>(sizeof(T));
    REQUIRE(span <= room);
    region_ = span + margin < room ? span + margin : room;
    T* const last = reinterpret_cast<T*>(memory.end());
    T* const first = reinterpret_cast<T*>(memory.begin());
    begin_ = at == edge::end ? last - region_ : first;
    const T value = gap_value<T>();
    for (index_t i = 0; i < region_; ++i) begin_[i] = value;
    view_.data = at == edge::end ? last - span : first;
    if (how == layout::flipped && !empty) {
      view_.data += (rows - 1) * leading;
      view_.strides[0] = -leading;
    }
  }

  const perfdojo::dynamic_view<T, 2>& view() const { return view_; }
  T& operator()(index_t i, index_t j) const { return view_(i, j); }

  /// Is all but the elements what it was? Requires that no element is a gap_value.
  bool gaps_untouched() const {
    index_t other = 0;
    for (index_t i = 0; i < region_; ++i) other += !is_gap(begin_[i]);
    return other == count_;
  }

private:
  perfdojo::dynamic_view<T, 2> view_;
  T* begin_ = nullptr;
  index_t region_ = 0, count_ = 0;
};

}  // namespace support
