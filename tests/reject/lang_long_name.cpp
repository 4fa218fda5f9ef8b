// SPDX-License-Identifier: Apache-2.0
// A name that is too long.
// REJECT: perfdojo: a name has at most 15 characters
#include <perfdojo/lang/lower.hpp>

#ifdef REJECT
constexpr perfdojo::lang::index<"the_second_index"> index{};
#else
constexpr perfdojo::lang::index<"second_index"> index{};
#endif
static_assert(perfdojo::lang::subscript(index).plain);

int main() {}
