// SPDX-License-Identifier: Apache-2.0
// Parallel scopes: the concept of an executor, a reference to any model of it, and the sequential model. Threads are
// in thread_pool.hpp and openmp.hpp.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>

#include <concepts>
#include <type_traits>
#if defined(__cpp_exceptions)
#include <exception>
#endif

namespace perfdojo {

/// The iterations [begin, end) of a parallel scope.
using parallel_body = void (*)(void* context, index_t begin, index_t end);

/// Something that runs the iterations of a parallel scope.
///
/// concurrency():                   how many calls of a body may run at the same time, at least 1.
/// parallel_for(n, grain, body, c): calls body(c, begin, end) for ranges that together are [0, n), each iteration
///                                  once, ranges of at least `grain` iterations where n allows, perhaps at the same
///                                  time; returns after all have. It may be called from several threads, and from
///                                  inside a body.
/// An exception that leaves a body leaves parallel_for in the calling thread; other ranges may then be missing.
template <class E>
concept executor = requires(E& e, index_t n, index_t grain, parallel_body body, void* context) {
  { e.concurrency() } -> std::convertible_to<int>;
  e.parallel_for(n, grain, body, context);
};

/// Runs everything in the calling thread.
struct sequential {
  static constexpr int concurrency() { return 1; }
  static void parallel_for(index_t n, index_t, parallel_body body, void* context) {
    if (n > 0) body(context, 0, n);
  }
};
static_assert(executor<sequential>);

namespace exec {

// Part of the names of templates whose code differs, so that objects with and without exceptions link safely.
#if defined(__cpp_exceptions)
inline constexpr bool with_exceptions = true;
#else
inline constexpr bool with_exceptions = false;
#endif

/// Carries the first exception that leaves a body to the calling thread, since it must not leave a worker.
template <bool Exceptions>
struct guarded_body {
  parallel_body body;
  void* context;

  static void call(void* self, index_t begin, index_t end) {
    const auto& g = *static_cast<guarded_body*>(self);
    g.body(g.context, begin, end);
  }
  void rethrow() {}
};

#if defined(__cpp_exceptions)
template <>
struct guarded_body<true> {
  parallel_body body;
  void* context;
  int failed = 0;
  std::exception_ptr first{};

  static void call(void* self, index_t begin, index_t end) {
    auto& g = *static_cast<guarded_body*>(self);
    if (__atomic_load_n(&g.failed, __ATOMIC_RELAXED) != 0) return;
    try {
      g.body(g.context, begin, end);
    } catch (...) {
      if (__atomic_exchange_n(&g.failed, 1, __ATOMIC_RELAXED) == 0) g.first = std::current_exception();
    }
  }
  // After all calls returned, which the executor has seen: no race with the writer of `first`.
  void rethrow() {
    if (first) std::rethrow_exception(first);
  }
};
#endif

template <class E>
inline constinit E instance_of{};

template <class E, bool Exceptions>
void call_executor(void* object, index_t n, index_t grain, parallel_body body, void* context) {
  static_cast<E*>(object)->parallel_for(n, grain, body, context);
}
template <class E>
int ask_concurrency(void* object) {
  return static_cast<int>(static_cast<E*>(object)->concurrency());
}

}  // namespace exec

/// Any executor by reference; the executor must outlive it. By default sequential.
class executor_ref {
public:
  constexpr executor_ref() = default;

  template <executor E>
  requires(!std::is_same_v<std::remove_const_t<E>, executor_ref> &&
           !std::is_same_v<std::remove_const_t<E>, sequential>) executor_ref(E& e)
      : object_(const_cast<std::remove_const_t<E>*>(&e)),
        concurrency_(exec::ask_concurrency<E>),
        parallel_for_(exec::call_executor<E, exec::with_exceptions>) {}

  /// An executor without state may also be a temporary.
  template <executor E>
  requires(std::is_empty_v<E> && !std::is_same_v<E, sequential>) executor_ref(const E&)
      : executor_ref(exec::instance_of<E>) {}
  constexpr executor_ref(const sequential&) {}

  int concurrency() const { return concurrency_ == nullptr ? 1 : concurrency_(object_); }
  void parallel_for(index_t n, index_t grain, parallel_body body, void* context) const {
    if (parallel_for_ == nullptr) return sequential::parallel_for(n, grain, body, context);
    parallel_for_(object_, n, grain, body, context);
  }
  bool is_sequential() const { return parallel_for_ == nullptr; }

private:
  void* object_ = nullptr;
  int (*concurrency_)(void*) = nullptr;
  void (*parallel_for_)(void*, index_t, index_t, parallel_body, void*) = nullptr;
};
static_assert(executor<executor_ref>);

/// parallel_for for a callable: parallel_for(pool, n, 1, [&](index_t begin, index_t end) { ... });
template <executor E, std::invocable<index_t, index_t> F>
void parallel_for(E&& e, index_t n, index_t grain, F&& f) {
  using callable = std::remove_reference_t<F>;
  e.parallel_for(
      n, grain,
      [](void* context, index_t begin, index_t end) { (*static_cast<callable*>(context))(begin, end); },
      const_cast<std::remove_const_t<callable>*>(&f));
}

}  // namespace perfdojo
