// SPDX-License-Identifier: Apache-2.0
#include "operand_data.hpp"

#include <cstring>

namespace perfdojo::tuner {
namespace {

// splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

template <class T>
void put(unsigned char* at, T value) {
  std::memcpy(at, &value, sizeof value);
}
template <class T>
T get(const unsigned char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace

double real_datum(std::size_t operand, std::size_t index) {
  const std::uint64_t r = scrambled((std::uint64_t{operand} << 48) ^ index) >> 44;
  return (2.0 * static_cast<double>(r >> 1) + 1.0) / 524288.0 / 2.0 * ((r & 1) != 0 ? -1.0 : 1.0);
}
std::int64_t integer_datum(std::size_t operand, std::size_t index) {
  return static_cast<std::int64_t>(scrambled((std::uint64_t{operand} << 48) ^ index) % 17) - 8;
}

void write_datum(ir::element type, unsigned char* at, double real, std::int64_t whole) {
  switch (type) {
    case ir::element::f32:
      put(at, static_cast<float>(real));
      break;
    case ir::element::f64:
      put(at, real);
      break;
    case ir::element::i32:
      put(at, static_cast<std::int32_t>(whole));
      break;
    case ir::element::i64:
      put(at, whole);
      break;
    case ir::element::i8:
      put(at, static_cast<std::int8_t>(whole));
      break;
    case ir::element::u8:
      put(at, static_cast<std::uint8_t>(whole));
      break;
    case ir::element::bf16:
      put(at, bf16(real));
      break;
    case ir::element::boolean:
      break;
  }
}

double read_element(ir::element type, const unsigned char* at) {
  switch (type) {
    case ir::element::f32:
      return static_cast<double>(get<float>(at));
    case ir::element::f64:
      return get<double>(at);
    case ir::element::i32:
      return static_cast<double>(get<std::int32_t>(at));
    case ir::element::i64:
      return static_cast<double>(get<std::int64_t>(at));
    case ir::element::i8:
      return static_cast<double>(get<std::int8_t>(at));
    case ir::element::u8:
      return static_cast<double>(get<std::uint8_t>(at));
    case ir::element::bf16:
      return static_cast<double>(get<bf16>(at));
    case ir::element::boolean:
      break;
  }
  return 0;
}

}  // namespace perfdojo::tuner
