// SPDX-License-Identifier: Apache-2.0
// Every executor runs every iteration once, from wherever it is called. No test looks at the clock.
#include <perfdojo/exec/openmp.hpp>
#include <perfdojo/exec/parallel.hpp>
#include <perfdojo/exec/thread_pool.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace pd = perfdojo;
using pd::index_t;

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool under_tsan = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool under_tsan = true;
#else
constexpr bool under_tsan = false;
#endif
#else
constexpr bool under_tsan = false;
#endif

/// How often each iteration ran, and the shortest range that did not reach the end.
struct tally {
  explicit tally(index_t n) : runs(static_cast<std::size_t>(n)) {}
  std::vector<std::atomic<int>> runs;
  std::atomic<index_t> shortest{INT64_MAX};

  void add(index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) runs[static_cast<std::size_t>(i)].fetch_add(1);
    if (end == static_cast<index_t>(runs.size())) return;
    index_t known = shortest.load();
    while (end - begin < known && !shortest.compare_exchange_weak(known, end - begin)) {
    }
  }
  bool all_once() const {
    for (const auto& r : runs)
      if (r.load() != 1) return false;
    return true;
  }
};

bool runs_all(pd::executor_ref e, index_t n, index_t grain = 1) {
  tally t(n);
  pd::parallel_for(e, n, grain, [&](index_t begin, index_t end) { t.add(begin, end); });
  return t.all_once() && t.shortest.load() >= grain;
}

void check_executor(pd::executor_ref e) {
  for (const index_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 64, 100, 1000})
    for (const index_t grain : {1, 2, 3, 7, 16, 1000}) {
      CAPTURE(n);
      CAPTURE(grain);
      CHECK(runs_all(e, n, grain));
    }
  CHECK(runs_all(e, 10, 0));
  CHECK(runs_all(e, 10, INT64_MAX) == true);
  int calls = 0;
  pd::parallel_for(e, -1, 1, [&](index_t, index_t) { ++calls; });
  CHECK(calls == 0);
}

/// A product small enough that the sharing dominates: what H36 and H37 call.
float square_of_ones(pd::executor_ref e, int n) {
  std::vector<float> c(static_cast<std::size_t>(n * n));
  pd::parallel_for(e, n, 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i)
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += 8.f * 5.f;
        c[static_cast<std::size_t>(i * n + j)] = sum;
      }
  });
  float least = c[0];
  for (const float x : c) least = x < least ? x : least;
  return least;
}

}  // namespace

TEST_CASE("parallel: the sequential executor runs one range") {
  int calls = 0;
  pd::parallel_for(pd::sequential{}, 10, 1, [&](index_t begin, index_t end) {
    ++calls;
    CHECK(begin == 0);
    CHECK(end == 10);
  });
  CHECK(calls == 1);
  check_executor(pd::sequential{});
}

TEST_CASE("parallel: a reference stands for any executor, and for the sequential one by default") {
  const pd::executor_ref nothing;
  CHECK(nothing.concurrency() == 1);
  CHECK(nothing.is_sequential());
  check_executor(nothing);
  CHECK(pd::executor_ref(pd::sequential{}).is_sequential());

  struct counting {
    int calls = 0;
    int concurrency() const { return 3; }
    void parallel_for(index_t n, index_t, pd::parallel_body body, void* context) {
      ++calls;
      for (index_t i = n; i-- > 0;) body(context, i, i + 1);
    }
  };
  counting mine;
  const pd::executor_ref e = mine;
  CHECK(e.concurrency() == 3);
  CHECK(!e.is_sequential());
  CHECK(runs_all(e, 10));
  CHECK(mine.calls == 1);
  const pd::executor_ref copy = e;
  CHECK(runs_all(copy, 10));
  CHECK(mine.calls == 2);
}

TEST_CASE("parallel: pools of any size run every iteration once") {
  for (const int size : {-1, 0, 1, 2, 3, 4, 9}) {
    pd::thread_pool pool(size);
    CAPTURE(size);
    CHECK(pool.concurrency() == (size < 1 ? 1 : size));
    check_executor(pool);
  }
}

TEST_CASE("parallel: the threads of a pool work at the same time, the caller among them") {
  pd::thread_pool pool(3);
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::atomic<int> present{0};
    std::atomic<bool> caller_came{false};
    const auto caller = std::this_thread::get_id();
    // Each range waits until three threads have come: with fewer this test does not end.
    pd::parallel_for(pool, 3, 1, [&](index_t, index_t) {
      if (std::this_thread::get_id() == caller) caller_came = true;
      present.fetch_add(1);
      while (present.load() < 3) std::this_thread::yield();
    });
    CHECK(present.load() == 3);
    CHECK(caller_came.load());
    // Once with threads that still spin, once with threads that sleep.
    if (repeat % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST_CASE("parallel: a thread that is slow does not hold the others up") {
  pd::thread_pool pool(2);
  std::atomic<int> done{0};
  const auto caller = std::this_thread::get_id();
  // The worker stays in its first piece until all the others are done, by whoever else is there.
  pd::parallel_for(pool, 64, 1, [&](index_t begin, index_t end) {
    const int mine = static_cast<int>(end - begin);
    if (std::this_thread::get_id() != caller)
      while (done.load() < 64 - mine) std::this_thread::yield();
    done.fetch_add(mine);
  });
  CHECK(done.load() == 64);
}

TEST_CASE("parallel: results are visible to the caller, call after call") {
  pd::thread_pool pool(4);
  std::vector<int> data(1000);  // not atomic: TSan watches
  for (int repeat = 0; repeat < 500; ++repeat) {
    pd::parallel_for(pool, 1000, 10, [&](index_t begin, index_t end) {
      for (index_t i = begin; i < end; ++i) data[static_cast<std::size_t>(i)] += 1;
    });
    int wrong = 0;
    for (const int x : data) wrong += x != repeat + 1;
    CHECK(wrong == 0);
  }
}

TEST_CASE("parallel: a thread begins with the same part at every call") {
  pd::thread_pool pool(2);
  std::thread::id first[2];
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::atomic<int> present{0};
    pd::parallel_for(pool, 2, 1, [&](index_t begin, index_t) {
      present.fetch_add(1);
      while (present.load() < 2) std::this_thread::yield();
      if (repeat == 0) first[begin] = std::this_thread::get_id();
      CHECK(first[begin] == std::this_thread::get_id());
    });
  }
  CHECK(first[0] == std::this_thread::get_id());
}

TEST_CASE("parallel: H36 many threads may call one pool at once") {
  pd::thread_pool pool(3);
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 6; ++t)
    callers.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        if (square_of_ones(pool, 24) != 24 * 40.f) wrong.fetch_add(1);
        if (!runs_all(pool, 37)) wrong.fetch_add(1);
      }
    });
  for (std::thread& t : callers) t.join();
  CHECK(wrong.load() == 0);
  CHECK(runs_all(pool, 100));
}

TEST_CASE("parallel: H37 a parallel scope inside a body runs in its thread") {
  pd::thread_pool pool(3);
  pd::thread_pool other(2);
  std::atomic<int> wrong{0};
  pd::parallel_for(pool, 100, 1, [&](index_t begin, index_t end) {
    const auto here = std::this_thread::get_id();
    for (index_t i = begin; i < end; ++i)
      for (pd::thread_pool* inner : {&pool, &other}) {
        pd::parallel_for(*inner, 5, 1, [&](index_t first, index_t last) {
          if (std::this_thread::get_id() != here || first != 0 || last != 5) wrong.fetch_add(1);
        });
        if (square_of_ones(*inner, 20) != 20 * 40.f) wrong.fetch_add(1);
      }
  });
  CHECK(wrong.load() == 0);
  // And the pool is parallel again afterwards.
  std::atomic<int> present{0};
  pd::parallel_for(pool, 3, 1, [&](index_t, index_t) {
    present.fetch_add(1);
    while (present.load() < 3) std::this_thread::yield();
  });
}

TEST_CASE("parallel: H40 small calls from many threads need no lock") {
  // A pool that is busy for ever: its owner holds it while all the others work through it.
  pd::thread_pool pool(2);
  std::atomic<bool> release{false};
  std::atomic<bool> held{false};
  std::thread owner([&] {
    pd::parallel_for(pool, 2, 1, [&](index_t, index_t) {
      held = true;
      while (!release.load()) std::this_thread::yield();
    });
  });
  while (!held.load()) std::this_thread::yield();
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 12; ++t)
    callers.emplace_back([&] {
      for (int i = 0; i < 100; ++i)
        if (square_of_ones(pool, 16) != 16 * 40.f) wrong.fetch_add(1);
    });
  for (std::thread& t : callers) t.join();  // ends although the pool is never free
  CHECK(wrong.load() == 0);
  release = true;
  owner.join();
}

#if defined(__cpp_exceptions)
TEST_CASE("parallel: an exception in a body arrives at the caller, and the pool goes on") {
  pd::thread_pool pool(3);
  const auto caller = std::this_thread::get_id();
  for (const bool in_worker : {false, true}) {
    for (int repeat = 0; repeat < 10; ++repeat) {
      std::string what;
      std::atomic<int> present{0};
      try {
        pd::parallel_for(pd::executor_ref(pool), 3, 1, [&](index_t, index_t) {
          present.fetch_add(1);
          while (present.load() < 3) std::this_thread::yield();
          if ((std::this_thread::get_id() != caller) == in_worker) throw std::runtime_error("from a body");
        });
      } catch (const std::runtime_error& e) {
        what = e.what();
      }
      CHECK(what == "from a body");
    }
  }
  CHECK(runs_all(pool, 100));
  pd::thread_pool alone(1);
  CHECK_THROWS_AS(pd::parallel_for(alone, 3, 1, [](index_t, index_t) { throw 1; }), int);
  CHECK_THROWS_AS(pd::parallel_for(pd::sequential{}, 3, 1, [](index_t, index_t) { throw 1; }), int);
}
#endif

TEST_CASE("parallel: pools start and end in any state") {
  for (int i = 0; i < 50; ++i) {
    pd::thread_pool pool(3);
    if (i % 3 == 1) CHECK(runs_all(pool, 9));
    if (i % 3 == 2) std::this_thread::sleep_for(std::chrono::microseconds(200));  // asleep
  }
}

#if defined(__linux__)
TEST_CASE("parallel: H38 the default size follows the affinity mask") {
  CHECK(pd::available_cpus() >= 1);
  CHECK(pd::default_pool().concurrency() <= pd::available_cpus());
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  std::thread([&] {  // the mask belongs to the thread
    int allowed = 0;
    cpu_set_t mask;
    CPU_ZERO(&mask);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (!CPU_ISSET(cpu, &before)) continue;
      CPU_SET(cpu, &mask);
      REQUIRE(sched_setaffinity(0, sizeof mask, &mask) == 0);
      CHECK(pd::available_cpus() <= ++allowed);
      CHECK(pd::exec::affinity_cpus() == allowed);
      CHECK(pd::thread_pool().concurrency() == pd::available_cpus());
      if (allowed == 4) break;
    }
  })
      .join();
}

TEST_CASE("parallel: the child of a fork runs everything in its one thread") {
  if (under_tsan) return;  // TSan does not support threads around fork
  pd::thread_pool pool(3);
  CHECK(runs_all(pool, 100));
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const bool good = runs_all(pool, 100);
    pool.~thread_pool();  // must not wait for threads that do not exist
    pd::thread_pool own(2);
    _exit(good && runs_all(own, 100) ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(runs_all(pool, 100));
}
#endif

TEST_CASE("parallel: a quota of CPU time is rounded up") {
  using pd::exec::cpus_of_quota;
  static_assert(cpus_of_quota("max 100000\n") == 0);
  static_assert(cpus_of_quota("100000 100000\n") == 1);
  static_assert(cpus_of_quota("150000 100000\n") == 2);
  static_assert(cpus_of_quota("1000 100000") == 1);
  static_assert(cpus_of_quota("") == 0 && cpus_of_quota("1") == 0 && cpus_of_quota("1 0") == 0);
  static_assert(cpus_of_quota("99999999999999999999999 1") == 1 << 20);
}

#if defined(_OPENMP)
TEST_CASE("parallel: OpenMP runs every iteration once, also inside a parallel region") {
  check_executor(pd::openmp{});
  std::atomic<int> wrong{0};
#pragma omp parallel for
  for (int i = 0; i < 100; ++i) {
    if (pd::openmp::concurrency() != 1 && omp_in_parallel()) wrong.fetch_add(1);
    if (square_of_ones(pd::openmp{}, 20) != 20 * 40.f) wrong.fetch_add(1);
  }
  CHECK(wrong.load() == 0);
#if defined(__cpp_exceptions)
  CHECK_THROWS_AS(pd::parallel_for(pd::openmp{}, 9, 1, [](index_t, index_t) { throw 1; }), int);
#endif
}

TEST_CASE("parallel: H37 a pool may be called from an OpenMP region") {
  pd::thread_pool pool(2);
  std::atomic<int> wrong{0};
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100; ++i)
    if (square_of_ones(pool, 20) != 20 * 40.f) wrong.fetch_add(1);
  CHECK(wrong.load() == 0);
}
#endif
