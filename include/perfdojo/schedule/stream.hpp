// SPDX-License-Identifier: Apache-2.0
// stream: results that nobody reads soon go to memory past the caches.
#pragma once

#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Marks the assignments to a buffer below a scope as streamed: their full vectors may be stored past the caches.
///
///     before                             after stream<"y", "i0">
///     i0 N/64                            i0 N/64
///     | i1 4 bound ... unrolled          | i1 4 bound ... unrolled
///     | | i2 16 bound ... vector         | | i2 16 bound ... vector
///     | | | y[64*i0+16*i1+i2] = ...      | | | y[64*i0+16*i1+i2] = ... streamed
///
/// Legal when:   the buffer is an argument that the program never reads; the scope has assignments to it, none of them streamed yet, each
///               in a vector scope whose lanes are neighbours in the last dimension; and every scope around them moves on to other
///               elements, so that each is written once.
/// Rejects with: no_such_scope, no_such_buffer, buffer_is_not_an_argument, buffer_is_not_written, buffer_is_streamed, buffer_is_used_again,
///               buffer_is_not_stored_in_vectors.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     results larger than the caches: an ordinary store first reads the line that it replaces. Costs: results that would
///               have stayed in a cache are read from memory by whoever comes next; and a call that works in place, whose lines
///               are in a cache anyway, waits for memory.
/// Elsewhere:    no primitive; "#pragma vector nontemporal" of Intel's compilers.
struct stream_move {
  perfdojo::name buffer;
  perfdojo::name scope;

  static constexpr std::string_view name = "stream";
  static constexpr std::array parameters{domain::buffer, domain::scope};
  static constexpr field_list<&stream_move::buffer, &stream_move::scope> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(buffer);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    if (p.buffers[b].is_private()) return reject_buffer(reason::buffer_is_not_an_argument, buffer);
    ir::node_id used_again_in = ir::none;
    bool is_read = false;
    ir::for_each_node(p, [&](ir::node_id n) {
      ir::for_each_access(p, n, [&](std::int16_t a, bool is_write) {
        is_read = is_read || (!is_write && p.accesses[a].buffer == b);
      });
    });
    bool is_written = false, is_streamed = false, in_vectors = true;
    ir::for_each_in(p, s, [&](ir::node_id n) {
      is_written = is_written || writes(p, n, b);
      if (!assigns(p, n, b)) return;
      is_streamed = is_streamed || p.nodes[n].streamed;
      const ir::access& a = p.accesses[p.nodes[n].destination];
      const ir::node_id v = p.nodes[n].parent;
      in_vectors = in_vectors && p.nodes[v].kind == ir::scope_kind::vector && !a.index.empty() &&
                   a.index.back().coefficient(v) == 1;
      for (ir::node_id m = v; m != ir::none; m = p.nodes[m].parent)
        if (p.nodes[m].trips.cap != 1 && p.nodes[m].kind != ir::scope_kind::cases && !ir::is_indexed_by(a, m))
          used_again_in = m;
    });
    if (!is_written) return reject_buffer(reason::buffer_is_not_written, buffer, scope);
    if (is_streamed) return reject_buffer(reason::buffer_is_streamed, buffer, scope);
    if (is_read) return reject_buffer(reason::buffer_is_used_again, buffer);
    if (used_again_in != ir::none)
      return reject_buffer(reason::buffer_is_used_again, buffer, p.nodes[used_again_in].label);
    return in_vectors ? accept() : reject_buffer(reason::buffer_is_not_stored_in_vectors, buffer, scope);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const int b = p.find_buffer(buffer);
    ir::for_each_in(p, p.find(scope), [&](ir::node_id n) {
      if (assigns(p, n, b)) p.nodes[n].streamed = true;
    });
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  static constexpr bool writes(const ir::program& p, ir::node_id n, int b) {
    const ir::node& x = p.nodes[n];
    return !x.is_scope && x.how != ir::update::prefetch && p.accesses[x.destination].buffer == b;
  }
  static constexpr bool assigns(const ir::program& p, ir::node_id n, int b) {
    return writes(p, n, b) && p.nodes[n].how == ir::update::assign;
  }
};
static_assert(transformation<stream_move>);

template <fixed_string Buffer, fixed_string Scope>
struct stream {
  static constexpr stream_move move{Buffer, Scope};
};

}  // namespace perfdojo
