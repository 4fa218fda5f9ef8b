// SPDX-License-Identifier: Apache-2.0
// The comments of a tuned header that programs read: where it comes from, and every entry, as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "size_classes.hpp"

namespace perfdojo::tuner {

std::string facts_line(const std::string& library, const std::string& machine, const std::string& compiler);
std::string entry_line(const tuned_kernel& k, const best_entry& e);

/// What a header's machine-readable lines say. Throws usage_error if it was not written by pd-tuner.
struct read_header_result {
  std::string library, machine, compiler;
  std::vector<tuned_kernel> kernels;
};
read_header_result read_header(std::string_view text);

}  // namespace perfdojo::tuner
