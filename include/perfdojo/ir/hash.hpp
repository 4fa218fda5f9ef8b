// SPDX-License-Identifier: Apache-2.0
// hash: 64 bits for a program, the same on every compiler and in constant evaluation. Two schedules that lead to the same
// loops give the same hash, whatever names their moves gave to scopes and private buffers.
#pragma once

#include <perfdojo/ir/walk.hpp>

#include <bit>

namespace perfdojo::ir {

namespace detail {

class hasher {
public:
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
    for (const dimension& d : b.dimensions) add(d.cap, d.symbol, d.step, d.unit, d.reused);
  }
  constexpr void add_node(const node& n) {
    // Parents and the order of nodes give the tree.
    add(n.is_scope, n.parent, n.when.scope, n.when.first);
    if (n.is_scope) {
      const extent& e = n.trips;
      add(n.kind, n.outside, e.cap, e.symbol, e.step, e.lower, e.count_of);
      add_affine(e.origin);
    } else {
      constexpr int streamed_bit = 16;  // above every update
      add(static_cast<int>(n.how) | (n.streamed ? streamed_bit : 0), n.destination, n.value);
    }
  }
  constexpr void add_expression(const expression& e) {
    add(e.what, e.type, e.access, std::bit_cast<std::uint64_t>(e.number));
    for (const expression_id o : e.operands) add(o);
  }

  constexpr std::uint64_t value() const { return state_; }

private:
  std::uint64_t state_ = 0x9e3779b97f4a7c15u;  // arbitrary
};

}  // namespace detail

/// The hash of a canonical program. Names of the program, its sizes and arguments count; names of scopes and private
/// buffers do not.
constexpr std::uint64_t hash(const program& p) {
  detail::hasher h;
  h.add_name(p.label);
  h.add(p.symbols.size(), p.buffers.size(), p.nodes.size(), p.accesses.size(), p.expressions.size());
  for (const symbol& s : p.symbols) {
    h.add_name(s.label);
    h.add(s.value);
  }
  for (const buffer& b : p.buffers) h.add_buffer(b);
  for (const node& n : p.nodes) h.add_node(n);
  for (const access& a : p.accesses) {
    h.add(a.buffer);
    for (const affine& i : a.index) h.add_affine(i);
  }
  for (const expression& e : p.expressions) h.add_expression(e);
  return h.value();
}

}  // namespace perfdojo::ir
