// SPDX-License-Identifier: Apache-2.0
// CHECK_BOTH: one fact, checked while compiling and again when the test runs.
#pragma once

#include <doctest/doctest.h>

/// A static_assert and a CHECK of the same constant expression: the same functions run in user code's constant
/// evaluation and in the tuner.
#define CHECK_BOTH(...)         \
  do {                          \
    static_assert(__VA_ARGS__); \
    CHECK((__VA_ARGS__));       \
  } while (false)
