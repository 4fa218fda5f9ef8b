// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/ir/hash.hpp>

#include "support/check_both.hpp"
#include "support/sample_programs.hpp"

namespace ir = perfdojo::ir;

namespace {

constexpr std::uint64_t hash_of(std::string_view body) {
  perfdojo::text<300> text;
  put(text, "perfdojo 1 hash\nargument y f32 [8]\nargument x f32 [8]\n", body);
  return ir::hash(ir::parse(text).value);
}

}  // namespace

TEST_CASE("hash: names of scopes do not count") {
  CHECK_BOTH(hash_of("i 8\n| y[i] = x[i]\n") == hash_of("other 8\n| y[other] = x[other]\n"));
}

TEST_CASE(
    "hash: the order in which buffers and sizes were made does not count, and an unused size made by a move "
    "neither") {
  const auto declared = [](std::string_view declarations) {
    perfdojo::text<400> text;
    put(text, "perfdojo 1 hash\n", declarations,
        "argument y f32 [8]\nheap a f32 [8]\nheap b f32 [8]\ni 8\n| b[i] = 1\n| a[i] = 2\n| y[i] = "
        "a[i]/b[i]\n",
        "k 9 bound _8\n| y[k] = 0\nl 5 bound _3\n| y[l] = 0\n");
    const ir::parsed p = ir::parse(text);
    REQUIRE(p.ok());
    return p.value;
  };
  const ir::program p = declared("size _8 = 8\nsize _3 = 3\n");
  CHECK(ir::hash(p) == ir::hash(declared("size _3 = 3\nsize _8 = 8\n")));
  CHECK(ir::hash(p) == ir::hash(declared("size _8 = 8\nsize _3 = 3\nsize _7 = 7\n")));
  CHECK(ir::hash(p) != ir::hash(declared("size _8 = 8\nsize _3 = 4\n")));
  CHECK(ir::hash(p) != ir::hash(declared("size _8 = 8\nsize _3 = 3\nsize N\n")));
  ir::program swapped = p;
  const ir::buffer a = swapped.buffers[1];
  swapped.buffers[1] = swapped.buffers[2];
  swapped.buffers[2] = a;
  for (ir::access& x : swapped.accesses)
    if (x.buffer > 0) x.buffer = static_cast<std::int16_t>(3 - x.buffer);
  CHECK(ir::hash(p) == ir::hash(swapped));
}

TEST_CASE("hash: everything that the program does counts") {
  constexpr std::uint64_t h = hash_of("i 8\n| y[i] = x[i]\n");
  CHECK_BOTH(h != hash_of("i 7\n| y[i] = x[i]\n"));
  CHECK_BOTH(h != hash_of("i 8 unrolled\n| y[i] = x[i]\n"));
  CHECK_BOTH(h != hash_of("i 8\n| y[i] += x[i]\n"));
  CHECK_BOTH(h != hash_of("i 8\n| y[i] = y[i]\n"));
  CHECK_BOTH(h != hash_of("i 8\n| x[i] = y[i]\n"));
  CHECK_BOTH(h != hash_of("i 8\n| y[i] = x[0]\n"));
  CHECK_BOTH(h != hash_of("i 8\n| y[i] = x[i] if first(i)\n"));
  CHECK_BOTH(h != hash_of("i 8\n| y[i] = x[i] streamed\n"));
  CHECK_BOTH(hash_of("y[0] = 1\n") != hash_of("y[0] = 2\n"));
  CHECK_BOTH(hash_of("y[0] = 0\n") != hash_of("y[0] = -0\n"));
}

TEST_CASE("hash: the samples have different hashes, and the values do not change between versions") {
  for (const samples::sample& a : samples::all)
    for (const samples::sample& b : samples::all)
      CHECK((ir::hash(a.program) == ir::hash(b.program)) == (a.label == b.label));
  // A change of this value makes every stored result unusable: it needs a line in CHANGELOG.md.
  CHECK_BOTH(ir::hash(samples::scale(30)) == 0x3956f88d621500bf);
}
