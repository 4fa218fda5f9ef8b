#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/transformations.md, docs/errors.md and schedule/descriptions.hpp say what the headers say, and nothing is left out."""
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["PERFDOJO_ROOT"])
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

import documentation  # noqa: E402


class Documentation(unittest.TestCase):
    def setUp(self):
        self.moves, self.reasons = documentation.read_moves(), documentation.read_reasons()

    def test_nothing_is_out_of_date(self):
        done = subprocess.run([sys.executable, ROOT / "scripts" / "documentation.py", "--check"], capture_output=True, text=True)
        self.assertEqual(done.stdout + done.stderr, "")
        self.assertEqual(done.returncode, 0)

    def test_every_docstring_has_all_parts(self):
        for move in self.moves:
            with self.subTest(move.name):
                for label in ("Legal when", "Rejects with", "Order", "Good for", "Elsewhere"):
                    self.assertIn(label, move.parts)
                self.assertTrue(move.picture)
                self.assertTrue(move.reasons(self.reasons, self.moves))
                self.assertEqual(move.template.count(",") + 1, len(move.parameters))

    def test_domains_and_sentences_are_read_whole(self):
        domains = documentation.read_domains()
        for move in self.moves:
            for _, domain in move.parameters:
                self.assertIn(domain, domains, move.name)
        self.assertEqual(self.reasons["factor_does_not_divide_extent"], "{asked} does not divide {found}, the extent of scope {scope}")
        for name, sentence in self.reasons.items():
            self.assertGreater(len(sentence), 10, name)

    def test_paragraphs_by_hand_stay_and_what_is_made_is_made_again(self):
        old = "# Reasons\n\n## ok\n> stale\n\nBy hand,\nof two lines.\n\nRejected by: [nobody](x)\n\n## gone\nOld.\n"
        text = documentation.errors_text(old, self.moves, {"ok": "nothing is wrong", "no_such_scope": "none"})
        self.assertTrue(text.startswith("# Reasons\n\n## ok\n> nothing is wrong\n\nBy hand,\nof two lines.\n\n## no_such_scope\n> none\n"))
        self.assertNotIn("gone", text)
        self.assertIn("[split](transformations.md#split)", text)


if __name__ == "__main__":
    program = unittest.main(exit=False, argv=["documentation_test"])
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
