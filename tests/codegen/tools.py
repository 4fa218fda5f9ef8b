# SPDX-License-Identifier: Apache-2.0
"""What the tests of generated code share: compilers, compiling, loops in a disassembly. Exit code 77 skips a test."""
import os
import pathlib
import re
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(os.environ.get("PERFDOJO_ROOT", HERE.parent.parent))
AVX512 = ["-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mavx512cd", "-mfma", "-mbmi", "-mbmi2",
          "-mprefer-vector-width=512"]
AVX2 = ["-mavx2", "-mfma", "-mbmi", "-mbmi2"]


def compilers():
    """Names and commands of the compilers to test."""
    found = {"g++": os.environ.get("CXX", "g++"), "clang++": os.environ.get("CLANGXX", "")}
    return {name: command for name, command in found.items() if command}


def version(compiler):
    """The name and major version, as g++-12."""
    text = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    number = subprocess.run([compiler, "-dumpversion"], capture_output=True, text=True, check=True).stdout
    return f"{'clang' if 'clang' in text else 'g++'}-{number.split('.')[0].strip()}"


def compile_unit(compiler, source, output, flags):
    """Compiles; returns CPU seconds and the largest resident set of any child so far in bytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [compiler, "-std=c++20", f"-I{ROOT / 'include'}", f"-I{ROOT / 'tests'}", *flags, source, "-o", output]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr[-4000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss * 1024


def disassemble(program):
    """Functions of an object: name -> list of (address, mnemonic, operands)."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "-M", "intel", program],
                          capture_output=True, text=True, check=True).stdout
    functions, body = {}, []
    for line in text.splitlines():
        if head := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            body = functions.setdefault(head[1], [])
        elif code := re.match(r"\s+([0-9a-f]+):\s+(\S+)\s*(.*)$", line):
            body.append((int(code[1], 16), code[2], code[3]))
    return functions


def innermost_loops(body):
    """The instructions of each loop that holds no other: from the target of a backward jump to the jump."""
    jumps = []
    for address, name, operands in body:
        target = re.match(r"([0-9a-f]+)\b", operands)
        if name.startswith("j") and target and int(target[1], 16) <= address:
            jumps.append((int(target[1], 16), address))
    inner = [(a, b) for a, b in jumps if not any((c, d) != (a, b) and a <= c and d <= b for c, d in jumps)]
    return [[i for i in body if a <= i[0] <= b] for a, b in inner]


def symbol_size(program, symbol):
    text = subprocess.run(["nm", "-S", program], capture_output=True, text=True, check=True).stdout
    return int(re.search(rf"^[0-9a-f]+ ([0-9a-f]+) \w {symbol}$", text, re.MULTILINE)[1], 16)


def skip(why):
    print(why)
    sys.exit(77)
