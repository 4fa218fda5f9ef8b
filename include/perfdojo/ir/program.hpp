// SPDX-License-Identifier: Apache-2.0
// program: the constexpr value that everything transforms, and its semantics, stated once.
#pragma once

#include <perfdojo/ir/scope.hpp>

namespace perfdojo::ir {

/// A loop program: sizes, buffers, and a forest of scopes with operations at the leaves.
///
/// Semantics. The reference interpreter (exec/reference.hpp) is this text as code.
///
/// Order.     Siblings run one after the other. A scope runs its body for index 0, 1, ... trips - 1 in this order, whatever its
///            kind: unrolled, vector, tensor and parallel promise that other orders give the same result, up to reassociation of
///            reductions; a tensor scope may also round them as an instruction does. A condition `first(s)` / `later(s)` on a node lets it run only where index(s) is 0 / is not 0.
/// Cases.     A cases scope runs its body once if its trips >= 1, with index 0; its value is trips. Scopes below it
///            with trips.count_of naming it run value times.
/// Bounds.    A scope with a bound and `outside = skip` runs its trips. With `outside = zero` it runs all cap positions (cap is
///            finite): where its index >= trips the position is beyond, and there every operation below assigns 0 without
///            evaluating its expression. Only plain assignments to private buffers stand below a zero scope.
/// Branches.  A scope of cap 1 with a bound runs once where the size is above its origin; one that `unless` stands before
///            (a negative step) runs once where it is not. It is sequential, and independent of a scope of the first kind.
/// Loads.     An operation evaluates its expression (select evaluates only the chosen branch), reads its destination if
///            the update does, and stores once. Integers wrap. Index values convert like integers.
/// Floats.    Each operation rounds to its type; fma rounds once. a*b+c written as separate operations may be contracted to an fma.
///            NaN and Inf pass through by IEEE 754. Reassociation changes only the order of an update's reduction.
/// Hints.     A prefetch, and `streamed` on an assignment, change nothing. The element of a prefetch will be accessed soon, and may lie
///            outside of the buffer; what is streamed need not be in a cache afterwards.
/// Aliasing.  Different buffers do not overlap. Arguments that are written must not overlap any other argument.
/// Private.   A private buffer has one instance per iteration of its home scope, with undefined content at the start. Reading
///            an element that was not written gives an unspecified value; that is no error as long as the value decides nothing.
/// Sizes.     Sizes are >= 0. Every size below 2^40.
///
/// Canonical form. Nodes are numbered in pre-order (so parents precede children), accesses and expressions in order of
/// appearance (an operation: its destination, then its expression, operands first), private buffers that nothing accesses are
/// gone, a condition stands as far out as it can (on the parent of an only child rather than on the child), and buffers keep their order with arguments first. Transformations return canonical programs; see edit.hpp.
struct program {
  static constexpr int max_nodes = 64, max_buffers = 12, max_symbols = 6, max_accesses = 48,
                       max_expressions = 64;

  name label;
  fixed_vector<symbol, max_symbols> symbols;
  fixed_vector<buffer, max_buffers> buffers;
  fixed_vector<node, max_nodes> nodes;
  fixed_vector<access, max_accesses> accesses;
  fixed_vector<expression, max_expressions> expressions;
  node_id first = none;  // the first of the top-level nodes

  constexpr node_id first_child(node_id parent) const {
    return parent == none ? first : nodes[parent].first_child;
  }

  /// The scope of that name, or none.
  constexpr node_id find(name label_) const {
    for (int n = 0; n < nodes.size(); ++n)
      if (nodes[n].label == label_ && nodes[n].is_scope) return static_cast<node_id>(n);
    return none;
  }
  /// The buffer of that name, or -1.
  constexpr int find_buffer(name label_) const {
    for (int b = 0; b < buffers.size(); ++b)
      if (buffers[b].label == label_) return b;
    return -1;
  }
  constexpr int find_symbol(name label_) const {
    for (int s = 0; s < symbols.size(); ++s)
      if (symbols[s].label == label_) return s;
    return -1;
  }

  friend constexpr bool operator==(const program&, const program&) = default;
};

}  // namespace perfdojo::ir
