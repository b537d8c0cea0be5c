"""The scorer for Inspect AI and the metrics for the LM Evaluation Harness.

Neither program is installed here: `inspect_ai.scorer` is a stand-in with the parts of its published interface that are
used (scorer with metrics per key, Score with value, answer, explanation and metadata, mean, stderr), and the harness
calls `process_results(doc, results)` and averages each metric over the documents that have it.
"""

import asyncio
import math
import sys
import types
import unittest
from unittest import mock

from statelens import StateLens, StateLensError
from statelens.inspect_ai import state_scorer
from statelens.lm_eval import METRICS, make_process_results

from .servers import AFTER_E4, NO_QUEEN, REAL, SILENT, UNREAD


def stand_in():
    """Returns `inspect_ai` and `inspect_ai.scorer` as modules."""

    class Score:
        def __init__(self, value, answer=None, explanation=None, metadata=None):
            self.value, self.answer, self.explanation, self.metadata = value, answer, explanation, metadata

    def scorer(metrics, name=None):
        def decorate(make):
            def made(*arguments, **options):
                own = make(*arguments, **options)
                own.metrics, own.registered = metrics, name
                return own

            return made

        return decorate

    module = types.ModuleType("inspect_ai.scorer")
    module.Score, module.scorer = Score, scorer
    module.mean, module.stderr = lambda: "mean", lambda: "stderr"
    return {"inspect_ai": types.ModuleType("inspect_ai"), "inspect_ai.scorer": module}


def sample(answer, target="", **metadata):
    """Returns the parts of a TaskState and a Target that the scorer reads."""
    output = types.SimpleNamespace(completion=answer)
    state = types.SimpleNamespace(output=output, metadata=metadata, input_text="Give the FEN after 1. e4.")
    return state, types.SimpleNamespace(text=target)


class TheScorerForInspect(unittest.TestCase):
    lens: StateLens

    @classmethod
    def setUpClass(cls):
        cls.lens = StateLens(REAL, depth=1)

    @classmethod
    def tearDownClass(cls):
        cls.lens.close()

    def scores(self, *samples, lens=None, **options):
        with mock.patch.dict(sys.modules, stand_in()):
            own = state_scorer(lens or self.lens, **options)

            async def run():
                return await asyncio.gather(*(own(*one) for one in samples), return_exceptions=True)

            return own, asyncio.run(run())

    def test_scores_samples_at_the_same_time_by_metadata_or_target(self):
        own, scores = self.scores(
            sample(f"FEN: {AFTER_E4}", moves="1. e4"),
            sample(NO_QUEEN, target=AFTER_E4),
            sample("no idea", moves="1. e4"),
        )
        right, wrong, none = scores
        self.assertEqual(right.value, {"p": 1.0, "r": 1.0, "exact": 1.0, "position": 1.0})
        self.assertEqual((right.answer, right.explanation), (AFTER_E4, "exact"))
        self.assertTrue(0 < wrong.value["p"] < 1 and wrong.value["exact"] == 0)
        self.assertIn("queen", wrong.explanation)
        self.assertEqual(none.value["p"], 0.0)
        self.assertEqual((own.registered, set(own.metrics)), ("statelens", {"p", "r", "exact", "position"}))

    def test_leaves_an_unread_answer_out_and_raises_for_a_wrong_sample(self):
        _, (unread, wrong) = self.scores(sample(UNREAD, moves="1. e4"), sample(AFTER_E4, moves="1. e4 e4"))
        self.assertTrue(math.isnan(unread.value))
        self.assertEqual(unread.metadata["verdict"], "unread")
        self.assertEqual(wrong.code, "bad-moves")

    def test_takes_requests_of_the_user_and_times_out(self):
        other = dict(request=lambda state, target: {"world": "s3", "moves": "(12)"})
        _, (score,) = self.scores(sample("State: 2 1 3"), **other)
        self.assertEqual(score.value["exact"], 1.0)
        with StateLens(SILENT, timeout=0.2) as silent:
            _, (late,) = self.scores(sample("x", moves="e4"), lens=silent)
        self.assertEqual(late.code, "timeout")


class TheMetricsOfTheHarness(unittest.TestCase):
    def test_are_those_of_the_answer_to_a_document(self):
        with StateLens(REAL, depth=1) as lens:
            process = make_process_results(lens)
            right = process({"moves": "1. e4", "question": "Which state?"}, [f"FEN: {AFTER_E4}"])
            self.assertEqual(tuple(right), METRICS)
            self.assertEqual(right["state_p"], 1.0)
            self.assertEqual(right["state_edit"], 0.0)
            both = process({"true": AFTER_E4}, [[AFTER_E4, "no idea"]])
            self.assertEqual(both["state_exact"], 0.5)
            self.assertEqual(process({"moves": "1. e4"}, [UNREAD]), {})
            for doc, results in [({"moves": "e4 e4"}, [AFTER_E4]), ({}, [AFTER_E4]), ({"moves": "e4"}, ["a", "b"])]:
                with self.assertRaises(StateLensError):
                    process(doc, results)
