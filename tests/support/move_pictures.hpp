// SPDX-License-Identifier: Apache-2.0
// check_picture: what a move makes of a program, as texts; check_refused: why it is refused.
#pragma once

#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/transformation.hpp>

#include "support/same_result.hpp"

namespace support {

inline ir::program parsed(std::string_view text) {
  const ir::parsed p = ir::parse(text);
  INFO(text);
  INFO(p.message);
  CAPTURE(p.result.asked);  // the line
  REQUIRE(p.ok());
  return p.value;
}

/// The move is legal for `before`, makes `after` of it, and keeps its meaning.
template <perfdojo::transformation Move>
void check_picture(const Move& move, std::string_view before, std::string_view after) {
  const ir::program p = parsed(before);
  const perfdojo::verdict v = move.check(p);
  CAPTURE(name_of(v.why));
  REQUIRE(v.ok());
  const ir::program q = move.apply(p);
  std::string text;
  ir::print_to(text, q);
  CHECK(text == after);
  CHECK(ir::verify(q).ok());
  CHECK(same_result(p, q, tolerance<Move>));
}

/// The move is refused for `before` with verdict v.
template <perfdojo::transformation Move>
void check_refused(const Move& move, std::string_view before, const perfdojo::verdict& v) {
  const perfdojo::verdict found = move.check(parsed(before));
  CHECK(name_of(found.why) == name_of(v.why));
  CHECK(perfdojo::name_text(found.scope).view() == perfdojo::name_text(v.scope).view());
  CHECK(perfdojo::name_text(found.buffer).view() == perfdojo::name_text(v.buffer).view());
  CHECK(found.asked == v.asked);
  CHECK(found.found == v.found);
}

}  // namespace support
