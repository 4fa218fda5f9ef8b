// SPDX-License-Identifier: Apache-2.0
// The reference interpreter: the semantics of ir/program.hpp as code, and the oracle of all tests.
#pragma once

#include <perfdojo/exec/reference_storage.hpp>

namespace perfdojo::exec {

/// reversed: unrolled, vector and parallel scopes run backwards. A program that keeps the promise of these kinds gives the
/// same result, up to reassociation.
enum class reference_order : std::uint8_t { forwards, reversed };

/// Where a run stopped because an index left its buffer: a fault of the program; and what there is to tell about a run.
struct reference_result {
  ir::node_id operation = ir::none;
  name buffer;
  int dimension = 0;
  index_t index = 0, extent = 0;
  std::int64_t operations = 0;  // how many were run
  // A floating-point number was stored whose type does not hold all whole numbers of that size: other orders of sums may give anything.
  bool outgrew_whole_numbers = false;

  bool ok() const { return operation == ir::none; }
};

namespace detail {

class reference_run {
public:
  reference_run(const ir::program& p, const reference_arguments& given, reference_order order)
      : p_(p), order_(order), storage_(p, given) {}

  reference_result run() {
    storage_.poison_buffers_of(ir::none);
    run_children(ir::none);
    return result_;
  }

private:
  // The address of an access, or null after recording that an index is out of range.
  std::byte* address(int a) {
    reference_storage::place_of_fault fault;
    std::byte* at = storage_.address(a, fault);
    if (at == nullptr && result_.ok()) {
      result_.operation = current_;
      result_.buffer = p_.buffers[p_.accesses[a].buffer].label;
      result_.dimension = fault.dimension;
      result_.index = fault.index;
      result_.extent = fault.extent;
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
        return converted(whole_value(storage_.index_value(x.access)), ir::element::i64, x.type);
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
    const ir::element type = storage_.type(x.destination);
    reference_value v = is_float(type) ? real_value(0) : whole_value(0);
    if (!beyond_) v = evaluate(x.value);
    std::byte* at = address(x.destination);
    if (at == nullptr) return;
    if (reads_destination(x.how) && !beyond_) {
      v = apply_function(function_of(x.how), type, load_element(at, type), v, whole_value(0));
    }
    store_element(at, type, v);
    if (is_float(type)) {
      const double size = v.real < 0 ? -v.real : v.real;
      const double exact = type == ir::element::f64 ? 0x1p53 : 0x1p24;
      result_.outgrew_whole_numbers =
          result_.outgrew_whole_numbers || (size > exact && size < __builtin_inf());
    }
  }

  index_t trips_of(const ir::extent& e) const {
    if (e.count_of != ir::none) return smaller(e.cap, count_[e.count_of]);
    if (!e.has_bound()) return e.cap;
    index_t origin = e.origin.constant;
    for (const ir::term& t : e.origin.terms) origin += t.coefficient * storage_.index(t.scope);
    if (e.is_otherwise()) return storage_.size(e.symbol) <= origin ? 1 : 0;
    return smaller(e.cap, larger(e.lower, ceil_div(storage_.size(e.symbol) - origin, e.step)));
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
    storage_.set_index(n, i);
    storage_.poison_buffers_of(n);
    run_children(n);
  }

  void run_children(ir::node_id parent) {
    for (ir::node_id c = p_.first_child(parent); c != ir::none && result_.ok(); c = p_.nodes[c].next) {
      const ir::node& x = p_.nodes[c];
      if (x.when.scope != ir::none && (storage_.index(x.when.scope) == 0) != x.when.first) continue;
      if (x.is_scope) {
        run_scope(c);
      } else {
        run_operation(c);
      }
    }
  }

  const ir::program& p_;
  reference_order order_;
  reference_storage storage_;
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
