// SPDX-License-Identifier: Apache-2.0
#include "families.hpp"

#include <array>

#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/composed/row_pass.hpp>

namespace perfdojo::tuner {
namespace {

using values = std::span<const index_t>;

constexpr std::array all{
    family{"blocked_gemm", 7, 2,
           [](values v) {
             return blocked_gemm_moves({v[0], v[1], v[2], v[3], v[4], v[5], v[6]});
           }},
    family{"direct_gemm", 4, 0, [](values v) { return direct_gemm_moves(v[0], v[1], v[2], v[3]); }},
    family{"softmax_rows", 3, 1, [](values v) { return softmax_rows_moves(v[0], v[1], v[2]); }},
    family{"softmax_row_blocks", 4, 1,
           [](values v) { return softmax_row_blocks_moves(v[0], v[1], v[2], v[3]); }},
    family{"vector_pass", 3, no_default, [](values v) { return vector_pass_moves(v[0], v[1], v[2]); }},
};

}  // namespace

std::span<const family> families() { return all; }

int find_family(std::string_view name) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace perfdojo::tuner
