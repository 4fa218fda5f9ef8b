// SPDX-License-Identifier: Apache-2.0
// The picture in each transformation's docstring is what the move makes: the left column is a program, the right one its text
// after the move that the heading spells. "..." stands for any text, or on a line of its own for any lines at that depth.
#include <perfdojo/schedule/parse_schedule.hpp>

#include "support/golden.hpp"
#include "support/move_pictures.hpp"

#include <iterator>
#include <string>
#include <vector>

namespace pd = perfdojo;

namespace {

using lines = std::vector<std::string>;

/// What a picture leaves out: declarations, and the body where the left column has "...".
struct background {
  std::string_view move, declarations, body = {};
};
constexpr background backgrounds[] = {
    {"accumulate", "size M\nsize K\nargument C f32 [M]\nargument A f32 [M, K]\n"},
    {"cases", "size M\nargument y f32 [M]\n"},
    {"common_subexpression",
     "argument y f32 [300]\nargument z f32 [300]\nargument x f32 [300]\nargument a f32 [300]\n"},
    {"compute_at", "argument y f32 [32]\nargument x f32 [32]\nheap t f32 [32]\n"},
    {"first", "size M\nsize K\nargument y f32 [M]\nargument A f32 [M, K]\n"},
    {"fission", "argument y f32 [30]\nargument z f32 [30]\nargument x f32 [30]\n"},
    {"fuse", "argument y f32 [30]\nargument x f32 [30]\n"},
    {"fuse_dimensions", "size M\nargument x f32 [M, 6]\n"},
    {"halve", "argument s f32 []\nheap t f32 [8]\n"},
    {"hoist", "argument A f32 [30, 20]\nargument x f32 [30]\n"},
    {"hoist_nest", "size M\nsize K\nargument y f32 [M]\nargument x f32 [K]\nheap s f32 []\n"},
    {"inline_producer", "argument y f32 [29]\nargument x f32 [30]\nheap t f32 [30]\n"},
    {"interchange", "argument y f32 [30]\nargument A f32 [30, 20]\n"},
    {"join", "argument y f32 [30]\nargument z f32 [30]\nargument x f32 [30]\n"},
    {"later", "argument y f32 [1]\nheap t f32 []\n",
     "k 20\n| t[] = y[0]\n| t[] = 0 if first(k)\n| y[0] = t[] + 1\n"},
    {"online", "size N\nargument m f32 []\nargument s f32 []\nargument x f32 [N]\n"},
    {"online_variance",
     "size N\nargument t f32 []\nargument u f32 []\nargument v f32 []\nargument x f32 [N]\nargument r f32 "
     "[]\n"},
    {"pack", "size M\nsize K\nargument y f32 [M]\nargument A f32 [M, K]\nargument x f32 [K]\n"},
    {"pad_dimension", "argument x f32 [32, 64]\n"},
    {"parallelize", "size M\nsize N\nargument y f32 [M]\nargument A f32 [M, N]\n"},
    {"peel", "size K\nargument y f32 [1]\nargument x f32 [K]\n"},
    {"permute_dimensions", "size M\nsize K\nargument A f32 [M, K]\n"},
    {"place", "argument x f32 [20, 6]\n"},
    {"prefetch", "size M\nsize N\nsize K\nargument C f32 [M, N]\nargument A f32 [M, K]\n",
     "i0 M/6\n| k K\n| | A[0, k] += 1\n| i1 6 bound M - 6*i0 unrolled\n| | j 16 bound N vector\n"
     "| | | C[6*i0+i1, j] = 2\n"},
    {"prefetch_ahead", "size R\nsize N\nargument Y f32 [R, N]\nargument X f32 [R, N]\n",
     "r R\n| j0 N/64\n| | j1 4 bound (N - 64*j0)/16 unrolled\n| | | j2 16 bound N - 64*j0 - 16*j1 vector\n"
     "| | | | Y[r, 64*j0+16*j1+j2] = X[r, 64*j0+16*j1+j2]\n"},
    {"reciprocal", "size N\nargument y f32 [N]\nargument x f32 [N]\nargument a f32 []\n"},
    {"recompute", "argument y f32 [30]\nargument z f32 [30]\nargument x f32 [30]\nheap t f32 [30]\n"},
    {"reorder", "argument y f32 [30]\nargument z f32 [30]\nargument x f32 [30]\n"},
    {"reuse_dimension", "argument y f32 [30]\nargument x f32 [30]\n"},
    {"rfactor", "size N\nargument s f32 []\nargument x f32 [N]\n"},
    {"share", "size M\nargument y f32 [M]\nargument x f32 [M]\n"},
    {"specialise", "size M\nargument y f32 [M]\nargument x f32 [M]\n"},
    {"split", "argument y f32 [30]\nargument x f32 [30]\n"},
    {"split_dimension", "size M\nargument x f32 [M]\n"},
    {"stage", "argument x f32 [6, 5]\n"},
    {"stream", "size N\nargument y f32 [N]\n",
     "i0 N/64\n| i1 4 bound (N - 64*i0)/16 unrolled\n| | i2 16 bound N - 64*i0 - 16*i1 vector\n"
     "| | | y[64*i0+16*i1+i2] = 1\n"},
    {"strength", "size N\nargument y f32 [N]\nargument x f32 [N]\nargument a f32 []\n"},
    {"tensorize", "argument C i32 [16]\nargument A u8 [4]\nargument B i8 [64]\n"},
    {"trim_guards", "size M\nsize K\nargument y f32 [M]\nheap a f32 [M/6, K, 6]\n"},
    {"unroll", "argument y f32 [6]\nargument x f32 [6]\n"},
    {"unreuse_dimension", "argument y f32 [30]\nargument A f32 [30, 8]\n"},
    {"vectorize", "argument y f32 [16]\nargument x f32 [16]\n"},
};
static_assert(std::size(backgrounds) == pd::all_transformations::size);

lines lines_of(std::string_view text) {
  lines all;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    all.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return all;
}
std::string without_spaces(std::string_view line) {
  std::string out;
  for (const char c : line)
    if (c != ' ') out += c;
  return out;
}
bool is_declaration(std::string_view line) {
  for (const std::string_view word : {"perfdojo ", "size ", "argument ", "heap ", "stack ", "registers "})
    if (line.starts_with(word)) return true;
  return false;
}

/// Declarations and body, without spaces: pictures have fewer.
struct halves {
  lines declarations, body;
};
halves halves_of(const lines& all) {
  halves h;
  for (const std::string& line : all)
    if (!without_spaces(line).empty())
      (is_declaration(line) ? h.declarations : h.body).push_back(without_spaces(line));
  return h;
}

bool fits(std::string_view pattern, std::string_view line) {
  const std::size_t gap = pattern.find("...");
  if (gap == std::string_view::npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, gap))) return false;
  for (std::size_t at = gap; at <= line.size(); ++at)
    if (fits(pattern.substr(gap + 3), line.substr(at))) return true;
  return false;
}
bool fits(const lines& pattern, const lines& text, std::size_t p = 0, std::size_t t = 0) {
  if (p == pattern.size()) return t == text.size();
  if (t == text.size() || !fits(pattern[p], text[t])) return false;
  const bool any_lines = pattern[p].substr(pattern[p].find_last_of('|') + 1) == "...";
  return fits(pattern, text, p + 1, t + 1) || (any_lines && fits(pattern, text, p, t + 1));
}
bool fits(const halves& picture, const halves& program) {
  for (const std::string& wanted : picture.declarations) {
    bool found = false;
    for (const std::string& line : program.declarations) found = found || fits(wanted, line);
    if (!found) return false;
  }
  return fits(picture.body, program.body);
}

struct picture {
  std::string move;  // as the heading spells it
  lines before, after;
};
picture picture_in(const std::string& header) {
  picture result;
  std::size_t column = 0;
  for (const std::string& line : lines_of(header)) {
    const std::string_view heading = "///     before ";
    if (line.starts_with(heading)) {
      column = line.find("after ");
      REQUIRE(column != std::string::npos);
      result.move = line.substr(column + 6);
    } else if (column > 0) {
      if (!line.starts_with("///  ")) break;
      result.before.push_back(line.substr(8, column - 8));
      result.after.push_back(line.size() > column ? line.substr(column) : "");
    }
  }
  return result;
}

std::string joined(const lines& all) {
  std::string out;
  for (const std::string& line : all)
    if (!without_spaces(line).empty()) out += line + "\n";
  return out;
}

void check_docstring(std::string_view name) {
  const std::string label(name);
  CAPTURE(label);
  std::string header;
  REQUIRE(read_golden(std::string(golden_directory()) + "/../../include/perfdojo/schedule/" + label + ".hpp",
                      header));
  const picture shown = picture_in(header);
  const pd::parsed_schedule moves = pd::parse_schedule("schedule<" + shown.move + ">");
  CAPTURE(shown.move);
  REQUIRE(moves.moves.size() == 1);
  CHECK(shown.move.starts_with(label + "<"));

  const background* known = nullptr;
  for (const background& b : backgrounds)
    if (b.move == name) known = &b;
  REQUIRE(known != nullptr);
  const std::string body = known->body.empty() ? joined(shown.before) : std::string(known->body);
  const std::string text = "perfdojo 1\n" + std::string(known->declarations) + body;
  CHECK(fits(halves_of(shown.before), halves_of(lines_of(text))));
  const pd::ir::program before = support::parsed(text);
  CHECK(pd::ir::verify(before).ok());
  CAPTURE(text);
  const pd::verdict verdict = pd::check(moves.moves[0], before);
  CAPTURE(name_of(verdict.why));
  REQUIRE(verdict.ok());
  std::string made;
  pd::ir::print_to(made, pd::apply(moves.moves[0], before));
  CAPTURE(made);
  CHECK(fits(halves_of(shown.after), halves_of(lines_of(made))));
}

template <class... M>
void check_docstrings(pd::type_list<M...>) {
  (check_docstring(M::name), ...);
}

}  // namespace

TEST_CASE("docstrings: each transformation has a picture, and it is what the move makes") {
  check_docstrings(pd::all_transformations{});
}

TEST_CASE("docstrings: a picture that is not what the move makes is seen") {
  const lines text{"i0 5", "| i1 6", "| | y[6*i0+i1] = 1", "j 3", "| x[j] = 0"};
  const auto fits_text = [&](const lines& pattern) { return fits(halves_of(pattern), halves_of(text)); };
  CHECK(fits_text({"i0 5", "| i1 6", "| | y[6*i0 + i1] = ...", "...", "| x[j]=0", ""}));
  CHECK(fits_text({"i0 5", "| ...", "j 3", "| ..."}));
  CHECK(!fits_text({"i0 5", "| i1 5", "| | ...", "j 3", "| ..."}));
  CHECK(!fits_text({"i0 5", "| i1 6", "| | y[6*i0+i1] = 1"}));
  CHECK(!fits_text({"i0 5", "| ...", "| x[j] = 0"}));
  CHECK(!fits_text({"heap t f32 [5]", "i0 5", "..."}));
}
