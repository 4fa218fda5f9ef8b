// SPDX-License-Identifier: Apache-2.0
#include "tuner/search/portfolio.hpp"

#include <algorithm>
#include <random>
#include <set>

#include <doctest/doctest.h>

#include "tuner/error.hpp"
#include "tuner/families.hpp"
#include "tuner/model.hpp"

#include <perfdojo/ir/hash.hpp>
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/composed/row_pass.hpp>
#include <perfdojo/schedule/legal_moves.hpp>
#include <perfdojo/schedule/strict.hpp>

using namespace perfdojo::tuner;
using perfdojo::index_t;

namespace {

constexpr const char* relu = R"(perfdojo 1 relu
size N
argument y f32 [N]
argument x f32 [N]
i N
| y[i] = max(x[i], 0)
)";
constexpr const char* matmul = R"(perfdojo 1 matmul
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
i M
| j N
| | C[i, j] = 0
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)";

std::uint64_t hash_of(const perfdojo::ir::program& start, const std::string& schedule) {
  const auto made = replay(start, read_schedule(schedule));
  REQUIRE(made.has_value());
  return perfdojo::ir::hash(*made);
}

}  // namespace

TEST_CASE("game: schedules with composed steps are read, spelled and replayed") {
  const char* text = "schedule<blocked_gemm<14, 2, 16, 256, 8, 96, 2>>";
  const steps all = read_schedule(text);
  REQUIRE(all.size() == 1);
  CHECK(all[0].values == std::vector<index_t>{14, 2, 16, 256, 8, 96, 2});
  CHECK(spell_steps(all) == text);
  const auto start = read_program(matmul);
  const auto made = replay(start, all);
  REQUIRE(made.has_value());
  CHECK(print_program(*made).find("registers T") != std::string::npos);
  // The same moves one by one make the same program.
  steps moves;
  for (const auto& m : moves_of_step(all[0])) moves.push_back({m, -1, {}});
  CHECK(perfdojo::ir::hash(*replay(start, moves)) == perfdojo::ir::hash(*made));
  CHECK(read_schedule(spell_steps(moves)) == moves);
  CHECK(read_schedule("perfdojo::schedule<perfdojo::split<\"i\", 4>, perfdojo::vector_pass<16, 4, 64> >")
            .size() == 2);
  CHECK(read_schedule("schedule<>").empty());
}

TEST_CASE("game: defaults of composed steps are those of their templates") {
  const auto has = [](const char* text, const auto& template_moves) {
    const auto all = read_schedule(text);
    REQUIRE(all.size() == 1);
    const auto moves = moves_of_step(all[0]);
    return std::equal(moves.begin(), moves.end(), template_moves.begin(), template_moves.end());
  };
  CHECK(has("schedule<blocked_gemm<6, 2, 8, 256, 4, 6>>", perfdojo::blocked_gemm<6, 2, 8, 256, 4, 6>::moves));
  CHECK(has("schedule<direct_gemm<6, 2, 8>>", perfdojo::direct_gemm<6, 2, 8>::moves));
  CHECK(has("schedule<direct_gemm<6, 2, 8, 1>>", perfdojo::direct_gemm<6, 2, 8, 1>::moves));
  CHECK(has("schedule<softmax_rows<8, 4>>", perfdojo::softmax_rows<8, 4>::moves));
  CHECK(has("schedule<softmax_row_blocks<8, 2, 3>>", perfdojo::softmax_row_blocks<8, 2, 3>::moves));
  CHECK(has("schedule<vector_pass<8, 4, 1024>>", perfdojo::vector_pass<8, 4, 1024>::moves));
}

TEST_CASE("game: read_schedule(spell_steps(steps)) == steps, composed steps among moves") {
  const auto start = read_program(matmul);
  const auto moves = perfdojo::legal_moves(start);
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  for (int attempt = 0; attempt < 300; ++attempt) {
    steps all;
    for (std::size_t i = below(26); i > 0; --i) {
      if (below(4) > 0) {
        all.push_back({moves[below(moves.size())], -1, {}});
        continue;
      }
      const std::size_t number = below(families().size());
      step s{{}, static_cast<int>(number), {}};
      for (int v = 0; v < families()[number].parameters; ++v)
        s.values.push_back(static_cast<perfdojo::index_t>(below(5000)));
      all.push_back(s);
    }
    const std::string text = spell_steps(all);
    CAPTURE(text);
    CHECK(read_schedule(text) == all);
  }
}

TEST_CASE("game: bad text is refused with what is wrong, and an illegal move gives no program") {
  CHECK_THROWS_AS(read_schedule("nonsense"), environment_error);
  CHECK_THROWS_AS(read_schedule("schedule<no_such_move<\"i\">>"), environment_error);
  for (const char* text :
       {"schedule<blocked_gemm<14, x>>", "schedule<blocked_gemm<14, 2>>", "schedule<vector_pass<16, 4>>",
        "schedule<softmax_rows<16, 4, 1, 1>>", "schedule<softmax_rows<>>", "schedule<vector_pass<16, 4, 64>",
        "list<vector_pass<16, 4, 64>>"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_schedule(text), environment_error);
  }
  CHECK_THROWS_AS(read_program("perfdojo 1\nsize"), environment_error);
  CHECK_FALSE(replay(read_program(relu), read_schedule("schedule<split<\"q\", 4>>")).has_value());
}

TEST_CASE("search: proposals are legal, distinct programs, with the hash that they say") {
  for (const char* text : {relu, matmul}) {
    const auto start = read_program(text);
    const std::vector<index_t> sizes(static_cast<std::size_t>(start.symbols.size()), 256);
    const auto search = make_portfolio(start, {{}}, {sizes}, {});
    std::set<std::uint64_t> seen;
    for (int round = 0; round < 3; ++round)
      for (const candidate& c : search->propose(8, 0)) {
        CAPTURE(c.schedule);
        CHECK(hash_of(start, c.schedule) == c.program_hash);
        CHECK(seen.insert(c.program_hash).second);
        CHECK(c.schedule.find("parallelize") == std::string::npos);
        search->report(c, 0, {outcome_class::ok, 1e-6, 2e-6});
      }
    CHECK(seen.size() > 8);
  }
}

TEST_CASE("search: the same seed and results give the same proposals") {
  const auto start = read_program(relu);
  const auto all_of = [&](std::uint64_t seed) {
    portfolio_options o;
    o.seed = seed;
    const auto search = make_portfolio(start, {{}}, {{4096}}, o);
    std::string text;
    for (const candidate& c : search->propose(12, 0)) text += c.schedule + "\n";
    return text;
  };
  CHECK(all_of(5) == all_of(5));
  CHECK(all_of(5) != all_of(6));
}

TEST_CASE("search: a strict search never reassociates") {
  const auto start = read_program(matmul);
  portfolio_options o;
  o.may_reassociate = false;
  const auto search = make_portfolio(start, {{}}, {{64, 64, 64}}, o);
  for (const candidate& c : search->propose(16, 0)) {
    auto at = start;
    for (const step& s : read_schedule(c.schedule)) {
      CHECK(perfdojo::detail::reordered_by(s.move, at) < 0);
      at = apply(s.move, at);
    }
  }
}

TEST_CASE("search: reports of schedules that it did not propose, or cannot read, do no harm") {
  const auto start = read_program(relu);
  const auto search = make_portfolio(start, {{}}, {{4096}}, {});
  search->report({"schedule<split<\"i\", 16, tail::guard>>", 5}, 0, {outcome_class::ok, 1, 2});
  search->report({"of another version", 6}, 0, {outcome_class::ok, 1, 2});
  search->report({"schedule<>", 7}, 0, {outcome_class::crashed, 0, 0});
  CHECK(search->propose(8, 0).size() > 0);
}

TEST_CASE("model: vectors and register tiles are worth something, more work is more") {
  const auto start = read_program(relu);
  const auto guess = [&](const char* schedule, index_t n) {
    return guess_cycles(*replay(start, read_schedule(schedule)), {n});
  };
  CHECK(guess("schedule<vector_pass<8, 4, 65536>>", 4096) < 0.5 * guess("schedule<>", 4096));
  CHECK(guess("schedule<>", 8192) > 1.5 * guess("schedule<>", 4096));
  const auto product = read_program(matmul);
  CHECK(guess_cycles(*replay(product, read_schedule("schedule<blocked_gemm<6, 2, 8, 256, 8, 96, 2>>")),
                     {512, 512, 512}) < 0.5 * guess_cycles(product, {512, 512, 512}));
}

TEST_CASE("families: each makes a schedule of its kernel's program with the parameters of the text") {
  for (const family& f : families()) {
    CHECK(find_family(f.name) >= 0);
    CHECK(f.parameters > 0);
  }
  CHECK(find_family("unknown") == -1);
}
