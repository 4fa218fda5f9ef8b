// SPDX-License-Identifier: Apache-2.0
// What crosses the border between pd-tuner and a candidate's shared object.
#pragma once

#include <perfdojo/exec/argument.hpp>

namespace perfdojo::tuner {

/// Runs the kernel once on its arguments, in the order of the program's buffers.
using entry_point = void (*)(const exec::argument* arguments, int threads);

}  // namespace perfdojo::tuner
