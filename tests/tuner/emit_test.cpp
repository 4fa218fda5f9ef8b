// SPDX-License-Identifier: Apache-2.0
#include "tuner/emit.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "toys.hpp"
#include "tuner/header_lines.hpp"

using namespace perfdojo::tuner;
namespace fs = std::filesystem;

namespace {

best_entry entry(const std::string& shape, const std::string& schedule) {
  return {shape,
          schedule,
          0xfedcba9876543210u,
          1.5e-6,
          0.01,
          3e-6,
          0.02,
          "2026-01-01T00:00:00Z",
          "pd-tuner tune 'a b'"};
}
tuned_kernel scale_shift_relu(std::vector<best_entry> best) {
  return {"perfdojo::scale_shift_relu_kernel<float>", "<perfdojo/kernels/elementwise_kernels.hpp>", "",
          std::move(best)};
}
header_facts facts_of(const compiler& with, const fs::path& scratch) {
  return {"0.1.0",
          "a machine with \"quotes\"",
          with.signature(),
          with.kind,
          with.version,
          target_macros(with, scratch),
          "pd-tuner tune \"x\" 'a\\b'",
          perfdojo::target::this_cpu()};
}

// What the compiler says to a unit that includes the header: its errors and notes.
outcome compile(const compiler& with, const fs::path& folder, const std::string& text,
                std::vector<std::string> extra = {}) {
  write_atomically(folder / "use.cpp", text);
  command what{{with.path, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"}};
  what.argv.insert(what.argv.end(), with.flags.begin(), with.flags.end());
  what.argv.insert(what.argv.end(), extra.begin(), extra.end());
  for (const fs::path& include : with.includes) what.argv.insert(what.argv.end(), {"-I", include.string()});
  what.argv.push_back((folder / "use.cpp").string());
  return run_program(what, 300);
}
bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("emit: classes meet at the geometric mean, neighbours with one schedule are one class") {
  const auto classes = size_classes(scale_shift_relu(
      {entry("N=10000", "b"), entry("N=100", "a"), entry("N=1000000", "b"), entry("N=100000000", "c")}));
  REQUIRE(classes.size() == 3);
  CHECK(classes[0].entry.schedule == "a");
  CHECK(classes[0].up_to == 1000);
  CHECK(classes[1].entry.schedule == "b");
  CHECK(classes[1].up_to == 10'000'000);
  CHECK(classes[2].up_to == std::numeric_limits<std::int64_t>::max());
  CHECK(size_classes(scale_shift_relu({})).empty());
  CHECK(size_classes(scale_shift_relu({entry("N=7", "a"), entry("N=7", "b")})).size() == 1);
  CHECK(work_of("M=3,N=4,K=5") == 60);
  CHECK(work_of("M=4000000000,N=4000000000") > 0);
}

TEST_CASE("emit: the limit of a kernel for small sizes is where the packed one takes over") {
  const auto timed = [](const std::string& shape, double seconds) {
    best_entry e = entry(shape, "schedule<>");
    e.seconds = seconds;
    return e;
  };
  const auto kernel = [](const std::string& type, std::vector<best_entry> best) {
    return tuned_kernel{"perfdojo::" + type, "<perfdojo/kernels/gemm_kernel.hpp>", "", std::move(best)};
  };
  const std::string few = "M=4,N=5,K=5", some = "M=10,N=10,K=100", many = "M=100,N=100,K=100";
  const tuned_kernel small =
      kernel("small_gemm_kernel<float>", {timed(few, 1), timed(some, 2), timed(many, 5)});
  const auto packed = [&](double at_some, double at_many) {
    return kernel("gemm_kernel<float>", {timed(some, at_some), timed(many, at_many)});
  };
  CHECK(crossover(small, packed(3, 4)) == 100'000);
  CHECK(crossover(small, packed(3, 6)) == 1'000'000);
  CHECK(crossover(small, packed(1, 6)) == 1'000'000);
  CHECK(crossover(small, packed(1, 4)) == 0);
  CHECK(crossover(small, kernel("gemm_kernel<float>", {})) == 0);

  header_facts facts;
  facts.library = "0.1.0";
  CHECK(
      has(header_text(facts, {small, packed(3, 4)}), "  static constexpr index_t largest_work = 100000;\n"));
  CHECK_FALSE(has(header_text(facts, {small}), "largest_work"));
  CHECK_FALSE(has(header_text(facts, {small, packed(1, 4)}), "largest_work"));
}

TEST_CASE("emit: what a header says is read back, and the same entries give the same text (H63)") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  const std::vector<tuned_kernel> kernels{scale_shift_relu(
      {entry("N=100", "schedule<vector_pass<16, 2, 65536>>"), entry("N=10000", "schedule<>")})};
  const auto facts = facts_of(with, folder.path);
  const std::string text = header_text(facts, kernels);
  CHECK(text == header_text(facts, kernels));
  const auto read = read_header(text);
  CHECK(read.machine == facts.machine);
  CHECK(read.library == "0.1.0");
  REQUIRE(read.kernels.size() == 1);
  CHECK(read.kernels[0].type == kernels[0].type);
  CHECK(read.kernels[0].best == kernels[0].best);
  auto other = kernels;
  other[0].best[1].schedule = "schedule<vector_pass<16, 4, 65536>>";
  // Another content has another name: objects with different headers may be linked.
  const auto name = [](const std::string& t) { return t.substr(t.find("PERFDOJO_DISPATCH tuned_"), 40); };
  CHECK(name(text) != name(header_text(facts, other)));
  auto elsewhere = facts;
  elsewhere.cpu = {"NobodysCPU", 1, 2};
  CHECK(name(text) != name(header_text(elsewhere, kernels)));
  CHECK_THROWS_AS(read_header("#pragma once\n"), usage_error);
  CHECK_THROWS_AS(read_header("// pd-tuner facts {\"library\": 5"), usage_error);
}

TEST_CASE("emit: schedules for several threads are entries of their own, for executors that have them") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  const auto facts = facts_of(with, folder.path);
  const tuned_kernel alone = scale_shift_relu({entry("N=100", "schedule<vector_pass<8, 2, 65536>>")});
  tuned_kernel two = scale_shift_relu({entry("N=100", "schedule<vector_pass<8, 4, 65536>>")}), four = two;
  two.threads = 2;
  four.threads = 4;
  four.best[0].schedule = "schedule<vector_pass<8, 1, 65536>>";

  const std::string both = header_text(facts, {alone, two, four});
  CHECK(both.find("struct tuned<") == both.rfind("struct tuned<"));
  const auto read = read_header(both);
  REQUIRE(read.kernels.size() == 2);
  CHECK(read.kernels[0].threads == 1);
  CHECK(read.kernels[1].threads == 4);
  CHECK(read.kernels[1].best == four.best);

  const std::string program = R"source(
#include "perfdojo_tuned.hpp"
#include <perfdojo/elementwise.hpp>
using tuned = perfdojo::tuned<perfdojo::scale_shift_relu_kernel<float>>;
static_assert(tuned::threaded_entries::size == 1);
static_assert(ALONE == !std::is_void_v<tuned::entries>);
)source";
  write_atomically(folder.path / "perfdojo_tuned.hpp", both);
  const outcome with_both = compile(with, folder.path, program, {"-DALONE=true"});
  CAPTURE(with_both.error);
  CHECK(with_both.ok());
  write_atomically(folder.path / "perfdojo_tuned.hpp", header_text(facts, {two}));
  const outcome only = compile(with, folder.path, program, {"-DALONE=false"});
  CAPTURE(only.error);
  CHECK(only.ok());
}

TEST_CASE("emit: a compiler takes its own header and refuses, in a sentence, what is not for it") {
  const toys::temporary_folder folder("a b");
  const compiler with = toys::compiler_here(folder.path);
  auto facts = facts_of(with, folder.path);
  const std::vector<tuned_kernel> kernels{
      scale_shift_relu({entry("N=100", "schedule<vector_pass<8, 2, 65536>>"),
                        entry("N=10000", "schedule<vector_pass<8, 4, 65536>>")})};
  const fs::path header = folder.path / "perfdojo_tuned.hpp";
  const std::string use =
      "#include \"perfdojo_tuned.hpp\"\n#include \"perfdojo_tuned.hpp\"\n#include "
      "<perfdojo/elementwise.hpp>\n"
      "static_assert(perfdojo::source_of<perfdojo::scale_shift_relu_kernel<float>>() == "
      "perfdojo::schedule_source::";
  const std::string tuned = use + "tuned);\n", built_in = use + "built_in);\n";
  const auto refused = [&](const outcome& r, const char* why) {
    CAPTURE(r.error);
    CHECK(r.ok());
    CHECK(has(r.error, "perfdojo_tuned.hpp is not used, the built-in schedules are"));
    CHECK(has(r.error, why));
    CHECK(has(r.error, "To tune again: pd-tuner tune"));
  };
  // The sentence stays for why_not_tuned().
  const std::string remembered =
      built_in + "static_assert(sizeof(PERFDOJO_TUNED_REFUSED) > sizeof(\"To tune again\"));\n";

  write_atomically(header, header_text(facts, kernels));
  const outcome taken = compile(with, folder.path, tuned);
  CAPTURE(taken.error);
  CHECK(taken.ok());
  CHECK_FALSE(has(taken.error, "not used"));

  const outcome late =
      compile(with, folder.path, "#include <perfdojo/elementwise.hpp>\n#include \"perfdojo_tuned.hpp\"\n");
  CHECK_FALSE(late.ok());
  CHECK(has(late.error, "include perfdojo_tuned.hpp before every other header of perfdojo"));

  if (std::find(facts.defined.begin(), facts.defined.end(), "__AVX2__") != facts.defined.end())
    refused(compile(with, folder.path, built_in, {"-march=x86-64"}), "compile with -march=native");

  auto other = facts;
  other.compiler_version = "99.1.0";
  write_atomically(header, header_text(other, kernels));
  refused(compile(with, folder.path, remembered), "99.1.0, and this is another compiler");

  other = facts;
  other.library = "7.3.0";
  write_atomically(header, header_text(other, kernels));
  refused(compile(with, folder.path, remembered), "it was tuned for perfdojo 7.3.0");

  if (!facts.defined.empty()) {
    other = facts;
    other.defined.erase(other.defined.begin());
    write_atomically(header, header_text(other, kernels));
    refused(compile(with, folder.path, built_in), "tuned for another CPU");
  }
}

TEST_CASE("emit: on another CPU the built-in schedule runs, and the program can say why") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  auto facts = facts_of(with, folder.path);
  facts.cpu = {"NobodysCPU", 1, 2};
  facts.machine = "Nobody's CPU; avx9; L1 1";
  write_atomically(
      folder.path / "perfdojo_tuned.hpp",
      header_text(facts, {scale_shift_relu({entry("N=100", "schedule<vector_pass<8, 2, 65536>>")})}));
  const std::string program = R"source(
#include "perfdojo_tuned.hpp"
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/elementwise.hpp>
#include <cstdio>
int main() {
  using kernel = perfdojo::scale_shift_relu_kernel<float>;
  float x[5] = {-1, 0, 1, 2, 3}, y[5];
  perfdojo::scale_shift_relu(2.f, 1.f, perfdojo::vector(x, 5), perfdojo::vector(y, 5));
  std::printf("%g %g %s\n%s\n", double(y[0]), double(y[4]), name_of(perfdojo::path_of<kernel>(5).source),
              perfdojo::why_not_tuned<kernel>());
}
)source";
  const std::string text = read_file(folder.path / "perfdojo_tuned.hpp");
  CHECK(is_for_cpu(text, facts.cpu));
  CHECK_FALSE(is_for_cpu(text, {"NobodysCPU", 1, 3}));
  CHECK(is_for_cpu("a header without CPU", {"NobodysCPU", 1, 3}));
  const fs::path binary = folder.path / "use";
  write_atomically(folder.path / "run.cpp", program);
  const auto output = [&](std::vector<std::string> extra) {
    command build{{with.path, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror"}};
    build.argv.insert(build.argv.end(), with.flags.begin(), with.flags.end());
    build.argv.insert(build.argv.end(), extra.begin(), extra.end());
    for (const fs::path& include : with.includes)
      build.argv.insert(build.argv.end(), {"-I", include.string()});
    build.argv.insert(build.argv.end(),
                      {(folder.path / "run.cpp").string(), "-o", binary.string(), "-pthread"});
    const outcome built = run_program(build, 300);
    CAPTURE(built.error);
    REQUIRE(built.ok());
    return run_program(command{{binary.string()}}, 60).output;
  };
  const std::string elsewhere = output({});
  CAPTURE(elsewhere);
  CHECK(has(elsewhere, "0 7 built-in\n"));
  CHECK(
      has(elsewhere, "it was tuned on Nobody's CPU, and this is another CPU. To tune again: pd-tuner tune"));
  CHECK(has(output({"-DPERFDOJO_TUNED_ANY_CPU"}), "0 7 tuned\n\n"));
}

TEST_CASE("emit: a header with schedules of a user's kernel is what run() without a schedule takes") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  write_atomically(folder.path / "my_kernel.hpp", R"source(
#pragma once
#include <perfdojo/lang/lower.hpp>
struct my_kernel {
  static constexpr perfdojo::lang::index<"i"> i{};
  static constexpr perfdojo::lang::tensor<"y", float, "N"> y{};
  static constexpr perfdojo::lang::tensor<"x", float, "N"> x{};
  static constexpr auto math = (y(i) = 2.f * x(i));
};
)source");
  const tuned_kernel mine{"my_kernel",
                          "\"my_kernel.hpp\"",
                          "",
                          {entry("N=100", "schedule<split<\"i\", 8, tail::guard>, vectorize<\"i1\">>")}};
  write_atomically(folder.path / "perfdojo_tuned.hpp", header_text(facts_of(with, folder.path), {mine}));
  const outcome used = compile(with, folder.path, R"source(
#include "perfdojo_tuned.hpp"
#include "my_kernel.hpp"
#include <perfdojo/dispatch/policy.hpp>
#include <perfdojo/dispatch/run.hpp>
static_assert(perfdojo::require_tuned<my_kernel>);
void twice(float* y, float* x, int n) {
  perfdojo::run<my_kernel>(perfdojo::vector(y, n), perfdojo::vector(x, n));
}
)source");
  CAPTURE(used.error);
  CHECK(used.ok());
}
