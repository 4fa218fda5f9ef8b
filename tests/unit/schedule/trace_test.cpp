// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/read_trace.hpp>
#include <perfdojo/schedule/replay.hpp>

#include "support/golden.hpp"
#include "support/move_pictures.hpp"
#include "support/sample_programs.hpp"

namespace pd = perfdojo;

namespace {

const pd::ir::program start = samples::scale(30);
const std::vector<pd::move_record> moves{pd::record(pd::split_move{"i", 7, pd::tail::guard}),
                                         pd::record(pd::unroll_move{"i1"}),
                                         pd::record(pd::pack_move{"x", "i0", ""})};

// The trace of these moves as text, with `from` replaced by `to`.
std::string text_with(std::string_view from, std::string_view to) {
  std::string text = pd::write_trace(pd::record_trace("my::scale<float>", start, moves));
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}
std::string refusal(const std::string& text) {
  const pd::parsed_trace t = pd::read_trace(text);
  return std::to_string(t.line) + ": " + t.message;
}

}  // namespace

TEST_CASE("trace: kernel, version, start, each move by names with what it makes, and the end") {
  CHECK(pd::write_trace(pd::record_trace("my::scale<float>", start, moves)) == R"(perfdojo trace 1
kernel my::scale<float>
version )" PERFDOJO_VERSION R"(
start 3956f88d621500bf
split scope="i" factor=7 policy=tail::guard -> 32fa2947b3401eaa
unroll scope="i1" -> c232c67ad4937094
pack source="x" scope="i0" target="" -> eaa0d866cf6cc277
final eaa0d866cf6cc277
)");
}

TEST_CASE("read_trace: the inverse of write_trace") {
  for (const std::size_t count : {0u, 1u, 3u}) {
    const pd::trace t =
        pd::record_trace("k", start, {moves.begin(), moves.begin() + static_cast<long>(count)});
    CHECK(pd::read_trace(pd::write_trace(t)).ok());
    CHECK(pd::read_trace(pd::write_trace(t)).value == t);
  }
}

TEST_CASE(
    "read_trace: parameters in any order, defaults left out, comments, blank lines, line ends of Windows") {
  const pd::trace t = pd::record_trace("my::scale<float>", start, moves);
  CHECK(pd::read_trace(
            text_with(R"(scope="i" factor=7 policy=tail::guard)", R"(policy=guard factor=7 scope="i")"))
            .value == t);
  CHECK(pd::read_trace(text_with(R"( target="")", "")).value == t);
  CHECK(pd::read_trace("# found by hand\n\n" + text_with("\nunroll", "\n\n# and then\nunroll")).value == t);
  std::string windows;
  for (const char c : pd::write_trace(t)) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(pd::read_trace(windows).value == t);
}

TEST_CASE("read_trace: mistakes come with their line and what was expected") {
  CHECK(refusal("") == "1: expected \"perfdojo trace 1\"");
  CHECK(refusal("schedule<>") == "1: expected \"perfdojo trace 1\"");
  CHECK(refusal(text_with("trace 1", "trace 2")) ==
        "1: this version of the library reads \"perfdojo trace 1\"");
  CHECK(refusal(text_with("kernel my::scale<float>", "kernel")) == "2: expected \"kernel\" and its value");
  CHECK(refusal(text_with("version", "by")) == "3: expected \"version\" and its value");
  CHECK(refusal(text_with("start 3956f88d621500bf", "start 3956f88d")) ==
        "4: a hash has 16 hexadecimal digits");
  CHECK(refusal(text_with("split", "splat")) == "5: no transformation is called splat");
  CHECK(refusal(text_with("factor=7", "speed=7")) ==
        "5: split has no parameter speed, but scope, factor, policy");
  CHECK(refusal(text_with("factor=7", "scope=\"j\"")) == "5: the parameter scope is given twice");
  CHECK(refusal(text_with("factor=7 ", "")) == "5: split needs the parameter factor");
  CHECK(refusal(text_with("factor=7", "factor=many")) == "5: expected an integer at column 24");
  CHECK(refusal(text_with("factor=7", "factor")) == "5: expected '=' at column 24");
  CHECK(refusal(text_with("tail::guard", "tail::loose")) ==
        "5: expected tail::exact, guard, peel, pad or overlap at column 33");
  CHECK(refusal(text_with("scope=\"i\"", "scope=\"i")) == "5: a name in quotes does not end at column 13");
  CHECK(refusal(text_with("\"i1\" -> ", "\"i1\" ")) ==
        "6: expected a move and \" -> \" with a hash behind it");
  CHECK(refusal(text_with("\"i1\" -> ", "\"i1\" -> x")) == "6: a hash has 16 hexadecimal digits");
  const std::string whole = text_with("", "");
  const std::size_t end = whole.find("final");
  CHECK(refusal(whole.substr(0, end)) == "8: expected a move or \"final\" with a hash");
  CHECK(refusal(whole.substr(0, end) + "final 3956f88d621500bf") ==
        "8: the final hash is not that of the last move");
  CHECK(refusal(whole + "final 3956f88d621500bf") == "9: expected the end of the text");
}

TEST_CASE("replay: the same program") {
  const pd::replayed again = pd::replay(start, pd::record_trace("k", start, moves));
  CHECK(again.ok());
  CHECK(again.message.empty());
  pd::ir::program made = start;
  for (const pd::move_record& m : moves) made = pd::apply(m, made);
  CHECK(again.value == made);
}

TEST_CASE("replay: says where it goes another way") {
  pd::trace t = pd::record_trace("k", start, moves);
  const pd::replayed other = pd::replay(samples::scale(31), t);
  CHECK(other.failed_step == 0);
  CHECK(other.message ==
        "the kernel's program has the hash bd345706188a141d; in the trace of k by version " PERFDOJO_VERSION
        " it is 3956f88d621500bf\n");

  t.steps[1].hash ^= 1;
  const pd::replayed second = pd::replay(start, t);
  CHECK(second.failed_step == 2);
  CHECK(second.value == pd::apply(moves[0], start));
  CHECK(second.message.starts_with("step 2: unroll<\"i1\">\n  what it makes has the hash "));

  t.steps[2].move.values[0] = {"z", 0};
  t.steps[1].hash ^= 1;
  const pd::replayed third = pd::replay(start, t);
  CHECK(third.failed_step == 3);
  CHECK(third.message.starts_with("step 3: pack<\"z\", \"i0\">\n  the program has no buffer z\n"));
}

// Neither file is ever made again: what version 0.1.0 wrote has to be read by all later ones.
TEST_CASE("replay: a trace of an older version") {
  const auto stored = [](const char* name) {
    std::string text;
    REQUIRE(read_golden(std::string(golden_directory()) + "/" + name + ".txt", text));
    return text;
  };
  const pd::parsed_trace t = pd::read_trace(stored("schedule/trace_0.1.0"));
  CAPTURE(t.line);
  CAPTURE(t.message);
  REQUIRE(t.ok());
  CHECK(t.value.version == "0.1.0");
  const pd::replayed again = pd::replay(support::parsed(stored("schedule/trace_0.1.0_program")), t.value);
  CAPTURE(again.message);
  CHECK(again.ok());
}
