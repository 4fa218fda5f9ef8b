// SPDX-License-Identifier: Apache-2.0
#include "tuner/program_value.hpp"

#include <doctest/doctest.h>

#include <perfdojo/ir/print.hpp>

#include "support/random_programs.hpp"
#include "support/sample_programs.hpp"
#include "toys.hpp"

namespace ir = perfdojo::ir;

TEST_CASE("program_value: the compiler reads every program as its text form says") {
  std::vector<ir::program> all;
  for (const auto& s : samples::all) all.push_back(s.program);
  for (std::uint64_t seed = 0; seed < 20; ++seed) all.push_back(support::random_program(seed));

  std::string text =
      "#include <perfdojo/ir/parse.hpp>\n#include <cstdio>\nusing namespace perfdojo;\nint main() {\n";
  for (const ir::program& p : all) {
    std::string printed;
    ir::print_to(printed, p);
    text += "  {\n    static constexpr ir::program value = " + perfdojo::tuner::program_value(p) +
            ";\n    std::puts(value == ir::parse(R\"text(" + printed +
            ")text\").value ? \"same\" : \"other\");\n  }\n";
  }
  text += "}\n";

  const toys::temporary_folder folder;
  const auto printed =
      perfdojo::tuner::run_probes(toys::compiler_here(folder.path), folder.path, std::span(&text, 1), 1);
  const auto lines = perfdojo::tuner::split_text(printed.at(0), '\n');
  REQUIRE(lines.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string program;
    ir::print_to(program, all[i]);
    CAPTURE(program);
    CHECK(lines[i] == "same");
  }
}
