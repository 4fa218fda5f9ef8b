// SPDX-License-Identifier: Apache-2.0
#include "header_lines.hpp"

#include <nlohmann/json.hpp>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

using nlohmann::json;

// In front of the lines that read_header() reads.
constexpr std::string_view facts_mark = "// pd-tuner facts ", entry_mark = "// pd-tuner entry ";

}  // namespace

std::string facts_line(const std::string& library, const std::string& machine, const std::string& compiler) {
  return std::string(facts_mark) +
         json{{"library", library}, {"machine", machine}, {"compiler", compiler}}.dump() + "\n";
}

std::string entry_line(const tuned_kernel& k, const best_entry& e) {
  return std::string(entry_mark) +
         json{{"kernel", k.type},
              {"include", k.include},
              {"default", k.default_schedule},
              {"threads", k.threads},
              {"shape", e.shape},
              {"schedule", e.schedule},
              {"program", hex(e.program_hash)},
              {"seconds", e.seconds},
              {"spread", e.spread},
              {"default_seconds", e.default_seconds},
              {"default_spread", e.default_spread},
              {"date", e.date},
              {"command", e.command}}
             .dump() +
         "\n";
}

read_header_result read_header(std::string_view text) {
  read_header_result result;
  bool found = false;
  try {
    for (const std::string& line : split_text(text, '\n')) {
      if (line.rfind(facts_mark, 0) == 0) {
        const json j = json::parse(line.substr(facts_mark.size()));
        result.library = j.at("library");
        result.machine = j.at("machine");
        result.compiler = j.at("compiler");
        found = true;
      }
      if (line.rfind(entry_mark, 0) != 0) continue;
      const json j = json::parse(line.substr(entry_mark.size()));
      const std::string type = j.at("kernel");
      const int threads = j.value("threads", 1);
      if (result.kernels.empty() || result.kernels.back().type != type ||
          result.kernels.back().threads != threads)
        result.kernels.push_back({type, j.at("include"), j.at("default"), {}, threads});
      best_entry e;
      e.shape = j.at("shape");
      e.schedule = j.at("schedule");
      e.program_hash = std::stoull(j.at("program").get<std::string>(), nullptr, 16);
      e.seconds = j.at("seconds");
      e.spread = j.at("spread");
      e.default_seconds = j.at("default_seconds");
      e.default_spread = j.at("default_spread");
      e.date = j.at("date");
      e.command = j.at("command");
      result.kernels.back().best.push_back(std::move(e));
    }
  } catch (const std::exception& e) {
    throw usage_error(std::string("the header is damaged: ") + e.what());
  }
  if (!found) throw usage_error("this is no header of pd-tuner: the line with its facts is missing");
  return result;
}

}  // namespace perfdojo::tuner
