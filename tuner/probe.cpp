// SPDX-License-Identifier: Apache-2.0
#include "probe.hpp"

#include <algorithm>
#include <sstream>

#include "error.hpp"
#include "families.hpp"

namespace perfdojo::tuner {
namespace {

// Prints for each kernel the program, a separator, a line for each class of sizes that has a default schedule, composed steps by name,
// and a separator.
std::string probe_source(std::span<const kernel_facts* const> kernels) {
  std::string text, calls, named;
#ifdef PERFDOJO_OWN_TRANSFORMATIONS
  text += "#define PERFDOJO_OWN_TRANSFORMATIONS \"" PERFDOJO_OWN_TRANSFORMATIONS "\"\n";
#endif
  for (const family& f : families()) named += "std::string_view(\"" + std::string(f.name) + "\"), ";
  for (const kernel_facts* k : kernels) {
    text += "#include " + k->header + "\n";
    calls += "  print_kernel<" + k->type + ">();\n";
  }
  return text + R"source(#include <perfdojo/dispatch/tuned.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/schedule.hpp>
#include <perfdojo/schedule/spell.hpp>
#include <cstdio>
#include <string>
using namespace perfdojo;
template <class Step>
std::string type_text() {
  const std::string all = __PRETTY_FUNCTION__;
  const auto from = all.find("Step = ") + 7, to = all.find_first_of(";]", from);
  return all.substr(from, to - from);
}
// Composed steps that the search knows have parameters for it; others are their moves.
template <class Step>
std::string step_text() {
  const std::string type = type_text<Step>();
  if constexpr (composed_step<Step>) {
    const std::string path = type.substr(0, type.find('<'));
    for (const std::string_view name : {)source" +
         named + R"source(std::string_view("-")})
      if (path.substr(path.rfind(':') + 1) == name) return type;
    std::string text;
    for (const move_record& m : Step::moves) text += (text.empty() ? "" : ", ") + spell(m);
    return text;
  } else {
    const move_record m = record(Step::move);
    return m.kind < 0 ? type : spell(m);  // a transformation that the tuner was not built with
  }
}
template <class... Steps>
std::string schedule_text(schedule<Steps...>) {
  std::string text;
  ((text += (text.empty() ? "" : ", ") + step_text<Steps>()), ...);
  return "schedule<" + text + ">";
}
template <class... Entries>
std::string entries_text(tuned_entries<Entries...>) {
  std::string text;
  ((text += std::to_string(Entries::up_to) + " " + schedule_text(typename Entries::schedule{}) + "\n"), ...);
  return text;
}
template <class K>
auto defaults_of() {
  if constexpr (requires { typename K::default_entries; })
    return typename K::default_entries{};
  else if constexpr (requires { typename K::default_schedule; })
    return tuned_entries<tuned_entry<INT64_MAX, typename K::default_schedule>>{};
  else
    return tuned_entries<tuned_entry<INT64_MAX, schedule<>>>{};
}
template <class K>
void print_kernel() {
  std::string text;
  ir::print_to(text, lang::program_of<K>::value);
  std::printf("%s---\n%s---\n", text.c_str(), entries_text(defaults_of<K>()).c_str());
}
int main() {
)source" +
         calls + "}\n";
}

// The next part in front of a separator.
std::string next_part(std::string_view& printed, const std::string& kernel) {
  const auto cut = printed.find("---\n");
  if (cut == std::string_view::npos) throw usage_error("the probe of " + kernel + " printed no program");
  std::string part(printed.substr(0, cut));
  printed.remove_prefix(cut + 4);
  return part;
}

std::vector<std::pair<std::int64_t, std::string>> read_defaults(const std::string& lines) {
  std::vector<std::pair<std::int64_t, std::string>> all;
  std::istringstream in(lines);
  std::int64_t up_to = 0;
  for (std::string schedule; in >> up_to && std::getline(in, schedule);) all.emplace_back(up_to, schedule);
  return all;
}

}  // namespace

std::vector<probed> probe_kernels(std::span<const kernel_facts* const> kernels, const compiler& with,
                                  const std::filesystem::path& scratch) {
  // The library's own kernels share a probe, since most of its time goes into headers. A user's header is compiled alone: what it
  // defines must not meet anything else.
  std::vector<std::vector<const kernel_facts*>> groups(1);
  std::vector<std::size_t> group_of;
  for (const kernel_facts* k : kernels) {
    if (k->header[0] != '<') groups.emplace_back();
    group_of.push_back(k->header[0] == '<' ? 0 : groups.size() - 1);
    groups[group_of.back()].push_back(k);
  }
  std::vector<std::string> sources;
  std::vector<std::size_t> source_of;
  for (const auto& g : groups) {
    source_of.push_back(sources.size());
    if (!g.empty()) sources.push_back(probe_source(g));
  }
  const auto printed = run_probes(with, scratch, sources, static_cast<int>(sources.size()));

  std::vector<std::string_view> rest(printed.begin(), printed.end());
  std::vector<probed> all;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    std::string_view& text = rest[source_of[group_of[i]]];
    const std::string program = next_part(text, kernels[i]->type);
    all.push_back({program, read_defaults(next_part(text, kernels[i]->type))});
  }
  return all;
}

}  // namespace perfdojo::tuner
