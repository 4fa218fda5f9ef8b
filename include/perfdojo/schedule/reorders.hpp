// SPDX-License-Identifier: Apache-2.0
// reorders: the floating-point reduction whose order a move changes, if any, and so the class of the move on one program. Whether the
// move is legal at all is left to the move.
#pragma once

#include <perfdojo/schedule/all.hpp>

namespace perfdojo::detail {

/// Updates at and below node n whose order shows in the result: sums and products of floating-point numbers.
constexpr analysis::touch_list rounding_updates(const ir::program& p, ir::node_id n) {
  analysis::touch_list found;
  for (const analysis::touch& t : analysis::touches_in(p, n))
    if (t.write && (t.how == ir::update::add || t.how == ir::update::multiply) &&
        ir::is_float(p.buffers[t.buffer].type))
      found.push(t);
  return found;
}

// The buffer that some update in `from` and one in `to`, related by r, both touch at one element; -1 if there is none.
constexpr int meet(const ir::program& p, const analysis::touch_list& from, const analysis::touch_list& to,
                   const analysis::relation& r) {
  return from.empty() || to.empty() ? -1 : analysis::between(p, from, to, r).buffer;
}

/// The buffer into which scope s reduces, so that its iterations may not run in another order; -1 if there is none.
constexpr int reduced_by(const ir::program& p, ir::node_id s) {
  const analysis::touch_list updates = rounding_updates(p, s);
  return meet(p, updates, updates, {.scope = s, .at = analysis::order::different});
}

/// The buffer whose reduction a legal move may reorder, or -1. A move that says of itself that it may reorder, and that no overload
/// knows, is taken to reorder the first reduction of the program.
template <class Move>
constexpr int reordered_by(const Move&, const ir::program& p) {
  if constexpr (Move::worst_class == result_class::reassociates) {
    for (int n = 0; n < p.nodes.size(); ++n) {
      if (p.nodes[n].is_scope) continue;
      const analysis::touch_list updates = rounding_updates(p, static_cast<ir::node_id>(n));
      if (!updates.empty()) return updates[0].buffer;
    }
  }
  return -1;
}

// Positions of unrolled scopes and lanes of vectors may run in any order.
constexpr int reordered_by(const unroll_move& m, const ir::program& p) {
  return reduced_by(p, p.find(m.scope));
}
constexpr int reordered_by(const vectorize_move& m, const ir::program& p) {
  return reduced_by(p, p.find(m.scope));
}

constexpr int reordered_by(const interchange_move& m, const ir::program& p) {
  using analysis::order;
  const ir::node_id o = p.find(m.outer), n = p.find(m.inner);
  const analysis::touch_list updates = rounding_updates(p, n);
  // An unrolled inner scope may run its positions in any order, further out then across all iterations of the outer one.
  const bool ordered =
      p.nodes[n].kind == ir::scope_kind::sequential || p.nodes[n].kind == ir::scope_kind::cases;
  if (ordered)
    return meet(p, updates, updates,
                {.scope = o, .at = order::less, .inner = n, .inner_at = order::greater, .shared = o});
  return meet(p, updates, updates, {.scope = o, .inner = n, .inner_at = order::different, .shared = o});
}

constexpr int reordered_by(const fission_move& m, const ir::program& p) {
  const ir::node_id s = p.find(m.scope);
  analysis::touch_list front, back;
  int position = 0;
  for (ir::node_id c = p.nodes[s].first_child; c != ir::none; c = p.nodes[c].next) {
    analysis::touch_list& part = position++ < m.count ? front : back;
    for (const analysis::touch& t : rounding_updates(p, c)) part.push(t);
  }
  return meet(p, front, back, {.scope = s, .at = analysis::order::greater});
}

constexpr int reordered_by(const join_move& m, const ir::program& p) {
  const ir::node_id s = p.find(m.first), t = p.find(m.second);
  const ir::scope_kind kind = p.nodes[s].kind;
  const bool ordered = kind == ir::scope_kind::sequential || kind == ir::scope_kind::cases;
  return meet(
      p, rounding_updates(p, s), rounding_updates(p, t),
      {.scope = s, .at = ordered ? analysis::order::greater : analysis::order::different, .partner = t});
}

constexpr int reordered_by(const reorder_move& m, const ir::program& p) {
  const ir::node_id s = m.parent.empty() ? ir::none : p.find(m.parent);
  ir::node_id a = p.first_child(s);
  for (index_t i = 0; i < m.position; ++i) a = p.nodes[a].next;
  return meet(p, rounding_updates(p, a), rounding_updates(p, p.nodes[a].next),
              {.scope = s, .at = analysis::order::equal});
}

/// The one reduction that rfactor replaces is the one that all of `around` adds to one element.
constexpr int reordered_by(const rfactor_move& m, const ir::program& p) {
  const ir::node_id around = p.find(m.around);
  for (const analysis::touch& t : rounding_updates(p, p.find(m.scope))) {
    bool stays = !ir::is_within(p, p.buffers[t.buffer].home, around);
    for (const ir::affine& i : p.accesses[t.access].index)
      for (const ir::term& x : i.terms) stays = stays && !ir::is_within(p, x.scope, around);
    if (stays) return t.buffer;
  }
  return -1;
}

constexpr int reordered_by(const halve_move& m, const ir::program& p) {
  const analysis::touch_list updates = rounding_updates(p, p.find(m.scope));
  return updates.empty() ? -1 : updates[0].buffer;
}

/// What a legal move does to the results of p.
template <class Move>
constexpr result_class class_of(const Move& move, const ir::program& p) {
  if constexpr (Move::worst_class != result_class::reassociates) {
    return Move::worst_class;
  } else {
    return reordered_by(move, p) < 0 ? result_class::bitwise_equal : result_class::reassociates;
  }
}

/// Accepts if class_of(move, p) is bitwise_equal.
template <class Move>
constexpr verdict check_bitwise_equal(const Move& move, const ir::program& p) {
  if constexpr (Move::worst_class == result_class::bitwise_equal) {
    return accept();
  } else if constexpr (Move::worst_class == result_class::approximates) {
    return reject(reason::approximation_is_forbidden);
  } else {
    const int buffer = reordered_by(move, p);
    return buffer < 0 ? accept() : reject_buffer(reason::reassociation_is_forbidden, p.buffers[buffer].label);
  }
}

// An exact instruction changes no result.
constexpr result_class class_of(const tensorize_move& m, const ir::program&) {
  return m.which == instruction::dot4_u8i8 ? result_class::bitwise_equal : tensorize_move::worst_class;
}
constexpr verdict check_bitwise_equal(const tensorize_move& m, const ir::program& p) {
  return class_of(m, p) == result_class::bitwise_equal ? accept()
                                                       : reject(reason::approximation_is_forbidden);
}

}  // namespace perfdojo::detail
