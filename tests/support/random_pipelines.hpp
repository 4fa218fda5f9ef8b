// SPDX-License-Identifier: Apache-2.0
// random_pipeline: a seeded generator of programs in which one nest fills a temporary and later nests use it, for the laws of
// moves that bring the two together.
#pragma once

#include <perfdojo/ir/parse.hpp>

#include "support/same_result.hpp"

namespace support {

/// One producer nest, perhaps a nest that changes its inputs, and one or two consumers; perhaps all below one scope.
class pipeline_generator {
public:
  explicit pipeline_generator(std::uint64_t seed) : dice_(seed) {}

  std::string make() {
    rows_ = dice_.pick({"M", "M", "6", "8", "1"});
    columns_ = dice_.pick({"N", "N", "M", "4", "5"});
    rank_ = dice_.between(1, 2);
    const bool outer = dice_.chance(30);
    if (outer) open("r 3");
    producer();
    if (dice_.chance(15)) writer();
    consumer('a');
    if (dice_.chance(30)) consumer('b');
    if (dice_.chance(10)) writer();
    const std::string home = outer && dice_.chance(70) ? " in r" : "";
    const std::string shape = rank_ == 1 ? "[" + rows_ + "]" : "[" + rows_ + ", " + columns_ + "]";
    return "perfdojo 1 pipeline\nsize M\nsize N\nsize K\nargument y f32 [" + rows_ + "]\nargument z f32 [" +
           rows_ + ", " + columns_ + "]\nargument x f32 [" + rows_ + "]\nargument A f32 [" + rows_ + ", " +
           columns_ + "]\nargument B f32 [" + rows_ + ", K]\n" + "heap t f32 " + shape + home + "\n" + body_;
  }

private:
  void line(const std::string& text) {
    for (int i = 0; i < depth_; ++i) body_ += "| ";
    body_ += text + "\n";
  }
  void open(const std::string& scope) {
    line(scope);
    ++depth_;
  }
  void close(int scopes = 1) { depth_ -= scopes; }
  bool is_constant() const { return rows_[0] != 'M'; }
  int rows() const { return rows_[0] - '0'; }

  void producer() {
    if (rank_ == 1) {
      open("i " + rows_);
      if (dice_.chance(50)) {
        line(dice_.pick({"t[i] = 2*x[i]", "t[i] = x[i] + f32(i)", "t[i] = y[i]*x[i]"}));
      } else {
        line(dice_.pick({"t[i] = 0", "t[i] = x[i]"}));
        open("k K");
        line(dice_.pick({"t[i] += B[i, k]", "t[i] max= B[i, k]*x[i]"}));
        close();
        if (dice_.chance(30)) line("t[i] = t[i]*2");
      }
      return close();
    }
    const bool rows_outside = dice_.chance(70);
    open(rows_outside ? "i " + rows_ : "j " + columns_);
    open(rows_outside ? "j " + columns_ : "i " + rows_);
    if (dice_.chance(70)) {
      line(dice_.pick({"t[i, j] = A[i, j]*2", "t[i, j] = z[i, j] + x[i]", "t[i, j] = f32(2*i + j)"}));
    } else {
      line("t[i, j] = A[i, j]");
      open("k K");
      line("t[i, j] += B[i, k]");
      close();
    }
    close(2);
  }

  void writer() {
    const std::string w = writers_++ == 0 ? "v" : "w";
    open(w + " " + rows_);
    line(dice_.pick({"x[" + w + "] = 1", "x[" + w + "] += y[" + w + "]", "y[" + w + "] = x[" + w + "]"}));
    close();
  }

  void consumer(char suffix) {
    const std::string i = std::string("i") + suffix, j = std::string("j") + suffix;
    const std::string how = dice_.pick({" = ", " = ", " += "});
    if (rank_ == 1 && dice_.chance(60)) {
      if (is_constant() && rows() > 2 && dice_.chance(50)) {
        open(i + " " + std::to_string(rows() - 1));
        const std::string reversed = "t[-" + i + "+" + std::to_string(rows() - 1) + "]";
        const std::string sum = "t[" + i + "] + t[" + i + "+1]";
        line("y[" + i + "]" + how + (dice_.chance(50) ? sum : reversed));
        return close();
      }
      open(i + " " + rows_);
      line(dice_.pick({"y[", "x["}) + i + "]" + how + "t[" + i + "]" + dice_.pick({" + 1", "*x[", ""}));
      if (body_.ends_with("*x[\n")) body_.insert(body_.size() - 1, i + "]");
      return close();
    }
    const bool rows_outside = dice_.chance(70);
    open(rows_outside ? i + " " + rows_ : j + " " + columns_);
    open(rows_outside ? j + " " + columns_ : i + " " + rows_);
    const std::string t = rank_ == 1 ? "t[" + i + "]" : "t[" + i + ", " + j + "]";
    line((dice_.chance(70) ? "z[" + i + ", " + j + "]" : "A[" + i + ", " + j + "]") + how + t + " + " + t +
         "*A[" + i + ", " + j + "]");
    close(2);
  }

  dice dice_;
  std::string rows_, columns_, body_;
  int rank_ = 1, depth_ = 0, writers_ = 0;
};

inline ir::program random_pipeline(std::uint64_t seed) {
  const std::string text = pipeline_generator(seed).make();
  const ir::parsed p = ir::parse(text);
  INFO(text);
  REQUIRE(p.ok());
  return p.value;
}

}  // namespace support
