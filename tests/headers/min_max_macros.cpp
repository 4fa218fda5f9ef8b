// SPDX-License-Identifier: Apache-2.0
// H44: min and max may be macros, as other headers define them. The standard headers come first: libstdc++ undefines both.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <limits>
#include <new>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) < (b) ? (b) : (a))

#include <perfdojo/elementwise.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

int main() { return min(1, 0) + max(0, -1); }
