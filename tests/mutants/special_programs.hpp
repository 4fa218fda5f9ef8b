// SPDX-License-Identifier: Apache-2.0
// Programs on which moves of temporaries are nearly legal: in each, one thing keeps a buffer from being folded or its nest from moving.
#pragma once

#include <string_view>

namespace special {

inline constexpr std::string_view programs[] = {
    // Two elements are alive in one iteration.
    R"(perfdojo 1
argument y f32 [6]
argument x f32 [6]
heap t f32 [7]
i 6
| t[i] = x[i]
| t[i+1] = 2*x[i]
| y[i] = t[i] + t[i+1]
)",
    // Later iterations read what the first one wrote.
    R"(perfdojo 1
argument y f32 [3, 5]
argument x f32 [5]
heap t f32 [5]
k 3
| i 5
| | t[i] = x[i] if first(k)
| | y[k, i] = t[i]
)",
    // What is read was written an iteration before.
    R"(perfdojo 1
argument y f32 [3, 5]
argument x f32 [3, 5]
heap t f32 [5]
k 3
| i 5
| | y[k, i] = t[i] if later(k)
| | t[i] = x[k, i]
)",
    // Each iteration writes a part of what it reads: too few elements, others, as many as another size says, or none.
    R"(perfdojo 1
argument y f32 [3, 5, 4]
argument x f32 [5, 20]
heap t f32 [5, 20]
k 3
| i 5
| | n 20 if first(k)
| | | t[i, n] = x[i, n]
| | j 2
| | | t[i, j] = x[i, j] + 1
| | m 4
| | | y[k, i, m] = t[i, m]
)",
    R"(perfdojo 1
argument y f32 [3, 5, 4]
argument x f32 [5, 20]
heap t f32 [5, 20]
k 3
| i 5
| | n 20 if first(k)
| | | t[i, n] = x[i, n]
| | j 4
| | | t[i, j+1] = x[i, j] + 1
| | m 4
| | | y[k, i, m] = t[i, m]
)",
    R"(perfdojo 1
size M
size N
argument z f32 [M]
argument y f32 [3, 5, N]
argument x f32 [5, 20]
heap t f32 [5, 20]
k 3
| i 5
| | n 20 if first(k)
| | | t[i, n] = x[i, n]
| | j M
| | | t[i, j] = x[i, j] + 1
| | m N
| | | y[k, i, m] = t[i, m]
)",
    R"(perfdojo 1
size M
argument z f32 [M]
argument y f32 [3, 5]
argument x f32 [5]
heap t f32 [5]
k 3
| i 5
| | t[i] = x[i] if first(k)
| | n M
| | | t[i] = 2*x[i]
| | y[k, i] = t[i]
)",
    // Nests that fill their buffer twice, under conditions, for several readers, or for others that write it again.
    R"(perfdojo 1
argument y f32 [5]
argument x f32 [6]
heap t f32 [7]
i 6
| t[i+1] = 2*x[i]
| t[i] = x[i]
j 5
| y[j] = t[j+1]
)",
    R"(perfdojo 1
argument y f32 [6]
argument x f32 [6]
heap t f32 [6]
i 6
| t[i] = x[i]
| t[i] += 1 if later(i)
j 3
| l 2
| | y[2*j+l] = t[2*j+l]
)",
    R"(perfdojo 1
argument y f32 [6]
argument x f32 [12]
heap t f32 [12]
i 12
| t[i] = x[i]
j 6
| y[j] = t[j] + t[2*j]
)",
    R"(perfdojo 1
argument y f32 [2, 6]
argument x f32 [6]
heap t f32 [6]
i 6
| t[i] = x[i]
k 2
| j 6
| | t[j] += 1
| | y[k, j] = t[j]
)",
};

}  // namespace special
