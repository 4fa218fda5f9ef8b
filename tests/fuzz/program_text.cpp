// SPDX-License-Identifier: Apache-2.0
// Any text is safe for ir::parse, and a program that verifies prints as a text that reads back as the same program.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace ir = perfdojo::ir;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ir::parsed first = ir::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!first.ok()) return 0;
  std::string printed, again;
  ir::print_to(printed, first.value);
  const ir::parsed second = ir::parse(printed);
  const bool has_nan = !(first.value == first.value);  // which differs from itself: the texts are compared
  if (!second.ok() || (!has_nan && !(second.value == first.value))) std::abort();
  ir::print_to(again, second.value);
  if (again != printed) std::abort();
  return 0;
}
