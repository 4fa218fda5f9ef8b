// SPDX-License-Identifier: Apache-2.0
// explain: the run-time face of a verdict: step, cause with values, the program at that step, and what would be legal.
#pragma once

#include <perfdojo/error/plan_limit.hpp>
#include <perfdojo/ir/invariant.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/alternatives.hpp>
#include <perfdojo/schedule/schedule.hpp>

#include <string>

namespace perfdojo {

/// The sentence of a verdict with its values: "7 does not divide 30, the extent of scope i".
inline std::string sentence(const verdict& v) {
  const bool malformed = v.why == reason::program_is_malformed;
  std::string out;
  std::string_view rest = sentence_of(v.why);
  while (!rest.empty()) {
    const std::size_t open = rest.find('{');
    put(out, rest.substr(0, open));
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find('}', open);
    const std::string_view field = rest.substr(open + 1, close - open - 1);
    if (field == "scope") {
      put(out, v.scope);
    } else if (field == "buffer") {
      put(out, v.buffer);
    } else if (field == "asked_type" || field == "found_type") {
      put(out, ir::word_of(static_cast<ir::element>(field == "asked_type" ? v.asked : v.found)));
    } else if (field == "limit") {
      put(out, words_of(static_cast<plan_limit>(v.asked)));
    } else if (field == "found" && malformed) {
      put(out, sentence_of(static_cast<ir::invariant>(v.found)));
    } else {
      put(out, field == "asked" ? v.asked : v.found);
    }
    rest.remove_prefix(close + 1);
  }
  return out;
}

namespace detail {

// The program with six blanks in front of each line, and an arrow at what the verdict names.
inline std::string mark(const ir::program& p, const verdict& v) {
  std::string out;
  const auto end_line = [&](std::size_t from, bool here) {
    constexpr std::size_t column = 24;  // arbitrary; short lines get the arrow there
    if (here) {
      while (out.size() - from < column) out.push_back(' ');
      put(out, "  <- here");
    }
    out.push_back('\n');
  };
  const bool names_scope = p.find(v.scope) != ir::none;
  for (const ir::buffer& b : p.buffers) {
    if (b.label != v.buffer) continue;
    const std::size_t from = out.size();
    put(out, "      ");
    ir::detail::printer<std::string>(p, out).print_buffer(b);
    end_line(from, !names_scope);
  }
  for (int i = 0; i < p.nodes.size(); ++i) {
    const auto n = static_cast<ir::node_id>(i);
    const std::size_t from = out.size();
    put(out, "      ");
    for (int d = ir::depth(p, n); d > 0; --d) put(out, "| ");
    ir::print_node_to(out, p, n);
    end_line(from, names_scope && p.nodes[n].is_scope && p.nodes[n].label == v.scope);
  }
  return out;
}

// The name of a type as the compiler writes it, without our namespace and without suffixes of numbers.
template <class T>
std::string type_text() {
  const std::string_view all = __PRETTY_FUNCTION__;
  const std::size_t from = all.find("T = ") + 4;
  const std::string_view name = all.substr(from, all.find_first_of(";]", from) - from);
  constexpr std::string_view ours = "perfdojo::";
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.substr(i).starts_with(ours)) {
      i += ours.size() - 1;
      continue;
    }
    const bool behind_digit = !out.empty() && out.back() >= '0' && out.back() <= '9';
    if (!(behind_digit && (name[i] == 'l' || name[i] == 'L'))) out.push_back(name[i]);
  }
  return out;
}

template <class Step>
move_record move_at(int index) {
  if constexpr (composed_step<Step>) {
    return Step::moves[index < 0 ? 0 : index];
  } else {
    return record(Step::move);
  }
}
template <class Step>
std::string step_text(int index) {
  if constexpr (composed_step<Step>) {
    return type_text<Step>() + " -> " + spell(Step::moves[index < 0 ? 0 : index]);
  } else {
    const move_record m = record(Step::move);
    return m.kind < 0 ? type_text<Step>() : spell(m);  // not in all_transformations: a user's own
  }
}

}  // namespace detail

/// The message of a move that was refused. `step_text` is the step as the user wrote it; p the program before the move.
inline std::string explain_move(const ir::program& p, const move_record& move, const verdict& v, int step,
                                std::string_view step_text) {
  std::string out;
  put(out, "step ", step, ": ", step_text, "\n  ", sentence(v), "\n", detail::mark(p, v));
  const std::vector<std::string> legal = move.kind < 0 ? std::vector<std::string>() : alternatives(p, move);
  for (std::size_t i = 0; i < legal.size(); ++i) put(out, i == 0 ? "  legal: " : ", ", legal[i]);
  if (!legal.empty()) out.push_back('\n');
  return out;
}

/// The message for a list of moves on p, for the first that is refused; empty if all are legal.
inline std::string explain(const ir::program& p, const std::vector<move_record>& moves) {
  ir::program at = p;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const verdict v = check(moves[i], at);
    if (!v.ok()) return explain_move(at, moves[i], v, static_cast<int>(i) + 1, spell(moves[i]));
    at = apply(moves[i], at);
  }
  return {};
}

namespace detail {
// Schedule with its steps: under a policy they are those of the schedule inside.
template <class P, class Schedule, class Steps>
struct explained;
template <class P, class Schedule, class... Steps>
struct explained<P, Schedule, schedule<Steps...>> {
  static std::string text() {
    using result = scheduled<P, Schedule>;
    std::string out;
    if constexpr (!result::result.ok()) {
      int number = 0;
      const auto explain_step = [&]<class Step>() {
        if (++number == result::failed_step)
          out = explain_move(result::value, move_at<Step>(result::failed_move), result::result, number,
                             step_text<Step>(result::failed_move));
        return number;
      };
      const int numbers[] = {explain_step.template operator()<Steps>()...};  // no fold: see schedule.hpp
      static_cast<void>(numbers);
    }
    return out;
  }
};
}  // namespace detail

/// The message of a schedule that does not fit program tag P, or an empty text if it does.
template <class P, class Schedule>
std::string explain_schedule() {
  return detail::explained<P, Schedule, typename detail::steps_of<Schedule>::type>::text();
}

}  // namespace perfdojo
