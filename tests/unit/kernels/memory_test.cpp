// SPDX-License-Identifier: Apache-2.0
// Memory of the kernels: little stack, and no allocation once a size was seen.
#include <perfdojo/exec/arena.hpp>

#include "unit/kernels/calls.hpp"

#include <cstdlib>
#include <new>
#include <vector>

#include <doctest/doctest.h>

#include <pthread.h>

namespace pd = perfdojo;

namespace {

int allocations = 0;

// All kernels, with operands of the caller.
struct operands {
  std::vector<float> a = std::vector<float>(300 * 300, 0.5f), b = std::vector<float>(300 * 300, 2.f),
                     c = std::vector<float>(300 * 300);
  std::vector<double> d = std::vector<double>(300 * 300, 0.25), e = std::vector<double>(300 * 300);

  void run_all(pd::index_t n) {
    calls::gemm({}, pd::row_major(a.data(), n, n), pd::row_major(b.data(), n, n),
                pd::row_major(c.data(), n, n));
    calls::gemm({.alpha = 2, .beta = 1}, pd::col_major(a.data(), n, n), pd::row_major(b.data(), n, n),
                pd::col_major(c.data(), n, n));
    calls::gemm({}, pd::row_major(d.data(), n, n), pd::col_major(d.data(), n, n),
                pd::row_major(e.data(), n, n));
    calls::softmax({}, pd::row_major(a.data(), n, n), pd::row_major(c.data(), n, n));
    calls::softmax({}, pd::col_major(a.data(), n, n), pd::row_major(c.data(), n, n));
    calls::scale_shift_relu(1.f, 2.f, pd::vector(a.data(), n * n), pd::vector(c.data(), n * n));
  }
};

// Runs f in a thread with a stack of that many bytes.
template <class F>
void in_thread(std::size_t stack_bytes, F& f) {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, stack_bytes) == 0);
  pthread_t thread;
  const auto call = [](void* p) -> void* {
    (*static_cast<F*>(p))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, call, &f) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace

// Counts what the kernels would allocate apart from their scratch.
void* operator new(std::size_t bytes) {
  ++allocations;
  void* p = std::malloc(bytes == 0 ? 1 : bytes);
  if (p == nullptr) std::abort();
  return p;
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("kernels: H35 a stack of 64 KiB is enough") {
  operands all;
  auto run = [&all] {
    for (const pd::index_t n : {3, 40, 300}) all.run_all(n);
  };
  in_thread(64 * 1024, run);
  CHECK(all.c[0] == 2.5f);
}
#endif

TEST_CASE("kernels: the second call of a size allocates nothing") {
  operands all;
  for (const pd::index_t n : {0, 1, 3, 16, 70, 300}) {
    all.run_all(n);
    const pd::index_t scratch = pd::arena::allocation_count();
    const int before = allocations;
    all.run_all(n);
    CHECK(pd::arena::allocation_count() == scratch);
    CHECK(allocations == before);
  }
}
