// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/error/reason.hpp>

#include "support/check_both.hpp"
#include "support/golden.hpp"

#include <iterator>
#include <string>

namespace pd = perfdojo;

TEST_CASE("reason: names and sentences belong to their enumerators") {
  CHECK_BOTH(name_of(pd::reason::ok) == "ok");
  CHECK_BOTH(name_of(pd::reason::syntax_error) == "syntax_error");
  CHECK_BOTH(std::size(pd::reason_names) == static_cast<std::size_t>(pd::reason::syntax_error) + 1);
  CHECK_BOTH(sentence_of(pd::reason::no_such_scope) == "the program has no scope {scope}");
}

TEST_CASE("reason: docs/errors.md has a paragraph for each, and no other") {
  std::string text;
  REQUIRE(read_golden(std::string(golden_directory()) + "/../../docs/errors.md", text));
  for (const std::string_view reason : pd::reason_names) {
    CAPTURE(reason);
    const std::string heading = "\n## " + std::string(reason) + "\n";
    const std::size_t at = text.find(heading);
    REQUIRE(at != std::string::npos);
    constexpr std::size_t shortest_paragraph = 15;
    CHECK(text.find("\n## ", at + 1) >= at + heading.size() + shortest_paragraph);
  }
  std::size_t headings = 0;
  for (std::size_t at = 0; (at = text.find("\n## ", at + 1)) != std::string::npos;) ++headings;
  CHECK(headings == std::size(pd::reason_names));
}
