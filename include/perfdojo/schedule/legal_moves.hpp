// SPDX-License-Identifier: Apache-2.0
// legal_moves: every legal move of a program, from the domains of the parameters. Checks only; nothing is applied.
#pragma once

#include <perfdojo/schedule/catalogue.hpp>
#include <perfdojo/schedule/reorders.hpp>

#include <vector>

namespace perfdojo {

/// Which values are tried where a domain is not given by the program.
struct move_choices {
  /// Small factors for registers and lanes, then powers of two and three halves of them for cache blocks.
  std::vector<index_t> factors{2,  3,  4,  6,   8,   12,  14,  16,  24,  32,
                               48, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
  std::vector<index_t> distances{1, 2, 4};
  index_t largest_number = 7;   // for dimensions and counts
  bool may_reassociate = true;  // policy fast; otherwise no move that strict.hpp refuses
};

namespace detail {

// All numbers whose decimal digits are a permutation of 0 .. rank - 1, for the ranks of buffers.
inline std::vector<index_t> permutations() {
  std::vector<index_t> all;
  for (index_t a = 0; a < 2; ++a) all.push_back(a * 10 + (1 - a));
  const auto extend = [&all](int rank, std::size_t from) {
    const std::size_t to = all.size();
    for (std::size_t i = from; i < to; ++i) {
      for (index_t power = 1, at = 0; at < rank; power *= 10, ++at)
        all.push_back(all[i] / power * power * 10 + (rank - 1) * power + all[i] % power);
    }
    return to;
  };
  extend(4, extend(3, 0));
  return all;
}

// The values that parameters range over for one program.
class parameter_values {
public:
  parameter_values(const ir::program& p, const move_choices& choices) {
    for (const ir::node& n : p.nodes)
      if (n.is_scope) lists_[index_of(domain::scope)].push_back({n.label, 0});
    lists_[index_of(domain::scope_or_top)] = lists_[index_of(domain::scope)];
    lists_[index_of(domain::scope_or_top)].push_back({});
    for (const ir::buffer& b : p.buffers) lists_[index_of(domain::buffer)].push_back({b.label, 0});
    lists_[index_of(domain::new_name)] = lists_[index_of(domain::around)] = {parameter{}};
    put(domain::factor, choices.factors);
    for (index_t i = 0; i <= choices.largest_number; ++i) lists_[index_of(domain::number)].push_back({{}, i});
    put(domain::distance, choices.distances);
    put(domain::permutation, permutations());
    for (const tail t : {tail::exact, tail::guard, tail::peel, tail::pad, tail::overlap})
      lists_[index_of(domain::tail)].push_back({{}, static_cast<index_t>(t)});
    for (const ir::place w : {ir::place::heap, ir::place::stack, ir::place::registers})
      lists_[index_of(domain::place)].push_back({{}, static_cast<index_t>(w)});
    for (index_t i = 0; i < instruction_count; ++i) lists_[index_of(domain::instruction)].push_back({{}, i});
    for (index_t i = 0; i < 2; ++i) lists_[index_of(domain::sharing)].push_back({{}, i});
    for (index_t i = 0; i < 2; ++i) lists_[index_of(domain::where)].push_back({{}, i});
  }

  const std::vector<parameter>& of(domain d) const { return lists_[index_of(d)]; }

private:
  static constexpr std::size_t index_of(domain d) { return static_cast<std::size_t>(d); }
  void put(domain d, const std::vector<index_t>& numbers) {
    for (const index_t i : numbers) lists_[index_of(d)].push_back({{}, i});
  }
  std::vector<parameter> lists_[static_cast<std::size_t>(domain::where) + 1];
};

// Calls f(parameter_list) for every combination of values whose first `leading` pass may_go_on(parameter_list).
template <class F, class MayGoOn>
void for_each_choice(const parameter_values& values, const fixed_vector<domain, max_parameters>& domains,
                     int leading, MayGoOn&& may_go_on, F&& f) {
  parameter_list chosen;
  const auto choose = [&](auto&& self, int at) -> void {
    if (at == leading && !may_go_on(chosen)) return;
    if (at == domains.size()) return f(chosen);
    for (const parameter& v : values.of(domains[at])) {
      chosen.push(v);
      self(self, at + 1);
      chosen.pop();
    }
  };
  choose(choose, 0);
}

template <class F>
void for_each_choice(const parameter_values& values, const fixed_vector<domain, max_parameters>& domains,
                     F&& f) {
  for_each_choice(
      values, domains, 0, [](const parameter_list&) { return true; }, f);
}

template <class M>
void append_legal_moves(std::vector<move_record>& found, const ir::program& p, const parameter_values& values,
                        bool may_reassociate) {
  constexpr move_kind kind = describe<M>();
  constexpr int number = position_in<M>(all_transformations{});
  const auto append = [&](const parameter_list& chosen) {
    const M move = make_move<M>(chosen);
    if (move.check(p).ok() && (may_reassociate || class_of(move, p) == result_class::bitwise_equal))
      found.push_back({number, chosen});
  };
  if constexpr (has_leading_check<M>) {
    const auto may_go_on = [&](parameter_list chosen) {
      for (int i = chosen.size(); i < kind.defaults.size(); ++i) chosen.push(kind.defaults[i]);
      return make_move<M>(chosen).check_leading(p).ok();
    };
    for_each_choice(values, kind.domains, M::leading, may_go_on, append);
  } else {
    for_each_choice(values, kind.domains, append);
  }
}

}  // namespace detail

/// Every move of kind M, legal or not, with parameters from `choices`.
template <transformation M>
std::vector<M> moves_of(const ir::program& p, const move_choices& choices = {}) {
  std::vector<M> all;
  detail::for_each_choice(detail::parameter_values(p, choices), detail::describe<M>().domains,
                          [&](const parameter_list& chosen) { all.push_back(make_move<M>(chosen)); });
  return all;
}

/// The legal moves of p, in the order of all_transformations and of the program.
inline std::vector<move_record> legal_moves(const ir::program& p, const move_choices& choices = {}) {
  std::vector<move_record> found;
  const detail::parameter_values values(p, choices);
  const auto append = [&]<class... M>(type_list<M...>) {
    (detail::append_legal_moves<M>(found, p, values, choices.may_reassociate), ...);
  };
  append(all_transformations{});
  return found;
}

}  // namespace perfdojo
