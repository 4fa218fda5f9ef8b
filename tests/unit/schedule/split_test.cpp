// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/split.hpp>

#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using support::check_picture;
using support::check_refused;

TEST_CASE("split: a scope that writes zeros is held to the limits of all scopes") {
  constexpr std::string_view full = R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [2] in e
a M
| b M
| | c M
| | | d M
| | | | e M
| | | | | z 2 bound M beyond zero
| | | | | | t[z] = y[a+b+c+d+e+z]
| | | | | i 2 bound M
| | | | | | y[i] = t[i]
)";
  for (const pd::tail policy : {pd::tail::exact, pd::tail::guard})
    check_refused(pd::split_move{"z", 2, policy}, full,
                  reject(pd::reason::capacity_exceeded, "z", 0, pd::ir::affine::max_terms));
  check_refused(pd::split_move{"z", 2, pd::tail::peel}, full,
                reject(pd::reason::extent_is_not_constant, "z", 2));
  check_refused(pd::split_move{"z", 3, pd::tail::peel}, full,
                reject(pd::reason::factor_does_not_divide_extent, "z", 3, 2));
}

TEST_CASE("split: a scope that runs once even without elements still does") {
  check_picture(pd::split_move{"i", 4, pd::tail::guard}, R"(perfdojo 1
size M
argument y f32 []
i M/3 at least 1
| y[] += 1
)",
                R"(perfdojo 1
size M
argument y f32 []
i0 M/12 at least 1
| i1 4 bound (M - 12*i0)/3 at least 1
| | y[] += 1
)");
  check_refused(pd::split_move{"i", 4, pd::tail::guard}, R"(perfdojo 1
size M
argument y f32 []
i M at least 2
| y[] += 1
)",
                reject(pd::reason::extent_is_not_constant, "i", 4));
  check_refused(pd::split_move{"i", 4}, R"(perfdojo 1
size M
argument y f32 [8]
heap t f32 [8]
i 8 bound M at least 1 beyond zero
| t[i] = y[i]
k 8
| y[k] = t[k]
)",
                reject(pd::reason::extent_is_not_constant, "i", 4));
}

TEST_CASE("split: what is peeled has the buffers that live in the scope") {
  check_picture(pd::split_move{"i", 4, pd::tail::peel}, R"(perfdojo 1
argument y f32 [6]
argument x f32 [6]
stack t f32 [] in i
i 6
| t[] = x[i]
| y[i] = t[] + 1
)",
                R"(perfdojo 1
argument y f32 [6]
argument x f32 [6]
stack t f32 [] in i1
stack t_b f32 [] in i_b
i0 1
| i1 4
| | t[] = x[4*i0+i1]
| | y[4*i0+i1] = t[] + 1
i_b 2
| t_b[] = x[i_b+4]
| y[i_b+4] = t_b[] + 1
)");
}

TEST_CASE("split: the last tile begins before the others end, where a second run assigns the same") {
  check_picture(pd::split_move{"i", 4, pd::tail::overlap}, R"(perfdojo 1
argument y f32 [14]
argument x f32 [14]
i 14
| y[i] = 2*x[i]
)",
                R"(perfdojo 1
argument y f32 [14]
argument x f32 [14]
i0 3
| i1 4
| | y[4*i0+i1] = 2*x[4*i0+i1]
i_b 4
| y[i_b+10] = 2*x[i_b+10]
)");
  // A factor that divides leaves no rest: then nothing repeats.
  check_picture(pd::split_move{"i", 7, pd::tail::overlap}, R"(perfdojo 1
argument y f32 [14]
i 14
| y[i] += 2
)",
                R"(perfdojo 1
argument y f32 [14]
i0 2
| i1 7
| | y[7*i0+i1] += 2
)");
  // Elements that several iterations write keep the value of the last one.
  check_picture(pd::split_move{"i", 4, pd::tail::overlap}, R"(perfdojo 1
argument y f32 [16]
argument x f32 [6]
i 6
| j 3
| | y[i+2*j] = x[i] + j
)",
                R"(perfdojo 1
argument y f32 [16]
argument x f32 [6]
i0 1
| i1 4
| | j 3
| | | y[4*i0+i1+2*j] = x[4*i0+i1] + j
i_b 4
| j_b 3
| | y[i_b+2*j_b+2] = x[i_b+2] + j_b
)");
}

TEST_CASE("split: what lives in the scope may be updated by iterations that run twice") {
  check_picture(pd::split_move{"i", 4, pd::tail::overlap}, R"(perfdojo 1
argument y f32 [6]
argument A f32 [6, 5]
stack t f32 [] in i
i 6
| t[] = 0
| k 5
| | t[] += A[i, k]
| y[i] = t[]
)",
                R"(perfdojo 1
argument y f32 [6]
argument A f32 [6, 5]
stack t f32 [] in i1
stack t_b f32 [] in i_b
i0 1
| i1 4
| | t[] = 0
| | k 5
| | | t[] += A[4*i0+i1, k]
| | y[4*i0+i1] = t[]
i_b 4
| t_b[] = 0
| k_b 5
| | t_b[] += A[i_b+2, k_b]
| y[i_b+2] = t_b[]
)");
}

TEST_CASE("split: iterations that would change something when they run twice are refused") {
  constexpr std::string_view text = R"(perfdojo 1
size M
argument y f32 [14]
argument z f32 [14]
argument x f32 [14, 5]
heap t f32 []
i 14
| y[i] += 1
j 14
| z[j] = z[13-j] + 1
k 14
| t[] = k
| z[k] = t[]
s 14
| z[s] = 0
| l 5
| | z[s] += x[s, l]
m M
| y[m] = 1
)";
  const auto refused = [&](pd::name scope, pd::index_t factor, const pd::verdict& v) {
    check_refused(pd::split_move{scope, factor, pd::tail::overlap}, text, v);
  };
  const auto changes = [](pd::name scope, pd::name buffer) {
    return reject_buffer(pd::reason::values_change_when_repeated, buffer, scope, 4);
  };
  refused("i", 4, changes("i", "y"));
  refused("j", 4, changes("j", "z"));
  refused("k", 4, changes("k", "t"));
  // It would stay the same, since it starts anew each time; only buffers that live in the scope are known to do so.
  refused("s", 4, changes("s", "z"));
  refused("m", 4, reject(pd::reason::extent_is_not_constant, "m", 4));
  refused("i", 14, reject(pd::reason::factor_out_of_range, "i", 14, 14));
}
