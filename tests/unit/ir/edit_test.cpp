// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/ir/edit.hpp>
#include <perfdojo/ir/print.hpp>

#include "support/check_both.hpp"
#include "support/sample_programs.hpp"

namespace ir = perfdojo::ir;

namespace {

constexpr std::string_view header = "perfdojo 1 edit\nargument x i32 [8, 8]\n";

constexpr ir::program program(std::string_view body) {
  char text[512]{};
  std::size_t length = 0;
  for (const char c : header) text[length++] = c;
  for (const char c : body) text[length++] = c;
  return ir::parse(std::string_view(text, length)).value;
}

// Calls f(program&) on the program of `body` and returns the canonical result.
template <class F>
constexpr ir::program edited(std::string_view body, F f) {
  ir::program p = program(body);
  f(p);
  return ir::canonical(p);
}

}  // namespace

TEST_CASE("edit: a detached node is gone, an attached one stands where it was asked to") {
  constexpr std::string_view before = "i 8\n| x[i, 0] = 1\n| x[i, 1] = 2\n| x[i, 2] = 3\n";
  CHECK_BOTH(edited(before, [](ir::program& p) { ir::detach(p, 2); }) ==
             program("i 8\n| x[i, 0] = 1\n| x[i, 2] = 3\n"));
  constexpr ir::program moved = edited(before, [](ir::program& p) {
    ir::detach(p, 3);
    ir::attach(p, 3, 0, 1);
  });
  CHECK_BOTH(moved == program("i 8\n| x[i, 2] = 3\n| x[i, 0] = 1\n| x[i, 1] = 2\n"));
  constexpr ir::program behind = edited(before, [](ir::program& p) {
    ir::detach(p, 1);
    ir::attach_after(p, 1, 3);
  });
  CHECK_BOTH(behind == program("i 8\n| x[i, 1] = 2\n| x[i, 2] = 3\n| x[i, 0] = 1\n"));
}

TEST_CASE("edit: a scope around a node, and two nested scopes exchanged") {
  constexpr ir::program wrapped = edited("i 8\n| x[i, i] = 1\n", [](ir::program& p) {
    ir::node outer;
    outer.label = "t";
    outer.trips = ir::constant_extent(3);
    ir::wrap(p, 0, outer);
  });
  CHECK_BOTH(wrapped == program("t 3\n| i 8\n| | x[i, i] = 1\n"));
  constexpr ir::program exchanged = edited("i 8\n| j 4\n| | x[i, j] = i + j\n| | x[i, j] += 1\n",
                                           [](ir::program& p) { ir::exchange_nested(p, 0, 1); });
  CHECK_BOTH(exchanged == program("j 4\n| i 8\n| | x[i, j] = i + j\n| | x[i, j] += 1\n"));
}

TEST_CASE("edit: substitution reaches accesses, index values and origins below, and nothing else") {
  constexpr ir::program p = edited("i 4\n| x[i, 1] = index(2*i)\n| x[i, 2] = x[i, i]\n", [](ir::program& q) {
    ir::substitute(q, 0, ir::index_of(0) + ir::constant_index(1), 1);
  });
  CHECK_BOTH(p == program("i 4\n| x[i+1, 1] = index(2*i+2)\n| x[i, 2] = x[i, i]\n"));
}

TEST_CASE("edit: a copied sub-tree has scopes of its own") {
  constexpr ir::program p =
      edited("i 4\n| j 4 if first(i)\n| | x[i, j] = 1 if later(j)\n", [](ir::program& q) {
        const ir::node_id copy = ir::copy_subtree(q, 1);
        ir::attach_after(q, copy, 1);
      });
  CHECK_BOTH(p == program("i 4\n| j 4 if first(i)\n| | x[i, j] = 1 if later(j)\n| j_b 4 if first(i)\n| | "
                          "x[i, j_b] = 1 if later(j_b)\n"));
}

TEST_CASE("edit: names that are free, also where there is no room for a suffix") {
  constexpr ir::program p =
      program("i 4\n| x[i, 0] = 1\ni_b 4\n| x[i_b, 0] = 1\nabcdefghijklmno 4\n| x[0, 0] = 1\n");
  CHECK_BOTH(ir::fresh_name(p, "i") == "i_c");
  CHECK_BOTH(ir::fresh_name(p, "k") == "k");
  CHECK_BOTH(ir::fresh_name(p, "x") == "x_b");
  CHECK_BOTH(ir::fresh_name(p, "abcdefghijklmno") == "abcdefghijklm_b");
  CHECK_BOTH(ir::suffixed("i", '0') == "i0");
  CHECK_BOTH(ir::suffixed("abcdefghijklmno", '0') == "abcdefghijklmn0");
}

TEST_CASE("edit: a name is there for as many scopes as a program holds") {
  ir::program p;
  for (int i = 0; i < ir::program::max_nodes; ++i) {
    ir::node n;
    n.is_scope = true;
    n.label = ir::fresh_name(p, "abcdefghijklmno");
    CHECK(p.find(n.label) == ir::none);
    p.nodes.push(n);
  }
}

TEST_CASE("edit: canonical drops private buffers that nothing accesses, and is idempotent") {
  constexpr ir::program p = [] {
    ir::program q = program("i 8\n| x[i, 0] = 1\n");
    ir::buffer unused;
    unused.label = "t";
    unused.where = ir::place::heap;
    q.buffers.push(unused);
    return ir::canonical(q);
  }();
  CHECK_BOTH(p == program("i 8\n| x[i, 0] = 1\n"));
  for (const samples::sample& s : samples::all) {
    CAPTURE(s.label);
    CHECK(ir::canonical(s.program) == s.program);
  }
}
