// SPDX-License-Identifier: Apache-2.0
#include "limit.hpp"

#include "../measure/limits.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace perfdojo::bench {
namespace {

/// Threads that sleep between calls. A call costs some tens of microseconds beside the work.
class crew {
public:
  explicit crew(int threads) {
    for (int i = 1; i < threads; ++i) members_.emplace_back([this, i] { serve(i); });
  }
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;
  ~crew() {
    {
      const std::lock_guard hold(mutex_);
      ++round_;
      work_ = nullptr;
    }
    wake_.notify_all();
    for (std::thread& member : members_) member.join();
  }

  /// Runs work(i) for all i below the number of threads; returns when all have ended.
  void run(const std::function<void(int)>& work) {
    left_.store(static_cast<int>(members_.size()));
    {
      const std::lock_guard hold(mutex_);
      ++round_;
      work_ = &work;
    }
    wake_.notify_all();
    work(0);
    while (left_.load() > 0) std::this_thread::yield();
  }

private:
  void serve(int index) {
    for (long seen = 0;;) {
      const std::function<void(int)>* work = nullptr;
      {
        std::unique_lock hold(mutex_);
        wake_.wait(hold, [&] { return round_ != seen; });
        seen = round_;
        work = work_;
      }
      if (work == nullptr) return;
      (*work)(index);
      left_.fetch_sub(1);
    }
  }

  std::vector<std::thread> members_;
  std::mutex mutex_;
  std::condition_variable wake_;
  long round_ = 0;
  const std::function<void(int)>* work_ = nullptr;
  std::atomic<int> left_{0};
};

/// A subject in which every thread runs part(i) `repeats` times.
std::function<void()> together(int threads, int repeats, std::function<void(int)> part) {
  if (threads == 1)
    return [part, repeats] {
      for (int r = 0; r < repeats; ++r) part(0);
    };
  auto all = std::make_shared<crew>(threads);
  return [all, repeats, part] {
    all->run([&](int i) {
      for (int r = 0; r < repeats; ++r) part(i);
    });
  };
}

hardware_limit fma_limit(int threads, void (*burst)(), double flops) {
  // Several threads: 2 ms of work, so that waking them is below 5 %.
  const int repeats = threads == 1 ? 1 : 64;
  return {"fma_peak",
          {{"fma_burst", together(threads, repeats, [burst](int) { burst(); })}},
          flops * repeats * threads};
}

hardware_limit copy_limit(const float* from, float* to, size count, int threads) {
  const double bytes = 2.0 * static_cast<double>(count) * sizeof(float);
  const int repeats = threads == 1 ? 1 : static_cast<int>(1 + 64e6 / bytes);
  const size part = (count / threads + 15) / 16 * 16;  // whole lines
  const auto subject = [&](void (*copy)(void*, const void*, std::size_t)) {
    return together(threads, repeats, [=](int i) {
      const size begin = part * i < count ? part * i : count;
      const size end = i + 1 == threads || begin + part > count ? count : begin + part;
      copy(to + begin, from + begin, static_cast<std::size_t>(end - begin) * sizeof(float));
    });
  };
  return {"copy_bandwidth",
          {{"copy_loop", subject(measure::copy_loop)}, {"copy_streaming", subject(measure::copy_streaming)}},
          bytes * repeats};
}

}  // namespace

hardware_limit limit_of(const workload& w, int threads) {
  if (std::holds_alternative<gemm_problem<float>>(w.p)) {
    return fma_limit(threads, measure::fma_burst_f32, measure::fma_burst_flops_f32());
  }
  if (std::holds_alternative<gemm_problem<double>>(w.p)) {
    return fma_limit(threads, measure::fma_burst_f64, measure::fma_burst_flops_f64());
  }
  if (const auto* rows = std::get_if<softmax_problem>(&w.p)) {
    return copy_limit(rows->x, rows->y, rows->rows * rows->columns, threads);
  }
  const auto& v = std::get<scale_shift_relu_problem>(w.p);
  return copy_limit(v.x, v.y, v.n, threads);
}

}  // namespace perfdojo::bench
