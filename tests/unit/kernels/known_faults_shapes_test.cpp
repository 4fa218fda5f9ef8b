// SPDX-License-Identifier: Apache-2.0
// Faults of shapes and indices that other libraries had, by the ids of the list of public reports: extents and offsets beyond what 32
// bits or a float count, and extents below a vector.
#include <perfdojo/exec/run.hpp>

#include "support/gemm_problem.hpp"
#include "support/guard_pages.hpp"
#include "unit/kernels/calls.hpp"

#include <cmath>
#include <vector>

#include <sys/mman.h>

namespace pd = perfdojo;
using pd::index_t;

namespace {

/// Address space without memory behind it until it is written.
class reserved_memory {
public:
  explicit reserved_memory(std::size_t bytes) : bytes_(bytes) {
    begin_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  ~reserved_memory() {
    if (exists()) munmap(begin_, bytes_);
  }
  reserved_memory(const reserved_memory&) = delete;
  reserved_memory& operator=(const reserved_memory&) = delete;

  bool exists() const { return begin_ != MAP_FAILED; }
  float* begin() const { return static_cast<float*>(begin_); }

private:
  void* begin_;
  std::size_t bytes_;
};

/// y = max(2x - 1, 0) in vectors of that many lanes, of every length up to `most`, between forbidden pages.
template <index_t Lanes>
void check_vectors(index_t most) {
  using schedule = pd::schedule<pd::vector_pass<Lanes, 2, 4 * Lanes>>;
  const support::guarded_memory in(4096), out(4096);
  for (index_t n = 1; n <= most; ++n) {
    float* const x = reinterpret_cast<float*>(in.end()) - n;
    float* const y = reinterpret_cast<float*>(out.end()) - n;
    for (index_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 7) - 3.f;
    pd::run<pd::scale_shift_relu_kernel<float>, schedule>(pd::vector(y, n), 2.f, pd::vector(x, n), -1.f);
    index_t wrong = 0;
    for (index_t i = 0; i < n; ++i) wrong += !(y[i] == std::fmax(2.f * x[i] - 1.f, 0.f));
    CAPTURE(n);
    REQUIRE(wrong == 0);
  }
}

/// Rows of softmax in vectors of that many lanes.
template <index_t Lanes>
void check_rows(index_t most) {
  using schedule = pd::schedule<pd::softmax_rows<Lanes, 2>>;
  const support::guarded_memory in(4096), out(4096);
  for (index_t n = 1; n <= most; ++n) {
    float* const x = reinterpret_cast<float*>(in.end()) - 2 * n;
    float* const y = reinterpret_cast<float*>(out.end()) - 2 * n;
    for (index_t i = 0; i < 2 * n; ++i) x[i] = static_cast<float>(i % 7) - 3.f;
    pd::run<pd::softmax_kernel<float>, schedule>(pd::row_major(x, 2, n), pd::row_major(y, 2, n));
    index_t wrong = 0;
    for (index_t r = 0; r < 2; ++r) {
      double sum = 0;
      for (index_t j = 0; j < n; ++j) sum += std::exp(static_cast<double>(x[r * n + j]));
      for (index_t j = 0; j < n; ++j) {
        const double expected = std::exp(static_cast<double>(x[r * n + j])) / sum;
        wrong += !(std::fabs(y[r * n + j] - expected) <= 2e-6 * expected);
      }
    }
    CAPTURE(n);
    REQUIRE(wrong == 0);
  }
}

}  // namespace

TEST_CASE("kernels: H19 offsets of rows beyond 2^31 elements are exact") {
  constexpr index_t ld = (index_t(1) << 30) + 1, columns = 5;
  const reserved_memory memory((2 * ld + columns) * sizeof(float));
  if (!memory.exists()) {
    MESSAGE("skipped: no address space of 8 GiB");
    return;
  }
  const auto tall = pd::row_major(memory.begin(), 3, columns, ld);
  for (index_t r = 0; r < 3; ++r)
    for (index_t j = 0; j < columns; ++j) tall(r, j) = static_cast<float>(10 * r + j);
  const std::vector<float> identity{1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::vector<float> c(3 * columns, -1);
  calls::gemm({}, pd::row_major(identity.data(), 3, 3), tall, pd::row_major(c.data(), 3, columns));
  for (index_t r = 0; r < 3; ++r)
    for (index_t j = 0; j < columns; ++j)
      CHECK(c[static_cast<std::size_t>(r * columns + j)] == static_cast<float>(10 * r + j));
  // Written that far apart, too; and as the left operand.
  const std::vector<float> ones(columns * columns, 1);
  calls::gemm({}, tall, pd::row_major(ones.data(), columns, 1), pd::row_major(c.data(), 3, 1));
  CHECK(c[0] == 10);
  CHECK(c[1] == 60);
  CHECK(c[2] == 110);
  calls::softmax({}, pd::row_major(ones.data(), 3, columns), tall);
  for (index_t r = 0; r < 3; ++r)
    for (index_t j = 0; j < columns; ++j) CHECK(tall(r, j) == 0.2f);
}

TEST_CASE("gemm: H20 more than 2^23 rows, each with its product") {
  if (!support::all_sizes) return;  // tens of seconds without optimisation
  constexpr index_t rows = (index_t(1) << 23) + 1;
  const float row[] = {1, 2, 3, 4}, x[] = {1, 1, 1, 1};
  std::vector<float> y(rows, 0);
  const index_t extents[] = {rows, 4}, strides[] = {0, 1};
  calls::gemm({}, pd::strided(row, extents, strides), pd::row_major(x, 4, 1),
              pd::row_major(y.data(), rows, 1));
  std::size_t wrong = 0;
  for (const float v : y) wrong += v != 10;
  CHECK(wrong == 0);
  CHECK(y.back() == 10);
}

TEST_CASE("scale_shift_relu: H29 extents below vectors of 4, 8, 16 and 64") {
  check_vectors<4>(20);
  check_vectors<8>(20);
  check_vectors<16>(40);
  check_vectors<64>(140);
}

TEST_CASE("softmax: H29 extents below vectors of 4, 8, 16 and 64") {
  check_rows<4>(20);
  check_rows<8>(20);
  check_rows<16>(40);
  check_rows<64>(140);
}
