// SPDX-License-Identifier: Apache-2.0
// What the hardware can do at most: multiply-adds and copied bytes, as subjects to be sampled beside the kernels.
#pragma once

#include <cstddef>

namespace perfdojo::measure {

/// One call runs independent chains of vector fused multiply-adds, nothing else, for some tens of microseconds.
void fma_burst_f32();
void fma_burst_f64();
/// Floating-point operations of one such call; a multiply-add counts as two.
double fma_burst_flops_f32();
double fma_burst_flops_f64();

/// Copies `bytes` with a plain vector loop. Its traffic is 2 * bytes: read and written bytes count, the read of
/// lines for ownership does not.
void copy_loop(void* destination, const void* source, std::size_t bytes);
/// The same with stores that bypass the caches; `destination` aligned to 64 bytes. Faster where the footprint
/// exceeds them. (memcpy is no limit for kernels: `rep movsb` moves lines without reading the old ones, which
/// code that computes cannot do.)
void copy_streaming(void* destination, const void* source, std::size_t bytes);

/// Core frequency in Hz from a chain of dependent additions of one cycle each. Takes about `seconds`.
double core_frequency(double seconds = 2e-3);

}  // namespace perfdojo::measure
