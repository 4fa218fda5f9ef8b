// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/share.hpp>

#include <perfdojo/exec/fixed_parts.hpp>
#include <perfdojo/ir/hash.hpp>
#include <perfdojo/schedule/parse_schedule.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

#include <string>

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::sharing;

namespace {

std::string rows(std::string_view how) {
  return "perfdojo 1\nsize M\nargument y f32 [M]\ni M" + std::string(how) + "\n| y[i] = 1\n";
}

}  // namespace

TEST_CASE("share: a grain, fixed parts, and back") {
  support::check_picture(pd::share_move{"i", 8, sharing::dynamic}, rows(" parallel"),
                         rows(" parallel grain 8"));
  support::check_picture(pd::share_move{"i", 1, sharing::fixed}, rows(" parallel grain 8"),
                         rows(" parallel fixed"));
  support::check_picture(pd::share_move{"i", 3, sharing::fixed}, rows(" parallel"),
                         rows(" parallel grain 3 fixed"));
  support::check_picture(pd::share_move{"i", 1, sharing::dynamic}, rows(" parallel grain 3 fixed"),
                         rows(" parallel"));
}

TEST_CASE("share: what is refused") {
  const auto refused = [](const pd::share_move& m, std::string_view how, const pd::verdict& v) {
    support::check_refused(m, rows(how), v);
  };
  refused({"j", 8, sharing::dynamic}, " parallel", reject(reason::no_such_scope, "j"));
  refused({"i", 8, sharing::dynamic}, "", reject(reason::scope_is_not_parallel, "i"));
  refused({"i", 0, sharing::dynamic}, " parallel", reject(reason::factor_out_of_range, "i", 0));
  refused({"i", pd::index_t(1) << 31, sharing::dynamic}, " parallel",
          reject(reason::factor_out_of_range, "i", pd::index_t(1) << 31));
  refused({"i", 1, sharing::dynamic}, " parallel", reject(reason::work_is_shared_so, "i"));
  refused({"i", 4, sharing::fixed}, " parallel grain 4 fixed", reject(reason::work_is_shared_so, "i"));
}

TEST_CASE("share: a program with other shares has another hash, and its step reads back") {
  const auto hash_of = [](std::string_view how) { return pd::ir::hash(support::parsed(rows(how))); };
  CHECK(hash_of(" parallel") != hash_of(" parallel grain 2"));
  CHECK(hash_of(" parallel") != hash_of(" parallel fixed"));
  CHECK(hash_of(" parallel grain 2") != hash_of(" parallel grain 2 fixed"));
  const pd::share_move move{"i", 16, sharing::fixed};
  CHECK(pd::spell(move) == "share<\"i\", 16, sharing::fixed>");
  CHECK(pd::parse_schedule("schedule<" + pd::spell(move) + ">").moves[0] == pd::record(move));
}

TEST_CASE("text form: only parallel scopes have a grain and fixed parts") {
  CHECK_FALSE(pd::ir::parse(rows(" grain 2")).ok());
  CHECK_FALSE(pd::ir::parse(rows(" unrolled fixed")).ok());
  CHECK_FALSE(pd::ir::parse(rows(" parallel grain 0")).ok());
  pd::ir::program p = support::parsed(rows(""));
  p.nodes[0].grain = 2;
  CHECK_FALSE(pd::ir::verify(p).ok());
}

TEST_CASE("fixed_parts: contiguous parts of whole grains, as equal as can be, that are all") {
  for (pd::index_t n = 0; n < 70; ++n)
    for (pd::index_t grain = 1; grain < 9; ++grain)
      for (pd::index_t threads = 1; threads < 7; ++threads) {
        const pd::exec::fixed_parts parts(n, grain, threads);
        CHECK(parts.count == pd::smaller(threads, pd::ceil_div(n, grain)));
        if (parts.count == 0) continue;
        CHECK(parts.border(0) == 0);
        CHECK(parts.border(parts.count) == n);
        const pd::index_t least = parts.units / parts.count * grain;
        for (pd::index_t k = 0; k < parts.count; ++k) {
          const pd::index_t length = parts.border(k + 1) - parts.border(k);
          CHECK(length > 0);
          CHECK(length <= least + grain);
          if (k + 1 < parts.count) CHECK(length >= least);
        }
      }
}
