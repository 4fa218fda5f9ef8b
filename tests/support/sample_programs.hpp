// SPDX-License-Identifier: Apache-2.0
// samples: small programs in text form that together use every construct.
#pragma once

#include <perfdojo/ir/parse.hpp>

#include "support/sample_texts.hpp"
#include "support/sample_texts_for_moves.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace samples {

namespace ir = perfdojo::ir;

/// y[i] = 2*x[i] for `extent` elements.
constexpr ir::program scale(perfdojo::index_t extent) {
  ir::program p = ir::parse(R"(perfdojo 1 scale
argument y f32 [1]
argument x f32 [1]
i 1
| y[i] = 2*x[i]
)")
                      .value;
  for (ir::buffer& b : p.buffers) b.dimensions[0].cap = extent;
  p.nodes[0].trips.cap = extent;
  return p;
}

struct sample {
  std::string_view label;
  ir::program program;
};

/// All texts, parsed.
inline const std::vector<sample> all = [] {
  std::vector<sample> list;
  const auto add = [&list](std::string_view text) {
    const ir::parsed p = ir::parse(text);
    if (!p.ok()) {
      std::fprintf(stderr, "samples: %.*s: %.*s at %d, %d\n%.*s", static_cast<int>(text.size()), text.data(),
                   static_cast<int>(name_of(p.result.why).size()), name_of(p.result.why).data(),
                   static_cast<int>(p.result.asked), static_cast<int>(p.result.found),
                   static_cast<int>(p.message.size()), p.message.data());
      std::abort();
    }
    const std::size_t from = text.find(' ', text.find(' ') + 1) + 1;
    list.push_back({text.substr(from, text.find('\n') - from), p.value});
  };
  for (const std::string_view text : texts) add(text);
  for (const std::string_view text : texts_for_moves) add(text);
  return list;
}();

}  // namespace samples
