// SPDX-License-Identifier: Apache-2.0
#include "tuner/kernels.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "toys.hpp"
#include "tuner/batch.hpp"
#include "tuner/child.hpp"

using namespace perfdojo::tuner;
namespace fs = std::filesystem;

namespace {

constexpr const char* user_header = R"source(
#pragma once
#include <perfdojo/lang/lower.hpp>
  struct my_kernel {
    static constexpr perfdojo::lang::index<"i"> i{};
    static constexpr perfdojo::lang::index<"j"> j{};
    static constexpr perfdojo::lang::tensor<"A", float, "M", "N"> A{};
    static constexpr perfdojo::lang::tensor<"x", float, "N"> x{};
    static constexpr perfdojo::lang::tensor<"y", float, "M"> y{};
    static constexpr auto math = (y(i) = perfdojo::lang::sum(j, (perfdojo::lang::max)(A(i, j) * x(j), 0.f)));
  };
)source";

}  // namespace

TEST_CASE(
    "kernels: a kernel of a user becomes a problem, and its candidates are checked against the reference") {
  const toys::temporary_folder folder("a b");
  const compiler with = toys::compiler_here(folder.path);
  write_atomically(folder.path / "my_kernel.hpp", user_header);
  const kernel_facts k = user_kernel((folder.path / "my_kernel.hpp").string() + ":my_kernel");
  CHECK(k.type == "my_kernel");
  CHECK(k.definition == "\"my_kernel.hpp\"");
  const prepared p = prepare_kernel(k, with, folder.path, {"M=64,N=100"}, 1);
  CHECK(p.what.sizes.size() == 2);
  CHECK(p.what.timed.size() == 1);
  CHECK(p.what.default_schedule == "schedule<>");
  REQUIRE(p.what.operands.size() == 3);
  CHECK(p.what.operands[0].name == "y");
  CHECK(p.what.operands[0].use == role::out);
  CHECK(p.what.operands[1].use == role::in);

  batch_compiler compiling(p.what, with, folder.path,
                           precompile(with, {folder.path, folder.path}, p.what.prologue), 2);
  const std::vector<candidate> all{
      {"schedule<>", 1}, {"schedule<split<\"j\", 8, tail::guard>>", 2}, {"schedule<split<\"q\", 8>>", 3}};
  const auto made = compiling.compile(all);
  CHECK_FALSE(made[2].code.has_value());
  child worker(p.what, {toys::tuner_program(), folder.path, {}, 10});
  for (std::size_t i = 0; i < 2; ++i) {
    CAPTURE(made[i].error);
    REQUIRE(made[i].code.has_value());
    const checked result = worker.check(*made[i].code);
    CAPTURE(result.detail);
    CHECK(result.result == outcome_class::ok);
  }

  const auto complaint = [&](const std::vector<std::string>& sizes) {
    try {
      prepare_kernel(k, with, folder.path, sizes, 1);
    } catch (const usage_error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  CHECK(complaint({}).find("say for which sizes to tune my_kernel: --size") == 0);
  CHECK(complaint({"M=3"}).find("N is missing") != std::string::npos);
}

TEST_CASE("kernels: a composed step of a user in a default schedule is its moves") {
  const toys::temporary_folder folder("a b");
  const compiler with = toys::compiler_here(folder.path);
  write_atomically(folder.path / "with_step.hpp", std::string(user_header) + R"source(
#include <perfdojo/schedule/composed/unroll_by.hpp>
#include <perfdojo/schedule/schedule.hpp>
struct with_step : my_kernel {
  using default_schedule = perfdojo::schedule<perfdojo::unroll_by<"j", 4, perfdojo::tail::guard>,
                                              perfdojo::parallelize<"i">>;
};
)source");
  const kernel_facts k = user_kernel((folder.path / "with_step.hpp").string() + ":with_step");
  const prepared p = prepare_kernel(k, with, folder.path, {"M=64,N=100"}, 1);
  CHECK(p.what.default_schedule ==
        "schedule<split<\"j\", 4, tail::guard>, unroll<\"j1\">, parallelize<\"i\">>");
}

TEST_CASE("kernels: each timed size is compared with the built-in schedule of its class") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  const auto known = built_in_kernels();
  const auto k =
      std::find_if(known.begin(), known.end(), [](const auto& x) { return x.command == "scale_shift_relu"; });
  REQUIRE(k != known.end());
  const prepared p = prepare_kernel(*k, with, folder.path, {"N=8388608", "N=4096", "N=5"}, 1);
  REQUIRE(p.defaults.size() == 2);
  const std::vector<prepared> parts = by_default(p);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].what.timed == std::vector<shape>{{4096}, {5}});
  CHECK(parts[0].what.default_schedule.find("stream") == std::string::npos);
  CHECK(parts[1].what.timed == std::vector<shape>{{8388608}});
  CHECK(parts[1].what.default_schedule.find(", stream<") != std::string::npos);
  CHECK(replay(p.start, parts[1].default_steps).has_value());
  CHECK(by_default(parts[1]).size() == 1);
}

TEST_CASE("kernels: a kernel that is not there, or does not compile, is told in a sentence") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  CHECK_THROWS_AS(user_kernel("nowhere.hpp:kernel"), usage_error);
  write_atomically(folder.path / "k.hpp", user_header);
  CHECK_THROWS_AS(user_kernel((folder.path / "k.hpp").string()), usage_error);
  CHECK_THROWS_AS(user_kernel((folder.path / "k.hpp").string() + ":"), usage_error);
  try {
    prepare_kernel(user_kernel((folder.path / "k.hpp").string() + ":no_such_kernel"), with, folder.path,
                   {"M=1,N=1"}, 1);
    FAIL("accepted");
  } catch (const usage_error& e) {
    CHECK(std::string(e.what()).find("the probe does not compile") == 0);
    CHECK(std::string(e.what()).find("no_such_kernel") != std::string::npos);
  }
}

TEST_CASE("H55: shapes to check have every size at 0, at 1 and beyond any usual block") {
  for (const std::size_t count : {1u, 2u, 3u}) {
    const auto all = shapes_to_check(count);
    for (std::size_t i = 0; i < count; ++i)
      for (const std::int64_t value : {0, 1, 1100})
        CHECK(std::any_of(all.begin(), all.end(),
                          [&](const shape& s) { return s.size() == count && s[i] == value; }));
  }
}
