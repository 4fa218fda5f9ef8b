// SPDX-License-Identifier: Apache-2.0
#include "tuner/compiler.hpp"

#include <csignal>
#include <cstdlib>
#include <sys/resource.h>

#include <doctest/doctest.h>

#include "toys.hpp"
#include "tuner/batch.hpp"
#include "tuner/child.hpp"

using namespace perfdojo::tuner;
namespace fs = std::filesystem;

namespace {

// A variable of the environment for one scope.
struct variable {
  std::string name, before;
  variable(const char* n, const char* value) : name(n) {
    if (const char* old = std::getenv(n); old != nullptr) before = old;
    setenv(n, value, 1);
  }
  ~variable() { before.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), before.c_str(), 1); }
};

std::string complaint(const compiler_options& options) {
  const toys::temporary_folder folder;
  try {
    find_compiler(options, folder.path);
  } catch (const environment_error& e) {
    return e.what();
  }
  return "found";
}
bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

compiler_options with_headers() {
  compiler_options options;
  options.includes = {fs::path(golden_directory()).parent_path().parent_path() / "include"};
  return options;
}

int open_descriptors() {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

}  // namespace

TEST_CASE(
    "H60: no compiler, a broken one, an old one or missing headers are told at the start, each in a "
    "sentence") {
  SUBCASE("none in PATH") {
    const variable path("PATH", "/nowhere"), cxx("CXX", "");
    CHECK(
        has(complaint(with_headers()), "no C++ compiler found: neither g++ nor clang++ is in PATH; install"));
  }
  SUBCASE("CXX is /bin/false") {
    const variable cxx("CXX", "/bin/false");
    const std::string text = complaint(with_headers());
    CHECK(has(text, "/bin/false is no working C++ compiler (exit status 1)"));
    CHECK(has(text, "set CXX or --cxx"));
  }
  SUBCASE("CXX is no program, or a program with flags") {
    const variable cxx("CXX", "g++ -O3");
    CHECK(
        has(complaint(with_headers()), "CXX is g++ -O3: there is no such program; CXX must be one program"));
  }
  SUBCASE("a compiler that is too old") {
    const toys::temporary_folder folder;
    write_atomically(folder.path / "old", "#!/bin/sh\necho perfdojo gcc 9 4 0\n");
    fs::permissions(folder.path / "old", fs::perms::owner_all);
    compiler_options options = with_headers();
    options.program = (folder.path / "old").string();
    CHECK(has(complaint(options), "is version 9.4.0; perfdojo needs g++ 12 or clang++ 14 or newer"));
  }
  SUBCASE("headers of the library are missing") {
    compiler_options options;
    options.includes = {"/nowhere"};
    const std::string text = complaint(options);
    CHECK(has(text, "cannot compile the headers of perfdojo"));
    CHECK(has(text, "perfdojo/core/config.hpp"));
    CHECK(has(text, "--include adds a folder"));
  }
  SUBCASE("a flag that the compiler does not know") {
    compiler_options options = with_headers();
    options.flags = {"-fno-such-flag"};
    CHECK(has(complaint(options), "-fno-such-flag"));
  }
}

TEST_CASE("H58: spaces, quotes and other characters of the shell in paths do no harm") {
  for (const char* name : {"a b", "a'b", "a$b", "a;b", "a`b", "a&b"}) {
    CAPTURE(name);
    const toys::temporary_folder folder(name);
    const compiler with = toys::compiler_here(folder.path);
    const problem p = toys::make_problem(folder.path, with);
    locations where{folder.path, folder.path};
    const fs::path header = precompile(with, where, p.prologue);
    CHECK_FALSE(header.empty());
    batch_compiler compiling(p, with, folder.path, header, 2);
    const candidate c{"toys::right", 1};
    const auto made = compiling.compile(std::span(&c, 1));
    CAPTURE(made[0].error);
    REQUIRE(made[0].code.has_value());
    child worker(p, {toys::tuner_program(), folder.path, {}, 5});
    CHECK(worker.check(*made[0].code).result == outcome_class::ok);
  }
}

TEST_CASE("batch: bisection finds the candidates that do not compile and keeps the others") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  const problem p = toys::make_problem(folder.path, with);
  batch_compiler compiling(p, with, folder.path, {}, 2);
  std::vector<candidate> all;
  for (int i = 0; i < 12; ++i) {
    const bool bad = i == 3 || i == 10;
    all.push_back({bad ? "toys::no_such_schedule" : "toys::repeated<" + decimal(std::int64_t{i}) + ">", 0});
  }
  const auto made = compiling.compile(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    const bool bad = i == 3 || i == 10;
    CHECK(made[i].code.has_value() == !bad);
    if (bad) CHECK(has(made[i].error, "no_such_schedule"));
  }
  compiling.forget({});
  for (const auto& entry : fs::directory_iterator(folder.path))
    CHECK_FALSE(has(entry.path().filename().string(), "unit-"));
}

TEST_CASE(
    "compile: with the precompiled header a second call makes nothing, and a damaged one is not used for "
    "ever") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  const locations where{folder.path, folder.path};
  const fs::path first = precompile(with, where, "#include <perfdojo/exec/argument.hpp>\n");
  REQUIRE_FALSE(first.empty());
  const fs::path made = first.string() + ".gch";
  const auto time = fs::last_write_time(made);
  CHECK(precompile(with, where, "#include <perfdojo/exec/argument.hpp>\n") == first);
  CHECK(fs::last_write_time(made) == time);
  compiler other = with;
  other.flags.push_back("-O1");
  CHECK(precompile(other, where, "#include <perfdojo/exec/argument.hpp>\n") != first);
  CHECK(precompile(with, where, "#include <no/such/header.hpp>\n").empty());
}

TEST_CASE("H64: 500 candidates are compiled or loaded with 64 descriptors, and none stays open") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  const problem p = toys::make_problem(folder.path, with);
  batch_compiler compiling(p, with, folder.path, {}, 2);
  const candidate c{"toys::right", 1};
  const auto made = compiling.compile(std::span(&c, 1));
  REQUIRE(made[0].code.has_value());

  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{64, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  {
    child worker(p, {toys::tuner_program(), folder.path, {}, 5});
    worker.check(*made[0].code);
    const int open = open_descriptors();
    int right = 0;
    for (int i = 0; i < 500; ++i) {
      // A file of its own each time: the loader would recognise the same one.
      const fs::path copy = folder.path / ("copy" + decimal(std::int64_t{i}) + ".so");
      fs::copy_file(made[0].code->library, copy);
      right += worker.check({copy.string(), made[0].code->symbol}).result == outcome_class::ok;
      fs::remove(copy);
    }
    CHECK(right == 500);
    CHECK(open_descriptors() == open);
    // Compilers and crashing children come and go as well.
    for (int i = 0; i < 100; ++i) run_program({{"true"}}, 5);
    for (int i = 0; i < 100; ++i) {
      kill(worker.id(), SIGKILL);
      worker.check(*made[0].code);
      worker.check(*made[0].code);
    }
    CHECK(open_descriptors() == open);
  }
  setrlimit(RLIMIT_NOFILE, &before);
}

TEST_CASE("batch: a precompiled header with which nothing compiles is not used") {
  const toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  const problem p = toys::make_problem(folder.path, with);
  write_atomically(folder.path / "broken.hpp", "#error broken\n");
  batch_compiler compiling(p, with, folder.path, folder.path / "broken.hpp", 2);
  const std::vector<candidate> all{{"toys::right", 1}, {"toys::unknown", 2}, {"toys::repeated<2>", 3}};
  const auto made = compiling.compile(all);
  CHECK(made[0].code.has_value());
  CHECK_FALSE(made[1].code.has_value());
  CHECK(made[2].code.has_value());
}
