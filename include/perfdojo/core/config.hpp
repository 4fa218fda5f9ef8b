// SPDX-License-Identifier: Apache-2.0
// Every macro of the library, and nothing else.
#pragma once

#if !defined(__cplusplus) || (__cplusplus < 202002L)
#error "perfdojo: needs C++20; compile with -std=c++20 or newer"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
// Masked lanes, max of an empty set and -inf in softmax rely on infinities; -ffinite-math-only
// turns them into garbage without a diagnostic.
#error \
    "perfdojo: -ffinite-math-only (part of -Ofast and -ffast-math) is not supported; add -fno-finite-math-only"
#endif

#define PERFDOJO_VERSION_MAJOR 0
#define PERFDOJO_VERSION_MINOR 1
#define PERFDOJO_VERSION_PATCH 0
#define PERFDOJO_VERSION "0.1.0"

#define PERFDOJO_INLINE [[gnu::always_inline]] inline

// Code that depends on the instruction set lives in an inline namespace named after it, so that objects
// compiled with different flags link safely: their functions have different names.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define PERFDOJO_ISA isa_avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define PERFDOJO_ISA isa_avx2
#elif defined(__AVX__)
#define PERFDOJO_ISA isa_avx
#elif defined(__SSE4_1__)
#define PERFDOJO_ISA isa_sse4
#elif defined(__x86_64__)
#define PERFDOJO_ISA isa_sse2
#elif defined(__ARM_FEATURE_SVE)
#define PERFDOJO_ISA isa_sve
#elif defined(__ARM_NEON)
#define PERFDOJO_ISA isa_neon
#elif defined(__riscv_vector)
#define PERFDOJO_ISA isa_rvv
#else
#define PERFDOJO_ISA isa_generic
#endif

// Entry points that choose schedules live in a namespace that a tuned header names after its content, so that objects with and
// without it, or with different ones, link safely. The tuned header defines it before this file is read.
#if !defined(PERFDOJO_DISPATCH)
#define PERFDOJO_DISPATCH PERFDOJO_ISA
#endif

// Unrolling is asked for with literals: g++ 12 accepts nothing else in the pragma. 64 is the largest extent an
// unrolled or vector scope may have (ir::max_unrolled_extent).
#if defined(__clang__)
#define PERFDOJO_UNROLL _Pragma("clang loop unroll(full)")
#define PERFDOJO_ROLLED _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define PERFDOJO_UNROLL _Pragma("GCC unroll 64")
#define PERFDOJO_ROLLED _Pragma("GCC unroll 1")
#endif

// Keeps an integer in a register of its own. Without it g++ joins neighbouring fields of a view to vectors, which wait for the scalar
// stores that wrote them (no store forwarding: about 12 cycles), and turns minima of 64 bits into vector instructions.
#if defined(__GNUC__)
#define PERFDOJO_SCALAR(x) asm("" : "+r"(x))
#else
#define PERFDOJO_SCALAR(x) static_cast<void>(x)
#endif

// Keeps g++ from computing what follows from an address before the address is needed: the rows of a result would wait in registers
// while the loop that computes them runs.
#if defined(__GNUC__)
#define PERFDOJO_LATE(x) asm volatile("" : "+r"(x))
#else
#define PERFDOJO_LATE(x) static_cast<void>(x)
#endif

// Inlining depends on the compiler. clang inlines everything first and simplifies once: it wants always_inline.
// g++ simplifies at every level of that, so it gets plain functions and flattens the root and the owner of a
// register tile in one go.
#if defined(__clang__)
#define PERFDOJO_BODY [[gnu::always_inline]] inline
#define PERFDOJO_ROOT [[gnu::noinline]]
#else
#define PERFDOJO_BODY static inline
#define PERFDOJO_ROOT [[gnu::noinline, gnu::flatten]]
#endif
