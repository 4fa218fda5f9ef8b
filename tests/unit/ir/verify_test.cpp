// SPDX-License-Identifier: Apache-2.0
// Each invariant is broken once, in a program that is right otherwise.
#include <perfdojo/ir/edit.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/check_both.hpp"
#include "support/sample_programs.hpp"

#include <limits>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;
using ir::invariant;

namespace {

constexpr ir::program right = ir::parse(R"(perfdojo 1 right
size M
argument y f32 [M]
argument n i32 [M]
heap t f32 [4] in i0
i0 M/4
| z 4 bound M - 4*i0 beyond zero
| | t[z] = y[4*i0+z]
| c 4 bound M - 4*i0 cases if later(i0)
| | i1 4 count(c) unrolled
| | | y[4*i0+i1] = select(n[0] < 1, t[i1], 0.5) if first(i0)
)")
                                  .value;
constexpr ir::node_id i0 = 0, z = 1, copy = 2, c = 3, i1 = 4, operation = 5;

template <class F>
constexpr pd::verdict broken(F f) {
  ir::program p = right;
  f(p);
  return ir::verify(p);
}
template <class F>
constexpr bool breaks(invariant i, F f) {
  const pd::verdict v = broken(f);
  return v.why == pd::reason::program_is_malformed && v.found == static_cast<pd::index_t>(i);
}

}  // namespace

TEST_CASE("verify: right programs are accepted") {
  CHECK_BOTH(ir::verify(right).ok());
  CHECK_BOTH(ir::verify(ir::program()).ok());
}

TEST_CASE("verify: lists and links") {
  CHECK_BOTH(breaks(invariant::counts, [](ir::program& p) { p.nodes.count = 65; }));
  CHECK_BOTH(breaks(invariant::counts, [](ir::program& p) { p.buffers[0].dimensions.count = -1; }));
  CHECK_BOTH(breaks(invariant::counts, [](ir::program& p) { p.nodes[z].trips.origin.terms.count = 7; }));
  CHECK_BOTH(breaks(invariant::numbering, [](ir::program& p) { p.first = 3; }));
  CHECK_BOTH(breaks(invariant::numbering, [](ir::program& p) { p.nodes[i0].next = 0; }));
  CHECK_BOTH(breaks(invariant::numbering, [](ir::program& p) { p.nodes[operation].next = 60; }));
  CHECK_BOTH(breaks(invariant::numbering, [](ir::program& p) { p.nodes[operation].parent = c; }));
  CHECK_BOTH(breaks(invariant::numbering, [](ir::program& p) { p.nodes[copy].first_child = 3; }));
  CHECK_BOTH(breaks(invariant::numbering, [](ir::program& p) { p.nodes[z].next = ir::none; }));
  CHECK_BOTH(breaks(invariant::empty_scope, [](ir::program& p) { p.nodes[i1].first_child = ir::none; }));
}

TEST_CASE("verify: scopes are nested up to 24 deep") {
  constexpr auto nested = [](int depth) {
    ir::program p = right;
    for (int d = 0; d < depth - 1; ++d) {
      ir::node s;
      s.label =
          pd::name(std::string_view("abcdefghijklmnopqrstuvwxyz").substr(static_cast<std::size_t>(d), 1));
      if (s.label == "c" || s.label == "z") s.label = pd::name(s.label == "c" ? "cc" : "zz");
      ir::wrap(p, p.first, s);
    }
    return ir::verify(ir::canonical(p));
  };
  CHECK_BOTH(nested(22).ok());  // three scopes are nested already
  CHECK_BOTH(nested(23).found == static_cast<pd::index_t>(invariant::nesting));
}

TEST_CASE("verify: names") {
  CHECK_BOTH(breaks(invariant::names, [](ir::program& p) { p.nodes[i0].label = "0i"; }));
  CHECK_BOTH(breaks(invariant::names, [](ir::program& p) { p.nodes[i0].label = "size"; }));
  CHECK_BOTH(breaks(invariant::names, [](ir::program& p) { p.buffers[0].label = "a b"; }));
  CHECK_BOTH(breaks(invariant::names, [](ir::program& p) { p.buffers[0].label = pd::name(); }));
  CHECK_BOTH(breaks(invariant::names, [](ir::program& p) { p.buffers[0].label.words[1] = 1; }));
  CHECK_BOTH(breaks(invariant::names, [](ir::program& p) { p.symbols[0].label = "*"; }));
  CHECK_BOTH(breaks(invariant::names, [](ir::program& p) { p.label = "-"; }));
  CHECK_BOTH(broken([](ir::program& p) { p.nodes[i1].label = "i0"; }) ==
             pd::reject(pd::reason::name_is_taken, "i0"));
  CHECK_BOTH(broken([](ir::program& p) { p.buffers[1].label = "y"; }) ==
             pd::reject(pd::reason::name_is_taken, "y"));
}

TEST_CASE("verify: sizes and buffers") {
  CHECK_BOTH(breaks(invariant::size_value, [](ir::program& p) { p.symbols[0].value = -2; }));
  CHECK_BOTH(breaks(invariant::size_value, [](ir::program& p) { p.symbols[0].value = ir::unbounded + 1; }));
  CHECK_BOTH(
      breaks(invariant::dimension_form, [](ir::program& p) { p.buffers[0].dimensions[0].symbol = 1; }));
  CHECK_BOTH(breaks(invariant::dimension_form, [](ir::program& p) { p.buffers[0].dimensions[0].step = 0; }));
  CHECK_BOTH(breaks(invariant::dimension_form, [](ir::program& p) { p.buffers[2].dimensions[0].step = 2; }));
  CHECK_BOTH(breaks(invariant::dimension_form, [](ir::program& p) { p.buffers[2].dimensions[0].cap = -1; }));
  CHECK_BOTH(breaks(invariant::buffer_order, [](ir::program& p) { p.buffers[0].where = ir::place::heap; }));
  CHECK_BOTH(breaks(invariant::buffer_order, [](ir::program& p) { p.buffers[0].home = i0; }));
  CHECK_BOTH(
      breaks(invariant::buffer_order, [](ir::program& p) { p.buffers[0].dimensions[0].reused = true; }));
  CHECK_BOTH(
      breaks(invariant::buffer_type, [](ir::program& p) { p.buffers[0].type = ir::element::boolean; }));
  CHECK_BOTH(breaks(invariant::register_extent, [](ir::program& p) {
    p.buffers[2].where = ir::place::registers;
    p.buffers[2].dimensions[0].symbol = 0;
  }));
  CHECK_BOTH(breaks(invariant::home_scope, [](ir::program& p) { p.buffers[2].home = z; }));
  CHECK_BOTH(breaks(invariant::home_scope, [](ir::program& p) { p.buffers[2].home = copy; }));
  CHECK_BOTH(breaks(invariant::home_scope, [](ir::program& p) { p.buffers[2].home = 50; }));
  CHECK_BOTH(breaks(invariant::buffer_unused, [](ir::program& p) {
    ir::buffer b = p.buffers[2];
    b.label = "u";
    p.buffers.push(b);
  }));
}

TEST_CASE("verify: a branch runs once, in order, and writes nothing beyond") {
  const auto branch = [](auto change) {
    return breaks(invariant::extent_form, [change](ir::program& p) {
      ir::extent& e = p.nodes[i1].trips;
      e = ir::constant_extent(1);
      e.symbol = 0;
      e.step = -1;
      p.nodes[i1].kind = ir::scope_kind::sequential;
      change(p, e);
    });
  };
  CHECK(!branch([](ir::program&, ir::extent&) {}));
  CHECK(branch([](ir::program&, ir::extent& e) { e.symbol = -1; }));
  CHECK(branch([](ir::program&, ir::extent& e) { e.step = -2; }));
  CHECK(branch([](ir::program&, ir::extent& e) { e.cap = 2; }));
  CHECK(branch([](ir::program&, ir::extent& e) { e.cap = 0; }));
  CHECK(branch([](ir::program&, ir::extent& e) { e.lower = 1; }));
  CHECK(branch([](ir::program& p, ir::extent&) { p.nodes[i1].kind = ir::scope_kind::unrolled; }));
  CHECK(branch([](ir::program& p, ir::extent&) { p.nodes[i1].kind = ir::scope_kind::parallel; }));
  CHECK(branch([](ir::program& p, ir::extent&) { p.nodes[i1].outside = ir::beyond::zero; }));
}

TEST_CASE("verify: scopes") {
  CHECK_BOTH(breaks(invariant::node_fields, [](ir::program& p) { p.nodes[i0].value = 0; }));
  CHECK_BOTH(breaks(invariant::node_fields, [](ir::program& p) { p.nodes[copy].trips.cap = 3; }));
  CHECK_BOTH(breaks(invariant::extent_form, [](ir::program& p) { p.nodes[i0].trips.symbol = 1; }));
  CHECK_BOTH(breaks(invariant::extent_form, [](ir::program& p) { p.nodes[i0].trips.step = 0; }));
  CHECK_BOTH(breaks(invariant::extent_form, [](ir::program& p) { p.nodes[z].trips.lower = 5; }));
  CHECK_BOTH(breaks(invariant::extent_form, [](ir::program& p) { p.nodes[z].trips.symbol = -1; }));
  CHECK_BOTH(breaks(invariant::extent_form,
                    [](ir::program& p) { p.nodes[i0].trips = ir::constant_extent(ir::unbounded); }));
  CHECK_BOTH(breaks(invariant::extent_origin,
                    [](ir::program& p) { p.nodes[z].trips.origin.terms[0].coefficient = 0; }));
  CHECK_BOTH(breaks(invariant::extent_origin,
                    [](ir::program& p) { p.nodes[z].trips.origin.constant = ir::unbounded + 1; }));
  CHECK_BOTH(broken([](ir::program& p) { p.nodes[z].trips.origin = ir::index_of(z); }) ==
             pd::reject(pd::reason::index_is_not_bound, "z"));
  CHECK_BOTH(breaks(invariant::count_scope, [](ir::program& p) { p.nodes[i1].trips.count_of = i0; }));
  CHECK_BOTH(breaks(invariant::count_scope, [](ir::program& p) { p.nodes[i1].trips.symbol = 0; }));
  CHECK_BOTH(breaks(invariant::unrolled_extent, [](ir::program& p) { p.nodes[i1].trips.cap = 65; }));
  CHECK_BOTH(
      breaks(invariant::unrolled_extent, [](ir::program& p) { p.nodes[i0].kind = ir::scope_kind::vector; }));
  CHECK_BOTH(breaks(invariant::zero_scope, [](ir::program& p) { p.nodes[z].trips.cap = ir::unbounded; }));
  CHECK_BOTH(breaks(invariant::zero_scope, [](ir::program& p) { p.nodes[copy].how = ir::update::add; }));
  CHECK_BOTH(breaks(invariant::zero_scope, [](ir::program& p) { p.nodes[i1].outside = ir::beyond::zero; }));
  CHECK_BOTH(breaks(invariant::condition_scope, [](ir::program& p) { p.nodes[operation].when.scope = z; }));
  CHECK_BOTH(breaks(invariant::condition_scope, [](ir::program& p) { p.nodes[i0].when.first = false; }));
}

TEST_CASE("verify: operations and expressions") {
  CHECK_BOTH(breaks(invariant::destination_form, [](ir::program& p) { p.accesses[2].buffer = -1; }));
  CHECK_BOTH(breaks(invariant::destination_form,
                    [](ir::program& p) { p.nodes[operation].how = ir::update::prefetch; }));
  CHECK_BOTH(breaks(invariant::node_fields, [](ir::program& p) { p.nodes[i0].streamed = true; }));
  CHECK_BOTH(breaks(invariant::streamed_update, [](ir::program& p) {
    p.nodes[operation].how = ir::update::add;
    p.nodes[operation].streamed = true;
  }));
  CHECK_BOTH(breaks(invariant::access_order, [](ir::program& p) { p.nodes[operation].destination = 0; }));
  CHECK_BOTH(breaks(invariant::access_order, [](ir::program& p) { p.nodes[operation].value = -1; }));
  CHECK_BOTH(breaks(invariant::access_order, [](ir::program& p) { p.expressions[6].operands[2] = 4; }));
  CHECK_BOTH(breaks(invariant::access_order, [](ir::program& p) { p.expressions.push(ir::expression()); }));
  CHECK_BOTH(breaks(invariant::expression_fields, [](ir::program& p) { p.expressions[2].operands[0] = 1; }));
  CHECK_BOTH(breaks(invariant::expression_fields, [](ir::program& p) { p.expressions[1].number = 1; }));
  CHECK_BOTH(breaks(invariant::constant_value, [](ir::program& p) { p.expressions[2].number = 0.5; }));
  CHECK_BOTH(breaks(invariant::constant_value, [](ir::program& p) { p.expressions[5].number = 0.1; }));
  CHECK_BOTH(broken([](ir::program& p) { p.accesses[2].index.pop(); }) ==
             pd::reject_buffer(pd::reason::rank_mismatch, "y", {}, 0, 1));
  CHECK_BOTH(broken([](ir::program& p) { p.accesses[0].index[0] = ir::index_of(i1); }) ==
             pd::reject(pd::reason::index_is_not_bound, "i1"));
  CHECK_BOTH(broken([](ir::program& p) { p.expressions[0].type = ir::element::f64; }).why ==
             pd::reason::type_mismatch);
  CHECK_BOTH(broken([](ir::program& p) { p.expressions[3].type = ir::element::f32; }).why ==
             pd::reason::type_mismatch);
  CHECK_BOTH(broken([](ir::program& p) { p.buffers[1].type = ir::element::i64; }).why ==
             pd::reason::type_mismatch);
}
