// SPDX-License-Identifier: Apache-2.0
#include "seeds.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <perfdojo/exec/bind.hpp>

#include "families.hpp"

namespace perfdojo::tuner {
namespace {

// The schedule with every result streamed that can be; itself if none can.
steps streamed(const ir::program& start, steps s) {
  std::optional<ir::program> made = replay(start, s);
  if (!made) return s;
  for (int b = 0; b < exec::argument_count(start); ++b)
    for (ir::node_id n = made->first; n != ir::none; n = made->nodes[n].next) {
      const stream_move move{made->buffers[b].label, made->nodes[n].label};
      if (!move.check(*made).ok()) continue;
      s.push_back({record(move), -1, {}});
      made = move.apply(*made);
    }
  return s;
}

}  // namespace

std::vector<steps> seeds_from(const ir::program& start, const steps& built_in) {
  std::vector<steps> all{built_in};
  if (built_in.size() != 1 || built_in[0].family < 0) return all;
  const std::string_view name = families()[static_cast<std::size_t>(built_in[0].family)].name;
  const auto add = [&](std::initializer_list<std::pair<std::size_t, index_t>> changes) {
    steps s = built_in;
    for (const auto& [at, value] : changes) s[0].values[at] = value;
    if (s != built_in) all.push_back(std::move(s));
  };
  const auto& v = built_in[0].values;
  if (name == "blocked_gemm") {
    // Rows and vectors of tiles that fit 32 or 16 registers (performance.md, section 3), then depths.
    for (const auto& [mr, nv] : {std::pair<index_t, index_t>{14, 2},
                                 {12, 2},
                                 {13, 2},
                                 {9, 3},
                                 {8, 3},
                                 {6, 4},
                                 {6, 2},
                                 {4, 3},
                                 {28, 1}})
      add({{0, mr}, {1, nv}, {4, (std::max)(index_t{1}, v[4] * v[0] / mr)}});
    for (const index_t part : {2, 3, 4, 6}) add({{3, (std::max)(v[2], v[3] * part / 4 / v[2] * v[2])}});
    for (const index_t unroll : {1, 4}) add({{6, unroll}});
  } else if (name == "direct_gemm") {
    for (const auto& [mr, nv] : {std::pair<index_t, index_t>{8, 3}, {8, 2}, {14, 2}})
      add({{0, mr}, {1, nv}, {3, 8}});
    for (const auto& [mr, nv] : {std::pair<index_t, index_t>{8, 3},
                                 {8, 2},
                                 {6, 2},
                                 {4, 4},
                                 {8, 1},
                                 {12, 1},
                                 {12, 2},
                                 {6, 3},
                                 {4, 2},
                                 {16, 1}})
      add({{0, mr}, {1, nv}});
  } else if (name == "softmax_rows" || name == "vector_pass") {
    for (const index_t vectors : {1, 2, 3, 4, 6, 8}) add({{1, vectors}});
    for (const index_t vectors : {1, 2, 4, 8}) add({{0, (std::max)(index_t{2}, v[0] / 2)}, {1, vectors}});
    if (name == "vector_pass")
      for (const index_t chunk : {4096, 16384, 262144, 1048576}) add({{2, chunk}});
    else
      for (const index_t ahead : {0, 2}) add({{2, ahead}});
    // Short rows, several at once.
    if (name == "softmax_rows")
      for (const auto& [vectors, rows] : {std::pair<index_t, index_t>{2, 2}, {4, 2}, {1, 4}, {2, 4}})
        all.push_back({{{}, find_family("softmax_row_blocks"), {v[0], vectors, rows, v[2]}}});
    for (std::size_t i = 0, count = all.size(); i < count; ++i)
      if (steps s = streamed(start, all[i]); s != all[i]) all.push_back(std::move(s));
  }
  return all;
}

}  // namespace perfdojo::tuner
