// SPDX-License-Identifier: Apache-2.0
// One sentence for a compiler in C++17 mode, instead of errors about concepts.
// REJECT: perfdojo: needs C\+\+20; compile with -std=c\+\+20 or newer
// REJECT-FLAGS: -std=c++17
#include <perfdojo/core/config.hpp>
int main() {}
