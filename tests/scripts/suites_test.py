#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test runner itself: it must not call a crash, a hang or a silent program passed."""
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["PERFDOJO_ROOT"])
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

from suites import reject  # noqa: E402
from suites.result import command_test, result_of  # noqa: E402

SUMMARY = "[doctest] test cases:  5 |  4 passed | 1 failed | 2 skipped\n"


def counts(result):
    return result.passed, result.failed, result.skipped


class Counting(unittest.TestCase):
    def test_doctest_cases_are_counted_each(self):
        self.assertEqual(counts(result_of("t", 1, SUMMARY, 0)), (4, 1, 0))

    def test_a_crash_after_a_clean_summary_is_a_failure(self):
        clean = "[doctest] test cases: 4 | 4 passed | 0 failed | 0 skipped\n"
        self.assertEqual(counts(result_of("t", -11, clean, 0)), (4, 1, 0))

    def test_a_crash_without_summary_is_a_failure(self):
        self.assertEqual(counts(result_of("t", -6, "", 0)), (0, 1, 0))

    def test_a_script_may_count_its_own_tests(self):
        self.assertEqual(counts(result_of("t", 1, "a\n7 passed, 2 failed\n", 0)), (7, 2, 0))

    def test_exit_code_77_is_a_skip_and_never_a_pass(self):
        self.assertEqual(counts(result_of("t", 77, "no GPU\n", 0)), (0, 0, 1))

    def test_a_command_past_its_limit_fails(self):
        self.assertEqual(counts(command_test("t", ["sleep", "60"], "/", 0.2).run()), (0, 1, 0))

    def test_a_missing_program_fails(self):
        self.assertEqual(counts(command_test("t", ["./no-such-program"], "/", 5).run()), (0, 1, 0))


class Rejecting(unittest.TestCase):
    def verdict(self, text):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "mistake.cpp"
            source.write_text(text, encoding="utf-8")
            return reject.main(str(source), [os.environ["CXX"], "-std=c++20", "-fsyntax-only"])

    def test_the_first_error_has_to_match(self):
        text = '// REJECT: 7 does not divide\n#ifdef REJECT\n#error "{}"\n#endif\n'
        self.assertIsNone(self.verdict(text.format("7 does not divide 30")))
        self.assertIn("does not match", self.verdict(text.format("another")))

    def test_a_program_that_compiles_is_reported(self):
        self.assertIn("compiles", self.verdict("// REJECT: x\n"))

    def test_a_file_without_pattern_is_reported(self):
        self.assertIn("no comment", self.verdict("int x = y;\n"))


if __name__ == "__main__":
    program = unittest.main(exit=False, argv=["suites_test"])
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
