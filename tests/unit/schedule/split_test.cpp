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
