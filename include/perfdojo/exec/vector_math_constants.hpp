// SPDX-License-Identifier: Apache-2.0
// Constants of vector_math.hpp: the layout of a floating-point number, ln 2 in two parts, and polynomials.
//
// The polynomials are minimax fits of this project: Remez exchange in 40 digits (mpmath) on the errors and intervals
// named below; of float exp an iteratively reweighted least-squares fit of the error in units in the last place, which
// double at r = 0. Highest power first. Below: error of the polynomial alone, as a part of the function's value.
#pragma once

#include <perfdojo/core/config.hpp>

#include <cstdint>

namespace perfdojo::exec {

template <class T>
struct math_constants;

template <>
struct math_constants<float> {
  static constexpr int mantissa_bits = 23;
  static constexpr float exponent_bias = 127;
  static constexpr std::uint32_t one_bits = 0x3f800000, sqrt_half_bits = 0x3f3504f3,
                                 mantissa_mask = 0x007fffff;
  static constexpr float smallest_normal = 0x1p-126f, two_to_mantissa_bits = 0x1p23f;
  static constexpr float infinity = __builtin_inff(), nan = __builtin_nanf("");
  static constexpr float shifter = 0x1.8p23f;  // sums with it have steps of 1
  static constexpr float log2e = 0x1.715476p+0f;
  // 15 bits: n * ln2_high is exact for every exponent n, also without FMA.
  static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float exp_lowest = -104.f, exp_highest = 89.f;  // e^-104 < 2^-150, e^89 > 2^128

  // e^r on |r| <= ln(2) / 2, the constant term exact, then improved by random steps of the coefficients for the
  // smallest error of the whole function. With a degree less the polynomial alone has 24 units.
  static constexpr float exp[] = {0x1.0ede94p-7f, 0x1.573ec4p-5f, 0x1.555cbap-3f,
                                  0x1.fffdb6p-2f, 0x1.fffffp-1f,  1.0f};
  // (log(1+f) - f + f^2/2) / f^3 on [sqrt(1/2) - 1, sqrt(2) - 1]: 5.9e-9
  static constexpr float log[] = {-0x1.38b596p-4f, 0x1.055b7cp-3f, -0x1.0d8546p-3f, 0x1.22da1ap-3f,
                                  -0x1.547244p-3f, 0x1.99a008p-3f, -0x1.000226p-2f, 0x1.555554p-2f};
  // (tanh(a) - a) / a^3 in a^2 on [0, 0.625]: 4.4e-9
  static constexpr float tanh_split = 0.625f;
  static constexpr float tanh[] = {-0x1.75e178p-8f, 0x1.52268ep-6f, -0x1.b83c5ap-5f, 0x1.110726p-3f,
                                   -0x1.555532p-2f};
  // erf(a)/a - 1 in a^2 on [0, 1]: 1.2e-9
  static constexpr float erf_small[] = {0x1.496a0ap-14f, -0x1.a3f6f2p-11f, 0x1.5405bp-8f, -0x1.b7f90cp-6f,
                                        0x1.ce2cf8p-4f,  -0x1.81273ep-2f,  0x1.06eba8p-3f};
  // log(1 - erf(a)) on [1, 3.95]: 1.1e-9 of erf; from there on erf rounds to 1
  static constexpr float erf_is_one = 3.95f;
  static constexpr float erf_large[] = {0x1.86dab4p-13f, -0x1.825952p-9f, 0x1.65caaep-6f,  -0x1.a652ep-4f,
                                        -0x1.46baf8p-1f, -0x1.2088e6p+0f, -0x1.662ad6p-12f};
};

template <>
struct math_constants<double> {
  static constexpr int mantissa_bits = 52;
  static constexpr double exponent_bias = 1023;
  static constexpr std::uint64_t one_bits = 0x3ff0000000000000, sqrt_half_bits = 0x3fe6a09e667f3bcd;
  static constexpr std::uint64_t mantissa_mask = 0x000fffffffffffff;
  static constexpr double smallest_normal = 0x1p-1022, two_to_mantissa_bits = 0x1p52;
  static constexpr double infinity = __builtin_inf(), nan = __builtin_nan("");
  static constexpr double shifter = 0x1.8p52;
  static constexpr double log2e = 0x1.71547652b82fep+0;
  static constexpr double ln2_high = 0x1.62e42feep-1,
                          ln2_low = 0x1.a39ef35793c76p-33;         // 32 bits and the rest
  static constexpr double exp_lowest = -746., exp_highest = 710.;  // e^-746 < 2^-1075, e^710 > 2^1024

  // e^r on |r| <= ln(2) / 2, the first two terms exact: 3.6e-18
  static constexpr double exp[] = {0x1.ad7eebafa6ba6p-26,
                                   0x1.28ad9afd15309p-22,
                                   0x1.71df25eabba19p-19,
                                   0x1.a01999e326536p-16,
                                   0x1.a01a0129f489dp-13,
                                   0x1.6c16c184384fp-10,
                                   0x1.1111111127d65p-7,
                                   0x1.5555555550841p-5,
                                   0x1.55555555554f9p-3,
                                   0x1.000000000000ap-1,
                                   1.0,
                                   1.0};
  // (atanh(s) - s) / s^3 in s^2 on [0, (sqrt(2)-1) / (sqrt(2)+1)]: 1.2e-18
  static constexpr double log[] = {0x1.2f0337a9aa0fcp-4, 0x1.39a1f49e9b269p-4, 0x1.74663c880354ep-4,
                                   0x1.c71c5215c8676p-4, 0x1.24924941e07d2p-3, 0x1.999999997ff06p-3,
                                   0x1.5555555555592p-2};
  // (tanh(a) - a) / a^3 in a^2 on [0, 0.55]: 5.8e-19
  static constexpr double tanh_split = 0.55;
  static constexpr double tanh[] = {-0x1.471188519c97dp-16, 0x1.5d74981e4c927p-14,  -0x1.e96fdfb7dfd44p-13,
                                    0x1.3483b18ea2bbcp-11,  -0x1.7d8fd419dcc31p-10, 0x1.d6d29ba094532p-9,
                                    -0x1.226e2f14c08a4p-7,  0x1.664f48597304dp-6,   -0x1.ba1ba1b97d94ap-5,
                                    0x1.111111111079fp-3,   -0x1.555555555554fp-2};
  // erf(a)/a - 1 in a^2 on [0, 1]: 7.3e-18
  static constexpr double erf_small[] = {
      -0x1.abae0b3812337p-31, 0x1.d71afc8891aa2p-27, -0x1.5c0724a99ea61p-23, 0x1.b97fd390f295fp-20,
      -0x1.f4ca4d6ae9a1ap-17, 0x1.f9a2baa8fa1c8p-14, -0x1.c02db03ddab02p-11, 0x1.565bccf92b691p-8,
      -0x1.b82ce311fa96fp-6,  0x1.ce2f21a040d17p-4,  -0x1.812746b0379bdp-2,  0x1.06eba8214db69p-3};
  // log(1 - erf(a)) on [1, 5.95]: 6.8e-18 of erf; from there on erf rounds to 1
  static constexpr double erf_is_one = 5.95;
  static constexpr double erf_large[] = {
      -0x1.5ad7e814bb2c9p-38, 0x1.c1b8156e0b9d4p-33,  -0x1.0e601dd03dcf8p-28, 0x1.8eca6944df208p-25,
      -0x1.90d9e516a00aep-22, 0x1.1ea8f02615731p-19,  -0x1.22d630d050022p-17, 0x1.7eec1fe704e17p-16,
      -0x1.54148b38ff289p-16, -0x1.1b349d3f250d9p-13, 0x1.94086619be632p-11,  -0x1.f63fce64c1bcfp-10,
      0x1.ae8f64dedb286p-12,  0x1.37229fd4b3b55p-6,   -0x1.a4ac5dfe4cd4p-4,   -0x1.45f62743ebd1ep-1,
      -0x1.20dd1fd5b224fp+0,  -0x1.0df16e6d3a534p-21};
};

}  // namespace perfdojo::exec
