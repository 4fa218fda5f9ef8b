// SPDX-License-Identifier: Apache-2.0
// hash: 64 bits for a program, the same on every compiler and in constant evaluation. Two schedules that lead to the same
// loops give the same hash, whatever names their moves gave to scopes and private buffers and in which order they made them.
#pragma once

#include <perfdojo/ir/walk.hpp>

#include <bit>

namespace perfdojo::ir {

namespace detail {

template <int N>
constexpr int position_of(const fixed_vector<int, N>& list, int wanted) {
  for (int i = 0; i < list.size(); ++i)
    if (list[i] == wanted) return i;
  return -1;
}

// Numbers of buffers and sizes that do not depend on the order in which moves made them: first those of the kernel as declared, then
// the others in the order in which the program uses them.
class use_order {
public:
  constexpr explicit use_order(const program& p) {
    for (int b = 0; b < p.buffers.size(); ++b)
      if (!p.buffers[b].is_private()) buffers.push(b);
    bool is_met[program::max_buffers]{};
    for (const access& a : p.accesses) {
      if (a.buffer < 0 || is_met[a.buffer] || !p.buffers[a.buffer].is_private())
        continue;  // index(i) has no buffer
      is_met[a.buffer] = true;
      buffers.push(a.buffer);
    }
    for (int s = 0; s < p.symbols.size(); ++s)
      if (!is_made(p.symbols[s])) add_symbol(s);
    for (const node& n : p.nodes)
      if (n.is_scope) add_symbol(n.trips.symbol);
    for (const int b : buffers)
      for (const dimension& d : p.buffers[b].dimensions) add_symbol(d.symbol);
  }

  fixed_vector<int, program::max_buffers> buffers;
  fixed_vector<int, program::max_symbols> symbols;
  constexpr int buffer_of(int b) const { return position_of(buffers, b); }
  constexpr int symbol_of(int s) const { return position_of(symbols, s); }

private:
  // A move makes the size _30 where it bounds a scope by 30 (split.hpp).
  static constexpr bool is_made(const symbol& s) {
    return s.value >= 0 && name_text(s.label).view().starts_with('_');
  }
  constexpr void add_symbol(int s) {
    if (s >= 0 && symbol_of(s) < 0) symbols.push(s);
  }
};

class hasher {
public:
  constexpr explicit hasher(const use_order& order) : order_(order) {}

  // Mixing as in MurmurHash3's 64-bit finaliser (Appleby, public domain): every input bit reaches every output bit.
  constexpr void add_bits(std::uint64_t word) {
    state_ = (state_ ^ word) * 0xff51afd7ed558ccdu;
    state_ ^= state_ >> 33;
    state_ *= 0xc4ceb9fe1a85ec53u;
    state_ ^= state_ >> 29;
  }
  template <class... T>
  constexpr void add(const T&... values) {
    (add_bits(static_cast<std::uint64_t>(values)), ...);
  }
  constexpr void add_name(const name& n) { add(n.words[0], n.words[1]); }
  constexpr void add_affine(const affine& a) {
    add(a.constant, a.terms.size());
    for (const term& t : a.terms) add(t.scope, t.coefficient);
  }
  constexpr void add_buffer(const buffer& b) {
    if (!b.is_private()) add_name(b.label);
    add(b.type, b.where, b.home, b.rank());
    for (const dimension& d : b.dimensions) add(d.cap, order_.symbol_of(d.symbol), d.step, d.unit, d.reused);
  }
  constexpr void add_node(const node& n) {
    // Parents and the order of nodes give the tree.
    add(n.is_scope, n.parent, n.when.scope, n.when.first);
    if (n.is_scope) {
      const extent& e = n.trips;
      add(n.kind, n.outside, e.cap, order_.symbol_of(e.symbol), e.step, e.lower, e.count_of);
      add_affine(e.origin);
      if (n.grain != 1 || n.fixed_parts) add(n.grain, n.fixed_parts);
    } else {
      constexpr int streamed_bit = 16;  // above every update
      add(static_cast<int>(n.how) | (n.streamed ? streamed_bit : 0), n.destination, n.value);
    }
  }
  constexpr void add_access(const access& a) {
    add(order_.buffer_of(a.buffer));
    for (const affine& i : a.index) add_affine(i);
  }
  constexpr void add_expression(const expression& e) {
    add(e.what, e.type, e.access, std::bit_cast<std::uint64_t>(e.number));
    for (const expression_id o : e.operands) add(o);
  }

  constexpr std::uint64_t value() const { return state_; }

private:
  const use_order& order_;
  std::uint64_t state_ = 0x9e3779b97f4a7c15u;  // arbitrary
};

}  // namespace detail

/// The hash of a canonical program. Names of the program, its sizes and arguments count; names of scopes and private
/// buffers do not, nor does the order in which private buffers and sizes made by moves are declared.
constexpr std::uint64_t hash(const program& p) {
  const detail::use_order order(p);
  detail::hasher h(order);
  h.add_name(p.label);
  h.add(order.symbols.size(), order.buffers.size(), p.nodes.size(), p.accesses.size(), p.expressions.size());
  for (const int s : order.symbols) {
    h.add_name(p.symbols[s].label);
    h.add(p.symbols[s].value);
  }
  for (const int b : order.buffers) h.add_buffer(p.buffers[b]);
  for (const node& n : p.nodes) h.add_node(n);
  for (const access& a : p.accesses) h.add_access(a);
  for (const expression& e : p.expressions) h.add_expression(e);
  return h.value();
}

}  // namespace perfdojo::ir
