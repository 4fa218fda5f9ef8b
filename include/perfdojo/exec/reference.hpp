// SPDX-License-Identifier: Apache-2.0
// The reference interpreter: the semantics of ir/program.hpp as code, and the oracle of all tests.
#pragma once

#include <perfdojo/exec/reference_values.hpp>
#include <perfdojo/ir/walk.hpp>

#include <vector>

namespace perfdojo::exec {

/// One argument: address of element [0, ..., 0] and the stride of each dimension in elements.
struct reference_argument {
  void* data = nullptr;
  index_t strides[ir::max_rank]{};
};
/// sizes: one per symbol of the program. arguments: one per buffer of place argument, in the order of the program.
struct reference_arguments {
  fixed_vector<index_t, ir::program::max_symbols> sizes;
  fixed_vector<reference_argument, ir::program::max_buffers> arguments;
};

/// reversed: unrolled, vector and parallel scopes run backwards. A program that keeps the promise of these kinds gives the
/// same result, up to reassociation.
enum class reference_order : std::uint8_t { forwards, reversed };

/// Where a run stopped because an index left its buffer: a fault of the program.
struct reference_result {
  ir::node_id operation = ir::none;
  name buffer;
  int dimension = 0;
  index_t index = 0, extent = 0;
  std::int64_t operations = 0;  // how many were run

  bool ok() const { return operation == ir::none; }
};

namespace detail {

class reference_run {
public:
  reference_run(const ir::program& p, const reference_arguments& given, reference_order order)
      : p_(p), order_(order) {
    for (int s = 0; s < p.symbols.size(); ++s) sizes_[s] = given.sizes[s];
    int next_argument = 0;
    for (int b = 0; b < p.buffers.size(); ++b) {
      const ir::buffer& x = p.buffers[b];
      storage& s = storage_[b];
      for (int d = 0; d < x.rank(); ++d) s.extents[d] = extent_of(x.dimensions[d]);
      if (!x.is_private()) {
        const reference_argument& a = given.arguments[next_argument++];
        s.data = static_cast<std::byte*>(a.data);
        for (int d = 0; d < x.rank(); ++d) s.strides[d] = a.strides[d];
        continue;
      }
      index_t elements = 1;
      for (int d = x.rank() - 1; d >= 0; --d) {
        s.strides[d] = x.dimensions[d].reused ? 0 : elements;
        if (!x.dimensions[d].reused) elements *= s.extents[d];
      }
      s.memory.resize(static_cast<std::size_t>(elements) * static_cast<std::size_t>(size_bytes(x.type)));
      s.data = s.memory.data();
    }
    for (int a = 0; a < p.accesses.size(); ++a) flatten(a);
  }

  reference_result run() {
    poison_buffers_of(ir::none);
    run_children(ir::none);
    return result_;
  }

private:
  struct storage {
    std::byte* data = nullptr;
    index_t extents[ir::max_rank]{}, strides[ir::max_rank]{};
    std::vector<std::byte> memory;
  };
  struct flat_dimension {
    index_t constant = 0, extent = 0, stride_bytes = 0;
    int first_term = 0, last_term = 0;
  };
  struct flat_access {
    std::byte* data = nullptr;
    ir::element type = ir::element::i64;
    int rank = 0;
    flat_dimension dimensions[ir::max_rank];
  };

  index_t extent_of(const ir::dimension& d) const {
    return d.unit * (d.symbol < 0 ? d.cap : smaller(d.cap, ceil_div(sizes_[d.symbol], d.step)));
  }

  void flatten(int a) {
    const ir::access& from = p_.accesses[a];
    flat_access& to = accesses_[a];
    to.rank = from.index.size();
    if (from.buffer >= 0) {
      to.data = storage_[from.buffer].data;
      to.type = p_.buffers[from.buffer].type;
    }
    for (int d = 0; d < to.rank; ++d) {
      flat_dimension& x = to.dimensions[d];
      x.constant = from.index[d].constant;
      x.first_term = static_cast<int>(terms_.size());
      for (const ir::term& t : from.index[d].terms) terms_.push_back(t);
      x.last_term = static_cast<int>(terms_.size());
      if (from.buffer < 0) continue;
      x.extent = storage_[from.buffer].extents[d];
      x.stride_bytes = storage_[from.buffer].strides[d] * size_bytes(to.type);
    }
  }

  index_t index_value(const flat_dimension& d) const {
    index_t i = d.constant;
    for (int t = d.first_term; t < d.last_term; ++t) {
      const ir::term& x = terms_[static_cast<std::size_t>(t)];
      i += x.coefficient * index_[x.scope];
    }
    return i;
  }

  // The address of an access, or null after recording that an index is out of range.
  std::byte* address(int a) {
    const flat_access& x = accesses_[a];
    std::byte* at = x.data;
    for (int d = 0; d < x.rank; ++d) {
      const index_t i = index_value(x.dimensions[d]);
      if (i < 0 || i >= x.dimensions[d].extent) {
        if (result_.ok()) {
          result_.operation = current_;
          result_.buffer = p_.buffers[p_.accesses[a].buffer].label;
          result_.dimension = d;
          result_.index = i;
          result_.extent = x.dimensions[d].extent;
        }
        return nullptr;
      }
      at += i * x.dimensions[d].stride_bytes;
    }
    return at;
  }

  reference_value evaluate(ir::expression_id e) {
    const ir::expression& x = p_.expressions[e];
    switch (x.what) {
      case ir::function::constant:
        return is_float(x.type) ? rounded(x.type, x.number)
                                : converted(real_value(x.number), ir::element::f64, x.type);
      case ir::function::index:
        return converted(whole_value(index_value(accesses_[x.access].dimensions[0])), ir::element::i64,
                         x.type);
      case ir::function::load: {
        const std::byte* at = address(x.access);
        return at == nullptr ? whole_value(0) : load_element(at, x.type);
      }
      case ir::function::select:
        return evaluate(x.operands[evaluate(x.operands[0]).whole != 0 ? 1 : 2]);
      case ir::function::convert:
        return converted(evaluate(x.operands[0]), p_.expressions[x.operands[0]].type, x.type);
      default:
        break;
    }
    const int operands = operand_count(x.what);
    const reference_value a = evaluate(x.operands[0]);
    const reference_value b = operands > 1 ? evaluate(x.operands[1]) : whole_value(0);
    if (is_comparison(x.what)) return whole_value(compare(x.what, p_.expressions[x.operands[0]].type, a, b));
    return apply_function(x.what, x.type, a, b, operands > 2 ? evaluate(x.operands[2]) : whole_value(0));
  }

  void run_operation(ir::node_id n) {
    const ir::node& x = p_.nodes[n];
    if (x.how == ir::update::prefetch) return;
    current_ = n;
    ++result_.operations;
    const ir::element type = accesses_[x.destination].type;
    reference_value v = is_float(type) ? real_value(0) : whole_value(0);
    if (!beyond_) v = evaluate(x.value);
    std::byte* at = address(x.destination);
    if (at == nullptr) return;
    if (reads_destination(x.how) && !beyond_) {
      v = apply_function(function_of(x.how), type, load_element(at, type), v, whole_value(0));
    }
    store_element(at, type, v);
  }

  index_t trips_of(const ir::extent& e) const {
    index_t trips = e.cap;
    if (e.count_of != ir::none) trips = smaller(trips, count_[e.count_of]);
    if (!e.has_bound()) return trips;
    index_t origin = e.origin.constant;
    for (const ir::term& t : e.origin.terms) origin += t.coefficient * index_[t.scope];
    return smaller(trips, larger(e.lower, ceil_div(sizes_[e.symbol] - origin, e.step)));
  }

  void run_scope(ir::node_id n) {
    const ir::node& x = p_.nodes[n];
    const index_t trips = trips_of(x.trips);
    if (x.kind == ir::scope_kind::cases) {
      count_[n] = trips;
      if (trips >= 1) run_iteration(n, 0);
      return;
    }
    const bool outer = beyond_;
    const index_t positions = x.outside == ir::beyond::zero ? x.trips.cap : trips;
    const bool backwards = order_ == reference_order::reversed && x.kind != ir::scope_kind::sequential;
    for (index_t i = 0; i < positions && result_.ok(); ++i) {
      const index_t at = backwards ? positions - 1 - i : i;
      beyond_ = outer || at >= trips;
      run_iteration(n, at);
    }
    beyond_ = outer;
  }

  void run_iteration(ir::node_id n, index_t i) {
    index_[n] = i;
    poison_buffers_of(n);
    run_children(n);
  }

  void run_children(ir::node_id parent) {
    for (ir::node_id c = p_.first_child(parent); c != ir::none && result_.ok(); c = p_.nodes[c].next) {
      const ir::node& x = p_.nodes[c];
      if (x.when.scope != ir::none && (index_[x.when.scope] == 0) != x.when.first) continue;
      if (x.is_scope) {
        run_scope(c);
      } else {
        run_operation(c);
      }
    }
  }

  // The undefined content of private buffers is made as harmful as possible: NaN, or a large odd integer.
  void poison_buffers_of(ir::node_id home) {
    for (int b = 0; b < p_.buffers.size(); ++b) {
      const ir::buffer& x = p_.buffers[b];
      if (!x.is_private() || x.home != home) continue;
      const reference_value poison = is_float(x.type) ? real_value(std::numeric_limits<double>::quiet_NaN())
                                                      : whole_value(0x5badf00d5badf00d);
      std::vector<std::byte>& memory = storage_[b].memory;
      const std::size_t element_size = static_cast<std::size_t>(size_bytes(x.type));
      for (std::size_t at = 0; at < memory.size(); at += element_size)
        store_element(&memory[at], x.type, poison);
    }
  }

  const ir::program& p_;
  reference_order order_;
  index_t sizes_[ir::program::max_symbols]{};
  storage storage_[ir::program::max_buffers];
  flat_access accesses_[ir::program::max_accesses];
  std::vector<ir::term> terms_;
  index_t index_[ir::program::max_nodes]{};
  index_t count_[ir::program::max_nodes]{};  // values of cases scopes
  bool beyond_ = false;
  ir::node_id current_ = ir::none;
  reference_result result_;
};

}  // namespace detail

/// Runs the program. Requires ir::verify(p).ok() and as many sizes and arguments as the program has.
/// An index outside its buffer stops the run and is reported; nothing outside a buffer is touched.
inline reference_result reference(const ir::program& p, const reference_arguments& given,
                                  reference_order order = reference_order::forwards) {
  return detail::reference_run(p, given, order).run();
}

}  // namespace perfdojo::exec
