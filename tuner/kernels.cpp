// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

#include <algorithm>

#include <perfdojo/exec/bind.hpp>
#include <perfdojo/ir/walk.hpp>

#include "error.hpp"
#include "probe.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

// Written first by plain assignments only, so that what it held before never matters.
bool only_written(const ir::program& p, int buffer) {
  for (const ir::node& n : p.nodes) {
    if (n.is_scope) continue;
    bool reads = ir::reads_destination(n.how) && p.accesses[n.destination].buffer == buffer;
    ir::for_each_leaf(p, n.value, [&](std::int16_t a) { reads = reads || p.accesses[a].buffer == buffer; });
    if (reads) return false;
    if (p.accesses[n.destination].buffer == buffer) return true;
  }
  return false;
}

std::vector<operand_facts> operands_of(const ir::program& p, const kernel_facts& kernel) {
  std::vector<operand_facts> all;
  for (int b = 0; b < exec::argument_count(p); ++b) {
    const ir::buffer& x = p.buffers[b];
    operand_facts o;
    o.name = name_text(x.label).view();
    o.type = x.type;
    o.use = !exec::planning::is_written(p, b) ? role::in : only_written(p, b) ? role::out : role::inout;
    for (const ir::dimension& d : x.dimensions)
      o.extents.push_back(d.symbol >= 0 ? std::string(name_text(p.symbols[d.symbol].label).view())
                                        : decimal(d.cap));
    for (const auto& [name, value] : kernel.scalars)
      if (name == o.name) {
        o.timed_value = value;
        o.timed_random = false;
      }
    all.push_back(std::move(o));
  }
  return all;
}

// Runs a candidate; `how` tells with what.
std::string glue_for(int threads, const std::string& how) {
  return "namespace {\ntemplate <class Candidate>\nvoid perfdojo_run(const perfdojo::exec::argument* "
         "arguments, int) {\n"
         "  perfdojo::executor_ref executor" +
         std::string(threads > 1 ? " = perfdojo::default_pool()" : "") +
         ";\n"
         "  if (!" +
         how + "(executor, arguments).ok()) std::abort();\n}\n}\n";
}

problem problem_from(const kernel_facts& kernel, const prepared& start, const std::string& program,
                     const std::vector<std::string>& timed, int threads) {
  problem p;
  p.kernel = kernel.type;
  p.program = program;
  p.default_schedule = spell_steps(start.default_steps);
  p.prologue = candidate_prologue(threads);
  p.threads = threads;
  p.glue = glue_for(threads, "perfdojo::exec::run_dense<Candidate>");
  p.call = "perfdojo_run";
  p.calls_programs = true;
  p.timed_overwrites = kernel.timed_overwrites;
  for (const ir::symbol& s : start.start.symbols) p.sizes.emplace_back(name_text(s.label).view());
  p.operands = operands_of(start.start, kernel);
  const std::vector<std::string>& wanted = timed.empty() ? kernel.timed : timed;
  if (wanted.empty() && !p.sizes.empty())
    throw usage_error("say for which sizes to tune " + kernel.type + ": --size " +
                      to_text(p, shape(p.sizes.size(), 512)));
  for (const std::string& text : wanted) p.timed.push_back(shape_from(p, text));
  if (p.timed.empty()) p.timed.push_back({});
  for (const std::string& text : kernel.checked) p.checked.push_back(shape_from(p, text));
  if (p.checked.empty()) p.checked = shapes_to_check(p.sizes.size());
  return p;
}

}  // namespace

std::string candidate_prologue(int threads) {
  return std::string("#include <perfdojo/exec/run_program.hpp>\n") +
         (threads > 1 ? "#include <perfdojo/exec/thread_pool.hpp>\n" : "") + "#include <cstdlib>\n";
}

void compile_schedules(problem& p, const kernel_facts& kernel) {
  p.prologue =
      "#include " + kernel.header + "\n#include <perfdojo/exec/run.hpp>\n" + candidate_prologue(p.threads);
  p.glue = glue_for(p.threads, "perfdojo::run_erased<" + p.kernel + ", Candidate>");
  p.calls_programs = false;
}

kernel_facts user_kernel(const std::string& argument) {
  // The type may hold colons (my::kernel), a Windows drive is not expected: the first colon that ends a file's name.
  for (auto colon = argument.find(':'); colon != std::string::npos; colon = argument.find(':', colon + 1)) {
    const fs::path file = argument.substr(0, colon);
    if (!fs::is_regular_file(file)) continue;
    const std::string type = argument.substr(colon + 1);
    if (type.empty()) break;
    kernel_facts k;
    k.command = k.type = type;
    k.header = "\"" + fs::absolute(file).string() + "\"";
    k.description = "from " + file.string();
    k.definition = "\"" + file.filename().string() + "\"";
    return k;
  }
  throw usage_error("--kernel " + argument +
                    ": expected FILE:TYPE, for instance my_kernel.hpp:my_kernel, with a file that exists");
}

std::vector<prepared> prepare_kernels(std::span<const wanted_kernel> wanted, const compiler& with,
                                      const fs::path& scratch, int threads) {
  std::vector<const kernel_facts*> kernels;
  for (const wanted_kernel& w : wanted) kernels.push_back(&w.kernel);
  const auto found = probe_kernels(kernels, with, scratch);
  std::vector<prepared> all;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    prepared p;
    p.start = read_program(found[i].program);
    for (const auto& [up_to, schedule] : found[i].defaults)
      p.defaults.push_back({up_to, read_schedule(schedule)});
    p.default_steps = p.defaults.front().schedule;
    p.what = problem_from(wanted[i].kernel, p, found[i].program, wanted[i].timed, threads);
    all.push_back(std::move(p));
  }
  return all;
}

std::vector<prepared> by_default(const prepared& p) {
  std::vector<prepared> all;
  for (std::size_t i = 0; i < p.defaults.size(); ++i) {
    prepared part = p;
    part.default_steps = p.defaults[i].schedule;
    part.what.default_schedule = spell_steps(part.default_steps);
    std::erase_if(part.what.timed, [&](const shape& s) {
      double work = 1;
      for (const std::int64_t n : s) work *= static_cast<double>(n);
      const auto fits = [&](const default_class& c) { return work <= static_cast<double>(c.up_to); };
      const auto at = std::find_if(p.defaults.begin(), p.defaults.end() - 1, fits);
      return at - p.defaults.begin() != static_cast<std::ptrdiff_t>(i);
    });
    if (!part.what.timed.empty()) all.push_back(std::move(part));
  }
  return all;
}

prepared prepare_kernel(const kernel_facts& kernel, const compiler& with, const fs::path& scratch,
                        const std::vector<std::string>& timed, int threads) {
  const wanted_kernel one{kernel, timed};
  return std::move(prepare_kernels(std::span(&one, 1), with, scratch, threads).front());
}

std::vector<shape> shapes_to_check(std::size_t count) {
  constexpr std::int64_t base[] = {1, 7, 17, 33, 64, 5, 70, 19};
  std::vector<shape> all;
  if (count == 0) return {{}};
  for (std::size_t variant = 0; variant < 6; ++variant) {
    shape s;
    for (std::size_t i = 0; i < count; ++i)
      s.push_back(variant == 0 ? 1 : base[(variant + 3 * i) % std::size(base)]);
    all.push_back(std::move(s));
  }
  for (std::size_t i = 0; i < count; ++i) {
    shape s(count, 5);
    s[i] = 0;
    all.push_back(s);
    // One long dimension passes every cache block of the usual factors.
    s[i] = 1100;
    all.push_back(std::move(s));
  }
  return all;
}

}  // namespace perfdojo::tuner
