// SPDX-License-Identifier: Apache-2.0
// A program as C++ text: a braced initialiser of ir::program.
#pragma once

#include <string>

#include <perfdojo/ir/program.hpp>

namespace perfdojo::tuner {

/// "{.symbols = ..., .nodes = ...}", for a variable of type perfdojo::ir::program in a unit that uses namespace perfdojo. The compiler
/// reads it many times faster than it evaluates ir::parse on the text form. Members have their names, so that another
/// version of the library refuses what it does not know.
std::string program_value(const ir::program& p);

}  // namespace perfdojo::tuner
