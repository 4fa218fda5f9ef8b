// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/schedule.hpp>

#include <perfdojo/ir/verify.hpp>

#include "support/check_both.hpp"
#include "support/sample_programs.hpp"

#include <type_traits>
#include <utility>

namespace pd = perfdojo;

namespace {

struct scale {
  static constexpr pd::ir::program value = samples::scale(30);
};
/// A composed step, as a user may write one.
struct tile_by_six {
  static constexpr pd::fixed_vector<pd::move_record, 4> moves = [] {
    pd::fixed_vector<pd::move_record, 4> m;
    m.push(pd::record(pd::split_move{"i", 6}));
    m.push(pd::record(pd::unroll_move{"i1"}));
    return m;
  }();
};
/// More moves than one constant evaluation takes. The last one names a scope that does not exist.
struct halve_and_unroll {
  static constexpr pd::fixed_vector<pd::move_record, 10> moves = [] {
    pd::fixed_vector<pd::move_record, 10> m;
    for (const char* s : {"i", "i0", "i00", "i000"})
      m.push(pd::record(pd::split_move{std::string_view(s), 2}));
    for (const char* s : {"i1", "i01", "i001", "i0001"})
      m.push(pd::record(pd::unroll_move{std::string_view(s)}));
    m.push(pd::record(pd::unroll_move{"q"}));
    return m;
  }();
};
struct scale_1024 {
  static constexpr pd::ir::program value = samples::scale(1024);
};
using halves = pd::schedule<pd::split<"i", 2>, pd::split<"i0", 2>, pd::split<"i00", 2>, pd::split<"i000", 2>,
                            pd::unroll<"i1">, pd::unroll<"i01">, pd::unroll<"i001">, pd::unroll<"i0001">>;
using halves_and_more =
    pd::schedule<pd::split<"i", 2>, pd::split<"i0", 2>, pd::split<"i00", 2>, pd::split<"i000", 2>,
                 pd::unroll<"i1">, pd::unroll<"i01">, pd::unroll<"i001">, pd::unroll<"i0001">,
                 pd::unroll<"q">, pd::unroll<"i0000">>;
using both = pd::schedule<tile_by_six, pd::split<"i0", 5>>;
using one_by_one = pd::schedule<pd::split<"i", 6>, pd::unroll<"i1">, pd::split<"i0", 5>>;

template <std::size_t... I>
auto to_and_fro(std::index_sequence<I...>)
    -> pd::schedule<std::conditional_t<I % 2 == 0, pd::split<"i", 2>, pd::fuse<"i0", "i1">>...>;

}  // namespace

TEST_CASE("schedule: hundreds of steps need no flag of the compiler") {
  using long_one = decltype(to_and_fro(std::make_index_sequence<300>()));
  CHECK_BOTH(pd::scheduled<scale, long_one>::result.ok());
  CHECK_BOTH(pd::scheduled<scale, long_one>::value == scale::value);
  using odd = decltype(to_and_fro(std::make_index_sequence<301>()));
  CHECK_BOTH(pd::scheduled<scale, odd>::value.find("i1") != pd::ir::none);
}

TEST_CASE("schedule: no step changes nothing") {
  CHECK_BOTH(pd::scheduled<scale, pd::schedule<>>::value == scale::value);
  CHECK_BOTH(pd::scheduled<scale, pd::schedule<>>::result.ok());
}

TEST_CASE("schedule: steps apply one after the other; a composed step is its moves") {
  CHECK_BOTH(pd::scheduled<scale, both>::result.ok());
  CHECK_BOTH(pd::scheduled<scale, both>::value == pd::scheduled<scale, one_by_one>::value);
  CHECK_BOTH(pd::scheduled<scale, both>::failed_step == 0);
}

TEST_CASE("schedule: the first step that is refused counts, with the program before it") {
  using result = pd::scheduled<scale, pd::schedule<pd::split<"i", 6>, pd::split<"i0", 7>, pd::split<"q", 2>>>;
  CHECK_BOTH(result::result == pd::reject(pd::reason::factor_does_not_divide_extent, "i0", 7, 5));
  CHECK_BOTH(result::failed_step == 2);
  CHECK_BOTH(result::value == pd::split<"i", 6>::move.apply(scale::value));
}

TEST_CASE("schedule: a refused move of a composed step is named by its position") {
  using result = pd::scheduled<scale, pd::schedule<pd::unroll<"i">, tile_by_six>>;
  CHECK_BOTH(result::result.why == pd::reason::scope_is_not_sequential);
  CHECK_BOTH(result::failed_step == 2);
  CHECK_BOTH(result::failed_move == 0);
}

TEST_CASE("schedule: a move far down a composed step is refused with the program before it") {
  using result = pd::scheduled<scale_1024, pd::schedule<halve_and_unroll, pd::split<"r", 2>>>;
  CHECK_BOTH(result::result == pd::reject(pd::reason::no_such_scope, "q"));
  CHECK_BOTH(result::failed_step == 1);
  CHECK_BOTH(result::failed_move == 8);
  CHECK_BOTH(result::value == pd::scheduled<scale_1024, halves>::value);
}

TEST_CASE("schedule: a late step is refused by its number with the program before it") {
  using result = pd::scheduled<scale_1024, halves_and_more>;
  CHECK_BOTH(result::result == pd::reject(pd::reason::no_such_scope, "q"));
  CHECK_BOTH(result::failed_step == 9);
  CHECK_BOTH(result::failed_move == -1);
  CHECK_BOTH(result::value == pd::scheduled<scale_1024, halves>::value);
  CHECK_BOTH(pd::scheduled<scale_1024, halves>::result.ok());
}

TEST_CASE("move_record: any move as a value checks and applies as the move itself") {
  constexpr pd::move_record m = pd::record(pd::split_move{"i", 6});
  CHECK_BOTH(pd::check(m, scale::value).ok());
  CHECK_BOTH(pd::apply(m, scale::value) == pd::split<"i", 6>::move.apply(scale::value));
  CHECK_BOTH(pd::check(pd::record(pd::split_move{"i", 7}), scale::value).found == 30);
  CHECK_BOTH(pd::worst_class(m) == pd::result_class::bitwise_equal);
}
