// SPDX-License-Identifier: Apache-2.0
// pd-tuner: finds good schedules for this machine. Options are read here; the commands are in commands.hpp.
#include <cstdio>
#include <cstring>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "process.hpp"
#include "text.hpp"
#include "worker.hpp"

namespace {

using namespace perfdojo::tuner;

constexpr const char* closing =
    "Exit codes: 0 all went well, 2 wrong use, 3 compiler, disk or store not as needed,\n"
    "4 a wrong result, 130 interrupted (the best so far is written).";

int run(int argc, char** argv) {
  common_options common;
  for (int i = 0; i < argc; ++i) common.typed.emplace_back(argv[i]);
  common.typed[0] = "pd-tuner";

  CLI::App app("Finds the best schedules for the kernels of perfdojo on this machine.", "pd-tuner");
  app.footer(closing);
  app.require_subcommand(1);
  const auto add_common = [&](CLI::App* command, bool compiles) {
    command
        ->add_option("--cache-dir", common.cache_dir,
                     "Keeps store and scratch files here (also: PERFDOJO_CACHE_DIR)")
        ->type_name("FOLDER");
    if (!compiles) return;
    command
        ->add_option("--output", common.output,
                     "The tuned header; default: perfdojo_tuned.hpp beside the store")
        ->type_name("FILE");
    command->add_option("--cxx", common.cxx, "The compiler; default: $CXX, g++ or clang++")
        ->type_name("PROGRAM");
    command->add_option("--flag", common.flags, "A flag for the compiler after -O2 -march=native; repeatable")
        ->type_name("FLAG")
        ->allow_extra_args(false);
    command->add_option("--include", common.includes, "A folder of headers; repeatable")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
  };

  CLI::App* doctor_command = app.add_subcommand("doctor", "Checks machine, compiler, folders and store");
  add_common(doctor_command, true);
  CLI::App* list_command = app.add_subcommand("list", "Lists the kernels and what is tuned");
  add_common(list_command, false);

  tune_options what;
  CLI::App* tune_command = app.add_subcommand("tune", "Searches schedules and writes the tuned header");
  tune_command->footer(
      "Examples:\n  pd-tuner tune gemm softmax --budget 120\n"
      "  pd-tuner tune --kernel my_kernel.hpp:my_kernel --size M=512,N=512\n" +
      std::string(closing));
  tune_command->add_option("kernels", what.kernels, "Built-in kernels, see pd-tuner list");
  tune_command->add_option("--kernel", what.user_kernel, "A kernel of your own")->type_name("FILE:TYPE");
  tune_command->add_option("--size", what.sizes, "Sizes to tune for, M=512,N=512; repeatable")
      ->type_name("SIZES")
      ->allow_extra_args(false);
  tune_command->add_option("--budget", what.budget_seconds, "Seconds for everything")
      ->type_name("SECONDS")
      ->check(CLI::Range(1., 1e7))
      ->capture_default_str();
  tune_command->add_option("--limit", what.limit_seconds, "Seconds that one call of a candidate may take")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.01, 1e5))
      ->capture_default_str();
  tune_command
      ->add_option("--threads", what.threads,
                   "Tune calls whose executor has several threads, on so many cores")
      ->type_name("N")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  tune_command->add_option("--seed", what.seed, "Of the search")->capture_default_str();
  tune_command->add_flag("--strict", what.strict, "Never reassociate a floating-point reduction");
  add_common(tune_command, true);

  std::string shown;
  bool every_step = false;
  CLI::App* show_command = app.add_subcommand("show", "Shows the best schedules and their programs");
  show_command->add_option("kernel", shown, "A kernel, or a part of its name")->required();
  show_command->add_flag("--steps", every_step, "The program after every step, not only the last");
  add_common(show_command, false);

  std::string header, folder;
  CLI::App* verify_command =
      app.add_subcommand("verify", "Compares every schedule of a tuned header with the reference");
  verify_command->add_option("header", header, "Default: the one that tune writes");
  add_common(verify_command, true);
  CLI::App* emit_command = app.add_subcommand("emit", "Writes the tuned header from the store");
  add_common(emit_command, true);
  std::string sourced;
  std::vector<std::string> schedules;
  CLI::App* source_command =
      app.add_subcommand("source", "Prints the translation unit that tune compiles for schedules");
  source_command->add_option("kernel", sourced, "A built-in kernel's type: 'gemm_kernel<float>'")->required();
  source_command
      ->add_option("--schedule", schedules, "In C++, schedule<...>; repeatable; default: the built-in one")
      ->type_name("SCHEDULE")
      ->allow_extra_args(false);
  add_common(source_command, true);
  std::string traced, traced_schedule, trace_file, trace_kernel;
  const auto add_user_kernel = [&](CLI::App* command) {
    command->add_option("--kernel", trace_kernel, "A kernel of your own")->type_name("FILE:TYPE");
  };
  CLI::App* trace_command =
      app.add_subcommand("trace", "Prints the moves of a schedule, each with the hash of what it makes");
  trace_command->add_option("kernel", traced, "A built-in kernel's type: 'gemm_kernel<float>'");
  trace_command->add_option("--schedule", traced_schedule, "In C++, schedule<...>; default: the built-in one")
      ->type_name("SCHEDULE");
  add_user_kernel(trace_command);
  add_common(trace_command, true);
  CLI::App* replay_command =
      app.add_subcommand("replay", "Repeats a trace; exit code 4 if it makes another program now");
  replay_command->add_option("file", trace_file, "What trace printed")->required();
  add_user_kernel(replay_command);
  add_common(replay_command, true);
  CLI::App* reproduce_command = app.add_subcommand("reproduce", "Runs a kept failure again");
  reproduce_command
      ->add_option("folder", folder, "As printed by tune or found below the folder 'failures' of doctor")
      ->required();
  add_common(reproduce_command, true);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    app.exit(e);
    return static_cast<int>(exit_code::usage);
  }
  catch_interrupts();
  const auto code = [&] {
    if (doctor_command->parsed()) return doctor(common);
    if (list_command->parsed()) return list(common);
    if (tune_command->parsed()) return tune(common, what);
    if (show_command->parsed()) return show(common, shown, every_step);
    if (verify_command->parsed()) return verify(common, header);
    if (emit_command->parsed()) return emit(common);
    if (source_command->parsed()) return source(common, sourced, schedules);
    if (trace_command->parsed()) return trace(common, traced, trace_kernel, traced_schedule);
    if (replay_command->parsed()) return replay(common, trace_file, trace_kernel);
    return reproduce(common, folder);
  }();
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], worker_option) == 0) return run_worker(argc, argv);
  const auto complain = [](const char* text, exit_code code) {
    std::fprintf(stderr, "pd-tuner: %s\n", text);
    return static_cast<int>(code);
  };
  try {
    return run(argc, argv);
  } catch (const usage_error& e) {
    return complain(e.what(), exit_code::usage);
  } catch (const interruption& e) {
    return complain(e.what(), exit_code::interrupted);
  } catch (const std::exception& e) {
    return complain(e.what(), exit_code::environment);
  }
}
