// SPDX-License-Identifier: Apache-2.0
// Any text is safe for read_trace, and the trace that it reads is written as a text that reads back as the same trace.
#include <perfdojo/schedule/read_trace.hpp>

#include <cstdint>
#include <cstdlib>

namespace pd = perfdojo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const pd::parsed_trace first = pd::read_trace(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!first.ok()) return 0;
  const pd::parsed_trace second = pd::read_trace(pd::write_trace(first.value));
  if (!second.ok() || !(second.value == first.value)) std::abort();
  return 0;
}
