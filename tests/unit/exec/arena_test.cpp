// SPDX-License-Identifier: Apache-2.0
// Scratch memory: aligned, kept between calls, nested, and never undefined behaviour when there is none.
#include <perfdojo/exec/arena.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <thread>

namespace pd = perfdojo;
using pd::arena_scope;
using pd::index_t;

namespace {

// Sanitizers end the program where malloc would return null.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool malloc_may_fail = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr bool malloc_may_fail = false;
#else
constexpr bool malloc_may_fail = true;
#endif
#else
constexpr bool malloc_may_fail = true;
#endif

bool is_aligned(const void* p, index_t alignment) {
  return reinterpret_cast<std::uintptr_t>(p) % static_cast<std::uintptr_t>(alignment) == 0;
}

index_t allocations_of_one_call(index_t bytes) {
  const index_t before = pd::arena::allocation_count();
  const arena_scope scope(bytes);
  CHECK(scope.ok());
  std::memset(scope.data(), 1, static_cast<std::size_t>(bytes));  // sanitizers see a piece that is too small
  return pd::arena::allocation_count() - before;
}

// Each test starts from a thread that holds nothing.
template <class F>
void in_a_thread(F f) {
  std::thread(f).join();
}

}  // namespace

TEST_CASE("arena: memory is aligned to a cache line, large memory to a huge page") {
  in_a_thread([] {
    for (const index_t bytes : {1, 63, 64, 65, 1000, 4096, 100000, (1 << 21) - 1}) {
      const arena_scope scope(bytes);
      CHECK(is_aligned(scope.data(), 64));
    }
    for (const index_t bytes : {1 << 21, (1 << 21) + 1, 5 << 20}) {
      pd::arena::trim();
      const arena_scope scope(bytes);
      CHECK(is_aligned(scope.data(), 1 << 21));
    }
    const arena_scope small(100);
    CHECK(is_aligned(small.data(), 64));
  });
}

TEST_CASE("arena: the second call of the same or a smaller size allocates nothing") {
  in_a_thread([] {
    CHECK(allocations_of_one_call(10000) == 1);
    CHECK(allocations_of_one_call(10000) == 0);
    CHECK(allocations_of_one_call(100) == 0);
    CHECK(allocations_of_one_call(3 << 20) == 1);
    CHECK(allocations_of_one_call(3 << 20) == 0);
    CHECK(allocations_of_one_call(10000) == 0);
  });
}

TEST_CASE("arena: slowly growing sizes allocate seldom") {
  in_a_thread([] {
    index_t allocations = 0;
    for (index_t bytes = 64; bytes <= 64 * 1000; bytes += 64) allocations += allocations_of_one_call(bytes);
    CHECK(allocations <= 20);  // log(1000) / log(1.5) = 17.04
  });
}

TEST_CASE("arena: nested use gets other memory, also far down, and is kept too") {
  in_a_thread([] {
    const auto nest = [](auto self, int depth) -> void {
      if (depth == 12) return;
      const arena_scope scope(1000);
      REQUIRE(scope.ok());
      std::memset(scope.data(), depth, 1000);
      self(self, depth + 1);
      for (int i = 0; i < 1000; ++i) CHECK(static_cast<unsigned char*>(scope.data())[i] == depth);
    };
    nest(nest, 0);
    const index_t before = pd::arena::allocation_count();
    nest(nest, 0);
    CHECK(pd::arena::allocation_count() - before == 12 - pd::exec::arena_pieces::kept);
    nest(nest, 12 - pd::exec::arena_pieces::kept);
    CHECK(pd::arena::allocation_count() - before == 12 - pd::exec::arena_pieces::kept);
  });
}

TEST_CASE("arena: no bytes are no allocation, and no error") {
  in_a_thread([] {
    const index_t before = pd::arena::allocation_count();
    const arena_scope scope(0);
    CHECK(scope.ok());
    CHECK(scope.data() == nullptr);
    CHECK(pd::arena::allocation_count() == before);
  });
}

TEST_CASE("arena: failure is reported, and the next call works") {
  in_a_thread([] {
    CHECK(allocations_of_one_call(100) == 1);
    const index_t held = pd::arena::held_bytes();
    for (const index_t bytes : {index_t{-1}, INT64_MIN, INT64_MAX, INT64_MAX / 2}) {
      if (bytes == INT64_MAX / 2 && !malloc_may_fail) continue;
      const arena_scope scope(bytes);
      CHECK(!scope.ok());
      CHECK(scope.data() == nullptr);
    }
    CHECK(pd::arena::held_bytes() <= held);
    CHECK(allocations_of_one_call(100) <= 1);
    CHECK(allocations_of_one_call(100) == 0);
  });
}

TEST_CASE("arena: trim gives back what is not in use") {
  in_a_thread([] {
    const index_t before = pd::arena::held_bytes();
    const arena_scope outer(1000);
    { const arena_scope inner(5000); }
    CHECK(pd::arena::held_bytes() >= before + 6000);
    pd::arena::trim();
    CHECK(pd::arena::held_bytes() >= before + 1000);
    CHECK(pd::arena::held_bytes() < before + 5000);
    std::memset(outer.data(), 1, 1000);
  });
}

TEST_CASE("arena: a thread that ends gives everything back") {
  const index_t before = pd::arena::held_bytes();
  in_a_thread([] {
    const arena_scope outer(1000);
    const arena_scope inner(1 << 21);
  });
  CHECK(pd::arena::held_bytes() == before);
}

namespace {
struct late_user {
  bool* worked;
  ~late_user() {
    const arena_scope scope(1000);
    *worked = scope.ok();
  }
};
}  // namespace

TEST_CASE("arena: works while the thread ends, and keeps nothing then") {
  const index_t before = pd::arena::held_bytes();
  bool worked = false;
  in_a_thread([&worked] {
    thread_local late_user user{&worked};  // before the first use, so it is destroyed after the arena
    CHECK(user.worked == &worked);
    const arena_scope scope(1000);
  });
  CHECK(worked);
  CHECK(pd::arena::held_bytes() == before);
}

TEST_CASE("arena: threads have memory of their own") {
  const arena_scope mine(1000);
  in_a_thread([&mine] {
    const arena_scope other(1000);
    CHECK(other.data() != mine.data());
  });
}

TEST_CASE("scratch_layout: buffers are aligned, do not overlap and stay apart within a page") {
  for (const index_t size : {1, 64, 1000, 4096 - 64, 4096, 65536, 1 << 20}) {
    pd::scratch_layout all;
    index_t offsets[6];
    for (int i = 0; i < 6; ++i) {
      offsets[i] = all.add(size);
      CHECK(offsets[i] % 64 == 0);
      CHECK(all.bytes() == offsets[i] + size);
      for (int j = 0; j < i; ++j) {
        CHECK(offsets[i] >= offsets[j] + size);
        const index_t distance = (offsets[i] - offsets[j]) % 4096;
        CHECK(distance >= 5 * 64);
        CHECK(distance <= 4096 - 5 * 64);
      }
    }
    CHECK(all.bytes() <= 6 * (size + 4096));
  }
}

TEST_CASE("scratch_layout: any number of buffers fits, and works at compile time") {
  constexpr index_t total = [] {
    pd::scratch_layout all;
    for (int i = 0; i < 100; ++i) all.add(4096);
    return all.bytes();
  }();
  static_assert(total >= 100 * 4096 && total <= 101 * 4096 + 100 * 64);
  static_assert(pd::scratch_layout().bytes() == 0);
}

TEST_CASE("scratch_layout: bad sizes make the total negative, which the arena refuses") {
  for (const index_t bad : {index_t{-1}, INT64_MAX, INT64_MAX / 2}) {
    pd::scratch_layout all;
    all.add(100);
    all.add(bad);
    all.add(100);
    CHECK(all.bytes() < 0);
    CHECK(!arena_scope(all.bytes()).ok());
  }
}
