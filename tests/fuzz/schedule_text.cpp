// SPDX-License-Identifier: Apache-2.0
// Any text is safe for parse_schedule, and the moves that it reads are spelled as a text that reads back as the same moves.
#include <perfdojo/schedule/parse_schedule.hpp>

#include <cstdint>
#include <cstdlib>

namespace pd = perfdojo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const pd::parsed_schedule first =
      pd::parse_schedule(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!first.ok()) return 0;
  const pd::parsed_schedule second = pd::parse_schedule(pd::spell(first.moves));
  if (!second.ok() || second.moves != first.moves) std::abort();
  return 0;
}
