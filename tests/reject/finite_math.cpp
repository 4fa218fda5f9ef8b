// SPDX-License-Identifier: Apache-2.0
// H45: -ffinite-math-only turns masked lanes and infinities into garbage; the headers refuse it.
// REJECT: perfdojo: -ffinite-math-only \(part of -Ofast and -ffast-math\) is not supported
// REJECT-FLAGS: -Ofast
#include <perfdojo/core/config.hpp>
int main() {}
