#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/compile_time still compiles what it measures: its schedules fit the kernels. No bar on times."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ.get("PERFDOJO_ROOT", pathlib.Path(__file__).resolve().parents[3]))
TUNER = pathlib.Path(os.environ.get("PERFDOJO_BUILD", ROOT / "build")) / "tuner" / "pd-tuner"
COMPILER = os.environ.get("CXX") or "g++"


def compile_time(*words):
    return subprocess.run([sys.executable, ROOT / "bench" / "compile_time", "--tuner", TUNER, "--runs", "1", "--json", *words],
                          capture_output=True, text=True, timeout=850)


class CompileTime(unittest.TestCase):
    def test_a_row_for_each_include_and_for_each_kind_of_candidate(self):
        done = compile_time("--compiler", COMPILER)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = {row["what"]: row for row in map(json.loads, done.stdout.splitlines())}
        for label in ("xsimd alone", "perfdojo/gemm.hpp", "perfdojo/softmax.hpp", "perfdojo/elementwise.hpp"):
            self.assertGreater(rows[f"include and call: {label}"]["mebibytes"], 0)
        for label in ("gemm, packed", "softmax", "scale_shift_relu"):
            self.assertIn(f"further candidate: {label}", rows)
        self.assertEqual(rows["include and call: xsimd alone"]["ratio_to_xsimd"], 1)
        for count in (1, 10, 20, 30, 40, 60):
            for label in ("scale_shift_relu", "gemm", "softmax"):
                self.assertGreater(rows[f"{count} moves on {label}"]["mebibytes"], 0)

    def test_only_what_is_asked_for(self):
        done = compile_time("--compiler", COMPILER, "--only", "elementwise")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([json.loads(line)["what"] for line in done.stdout.splitlines()],
                         ["include and call: xsimd alone", "include and call: perfdojo/elementwise.hpp"])

    def test_sixty_moves_need_no_flag_of_clang_either(self):
        if not os.environ.get("CLANGXX"):
            self.skipTest("no clang")
        done = compile_time("--compiler", os.environ["CLANGXX"], "--only", "moves on")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sum("60 moves on" in line for line in done.stdout.splitlines()), 3)

    def test_a_missing_tuner_is_named(self):
        done = compile_time("--tuner", "/no/pd-tuner")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("there is no /no/pd-tuner; build it", done.stderr)

    def test_a_missing_compiler_is_named(self):
        done = compile_time("--compiler", "no-such-compiler")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("there is no no-such-compiler", done.stderr)

    def test_a_compile_that_fails_is_an_error_and_not_a_quick_compile(self):
        done = compile_time("--compiler", "false")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("false failed", done.stderr)
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
