// SPDX-License-Identifier: Apache-2.0
// Kernels with threads: any executor gives the same bits, many threads may call at once, and a call may stand inside another.
#include <perfdojo/exec/arena.hpp>
#include <perfdojo/exec/openmp.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

#include "support/gemm_problem.hpp"

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#if defined(__linux__)
#include <sched.h>
#endif

namespace pd = perfdojo;

namespace {

std::vector<float> random_values(std::size_t n, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<float> v(n);
  for (float& x : v) x = static_cast<float>(engine() % 2000) * 0.001f - 1.f;
  return v;
}
bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

std::vector<float> product(pd::executor_ref executor, pd::index_t m, pd::index_t n, pd::index_t k) {
  const auto a = random_values(static_cast<std::size_t>(m * k), 1),
             b = random_values(static_cast<std::size_t>(k * n), 2);
  std::vector<float> c(static_cast<std::size_t>(m * n), -1);
  pd::gemm({.alpha = 1.5, .exec = executor}, pd::row_major(a.data(), m, k), pd::row_major(b.data(), k, n),
           pd::row_major(c.data(), m, n));
  return c;
}

// Does C = A B with A = x and B = y everywhere give k * x * y everywhere?
bool constant_product(pd::executor_ref executor, pd::index_t n, float x, float y) {
  const std::size_t count = static_cast<std::size_t>(n * n);
  const std::vector<float> a(count, x), b(count, y);
  std::vector<float> c(count, -1);
  pd::gemm({.exec = executor}, pd::row_major(a.data(), n, n), pd::row_major(b.data(), n, n),
           pd::row_major(c.data(), n, n));
  for (const float v : c)
    if (v != static_cast<float>(n) * x * y) return false;
  return true;
}

// Runs f in `count` threads and says whether all returned true.
template <class F>
bool in_threads(int count, F f) {
  std::vector<std::thread> threads;
  std::vector<char> good(static_cast<std::size_t>(count), 0);
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&, t] { good[static_cast<std::size_t>(t)] = f() ? 1 : 0; });
  bool all = true;
  for (std::thread& t : threads) t.join();
  for (const char g : good) all = all && g == 1;
  return all;
}

/// Forwards to a pool and remembers which threads ran a body.
class watched {
public:
  explicit watched(pd::thread_pool& pool) : pool_(&pool) {}
  int concurrency() const { return pool_->concurrency(); }
  void parallel_for(pd::index_t n, pd::index_t grain, pd::parallel_body body, void* context) {
    pd::parallel_for(*pool_, n, grain, [&](pd::index_t begin, pd::index_t end) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        threads_.insert(std::this_thread::get_id());
      }
      body(context, begin, end);
    });
  }
  int threads() const { return static_cast<int>(threads_.size()); }

private:
  pd::thread_pool* pool_;
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
};

/// Runs everything in the calling thread, once it is released.
struct halted {
  std::atomic<bool> entered{false}, release{false};
  bool right = false;
  static int concurrency() { return 2; }
  void parallel_for(pd::index_t n, pd::index_t, pd::parallel_body body, void* context) {
    entered = true;
    while (!release.load()) std::this_thread::yield();
    body(context, 0, n);
  }
};

}  // namespace

TEST_CASE("gemm: H39 the number of threads changes no bit") {
  for (const auto& [m, n, k] : {std::array<pd::index_t, 3>{210, 190, 170}, {129, 500, 64}, {3, 3000, 300}}) {
    const std::vector<float> one = product({}, m, n, k);
    for (const int threads : {1, 2, 3}) {
      pd::thread_pool pool(threads);
      CHECK(same_bits(product(pool, m, n, k), one));
      CHECK(same_bits(product(pool, m, n, k), one));
    }
#if defined(_OPENMP)
    pd::openmp omp;
    CHECK(same_bits(product(omp, m, n, k), one));
#endif
  }
}

TEST_CASE("softmax: H39 the number of threads changes no bit") {
  const auto x = random_values(400 * 257, 3);
  std::vector<float> one(x.size()), many(x.size());
  pd::softmax(pd::row_major(x.data(), 400, 257), pd::row_major(one.data(), 400, 257));
  for (const int threads : {1, 2, 3}) {
    pd::thread_pool pool(threads);
    many.assign(x.size(), -1);
    pd::softmax({.exec = pool}, pd::row_major(x.data(), 400, 257), pd::row_major(many.data(), 400, 257));
    CHECK(same_bits(one, many));
  }
}

TEST_CASE("gemm: H36 500 products at once, each right") {
  CHECK(in_threads(4, [] {
    for (int i = 0; i < (support::all_sizes ? 125 : 10); ++i)
      if (!constant_product({}, 99, 8, 5)) return false;
    return true;
  }));
  pd::thread_pool pool(2);
  CHECK(in_threads(3, [&pool] {
    for (int i = 0; i < 10; ++i)
      if (!constant_product(pool, 150, 8, 5)) return false;
    return true;
  }));
}

TEST_CASE("gemm: H37 a product inside a parallel scope ends and is right") {
  pd::thread_pool pool(2);
  struct context {
    pd::thread_pool* pool;
    int good = 0;
  } c{&pool};
  pool.parallel_for(
      20, 1,
      [](void* p, pd::index_t begin, pd::index_t end) {
        auto& x = *static_cast<context*>(p);
        for (pd::index_t i = begin; i < end; ++i)
          if (constant_product(*x.pool, 20, 1, 1) && constant_product(*x.pool, 140, 1, 1))
            __atomic_add_fetch(&x.good, 1, __ATOMIC_RELAXED);
      },
      &c);
  CHECK(c.good == 20);
}

#if defined(__linux__)
TEST_CASE("gemm: H38 no more threads than the affinity mask allows") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  bool right = true;
  std::vector<int> used;
  std::thread([&] {  // the mask belongs to the thread
    cpu_set_t mask;
    CPU_ZERO(&mask);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&mask) < 4; ++cpu) {
      if (!CPU_ISSET(cpu, &before)) continue;
      CPU_SET(cpu, &mask);
      right = right && sched_setaffinity(0, sizeof mask, &mask) == 0;
      pd::thread_pool pool;  // the default number of threads
      watched executor{pool};
      right = right && constant_product(executor, 300, 1, 1);
      used.push_back(executor.threads());
    }
  })
      .join();
  CHECK(right);
  for (std::size_t i = 0; i < used.size(); ++i) {
    CHECK(used[i] >= 1);
    CHECK(used[i] <= static_cast<int>(i) + 1);
  }
}
#endif

TEST_CASE("gemm: H40 small products of many threads wait for nobody and allocate nothing") {
  // A product that stands still in its middle: with a lock around products, no other would end.
  halted executor;
  std::thread owner([&] { executor.right = constant_product(executor, 150, 1, 1); });
  while (!executor.entered.load()) std::this_thread::yield();
  std::atomic<int> started{0};
  CHECK(in_threads(12, [&started] {
    constexpr pd::index_t n = 16, calls = support::all_sizes ? 10000 : 300;
    const std::vector<float> a(n * n, 2), b(n * n, 3);
    std::vector<float> c(n * n);
    const auto multiply = [&](double beta) {
      pd::gemm({.beta = beta}, pd::row_major(a.data(), n, n), pd::row_major(b.data(), n, n),
               pd::row_major(c.data(), n, n));
    };
    multiply(0);
    started.fetch_add(1);
    while (started.load() < 12) std::this_thread::yield();
    const pd::index_t allocations = pd::arena::allocation_count();
    for (pd::index_t i = 1; i < calls; ++i) multiply(1);
    for (const float v : c)
      if (v != 6.f * n * calls) return false;
    return pd::arena::allocation_count() == allocations;
  }));
  CHECK(!executor.release.exchange(true));
  owner.join();
  CHECK(executor.right);
}
