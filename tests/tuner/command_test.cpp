// SPDX-License-Identifier: Apache-2.0
// pd-tuner as a user runs it.
#include <csignal>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "toys.hpp"
#include "tuner/process.hpp"

using namespace perfdojo::tuner;
namespace fs = std::filesystem;

namespace {

struct user {
  toys::temporary_folder folder{"a b"};
  outcome run(std::vector<std::string> arguments,
              std::vector<std::pair<std::string, std::string>> environment = {}) {
    arguments.insert(arguments.begin(), toys::tuner_program());
    environment.emplace_back("PERFDOJO_CACHE_DIR", (folder.path / "cache").string());
    return run_program({arguments, environment, folder.path.string()}, 600);
  }
};
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("pd-tuner: help and wrong use") {
  user u;
  CHECK(u.run({"--help"}).exit_status == 0);
  for (const char* command :
       {"doctor", "list", "tune", "show", "verify", "emit", "source", "trace", "replay", "reproduce"}) {
    CHECK(has(u.run({"--help"}).output, command));
    CHECK(u.run({command, "--help"}).exit_status == 0);
  }
  CHECK(u.run({}).exit_status == 2);
  CHECK(u.run({"dance"}).exit_status == 2);
  CHECK(u.run({"tune", "--budget", "soon"}).exit_status == 2);
  CHECK(u.run({"tune", "--threads", "0", "gemm"}).exit_status == 2);
  const outcome unknown = u.run({"tune", "gem"});
  CHECK(unknown.exit_status == 2);
  CHECK(has(unknown.error, "there is no kernel gem; there are gemm"));
  CHECK(has(u.run({"tune"}).error, "say what to tune"));
  CHECK(u.run({"show", "gemm"}).exit_status == 2);
  CHECK(u.run({"verify", "nowhere.hpp"}).exit_status == 3);
}

TEST_CASE("pd-tuner: source prints what tune compiles, for any legal schedule") {
  user u;
  const outcome two = u.run({"source", "scale_shift_relu_kernel<float>", "--schedule", "schedule<>",
                             "--schedule", "schedule<split<\"i\", 8, tail::guard>>"});
  CAPTURE(two.error);
  CHECK(two.exit_status == 0);
  CHECK(has(two.output, "void pd_candidate_1("));
  CHECK_FALSE(has(two.output, "pd_candidate_2"));
  CHECK(has(u.run({"source", "scale_shift_relu_kernel<float>"}).output, "void pd_candidate_0("));
  const outcome illegal =
      u.run({"source", "scale_shift_relu_kernel<float>", "--schedule", "schedule<split<\"q\", 8>>"});
  CHECK(illegal.exit_status == 2);
  CHECK(has(illegal.error, "is not legal on perfdojo::scale_shift_relu_kernel<float>"));
  CHECK(has(u.run({"source", "gem"}).error, "there is no kernel gem; there are gemm_kernel<float>"));
}

TEST_CASE("pd-tuner: a trace replays to the same program, and what went another way is shown") {
  user u;
  const outcome traced = u.run({"trace", "scale_shift_relu_kernel<float>", "--schedule",
                                "schedule<split<\"i\", 8, tail::guard>, vectorize<\"i1\">>"});
  CAPTURE(traced.error);
  REQUIRE(traced.exit_status == 0);
  CHECK(has(traced.output, "kernel perfdojo::scale_shift_relu_kernel<float>\n"));
  CHECK(has(traced.output, "\nvectorize scope=\"i1\" -> "));
  const fs::path file = u.folder.path / "a.trace";
  write_atomically(file, traced.output);
  const outcome again = u.run({"replay", "a.trace"});
  CAPTURE(again.error);
  CHECK(again.exit_status == 0);
  CHECK(has(again.output, "| i1 8 bound N - 8*i0 vector"));
  CHECK(has(again.output, "the same program after 2 moves"));

  std::string text = traced.output;
  text.replace(text.find("factor=8"), 8, "factor=4");
  write_atomically(file, text);
  const outcome other = u.run({"replay", "a.trace"});
  CHECK(other.exit_status == 4);
  CHECK(has(other.output, "step 1: split<\"i\", 4, tail::guard>\n  what it makes has the hash "));

  write_atomically(file, "perfdojo trace 1\n");
  const outcome unreadable = u.run({"replay", "a.trace"});
  CHECK(unreadable.exit_status == 2);
  CHECK(has(unreadable.error, "a.trace: line 2: expected \"kernel\" and its value"));
  CHECK(has(u.run({"trace"}).error, "say which kernel"));
  CHECK(has(u.run({"replay", "no.trace"}).error, "no.trace"));
}

TEST_CASE("pd-tuner: what is missing is told before anything starts (H60)") {
  user u;
  const outcome well = u.run({"doctor"});
  CAPTURE(well.output);
  CHECK(well.exit_status == 0);
  CHECK(has(well.output, (u.folder.path / "cache" / "store.sqlite").string()));
  for (const std::string command : {"doctor", "tune"}) {
    std::vector<std::string> line{command};
    if (command == "tune") line.push_back("scale_shift_relu");
    const outcome r = u.run(line, {{"CXX", "/bin/false"}});
    CHECK(r.exit_status == 3);
    CHECK(has(r.output + r.error, "/bin/false is no working C++ compiler"));
    CHECK_FALSE(has(r.error, "preparing"));
  }
  const outcome output = u.run({"tune", "scale_shift_relu", "--output", "/proc/nowhere/perfdojo_tuned.hpp"});
  CHECK(output.exit_status == 3);
  CHECK(has(output.error, "cannot write the tuned header to /proc/nowhere"));
  write_atomically(u.folder.path / "file", "x");
  CHECK(u.run({"tune", "scale_shift_relu", "--cache-dir", "file"}).exit_status == 3);
}

TEST_CASE("pd-tuner: tune, show, verify, emit; a second run goes on; the header is taken") {
  user u;
  const auto tune = [&] {
    return u.run({"tune", "scale_shift_relu", "--size", "N=1000", "--budget", "8", "--output",
                  "out/perfdojo_tuned.hpp"});
  };
  const outcome first = tune();
  CAPTURE(first.error);
  REQUIRE(first.exit_status == 0);
  CHECK(has(first.output, "scale_shift_relu_kernel<float> N=1000"));
  const fs::path header = u.folder.path / "out" / "perfdojo_tuned.hpp";
  CHECK(has(first.output, "wrote " + header.string()));
  CHECK(has(read_file(header), "struct tuned<perfdojo::scale_shift_relu_kernel<float>>"));

  const outcome shown = u.run({"show", "scale_shift", "--steps"});
  CHECK(shown.exit_status == 0);
  CHECK(has(shown.output, "step 1: "));
  const outcome listed = u.run({"list"});
  CHECK(has(listed.output, "N=1000: "));

  const outcome verified = u.run({"verify", "out/perfdojo_tuned.hpp"});
  CAPTURE(verified.output);
  CHECK(verified.exit_status == 0);
  CHECK(has(verified.output, "1 right, 0 wrong"));
  CHECK(has(verified.output, "the header is used by"));

  const outcome again = tune();
  CHECK(again.exit_status == 0);
  CHECK(u.run({"emit", "--output", "one.hpp"}).exit_status == 0);
  CHECK(u.run({"emit", "--output", "one.hpp"}).exit_status == 0);
  CHECK(has(read_file(u.folder.path / "one.hpp"), "struct tuned<perfdojo::scale_shift_relu_kernel<float>>"));

  // A schedule that does not fit is found by verify.
  std::string text = read_file(header);
  const auto at = text.find("\"schedule\":\"schedule<");
  REQUIRE(at != std::string::npos);
  text.replace(at, 21, "\"schedule\":\"schedule<split<\\\"nowhere\\\", 4>, ");
  write_atomically(header, text);
  const outcome bad = u.run({"verify", "out/perfdojo_tuned.hpp"});
  CHECK(bad.exit_status == 4);
  CHECK(has(bad.output, "failed to compile"));
}

TEST_CASE("pd-tuner: Ctrl-C writes the best so far and exits with 130") {
  user u;
  command what{{toys::tuner_program(), "tune", "scale_shift_relu", "--size", "N=1000", "--budget", "10000",
                "--output", "perfdojo_tuned.hpp"},
               {{"PERFDOJO_CACHE_DIR", (u.folder.path / "cache").string()}},
               u.folder.path.string()};
  const descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC)),
      log(open((u.folder.path / "log").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  const pid_t child = start_program(what, nothing.get(), nothing.get(), log.get());
  for (int wait = 0; wait < 3000 && !has(read_file(u.folder.path / "log"), " ok"); ++wait) usleep(100'000);
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(has(read_file(u.folder.path / "log"), "interrupted; the best so far is in the header"));
  CHECK(has(read_file(u.folder.path / "perfdojo_tuned.hpp"), "pd-tuner facts"));
  CHECK(fs::is_empty(u.folder.path / "cache" / "runs"));
}
