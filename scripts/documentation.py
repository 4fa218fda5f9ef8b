#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the headers of the transformations say into docs/transformations.md, docs/errors.md and
include/perfdojo/schedule/descriptions.hpp; with --check only tells which of them are out of date.

In docs/errors.md the paragraphs are written by hand and stay; the lines with the sentence of a reason and with the moves
that reject with it are made here.
"""
import argparse
import dataclasses
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEDULE = ROOT / "include" / "perfdojo" / "schedule"
WIDTH = 14  # of a label in a docstring: "Legal when:   "
LABELS = ["Legal when", "Rejects with", "Results", "Order", "Good for", "Elsewhere"]


@dataclasses.dataclass
class Move:
    """A transformation as its header describes it."""

    name: str
    template: str = ""  # split<Scope, Factor, Policy = tail::exact>
    parameters: list = dataclasses.field(default_factory=list)  # (member, domain)
    worst_class: str = ""
    prose: list = dataclasses.field(default_factory=list)  # paragraphs
    picture: list = dataclasses.field(default_factory=list)  # lines
    parts: dict = dataclasses.field(default_factory=dict)  # label -> lines

    def description(self):
        """The first sentence."""
        return re.match(r".*?\.(?=\s|$)", self.prose[0])[0]

    def reasons(self, known, moves):
        text = " ".join(self.parts.get("Rejects with", []))
        found = {r for r in re.findall(r"\w+", text) if r in known}
        for other in re.findall(r"reasons of (\w+)", text):
            found.update(*(m.reasons(known, moves) for m in moves if m.name == other))
        return found


def docstring_of(text, struct):
    """The lines of the comment above a struct, without `/// `."""
    above = text[: text.index(f"\nstruct {struct} ")].splitlines()
    lines = []
    while above and above[-1].startswith("///"):
        lines.insert(0, above.pop()[4:])
    return lines


def read_move(name):
    text = (SCHEDULE / f"{name}.hpp").read_text(encoding="utf-8")
    move = Move(name)
    label = None
    for line in docstring_of(text, f"{name}_move"):
        start = re.match(r"([A-Z][a-z]+(?: [a-z]+)?):\s+", line)
        if start and (start.end() == WIDTH or start[1] in LABELS):
            label = start[1]
            move.parts[label] = [line[start.end():]]
        elif label and line.startswith(" " * WIDTH):
            move.parts[label].append(line[WIDTH:])
        elif line.startswith("    "):
            label = None
            move.picture.append(line[4:])
        elif not line.strip():
            label = None
            move.prose.append("")
        else:
            label = None
            move.prose[-1:] = [f"{move.prose[-1]} {line}".strip()] if move.prose else [line]
    move.prose = [p for p in move.prose if p]
    body = text[text.index(f"\nstruct {name}_move "):]
    domains = re.search(r"\bparameters\{(.*?)\};", body, re.DOTALL)[1]
    fields = re.search(r"\bfield_list<(.*?)>", body, re.DOTALL)[1]
    move.parameters = list(zip(re.findall(r"::(\w+)", fields), re.findall(r"domain::(\w+)", domains), strict=True))
    move.worst_class = re.search(r"\bworst_class = result_class::(\w+);", body)[1]
    arguments = re.search(r"template <([^<>]*)>\nstruct " + name + r" \{", body)[1]
    move.template = f"{name}<{', '.join(re.sub(r'^.*?(?=[A-Z])', '', a.strip(), count=1) for a in arguments.split(','))}>"
    return move


def read_moves():
    text = (SCHEDULE / "all.hpp").read_text(encoding="utf-8")
    listed = text[text.index("using library_transformations"):]
    return [read_move(name) for name in sorted(re.findall(r"(\w+)_move\b", listed))]


def read_domains():
    """Name of a domain -> what its values are."""
    text = (SCHEDULE / "transformation.hpp").read_text(encoding="utf-8")
    body = re.search(r"enum class domain[^{]*\{(.*?)\};", text, re.DOTALL)[1]
    return {m[1]: m[2].strip() for m in re.finditer(r"(\w+),?\s*// (.*)", body)}


def read_reasons():
    """Name of a reason -> its sentence, in the order of the enumerators."""
    text = (ROOT / "include" / "perfdojo" / "error" / "reason.hpp").read_text(encoding="utf-8")
    macro = text[text.index("#define PERFDOJO_REASONS"): text.index("enum class reason")]
    found = re.findall(r"X\((\w+),((?:\s|\\|\"(?:[^\"\\]|\\.)*\")+)\)", macro)
    return {name: "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', pieces)) for name, pieces in found}


def read_composed():
    """(header, its first comment, the templates of its steps) of each composed step's header."""
    found = []
    for path in sorted((SCHEDULE / "composed").glob("*.hpp")):
        text = path.read_text(encoding="utf-8")
        steps = re.findall(r"struct (\w+) \{\n  static constexpr move_list moves = ", text)
        if steps:
            comment = text.splitlines()[1].removeprefix("// ")
            found.append((path.name, comment.split(": ", 1)[-1].removeprefix("the composed step that "), steps))
    return found


COMPOSED_HEAD = """
## Composed steps

Steps that are lists of these moves and nothing else (`schedule/composed/`); an error in one names the step and the move. Write your own as
[examples/03_own_moves.cpp](../examples/03_own_moves.cpp) does.

| steps | header | what for |
|---|---|---|
"""
NOT_HERE = """
## What is no move, and why

* **Software pipelining of loads, alignment promises:** cores that execute out of order start the loads of the next iteration by themselves, and
  on them instructions for aligned addresses are no faster than others at such addresses. `prefetch_ahead` reaches further than a pipeline would. `shift` separates the iterations of
  statements where that is wanted.
* **Rolling windows** (a buffer folded to its last W rows): an index is affine, and has no remainder. `compute_at` computes the overlap again, or
  `reuse_dimension` keeps one iteration.
* **Deleting a temporary:** `inline_producer` takes back a copy, whatever its layout; a tile that is updated and written back stays.
* **Interleaving dimensions, choosing a layout:** `permute_dimensions`, `split_dimension`, `fuse_dimensions` and `pad_dimension` say them together
  (tests/unit/schedule/fuse_dimensions_test.cpp).
* **Branches on strides and on values:** the executor chooses code for unit strides at each call, and decides a `select` on a scalar once per
  block. `specialise` is for sizes.
"""


def transformations_text(moves, domains, reasons):
    lines = ["# Transformations", "",
             "Made by `scripts/documentation.py` from the headers of `include/perfdojo/schedule/`; change it there.", "",
             "A step of a schedule is one of these types. Each checks itself and is refused with a [reason](errors.md) where it would",
             "change what the program computes. Pictures show the [text form](text_form.md) before and after. The class says what",
             "a move may do to results: bitwise_equal leaves every bit, reassociates may change the order in which a floating-point reduction adds",
             "or multiplies, approximates may round otherwise. Policy `strict` takes only moves that are bitwise_equal where they stand.", "",
             "| transformation | does |", "|---|---|"]
    lines += [f"| [`{m.name}`](#{m.name}) | {m.description()} |" for m in moves]
    lines += [COMPOSED_HEAD.rstrip("\n")]
    lines += [f"| {', '.join(f'`{s}`' for s in steps)} | `{header}` | {comment} |" for header, comment, steps in read_composed()]
    lines += [NOT_HERE.rstrip("\n")]
    for m in moves:
        lines += ["", f"## {m.name}", "", f"`{m.template}`, at most {m.worst_class}", ""]
        lines += [line for p in m.prose for line in (p, "")]
        lines += ["| parameter | is |", "|---|---|"]
        lines += [f"| `{member}` | {domains.get(domain, domain)} |" for member, domain in m.parameters]
        lines += ["", "```text", *m.picture, "```"]
        for label, part in m.parts.items():
            text = "\n  ".join(part)
            if label == "Rejects with":
                text = " ".join(part)
                text = re.sub(r"\w+", lambda w: f"[{w[0]}](errors.md#{w[0]})" if w[0] in reasons else w[0], text)
            lines += ["", f"* **{label}:** {text}"] if label == next(iter(m.parts)) else [f"* **{label}:** {text}"]
    return "\n".join(lines) + "\n"


def errors_text(old, moves, reasons):
    """The hand-written paragraphs of the old text between lines that are made here."""
    head, *sections = re.split(r"^## ", old, flags=re.MULTILINE)
    paragraphs = {}
    for section in sections:
        name, _, rest = section.partition("\n")
        kept = [line for line in rest.splitlines() if not line.startswith(("> ", "Rejected by: "))]
        paragraphs[name.strip()] = "\n".join(kept).strip()
    out = [head.rstrip() + "\n"]
    for name, sentence in reasons.items():
        users = [f"[{m.name}](transformations.md#{m.name})" for m in moves if name in m.reasons(reasons, moves)]
        text = f"## {name}\n> {sentence}\n\n{paragraphs.get(name, '')}\n"
        out.append(text + (f"\nRejected by: {', '.join(users)}\n" if users else ""))
    return "\n".join(out)


def descriptions_text(moves):
    lines = ["// SPDX-License-Identifier: Apache-2.0",
             "// descriptions: what each transformation does, in a sentence, for players. Made by scripts/documentation.py from the docstrings.",
             "#pragma once", "", "#include <perfdojo/schedule/catalogue.hpp>", "", "#include <string_view>", "", "namespace perfdojo {", "",
             "struct described {", "  std::string_view move, sentence;", "};", "",
             "// clang-format off", "inline constexpr described descriptions[] = {"]
    lines += [f'    {{"{m.name}", {json.dumps(m.description(), ensure_ascii=False)}}},' for m in moves]
    lines += ["};", "// clang-format on", "",
              "/// What a kind of move does; empty for one that has no sentence.",
              "constexpr std::string_view description_of(int kind) {",
              "  for (const described& d : descriptions)",
              "    if (d.move == move_kinds[static_cast<std::size_t>(kind)].name) return d.sentence;",
              "  return {};", "}", "", "}  // namespace perfdojo"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file is out of date")
    options = parser.parse_args()
    moves, reasons = read_moves(), read_reasons()
    errors = ROOT / "docs" / "errors.md"
    wanted = {ROOT / "docs" / "transformations.md": transformations_text(moves, read_domains(), reasons),
              errors: errors_text(errors.read_text(encoding="utf-8"), moves, reasons),
              SCHEDULE / "descriptions.hpp": descriptions_text(moves)}
    stale = [path for path, text in wanted.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if options.check:
            print(f"{path.relative_to(ROOT)} is out of date; scripts/documentation.py writes it")
        else:
            path.write_text(wanted[path], encoding="utf-8")
    sys.exit(1 if options.check and stale else 0)


if __name__ == "__main__":
    main()
