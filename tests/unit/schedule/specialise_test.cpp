// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/specialise.hpp>
#include <perfdojo/schedule/trim_guards.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view tiles = R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/6
| j N
| | i1 6 bound M - 6*i0
| | | y[6*i0+i1, j] = 2*x[6*i0+i1, j]
)";

}  // namespace

TEST_CASE("specialise: the whole program by a size, with buffers of its own for each version") {
  check_picture(pd::specialise<"k", 4>::move, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [M, K]
heap t f32 [M]
i M
| heap_free 1
| | t[i] = 0
| k K
| | t[i] += x[i, k]
j M
| y[j] = t[j]
)",
                R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [M, K]
heap t f32 [M] in kw
heap t_b f32 [M] in ku
kw 1 bound K - 3
| i M
| | heap_free 1
| | | t[i] = 0
| | k K
| | | t[i] += x[i, k]
| j M
| | y[j] = t[j]
ku 1 unless K - 3
| i_b M
| | heap_free_b 1
| | | t_b[i_b] = 0
| | k_b 4 bound K
| | | t_b[i_b] += x[i_b, k_b]
| j_b M
| | y[j_b] = t_b[j_b]
)");
}

TEST_CASE("specialise: full tiles apart from ragged ones, and no guard in the full ones") {
  constexpr std::string_view apart = R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/6
| i1w 1 bound M - 6*i0 - 5
| | j N
| | | i1 6 bound M - 6*i0
| | | | y[6*i0+i1, j] = 2*x[6*i0+i1, j]
| i1u 1 unless M - 6*i0 - 5
| | j_b N
| | | i1_b 6 bound M - 6*i0
| | | | y[6*i0+i1_b, j_b] = 2*x[6*i0+i1_b, j_b]
)";
  check_picture(pd::specialise<"i1", 6>::move, tiles, apart);
  check_picture(pd::trim_guards_move{"i1"}, apart, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/6
| i1w 1 bound M - 6*i0 - 5
| | j N
| | | i1 6
| | | | y[6*i0+i1, j] = 2*x[6*i0+i1, j]
| i1u 1 unless M - 6*i0 - 5
| | j_b N
| | | i1_b 6 bound M - 6*i0
| | | | y[6*i0+i1_b, j_b] = 2*x[6*i0+i1_b, j_b]
)");
}

TEST_CASE("specialise: the branches stand in the scope that is asked for") {
  check_picture(pd::specialise<"i1", 4, "j">::move, tiles, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/6
| j N
| | i1w 1 bound M - 6*i0 - 3
| | | i1 6 bound M - 6*i0
| | | | y[6*i0+i1, j] = 2*x[6*i0+i1, j]
| | i1u 1 unless M - 6*i0 - 3
| | | i1_b 4 bound M - 6*i0
| | | | y[6*i0+i1_b, j] = 2*x[6*i0+i1_b, j]
)");
}

TEST_CASE("specialise: blocks count, vectors stay whole, and zeros beyond stay in number") {
  check_picture(pd::specialise<"i0", 3>::move, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M/8*8]
i0 M/8
| i1 8 bound M - 8*i0 vector beyond zero
| | t[8*i0+i1] = x[8*i0+i1]
j0 M/8
| j1 8 bound M - 8*j0
| | y[8*j0+j1] = t[8*j0+j1]
)",
                R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M/8*8] in i0w
heap t_b f32 [M/8*8] in i0u
i0w 1 bound M - 16
| i0 M/8
| | i1 8 bound M - 8*i0 vector beyond zero
| | | t[8*i0+i1] = x[8*i0+i1]
| j0 M/8
| | j1 8 bound M - 8*j0
| | | y[8*j0+j1] = t[8*j0+j1]
i0u 1 unless M - 16
| i0_b 3 bound M/8
| | i1_b 8 bound M - 8*i0_b vector beyond zero
| | | t_b[8*i0_b+i1_b] = x[8*i0_b+i1_b]
| j0_b 3 bound M/8
| | j1_b 8 bound M - 8*j0_b
| | | y[8*j0_b+j1_b] = t_b[8*j0_b+j1_b]
)");
}

TEST_CASE("specialise: what has no bound, and thresholds that divide nothing, are refused") {
  check_refused(pd::specialise<"q", 4>::move, tiles, reject(reason::no_such_scope, "q"));
  check_refused(pd::specialise<"i1", 4, "q">::move, tiles, reject(reason::no_such_scope, "q"));
  check_refused(pd::specialise<"i1", 7>::move, tiles, reject(reason::factor_out_of_range, "i1", 7, 6));
  check_refused(pd::specialise<"i1", 0>::move, tiles, reject(reason::factor_out_of_range, "i1", 0, 6));
  check_refused(pd::specialise<"i0", (pd::index_t(1) << 38)>::move, tiles,
                reject(reason::factor_out_of_range, "i0", pd::index_t(1) << 38));
  check_refused(pd::specialise<"i", 4>::move, R"(perfdojo 1
argument y f32 [30]
i 30
| y[i] = 1
)",
                reject(reason::scope_has_no_bound, "i"));
  check_refused(pd::specialise<"i", 1>::move, R"(perfdojo 1
size M
argument y f32 []
i M at least 1
| y[] = 1
)",
                reject(reason::factor_out_of_range, "i", 1, pd::ir::unbounded));
}

TEST_CASE("specialise: the place is around the scope and inside of what its bound depends on") {
  check_refused(pd::specialise<"j", 4, "i1">::move, tiles, reject(reason::scopes_are_not_nested, "j"));
  check_refused(pd::specialise<"j", 4, "j">::move, tiles, reject(reason::scopes_are_not_nested, "j"));
  check_refused(pd::specialise<"i", 4, "p">::move, R"(perfdojo 1
size M
argument y f32 [4, M]
p 4
| q 4
| | i M + q
| | | y[p, i] = 1
)",
                reject(reason::bound_depends_on_scope, "q"));
  check_refused(pd::specialise<"i", 4, "p">::move, R"(perfdojo 1
size M
size N
argument y f32 [N, M]
p N parallel
| i M parallel
| | y[p, i] = 1
)",
                reject(reason::scope_runs_in_parallel, "p"));
}

TEST_CASE("specialise: a branch is not specialised again") {
  check_refused(pd::specialise<"iu", 1>::move, R"(perfdojo 1
size M
argument y f32 []
iu 1 unless M - 3
| y[] = 1
)",
                reject(reason::scope_is_a_branch, "iu"));
}

TEST_CASE("specialise: the copy needs room for nodes and buffers") {
  std::string many = "perfdojo 1\nsize M\nargument y f32 [M]\ni M\n";
  for (int n = 0; n < 24; ++n) many += "| y[i] += 1\n";
  CHECK(pd::specialise<"i", 4>::move.check(support::parsed(many)).ok());
  many += "| y[i] += 1\n";
  check_refused(pd::specialise<"i", 4>::move, many,
                reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_accesses));
  std::string buffers = "perfdojo 1\nsize M\nargument y f32 [M]\n";
  for (char c = 'a'; c < 'g'; ++c) buffers += std::string("heap ") + c + " f32 [M]\n";
  buffers += "i M\n";
  for (char c = 'a'; c < 'g'; ++c) buffers += std::string("| ") + c + "[i] = y[i]\n";
  check_refused(pd::specialise<"i", 4>::move, buffers,
                reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
}
