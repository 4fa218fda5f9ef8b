// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/analysis/coverage.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;
namespace analysis = perfdojo::analysis;

namespace {

// Does the first operation's destination cover what the last operation loads first, in one iteration of scope top?
constexpr bool covered(std::string_view nodes, pd::name top = {}) {
  std::string_view head = "perfdojo 1\nsize M\nsize N\nargument y f32 [M, N]\nheap t f32 [M, N]\n";
  char text[600]{};
  std::size_t length = 0;
  for (const char c : head) text[length++] = c;
  for (const char c : nodes) text[length++] = c;
  const pd::ir::parsed parsed = pd::ir::parse(std::string_view(text, length));
  const pd::ir::program& p = parsed.value;
  analysis::touch_list list;
  for (pd::ir::node_id n = p.first; n != pd::ir::none; n = p.nodes[n].next)
    analysis::collect_touches(p, n, list);
  const pd::ir::node_id scope = top.empty() ? pd::ir::none : p.find(top);
  return parsed.ok() && analysis::covers(p, list[0], list.back(), scope);
}

}  // namespace

TEST_CASE("coverage: a nest over the same extents covers, in any order of its scopes") {
  CHECK_BOTH(covered("i M\n| j N\n| | t[i, j] = 1\nk M\n| l N\n| | y[k, l] = t[k, l]\n"));
  CHECK_BOTH(covered("j N\n| i M\n| | t[i, j] = 1\nk M\n| l N\n| | y[k, l] = t[k, l]\n"));
  CHECK_BOTH(covered("i M\n| j N\n| | t[i, j] = 1\n| l N\n| | y[i, l] = t[i, l]\n", "i"));
}

TEST_CASE("coverage: a nest over another part does not") {
  CHECK_BOTH(!covered("i M\n| j M\n| | t[i, j] = 1\nk M\n| l N\n| | y[k, l] = t[k, l]\n"));
  CHECK_BOTH(!covered("i M\n| t[i, 0] = 1\nk M\n| l N\n| | y[k, l] = t[k, l]\n"));
  CHECK_BOTH(!covered("i M\n| j N\n| | t[i, j] = 1\nk M\n| l N\n| | y[k, l] = t[l, k]\n"));
  CHECK_BOTH(!covered("i 3\n| j 4\n| | t[i, j+1] = 1\nk 3\n| l 4\n| | y[k, l] = t[k, l]\n"));
  CHECK_BOTH(!covered("i 3\n| j 4\n| | t[i, j] = 1\nk 3\n| l 5\n| | y[k, l] = t[k, l]\n"));
  CHECK_BOTH(covered("i 3\n| j 5\n| | t[i, j] = 1\nk 3\n| l 4\n| | y[k, l] = t[k, l]\n"));
}

TEST_CASE("coverage: blocks correspond where their bounds do") {
  CHECK_BOTH(
      covered("i M/4\n| j 4 bound M - 4*i\n| | t[4*i+j, 0] = 1\nk M/4\n| l 4 bound M - 4*k\n"
              "| | y[0, 0] = t[4*k+l, 0]\n"));
  CHECK_BOTH(
      covered("i M/4\n| j 4 bound M - 4*i beyond zero\n| | t[4*i+j, 0] = 1\nk M/4\n| l 4\n"
              "| | y[0, 0] = t[4*k+l, 0]\n"));
  CHECK_BOTH(
      !covered("i M/4\n| j 4 bound M - 4*i\n| | t[4*i+j, 0] = 1\nk M/4\n| l 4\n"
               "| | y[0, 0] = t[4*k+l, 0]\n"));
}

TEST_CASE("coverage: conditions must be shared, and scopes that do not index must run") {
  CHECK_BOTH(!covered("o 4\n| i M if first(o)\n| | t[i, 0] = 1\n| k M\n| | y[k, 0] = t[k, 0]\n", "o"));
  CHECK_BOTH(
      covered("o 4\n| i M if first(o)\n| | t[i, 0] = 1\n| k M if first(o)\n| | y[k, 0] = t[k, 0]\n", "o"));
  CHECK_BOTH(!covered("a N\n| i M\n| | t[i, 0] = 1\nk M\n| y[k, 0] = t[k, 0]\n"));
  CHECK_BOTH(covered("a 2\n| i M\n| | t[i, 0] = 1\nk M\n| y[k, 0] = t[k, 0]\n"));
}

TEST_CASE("coverage: conservative: a nest that was split on one side only is not recognised") {
  CHECK_BOTH(!covered("i M/4\n| j 4 bound M - 4*i\n| | t[4*i+j, 0] = 1\nk M\n| y[0, 0] = t[k, 0]\n"));
  CHECK_BOTH(!covered("i 8\n| t[i, 0] = 1\nk 2\n| l 4\n| | y[0, 0] = t[4*k+l, 0]\n"));
}
