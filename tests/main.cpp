// SPDX-License-Identifier: Apache-2.0
// The one main of all unit tests, and the one place that knows where their golden files are.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "support/golden.hpp"

const char* golden_directory() { return PERFDOJO_GOLDEN_DIR; }
