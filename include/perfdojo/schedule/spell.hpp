// SPDX-License-Identifier: Apache-2.0
// spell: moves and schedules as the C++ text that a user writes. parse_schedule.hpp reads it back.
#pragma once

#include <perfdojo/core/text.hpp>
#include <perfdojo/schedule/catalogue.hpp>

#include <string>
#include <vector>

namespace perfdojo {

inline constexpr std::string_view tail_words[] = {"exact", "guard", "peel", "pad", "overlap"};
inline constexpr std::string_view instruction_words[] = {"dot4_u8i8", "dot2_bf16"};
inline constexpr std::string_view sharing_words[] = {"dynamic", "fixed"};
inline constexpr std::string_view where_words[] = {"first", "last"};
inline constexpr std::string_view place_words[] = {"argument", "heap", "stack", "registers"};

/// Appends one template argument: "i", 7, tail::guard, ir::place::stack.
template <class Out>
constexpr void spell_to(Out& out, domain d, const parameter& v) {
  switch (d) {
    case domain::scope:
    case domain::scope_or_top:
    case domain::around:
    case domain::buffer:
    case domain::new_name:
      return put(out, "\"", v.label, "\"");
    case domain::tail:
      return put(out, "tail::", tail_words[v.number]);
    case domain::place:
      return put(out, "ir::place::", place_words[v.number]);
    case domain::instruction:
      return put(out, "instruction::", instruction_words[v.number]);
    case domain::sharing:
      return put(out, "sharing::", sharing_words[v.number]);
    case domain::where:
      return put(out, "where::", where_words[v.number]);
    default:
      return put(out, v.number);
  }
}

namespace detail {
// How many parameters a text of the move needs. Policies and names at the end that have their default are left out.
constexpr int spelled_count(const move_record& m) {
  const move_kind& kind = move_kinds[static_cast<std::size_t>(m.kind)];
  int count = m.values.size();
  const auto may_be_left_out = [&](int i) {
    const domain d = kind.domains[i];
    return (d == domain::tail || d == domain::new_name || d == domain::around || d == domain::where) &&
           m.values[i] == kind.defaults[i];
  };
  while (count > 0 && may_be_left_out(count - 1)) --count;
  return count;
}
}  // namespace detail

/// Appends a move: split<"i", 7, tail::guard>.
template <class Out>
constexpr void spell_to(Out& out, const move_record& m) {
  const move_kind& kind = move_kinds[static_cast<std::size_t>(m.kind)];
  const int count = detail::spelled_count(m);
  put(out, kind.name, "<");
  for (int i = 0; i < count; ++i) {
    if (i > 0) put(out, ", ");
    spell_to(out, kind.domains[i], m.values[i]);
  }
  put(out, ">");
}

inline std::string spell(const move_record& m) {
  std::string out;
  spell_to(out, m);
  return out;
}
template <transformation M>
std::string spell(const M& move) {
  return spell(record(move));
}
/// schedule<split<"i", 7>, unroll<"i1">>
inline std::string spell(const std::vector<move_record>& moves) {
  std::string out = "schedule<";
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0) out += ", ";
    spell_to(out, moves[i]);
  }
  return out + ">";
}

}  // namespace perfdojo
