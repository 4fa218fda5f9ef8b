// SPDX-License-Identifier: Apache-2.0
// The arena: scratch memory that each thread keeps between calls, and the layout of several buffers in one piece.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace perfdojo::exec {

/// Bytes to which scratch is aligned: a cache line, and one vector of any supported instruction set.
inline constexpr index_t line_bytes = 64;

/// From this size on scratch starts at a huge page.
inline constexpr index_t huge_page_bytes = index_t{1} << 21;

/// Memory of one thread that is not on loan: one piece per depth of nested use, kept until the thread ends.
struct arena_pieces {
  // Depths beyond this allocate each time. Arbitrary: kernels nest once, in a body that itself calls kernels.
  static constexpr int kept = 8;
  void* memory[kept];
  index_t bytes[kept];
  int depth;
  bool ended;  // Set when the thread is about to end: nothing is kept any more.
};

// Trivial on purpose: no wrapper around each access, and usable while other thread_locals are destroyed.
inline constinit thread_local arena_pieces this_thread_pieces{};

// Not std::atomic: <atomic> alone costs every translation unit 0.45 s with g++ 12 -O2.
inline constinit index_t allocations = 0;
inline constinit index_t held_bytes = 0;
inline void count(index_t& counter, index_t by) { __atomic_fetch_add(&counter, by, __ATOMIC_RELAXED); }

/// Aligned memory, or null. Counted.
inline void* allocate_scratch(index_t bytes) {
  count(allocations, 1);
  const bool huge = bytes >= huge_page_bytes;
  const index_t alignment = huge ? huge_page_bytes : line_bytes;
  void* p = ::operator new(static_cast<std::size_t>(bytes), std::align_val_t(alignment), std::nothrow);
#if defined(__linux__)
  if (huge && p != nullptr)
    madvise(p, static_cast<std::size_t>(bytes), MADV_HUGEPAGE);  // A wish: failing is fine.
#endif
  if (p != nullptr) count(held_bytes, bytes);
  return p;
}
inline void free_scratch(void* p, index_t bytes) {
  count(held_bytes, -bytes);
  const index_t alignment = bytes >= huge_page_bytes ? huge_page_bytes : line_bytes;
  ::operator delete(p, std::align_val_t(alignment));
}

inline void free_pieces(arena_pieces& pieces) {
  for (int i = pieces.depth; i < arena_pieces::kept; ++i) {
    if (pieces.memory[i] != nullptr) free_scratch(pieces.memory[i], pieces.bytes[i]);
    pieces.memory[i] = nullptr;
    pieces.bytes[i] = 0;
  }
}

/// Frees the pieces when the thread ends.
struct arena_end {
  ~arena_end() {
    free_pieces(this_thread_pieces);
    this_thread_pieces.ended = true;
  }
};

/// Makes piece `depth` of this thread hold `bytes`; false if there is no memory, and then the piece is empty.
[[gnu::noinline]] inline bool grow_piece(arena_pieces& pieces, int depth, index_t bytes) {
  thread_local arena_end end;
  static_cast<void>(&end);
  if (pieces.memory[depth] != nullptr) free_scratch(pieces.memory[depth], pieces.bytes[depth]);
  // Half more than before, so that slowly growing sizes do not allocate each time.
  const index_t generous = larger(bytes, pieces.bytes[depth] + pieces.bytes[depth] / 2);
  pieces.bytes[depth] = round_up(generous, generous >= huge_page_bytes ? huge_page_bytes : line_bytes);
  pieces.memory[depth] = allocate_scratch(pieces.bytes[depth]);
  if (pieces.memory[depth] == nullptr && generous > bytes) {
    pieces.bytes[depth] = round_up(bytes, bytes >= huge_page_bytes ? huge_page_bytes : line_bytes);
    pieces.memory[depth] = allocate_scratch(pieces.bytes[depth]);
  }
  if (pieces.memory[depth] == nullptr) pieces.bytes[depth] = 0;
  return pieces.memory[depth] != nullptr;
}

}  // namespace perfdojo::exec

namespace perfdojo {

/// Scratch memory for the life of this object, not initialised, aligned to 64 bytes (to 2 MiB from 2 MiB on).
/// The thread keeps the memory: a second use of the same size allocates nothing. Scopes nest: one inside another
/// gets other memory. Scopes of a thread end in reverse order, as local variables do.
///
/// Errors:   ok() is false if there is no memory or bytes is negative; with bytes == 0 it is true and data() null.
class arena_scope {
public:
  // Always inline, like scratch_layout::add: the classes are one for all instruction sets, their code is not.
  PERFDOJO_INLINE explicit arena_scope(index_t bytes) {
    exec::arena_pieces& pieces = exec::this_thread_pieces;
    depth_ = pieces.depth++;
    if (bytes == 0) return;
    if (bytes < 0 || bytes > INT64_MAX / 2) {
      ok_ = false;
    } else if (depth_ < exec::arena_pieces::kept && !pieces.ended) {
      if (bytes <= pieces.bytes[depth_] || exec::grow_piece(pieces, depth_, bytes))
        data_ = pieces.memory[depth_];
      ok_ = data_ != nullptr;
    } else {
      own_bytes_ = bytes;
      data_ = exec::allocate_scratch(bytes);
      ok_ = data_ != nullptr;
    }
  }
  ~arena_scope() {
    exec::this_thread_pieces.depth = depth_;
    if (own_bytes_ != 0 && data_ != nullptr) exec::free_scratch(data_, own_bytes_);
  }
  arena_scope(const arena_scope&) = delete;
  arena_scope& operator=(const arena_scope&) = delete;

  bool ok() const { return ok_; }
  void* data() const { return data_; }

private:
  void* data_ = nullptr;
  index_t own_bytes_ = 0;  // Not 0 for memory that is not kept.
  int depth_ = 0;
  bool ok_ = true;
};

namespace arena {

/// Gives back what the calling thread keeps and does not use now.
inline void trim() { exec::free_pieces(exec::this_thread_pieces); }

/// How often any thread allocated scratch since the program started.
inline index_t allocation_count() { return __atomic_load_n(&exec::allocations, __ATOMIC_RELAXED); }

/// The bytes that all threads hold now, in use or kept.
inline index_t held_bytes() { return __atomic_load_n(&exec::held_bytes, __ATOMIC_RELAXED); }

}  // namespace arena

/// Offsets of several buffers in one piece of scratch:
///
///     scratch_layout all;
///     const index_t a = all.add(bytes_of_a), b = all.add(bytes_of_b);
///     arena_scope scope(all.bytes());
///
/// Each buffer is aligned to 64 bytes. The first bytes of two buffers are never near the same place of a 4096-byte
/// page, where a load would wait for an unrelated store and lines would compete for one set of the L1 cache.
class scratch_layout {
public:
  /// The offset of a further buffer; negative sizes and overflow make bytes() negative.
  PERFDOJO_INLINE constexpr index_t add(index_t size) {
    if (size < 0 || bytes_ < 0 || size > INT64_MAX / 4 || bytes_ > INT64_MAX / 4) {
      bytes_ = -1;
      return 0;
    }
    index_t line = ceil_div(bytes_, exec::line_bytes);
    for (index_t i = line; i < line + lines; ++i) {
      if ((near_ >> i % lines & 1) != 0) continue;
      line = i;
      break;
    }
    // Lines that hold the beginning of a buffer, or are less than `distance` from one.
    for (index_t i = line + lines - distance + 1; i < line + lines + distance; ++i)
      near_ |= std::uint64_t(1) << i % lines;
    bytes_ = line * exec::line_bytes + size;
    return line * exec::line_bytes;
  }

  constexpr index_t bytes() const { return bytes_; }

private:
  static constexpr int lines = 4096 / exec::line_bytes;
  // Streams that start together stay apart by as much; 5 lines fit seven buffers and keep loads a vector or two
  // ahead of stores out of reach.
  static constexpr int distance = 5;
  index_t bytes_ = 0;
  std::uint64_t near_ = 0;
};

}  // namespace perfdojo
