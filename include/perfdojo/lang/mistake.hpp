// SPDX-License-Identifier: Apache-2.0
// mistake: the ways in which well-typed mathematics can be wrong; diagnosis: one of them as a value; kernel_rejected: the
// same as one compile error.
#pragma once

#include <utility>

#include <perfdojo/lang/size.hpp>

namespace perfdojo::lang {

// {index}, {tensor}, {size} and {other} stand for the values of the diagnosis.
#define PERFDOJO_MISTAKES(X)                                                                            \
  X(none, "nothing is wrong")                                                                           \
  X(kernel_is_too_large,                                                                                \
    "the kernel exceeds a fixed capacity: 6 sizes, 12 tensors, 48 accesses, 64 operations")             \
  X(name_has_two_meanings,                                                                              \
    "the name {tensor} stands for two different tensors, or for a tensor and an index")                 \
  X(number_is_not_exact, "an integer constant is beyond 2^53, or beyond the range of its type")         \
  X(size_is_unknown, "the size {size} is no dimension of an argument, so that no call gives it")        \
  X(destination_index_is_not_plain, "the destination {tensor} is indexed by more than plain indices")   \
  X(destination_is_indexed_twice_by_one_index, "the destination {tensor} is indexed twice by {index}")  \
  X(index_is_not_bound,                                                                                 \
    "the index {index} of {tensor} is neither an index of the destination nor of a reduction")          \
  X(index_is_bound_twice, "a reduction runs over {index}, which is bound around it; use another index") \
  X(index_has_two_ranges, "the index {index} runs over {size} and, in {tensor}, over {other}")          \
  X(range_of_index_is_unknown,                                                                          \
    "no dimension is indexed by {index} alone; write its range: lang::index<\"k\", 3>")                 \
  X(subscript_leaves_dimension,                                                                         \
    "the subscript of {tensor} leaves the dimension {size}; guard it with lang::select")                \
  X(read_before_written, "{tensor} is read before it is written; is it a lang::inout?")                 \
  X(destination_is_read_at_another_element,                                                             \
    "the statement reads other elements of {tensor} than the one it writes")

enum class mistake : std::uint8_t {
#define PERFDOJO_MISTAKE(id, sentence) id,
  PERFDOJO_MISTAKES(PERFDOJO_MISTAKE)
#undef PERFDOJO_MISTAKE
};
inline constexpr std::string_view mistake_sentences[] = {
#define PERFDOJO_MISTAKE(id, sentence) sentence,
    PERFDOJO_MISTAKES(PERFDOJO_MISTAKE)
#undef PERFDOJO_MISTAKE
};
#undef PERFDOJO_MISTAKES

/// What is wrong, and where: the statement from 1, and the names and sizes that the sentence mentions.
struct diagnosis {
  mistake why = mistake::none;
  int statement = 0;
  name index{};
  name tensor{};
  size first{};
  size second{};

  constexpr bool ok() const { return why == mistake::none; }
  constexpr std::string_view sentence() const { return mistake_sentences[static_cast<int>(why)]; }
};

// Labels are types without a definition; names are packs of characters, which all compilers print readably.
template <int Number>
struct statement_number;
template <char... Name>
struct index_named;
template <char... Name>
struct tensor_named;
template <char... Name>
struct size_named;
template <index_t Value>
struct size_constant;

/// Defined only for mistake::none: for all others, naming ::ok is the error, and the arguments are its text.
template <mistake Why, class... Labels>
struct kernel_rejected;
template <class... Labels>
struct kernel_rejected<mistake::none, Labels...> {
  static constexpr bool ok = true;
};

namespace detail {

template <template <char...> class Label, name N, int... I>
Label<N[I]...> spell(std::integer_sequence<int, I...>);
template <template <char...> class Label, name N>
using spelled = decltype(spell<Label, N>(std::make_integer_sequence<int, N.size()>()));
template <size S>
using spelled_size =
    std::conditional_t<S.is_constant(), size_constant<S.value>, spelled<size_named, S.label>>;

template <class... Labels>
struct labels {
  template <mistake Why>
  using rejection = kernel_rejected<Why, Labels...>;
  template <bool Wanted, class Label>
  using with = std::conditional_t<Wanted, labels<Labels..., Label>, labels>;
};

/// The template with those labels of a diagnosis that say something.
template <mistake Why, int Statement, name Index, name Tensor, size First, size Second>
using rejection = typename labels<>::with<(Statement > 0), statement_number<Statement>>::template with<
    !Index.empty(), spelled<index_named, Index>>::
    template with<!Tensor.empty(), spelled<tensor_named, Tensor>>::template with<
        First.is_given(), spelled_size<First>>::template with<Second.is_given(),
                                                              spelled_size<Second>>::template rejection<Why>;

}  // namespace detail
}  // namespace perfdojo::lang
