// SPDX-License-Identifier: Apache-2.0
// stored_value: edits that put a value into a private buffer and read it from there.
#pragma once

#include <perfdojo/analysis/value.hpp>
#include <perfdojo/ir/build_expression.hpp>
#include <perfdojo/ir/edit.hpp>

namespace perfdojo::detail {

/// As many as a player chooses from.
using value_list = fixed_vector<analysis::value_site, 16>;

/// One private number in the heap.
constexpr ir::access new_scalar(ir::program& p, name label, ir::element type, ir::node_id home) {
  ir::buffer b;
  b.label = label;
  b.type = type;
  b.where = ir::place::heap;
  b.home = home;
  ir::access a;
  a.buffer = static_cast<std::int16_t>(p.buffers.push(b));
  return a;
}

/// Expression e becomes a load of access a, which canonical() copies.
constexpr void replace_by_load(ir::program& p, ir::expression_id e, std::int16_t a) {
  ir::expression load;
  load.what = ir::function::load;
  load.type = p.expressions[e].type;
  load.access = a;
  p.expressions[e] = load;
}

/// A detached scope that runs once if scope s runs at all.
constexpr ir::node_id scope_that_runs_once(ir::program& p, ir::node_id s) {
  ir::node x = p.nodes[s];
  x.label = ir::fresh_name(p, x.label);
  x.parent = x.first_child = x.next = ir::none;
  x.trips.cap = 1;
  x.trips.lower = smaller(x.trips.lower, 1);
  return static_cast<ir::node_id>(p.nodes.push(x));
}

}  // namespace perfdojo::detail
