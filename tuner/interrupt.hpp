// SPDX-License-Identifier: Apache-2.0
// Ctrl-C as a question that long work asks.
#pragma once

namespace perfdojo::tuner {

/// Ctrl-C and SIGTERM only set a flag, which every wait in pd-tuner looks at.
void catch_interrupts();
bool interrupted();
void interrupt_now();  ///< as if Ctrl-C had come
void clear_interrupt();

}  // namespace perfdojo::tuner
