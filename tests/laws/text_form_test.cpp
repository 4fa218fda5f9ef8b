// SPDX-License-Identifier: Apache-2.0
// Laws of the text form on seeded random programs, and on damaged texts.
#include <perfdojo/ir/hash.hpp>

#include "support/random_schedules.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;

TEST_CASE("law: parse(print(p)) == p") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const pd::ir::program p = support::random_program(seed);
    const std::string text = support::text(p);
    const pd::ir::parsed again = pd::ir::parse(text);
    if (again.ok() && again.value == p && pd::ir::hash(again.value) == pd::ir::hash(p)) continue;
    CAPTURE(seed);
    CAPTURE(text);
    CHECK(again.ok());
    CHECK(again.value == p);
  }
}

TEST_CASE(
    "law: a damaged text gives a verdict, never a crash, and what is accepted prints and parses again") {
  support::dice d(7);
  const std::string letters = "abijk0129[]()|,+-*/=<>:. \n\"#MN";
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    std::string text = support::text(support::random_program(seed % 100));
    for (int i = d.between(1, 4); i > 0 && !text.empty(); --i) {
      const std::size_t at = static_cast<std::size_t>(d.below(static_cast<pd::index_t>(text.size())));
      const char c = letters[static_cast<std::size_t>(d.below(static_cast<pd::index_t>(letters.size())))];
      switch (d.below(4)) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.erase(at, static_cast<std::size_t>(d.between(1, 10)));
          break;
        case 2:
          text.insert(at, 1, c);
          break;
        default:
          text.insert(at, text.substr(at / 2, 20));
      }
    }
    const pd::ir::parsed p = pd::ir::parse(text);
    if (!p.ok()) {
      const bool explained = p.result.why != pd::reason::syntax_error ||
                             (p.result.asked >= 1 && p.result.found >= 1 && !p.message.empty());
      CHECK(explained);
      continue;
    }
    ++accepted;
    if (pd::ir::parse(support::text(p.value)).value == p.value) continue;
    CAPTURE(text);
    CHECK(pd::ir::parse(support::text(p.value)).value == p.value);
  }
  CHECK(accepted > 0);
  CHECK(accepted < 4000);
}
