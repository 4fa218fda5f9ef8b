// SPDX-License-Identifier: Apache-2.0
// law: tensorize takes a nest exactly if every element that it touches is where the instruction's element is, with the same type. The
// oracle counts addresses one by one.
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/tensorize.hpp>

#include "support/same_result.hpp"

#include <optional>
#include <string>

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;
using pd::index_t;

namespace {

// A nest like the instruction's, in which mostly nothing and sometimes this or that is different.
class nest_generator {
public:
  nest_generator(pd::instruction which, std::uint64_t seed) : wanted_(pd::program_of(which)), dice_(seed) {}

  ir::program make() {
    p_ = wanted_;
    p_.label = "nest";
    for (ir::node& n : p_.nodes) {
      if (n.is_scope && differs()) n.trips.cap = dice_.pick({1, 2, 3, 4, 8, 16, 32});
    }
    for (ir::buffer& b : p_.buffers) {
      if (differs())
        b.type = dice_.pick({ir::element::u8, ir::element::i8, ir::element::bf16, ir::element::i32});
      if (dice_.chance(60)) b.where = ir::place::heap;
    }
    for (int a = 0; a < p_.accesses.size(); ++a) lay_out(a);
    make_types_fit();
    return p_;
  }

private:
  bool differs() { return dice_.chance(6); }

  // The index of an access over one to three dimensions of its buffer: the same elements, or others.
  void lay_out(int a) {
    ir::access& x = p_.accesses[a];
    ir::buffer& b = p_.buffers[x.buffer];
    index_t lane = x.index[0].coefficient(0), term = x.index[0].coefficient(1);
    if (differs()) lane = dice_.pick({0, 1, 2, 4, 8});
    if (differs()) term = dice_.pick({0, 1, 2, 4});
    const index_t lanes = p_.nodes[0].trips.cap, terms = p_.nodes[1].trips.cap;
    x.index.clear();
    b.dimensions.clear();
    const auto dimension = [&](index_t c0, index_t c1) {
      ir::affine i = ir::index_of(0, c0);
      i.add(1, c1);
      i.constant = dice_.chance(20) ? 1 : 0;
      b.dimensions.push({.cap = c0 * (lanes - 1) + c1 * (terms - 1) + 1 + i.constant + dice_.below(3) / 2});
      x.index.push(i);
    };
    if (dice_.chance(20)) dimension(0, 0);
    // A dimension of its own for the terms, dense or not.
    if (lane == terms && term == 1 && dice_.chance(50)) {
      dimension(1, 0);
      ir::affine i = ir::index_of(1);
      b.dimensions.push({.cap = terms + (differs() ? 1 : 0)});
      x.index.push(i);
    } else {
      dimension(lane, term);
    }
    if (differs()) dimension(0, 0);  // behind the others: their strides grow
  }

  // Conversions and the destination follow the types, so that the program is one.
  void make_types_fit() {
    for (ir::expression& e : p_.expressions)
      if (e.what == ir::function::load) e.type = p_.buffers[p_.accesses[e.access].buffer].type;
    if (ir::is_narrow(p_.buffers[0].type)) p_.buffers[0].type = wanted_.buffers[0].type;
    for (ir::expression& e : p_.expressions)
      if (e.what != ir::function::load) e.type = p_.buffers[0].type;
  }

  ir::program wanted_, p_;
  support::dice dice_;
};

// The distance in elements of access a from its place at 0, 0 to that at l, k, or nothing if only the call knows it.
std::optional<index_t> distance(const ir::program& p, const ir::access& a, index_t l, index_t k) {
  const ir::buffer& b = p.buffers[a.buffer];
  index_t stride = 1, total = 0;
  for (int r = b.rank() - 1; r >= 0; --r) {
    const index_t moved = a.index[r].coefficient(0) * l + a.index[r].coefficient(1) * k;
    if (moved != 0 && !b.is_private() && r != b.rank() - 1) return {};
    total += moved * stride;
    stride *= b.dimensions[r].cap;
  }
  return total;
}

// Factors may stand the other way round.
bool does_the_same(const ir::program& p, const ir::program& wanted, bool turned) {
  for (int s = 0; s < 2; ++s)
    if (p.nodes[s].trips.cap != wanted.nodes[s].trips.cap) return false;
  for (int a = 0; a < 3; ++a) {
    const ir::access& element = wanted.accesses[turned && a > 0 ? 3 - a : a];
    if (p.buffers[p.accesses[a].buffer].type != wanted.buffers[element.buffer].type) return false;
    for (index_t l = 0; l < p.nodes[0].trips.cap; ++l)
      for (index_t k = 0; k < p.nodes[1].trips.cap; ++k) {
        const auto found = distance(p, p.accesses[a], l, k);
        if (!found || *found != *distance(wanted, element, l, k)) return false;
      }
  }
  return true;
}

}  // namespace

TEST_CASE("law: tensorize is legal exactly where the elements are those of the instruction") {
  int legal = 0, refused = 0;
  for (const pd::instruction which : {pd::instruction::dot4_u8i8, pd::instruction::dot2_bf16}) {
    for (std::uint64_t seed = 0; seed < 20000; ++seed) {
      const ir::program p = nest_generator(which, seed).make();
      const bool is_legal = pd::tensorize_move{"l", which}.check(p).ok();
      const ir::program wanted = pd::program_of(which);
      const bool want = does_the_same(p, wanted, false) || does_the_same(p, wanted, true);
      (is_legal ? legal : refused) += 1;
      if (is_legal == want) continue;
      CAPTURE(seed);
      std::string text;
      ir::print_to(text, p);
      CAPTURE(text);
      REQUIRE(is_legal == want);
    }
  }
  CHECK(legal > 5000);
  CHECK(refused > 5000);
}
