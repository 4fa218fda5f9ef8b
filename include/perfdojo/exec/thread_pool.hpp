// SPDX-License-Identifier: Apache-2.0
// thread_pool: an executor of threads that spin a little and then sleep.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/exec/available_cpus.hpp>
#include <perfdojo/exec/parallel.hpp>
#include <perfdojo/exec/spin.hpp>

#include <atomic>
#include <cstdint>
#include <new>
// Not std::thread, whose failure to start a thread is an exception, and which costs 0.7 s of compile time.
#include <pthread.h>
#include <sched.h>

namespace perfdojo {
namespace exec {

// A child of fork() has none of the threads of its parent. Pools compare this number with the one of their birth.
inline constinit int forks_so_far = 0;
inline bool count_forks() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { ++forks_so_far; });
  return registered == 0;
}

// Set while this thread runs a body: a parallel scope in there runs in this thread.
inline constinit thread_local bool inside_parallel_body = false;

}  // namespace exec

/// Threads that share the iterations of a parallel scope with the calling thread.
///
/// Size:     `concurrency` counts the calling thread; by default the CPUs that this process may use. Fewer if the
///           system refuses threads.
/// Sharing:  each thread begins with its own part of the range, the same one at every call; who is done takes pieces
///           of the others' parts, so that a thread that comes late or is slow holds nobody up.
/// Calls:    from any thread. While one call runs, others run in their calling threads; so does one from inside a
///           body, or in a child of fork().
/// Waiting:  threads spin for 20 us after work, then sleep.
class thread_pool {
public:
  explicit thread_pool(int concurrency = available_cpus()) {
    exec::count_forks();
    born_ = exec::forks_so_far;
    const int wanted = static_cast<int>(smaller(concurrency, max_concurrency)) - 1;
    if (wanted <= 0) return;
    parts_ = new (std::nothrow) part[static_cast<std::size_t>(wanted) + 1];
    workers_ = new (std::nothrow) worker[static_cast<std::size_t>(wanted)];
    if (parts_ == nullptr || workers_ == nullptr) return;
    while (count_ < wanted) {
      worker& w = workers_[count_];
      w.pool = this;
      w.position = count_ + 1;
      if (pthread_create(
              &w.thread, nullptr,
              [](void* self) -> void* {
                static_cast<worker*>(self)->pool->serve(static_cast<worker*>(self)->position);
                return nullptr;
              },
              &w) != 0)
        break;
      ++count_;
    }
  }

  /// Waits for the threads to end. No call may be running.
  ~thread_pool() {
    if (born_ == exec::forks_so_far) {
      stop_.store(true, std::memory_order_relaxed);
      state_.fetch_add(next_generation);
      wake();
      for (int i = 0; i < count_; ++i) pthread_join(workers_[i].thread, nullptr);
      pthread_cond_destroy(&awake_);
      pthread_mutex_destroy(&mutex_);
    }
    delete[] workers_;
    delete[] parts_;
  }
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  int concurrency() const { return count_ + 1; }

  // Inline, so that the code that catches exceptions is that of the caller's flags.
  PERFDOJO_INLINE void parallel_for(index_t n, index_t grain, parallel_body body, void* context) {
    exec::guarded_body<exec::with_exceptions> guarded{body, context};
    share(n, grain, guarded.call, &guarded);
    guarded.rethrow();
  }

private:
  static constexpr int max_concurrency = 1 << 14;  // so that two counts fit into state_

  // A part of the range is taken in pieces of 1/2, 1/4, 1/8 and 1/8: few calls of the body, and what others can take
  // over is at most half of a part.
  static constexpr int pieces = 4;
  // Two cache lines: the prefetcher of x86 fetches pairs.
  struct alignas(128) part {
    std::atomic<int> next_piece{0};
  };
  struct worker {
    thread_pool* pool;
    int position;
    pthread_t thread;
  };
  struct scope {
    parallel_body body;
    void* context;
    index_t n;
    index_t grain;
    index_t units;  // of grain iterations; the last may be shorter
    int parts;
  };

  // One word tells the workers everything: how many threads have a part of the open scope (0: none is open), and who
  // works in it. The caller closes the scope when no piece is left and waits for those inside only: a thread that
  // never came is not waited for.
  static constexpr std::uint64_t inside_mask = 0xffff;  // workers in the scope, or just looking
  static constexpr int parts_shift = 16;
  static constexpr std::uint64_t next_generation = std::uint64_t{1} << 32;
  static std::uint64_t generation(std::uint64_t state) { return state >> 32; }
  static int parts_of(std::uint64_t state) { return static_cast<int>(state >> parts_shift & 0xffff); }

  void share(index_t n, index_t grain, parallel_body body, void* context) {
    if (n <= 0) return;
    grain = larger(1, smaller(grain, n));
    const index_t units = 1 + (n - 1) / grain;
    if (units == 1 || count_ == 0 || exec::inside_parallel_body || born_ != exec::forks_so_far ||
        busy_.load(std::memory_order_relaxed) || busy_.exchange(true, std::memory_order_acquire)) {
      body(context, 0, n);
      return;
    }
    const int parts = static_cast<int>(smaller(units, count_ + 1));
    scope_ = {body, context, n, grain, units, parts};
    for (int i = 0; i < parts; ++i) parts_[i].next_piece.store(0, std::memory_order_relaxed);
    const std::uint64_t opened = static_cast<std::uint64_t>(parts) << parts_shift;
    // Sequentially consistent, as wake() and the worker that goes to sleep need.
    state_.fetch_add(next_generation + opened);
    wake();
    exec::inside_parallel_body = true;
    work(0);
    exec::inside_parallel_body = false;
    state_.fetch_sub(opened, std::memory_order_acq_rel);
    for (int i = 1; (state_.load(std::memory_order_acquire) & inside_mask) != 0; ++i) {
      // A worker that lost its CPU needs one.
      if (i % 256 == 0)
        sched_yield();
      else
        exec::relax_cpu();
    }
    busy_.store(false, std::memory_order_release);
  }

  /// Runs pieces until none is left, those of the own part first.
  void work(int position) {
    const scope s = scope_;
    const index_t length = s.units / s.parts;
    const index_t longer = s.units % s.parts;  // parts that have one unit more
    for (int i = 0; i < s.parts; ++i) {
      const int p = (position + i) % s.parts;
      const index_t first = p * length + smaller(p, longer);
      const index_t units = length + (p < longer ? 1 : 0);
      std::atomic<int>& next = parts_[p].next_piece;
      while (next.load(std::memory_order_relaxed) < pieces) {
        const int piece = next.fetch_add(1, std::memory_order_relaxed);
        if (piece >= pieces) break;
        const index_t begin = first + units - (units >> piece);
        const index_t end = first + units - (piece + 1 == pieces ? 0 : units >> (piece + 1));
        if (begin < end) s.body(s.context, begin * s.grain, end == s.units ? s.n : end * s.grain);
      }
    }
  }

  void serve(int position) {
    exec::inside_parallel_body = true;
    std::uint64_t seen = 0;
    for (;;) {
      std::uint64_t state = wait_for_other(seen);
      if (stop_.load(std::memory_order_relaxed)) return;
      seen = generation(state);
      if (position >= parts_of(state)) continue;
      state = state_.fetch_add(1, std::memory_order_acquire);
      // Between the two looks the scope may have closed, and another may have opened. While this thread is counted
      // the caller does not touch scope_.
      if (position < parts_of(state)) {
        seen = generation(state);
        work(position);
      }
      state_.fetch_sub(1, std::memory_order_release);
    }
  }

  std::uint64_t wait_for_other(std::uint64_t seen) {
    // About twice what it takes to wake a thread (7 to 13 us, measured on two Emerald Rapids cores of a virtual
    // machine): spinning longer than that costs more than it can save.
    constexpr std::int64_t spin_ns = 20'000;
    const std::int64_t end = exec::monotonic_ns() + spin_ns;
    do {
      for (int i = 0; i < 64; ++i) {
        const std::uint64_t state = state_.load(std::memory_order_acquire);
        if (generation(state) != seen) return state;
        exec::relax_cpu();
      }
    } while (exec::monotonic_ns() < end);
    pthread_mutex_lock(&mutex_);
    sleepers_.fetch_add(1);  // before the look at state_; the caller looks in the other order
    std::uint64_t state = state_.load();
    for (; generation(state) == seen; state = state_.load()) pthread_cond_wait(&awake_, &mutex_);
    sleepers_.fetch_sub(1);
    pthread_mutex_unlock(&mutex_);
    return state;
  }

  void wake() {
    if (sleepers_.load() == 0) return;
    // Through the mutex: a worker is either before its look at state_ or already waiting.
    pthread_mutex_lock(&mutex_);
    pthread_mutex_unlock(&mutex_);
    pthread_cond_broadcast(&awake_);
  }

  alignas(128) std::atomic<std::uint64_t> state_{0};
  alignas(128) std::atomic<bool> busy_{false};
  alignas(128) scope scope_{};
  part* parts_ = nullptr;
  worker* workers_ = nullptr;
  int count_ = 0;  // of workers
  int born_ = 0;
  std::atomic<bool> stop_{false};
  std::atomic<int> sleepers_{0};
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t awake_ = PTHREAD_COND_INITIALIZER;
};
static_assert(executor<thread_pool>);

/// The pool of this process: one thread per available CPU, started at the first call, ended at exit.
inline thread_pool& default_pool() {
  static thread_pool pool;
  return pool;
}

}  // namespace perfdojo
