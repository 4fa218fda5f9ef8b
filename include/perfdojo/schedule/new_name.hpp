// SPDX-License-Identifier: Apache-2.0
// new_name: may a buffer that a move makes have this name?
#pragma once

#include <perfdojo/error/verdict.hpp>
#include <perfdojo/ir/program.hpp>
#include <perfdojo/ir/valid_name.hpp>

namespace perfdojo::detail {

/// Accepts a word that no buffer has; rejects with name_is_not_a_word or name_is_taken.
constexpr verdict check_new_name(const ir::program& p, name wanted) {
  if (!ir::is_valid_name(wanted)) return reject_buffer(reason::name_is_not_a_word, wanted, wanted);
  return p.find_buffer(wanted) < 0 ? accept() : reject_buffer(reason::name_is_taken, wanted, wanted);
}

}  // namespace perfdojo::detail
