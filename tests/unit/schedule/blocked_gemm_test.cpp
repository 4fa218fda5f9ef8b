// SPDX-License-Identifier: Apache-2.0
// The composed steps of the matrix product: every move is legal for all parameters, and the result is that of the mathematics.
#include <perfdojo/schedule/composed/blocked_gemm.hpp>

#include <perfdojo/kernels/gemm_kernel.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/move_pictures.hpp"

#include <array>
#include <limits>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;

namespace {

const ir::program& packed = pd::lang::program_of<pd::gemm_kernel<float>>::value;
const ir::program& direct = pd::lang::program_of<pd::small_gemm_kernel<float>>::value;

// Applies the moves; each must be legal and leave a program that verifies.
bool apply_all(const pd::move_list& moves, ir::program& p) {
  for (const pd::move_record& m : moves) {
    const pd::verdict v = pd::check(m, p);
    CAPTURE(pd::spell(m));
    CAPTURE(name_of(v.why));
    if (!v.ok()) return CHECK(v.ok()), false;
    p = pd::apply(m, p);
    const pd::verdict after = ir::verify(p);
    CAPTURE(after.found);
    if (!after.ok()) return CHECK(after.ok()), false;
  }
  return true;
}

struct matrices {
  pd::index_t m, n, k;
  std::vector<float> a, b, c;
  float alpha = 2, beta = 0;
  matrices(pd::index_t m_, pd::index_t n_, pd::index_t k_, float beta_) : m(m_), n(n_), k(k_), beta(beta_) {
    support::dice d(static_cast<std::uint64_t>(m * 100 + n * 10 + k));
    a.resize(static_cast<std::size_t>(m * k));
    b.resize(static_cast<std::size_t>(k * n));
    c.resize(static_cast<std::size_t>(m * n));
    for (float& x : a) x = static_cast<float>(d.between(-3, 3));
    for (float& x : b) x = static_cast<float>(d.between(-3, 3));
    // With beta == 0 whoever reads C spoils the result.
    for (float& x : c)
      x = beta == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(d.between(-3, 3));
  }

  // In the order of the program's arguments.
  pd::exec::reference_result run(const ir::program& p, pd::exec::reference_order order) {
    pd::exec::reference_arguments given;
    for (const ir::symbol& s : p.symbols)
      given.sizes.push(s.value >= 0               ? s.value
                       : s.label == pd::name("M") ? m
                       : s.label == pd::name("N") ? n
                                                  : k);
    for (const ir::buffer& x : p.buffers) {
      if (x.is_private()) continue;
      if (x.label == pd::name("A")) given.arguments.push({a.data(), {k, 1}});
      if (x.label == pd::name("B")) given.arguments.push({b.data(), {n, 1}});
      if (x.label == pd::name("C")) given.arguments.push({c.data(), {n, 1}});
      if (x.label == pd::name("alpha")) given.arguments.push({&alpha, {}});
      if (x.label == pd::name("beta")) given.arguments.push({&beta, {}});
    }
    return pd::exec::reference(p, given, order);
  }
};

// All sizes from 0 to `most` in each direction, beta 0 and 3; small integers, so that sums are exact in any order.
bool is_product(const ir::program& before, const ir::program& after, pd::index_t most) {
  for (pd::index_t size = 0; size < (most + 1) * (most + 1) * (most + 1) * 2; ++size) {
    const pd::index_t m = size / 2 % (most + 1), n = size / 2 / (most + 1) % (most + 1),
                      k = size / 2 / (most + 1) / (most + 1);
    matrices expected(m, n, k, size % 2 == 0 ? 0.f : 3.f), found = expected, backwards = expected;
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(k);
    CAPTURE(expected.beta);
    const bool inside = expected.run(before, pd::exec::reference_order::forwards).ok() &&
                        found.run(after, pd::exec::reference_order::forwards).ok() &&
                        backwards.run(after, pd::exec::reference_order::reversed).ok();
    if (!inside) return CHECK(inside), false;
    if (expected.c == found.c && expected.c == backwards.c) continue;
    CHECK(found.c == expected.c);
    CHECK(backwards.c == expected.c);
    return false;
  }
  return true;
}

std::string text(const pd::gemm_blocks& b) {
  return "mr " + std::to_string(b.mr) + ", nv " + std::to_string(b.nv) + ", lanes " +
         std::to_string(b.lanes) + ", kc " + std::to_string(b.kc) + ", mt " + std::to_string(b.mt) + ", nt " +
         std::to_string(b.nt) + ", unroll " + std::to_string(b.unroll);
}

}  // namespace

TEST_CASE("blocked_gemm: every move is legal for all parameters") {
  int programs = 0;
  for (pd::index_t mr = 1; mr <= 16; ++mr) {
    for (pd::index_t nv = 1; nv <= 4; ++nv) {
      for (const pd::index_t lanes : {4, 8, 16}) {
        // One of the other parameters at each of these, so that every value meets every other.
        const pd::index_t step = mr + nv + lanes / 4;
        const pd::gemm_blocks b{mr,
                                nv,
                                lanes,
                                lanes * (step % 3 == 0   ? 1
                                         : step % 3 == 1 ? 4
                                                         : 16),
                                1 + step % 5,
                                1 + step / 2 % 4,
                                pd::index_t(1) << (step % 3)};
        ir::program p = packed;
        CAPTURE(text(b));
        if (!apply_all(pd::blocked_gemm_moves(b), p)) return;
        ++programs;
      }
    }
  }
  CHECK(programs == 16 * 4 * 3);
}

TEST_CASE("blocked_gemm: blocks of one tile, and as large as caches") {
  for (const pd::gemm_blocks& b :
       {pd::gemm_blocks{6, 2, 8, 8, 1, 1, 1}, pd::gemm_blocks{14, 2, 16, 512, 64, 96, 8},
        pd::gemm_blocks{1, 1, 4, 4, 1, 1, 1}, pd::gemm_blocks{6, 4, 16, 1024, 256, 1024, 4}}) {
    ir::program p = packed;
    CAPTURE(text(b));
    CHECK(apply_all(pd::blocked_gemm_moves(b), p));
  }
}

TEST_CASE("blocked_gemm: the product for all sizes across all block edges; beta == 0 does not read C") {
  for (const pd::gemm_blocks& b :
       {pd::gemm_blocks{2, 1, 4, 4, 2, 2, 2}, pd::gemm_blocks{3, 2, 2, 4, 1, 2, 1},
        pd::gemm_blocks{1, 1, 3, 3, 4, 1, 3}, pd::gemm_blocks{1, 2, 2, 6, 2, 1, 1}}) {
    ir::program p = packed;
    CAPTURE(text(b));
    if (!apply_all(pd::blocked_gemm_moves(b), p)) return;
    if (!is_product(packed, p, 9)) return;
  }
}

TEST_CASE("direct_gemm: every move is legal for all parameters") {
  int programs = 0;
  for (pd::index_t mr = 1; mr <= 16; ++mr) {
    for (pd::index_t nv = 1; nv <= 4; ++nv) {
      for (const pd::index_t lanes : {4, 8, 16}) {
        ir::program p = direct;
        CAPTURE(mr);
        CAPTURE(nv);
        CAPTURE(lanes);
        const pd::index_t ahead = mr % 3 * 8;
        if (!apply_all(pd::direct_gemm_moves(mr, nv, lanes, ahead), p)) return;
        ++programs;
      }
    }
  }
  CHECK(programs == 16 * 4 * 3);
}

TEST_CASE("direct_gemm: the product for all sizes across all block edges; beta == 0 does not read C") {
  for (const std::array<pd::index_t, 3>& tile :
       {std::array<pd::index_t, 3>{3, 2, 2}, {1, 1, 4}, {2, 1, 3}, {1, 3, 2}}) {
    const pd::index_t mr = tile[0], nv = tile[1], lanes = tile[2];
    ir::program p = direct;
    CAPTURE(mr);
    CAPTURE(nv);
    CAPTURE(lanes);
    if (!apply_all(pd::direct_gemm_moves(mr, nv, lanes, mr), p)) return;
    if (!is_product(direct, p, 9)) return;
  }
}
