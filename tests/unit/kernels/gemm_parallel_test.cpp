// SPDX-License-Identifier: Apache-2.0
// Kernels with threads: any executor gives the same bits, many threads may call at once, and a call may stand inside another.
#include <perfdojo/exec/openmp.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

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

TEST_CASE("gemm: H36 many products at once, each right") {
  CHECK(in_threads(4, [] {
    for (int i = 0; i < 25; ++i)
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
