"""Runs, reports and predictions as rows."""

import os
import unittest

from statelens import StateLensError, columns, report, report_rows, run_rows, score_files

from .servers import REAL

SAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "samples")
RUN = os.path.join(SAMPLES, "world-cup.run.jsonl")
KEEP = ("--no-keep",)


class Rows(unittest.TestCase):
    def test_of_a_report_have_figures_and_intervals(self):
        written = report(RUN, depth=1, options=KEEP, command=REAL)
        rows = report_rows(written)
        whole = [row for row in rows if row["from"] is None and not row["baseline"]]
        self.assertEqual(len(whole), 4)
        known = [row for row in whole if row["p_1_low"] is not None]
        self.assertGreater(len(known), 1)
        for row in known:
            self.assertTrue(row["p_1_low"] <= row["p_1"] <= row["p_1_high"])
        for row in whole:
            self.assertGreater(row["n"], 5)
        lengths = {len(column) for column in columns(rows).values()}
        self.assertEqual(lengths, {len(rows)})

    def test_of_a_run_are_its_samples_with_scores(self):
        rows = run_rows(RUN, depth=1, options=KEEP, command=REAL)
        self.assertGreater(len(rows), 50)
        self.assertTrue(all(0 <= row["p"] <= 1 for row in rows if row["p"] is not None))
        self.assertTrue({"model", "ply", "verdict"} <= set(rows[0]))

    def test_of_a_file_are_its_predictions(self):
        rows = score_files(os.path.join(SAMPLES, "states.fen"), depth=1, command=REAL)
        self.assertTrue(rows and all("label" in row and "p" in row for row in rows))

    def test_say_what_is_wrong(self):
        with self.assertRaises(StateLensError) as caught:
            run_rows("no-such.run.jsonl", command=REAL)
        self.assertEqual(caught.exception.code, "failed")
        with self.assertRaises(StateLensError):
            report(command=REAL)
        self.assertEqual(columns([{"a": 1}, {"b": 2}]), {"a": [1, None], "b": [None, 2]})
