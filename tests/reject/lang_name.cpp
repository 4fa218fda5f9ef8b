// SPDX-License-Identifier: Apache-2.0
// A name that the text form of programs could not hold.
// REJECT: perfdojo: the name of an index is a letter, then letters, digits and '_'
#include <perfdojo/lang/lower.hpp>

#ifdef REJECT
constexpr perfdojo::lang::index<"2nd"> index{};
#else
constexpr perfdojo::lang::index<"second"> index{};
#endif
static_assert(perfdojo::lang::subscript(index).plain);

int main() {}
