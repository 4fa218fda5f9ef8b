// SPDX-License-Identifier: Apache-2.0
// random_rows: a seeded generator of two passes over rows, which moves for rows bring together: a maximum and sums of exponentials, or a sum
// and a sum of squares about what is made of it.
#pragma once

#include <perfdojo/ir/parse.hpp>

#include "support/same_result.hpp"

namespace support {

class rows_generator {
public:
  explicit rows_generator(std::uint64_t seed) : dice_(seed) {}

  std::string make() {
    size_ = dice_.pick({"N", "N", "6", "1"});
    block_ = size_[0] == 'N' ? dice_.pick({0, 0, 2, 3, 4}) : dice_.pick({0, size_[0] - '0'});
    columns_ = dice_.chance(40);
    const bool rows = dice_.chance(60);
    row_ = rows ? "i" : "0";
    indent_ = rows ? "| " : "";
    factor_ = dice_.pick({"", "", "*2"});
    const std::string extent = rows ? "M" : "1";
    std::string text = "perfdojo 1 rows\nsize M\nsize N\nargument v f32 [" + extent + "]\nargument z f32 [" +
                       extent + "]\nargument x f32 [" + extent + ", 4, 20]\nargument r f32 []\nheap t f32 [" +
                       extent + "]\n";
    if (rows) text += "i M\n";
    body_ = dice_.chance(50) ? exponentials() : squares();
    return text + body_;
  }

private:
  std::string exponentials() {
    body_ = indent_ + at("t") + " = -inf\n" + indent_ + at("v") + " = 0\n";
    pass("j", "a", "b", at("t") + dice_.pick({" max= #", " max= #", " max_number= #"}));
    pass("k", "c", "d", at("v") + " += exp(# - " + at("t") + dice_.pick({")", ")*r[]", ")*#", ")/4"}));
    return body_;
  }
  std::string squares() {
    body_ = indent_ + at("t") + " = 0\n";
    pass("j", "a", "b", at("t") + " += #");
    if (dice_.chance(30)) body_ += indent_ + at("z") + " = " + at("t") + "\n";
    if (dice_.chance(50)) body_ += indent_ + at("v") + " = 1\n";
    const std::string centre = dice_.chance(25) ? "r[]" : at("t") + dice_.pick({"", "*r[]", "*0.25"});
    pass("k", "c", "d", at("v") + " += (# - " + centre + ")*(# - " + centre + ")");
    return body_;
  }
  std::string at(const std::string& buffer) const { return buffer + "[" + row_ + "]"; }

  // A pass over the elements of a row, perhaps in blocks, perhaps over two columns; # is the element.
  void pass(const std::string& s, const std::string& inner, const std::string& column,
            const std::string& operation) {
    const std::string f = std::to_string(block_);
    std::string bars = indent_;
    const auto open = [&](const std::string& scope) {
      body_ += bars + scope + "\n";
      bars += "| ";
    };
    const bool symbolic = size_[0] == 'N', columns_outside = dice_.chance(40);
    open(s + " " + (block_ == 0 ? size_ : symbolic ? size_ + "/" + f : "1"));
    if (dice_.chance(15)) body_ += bars + at("z") + " += x[" + row_ + ", 0, 1]\n";
    if (columns_ && columns_outside) open(column + " 2");
    if (block_ > 0) open(inner + " " + f + (symbolic ? " bound " + size_ + " - " + f + "*" + s : ""));
    if (columns_ && !columns_outside) open(column + " 2");
    const std::string position = block_ > 0 ? f + "*" + s + "+" + inner : s;
    const std::string element =
        "x[" + row_ + ", " + (columns_ ? column : "3") + ", " + position + "]" + factor_;
    std::string line;
    for (const char c : operation) line += c == '#' ? element : std::string(1, c);
    body_ += bars + line + "\n";
  }

  dice dice_;
  std::string size_, row_, indent_, factor_, body_;
  int block_ = 0;
  bool columns_ = false;
};

inline ir::program random_rows(std::uint64_t seed) {
  const std::string text = rows_generator(seed).make();
  const ir::parsed p = ir::parse(text);
  INFO(text);
  REQUIRE(p.ok());
  return ir::canonical(p.value);
}

}  // namespace support
