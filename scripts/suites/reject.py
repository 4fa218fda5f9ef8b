# SPDX-License-Identifier: Apache-2.0
"""Programs that must not compile: tests/reject/*.cpp.

Such a file compiles as it is. With -DREJECT, and the flags in a comment `// REJECT-FLAGS: flags` if there is one, it
fails, and the first line of the compiler's output that is an error matches the regular expression in the comment
`// REJECT: regex`. Run as a program, this file checks that for one source: reject.py SOURCE COMPILER FLAGS...
"""
import pathlib
import re
import subprocess
import sys


def add_jobs(context, jobs):
    root = context.root
    sources = sorted((root / "tests" / "reject").glob("*.cpp"))
    for source in sources:
        for compiler in [context.gxx, *context.clangs[-1:]]:
            base = [compiler, "-std=c++20", "-fsyntax-only", f"-I{root / 'include'}", f"-I{root / 'tests'}"]
            stem = context.work / "reject" / f"{source.stem}.{compiler}"
            twin, rejected = stem.with_name(stem.name + ".twin.ok"), stem.with_name(stem.name + ".ok")
            jobs.add_check(twin, [source], [*base, "-MD", "-MF", f"{twin}.d", "-MT", twin, source],
                           f"reject {source.stem} {compiler}: compiles as it is", depfile=True)
            # Depends on the twin's stamp, which is renewed when a header changed.
            jobs.add_check(rejected, [source, twin, __file__], [sys.executable, __file__, source, *base],
                           f"reject {source.stem} {compiler}: is rejected")


def first_error(output):
    """The first error of a compiler's output; g++'s list of instantiations before it is context, not the error."""
    for line in output.splitlines():
        if re.search(r"\berror: ", line):
            return line
    return ""


def main(source, compiler):
    text = pathlib.Path(source).read_text(encoding="utf-8")
    pattern = re.search(r"^// REJECT: (.+)$", text, re.MULTILINE)
    if not pattern:
        return f"{source}: no comment `// REJECT: regex`"
    flags = re.search(r"^// REJECT-FLAGS: (.+)$", text, re.MULTILINE)
    done = subprocess.run([*compiler, "-DREJECT", *(flags[1].split() if flags else []), source], capture_output=True, text=True, errors="replace",
                          check=False, timeout=300)
    if done.returncode == 0:
        return f"{source}: compiles with -DREJECT"
    line = first_error(done.stderr)
    if not re.search(pattern[1], line):
        return f"{source}: the first error does not match\n  wanted: {pattern[1]}\n  found:  {line}\n{done.stderr[:4000]}"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
