// SPDX-License-Identifier: Apache-2.0
// What an application needs of the library; each folder here builds it in another way.
#include <cstdio>
#include <perfdojo/core/index_math.hpp>

int main() {
  if (perfdojo::ceil_div(7, 2) != 4) return 1;
  std::puts("right");
}
