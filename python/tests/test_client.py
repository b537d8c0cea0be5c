"""The client, with the command and with programs that fail."""

import os
import threading
import unittest
from unittest import mock

from statelens import StateLens, StateLensError, find_command, p_of, run_command

from .servers import AFTER_E4, BROKEN, CHATTY, ECHO, NO_QUEEN, REAL, SILENT, UNREAD


class TheCommand(unittest.TestCase):
    lens: StateLens

    @classmethod
    def setUpClass(cls):
        cls.lens = StateLens(REAL, depth=1)

    @classmethod
    def tearDownClass(cls):
        cls.lens.close()

    def test_scores_requests_in_their_order_and_keeps_ids(self):
        lens = self.lens
        many = [{"id": f"n{i}", "moves": "e4", "predicted": NO_QUEEN if i % 2 else AFTER_E4} for i in range(300)]
        scored = list(lens.score(many))
        self.assertEqual([one["id"] for one in scored], [one["id"] for one in many])
        self.assertEqual({one["verdict"] for one in scored[::2]}, {"exact"})
        self.assertEqual({one["verdict"] for one in scored[1::2]}, {"squares"})

    def test_gives_rewards_and_raises_for_broken_data_alone(self):
        lens = self.lens
        answers = [f"I think {AFTER_E4}.", "no idea", UNREAD]
        self.assertEqual(lens.rewards(["1. e4"] * 3, answers), [1.0, 0.0, None])
        self.assertEqual(lens.reward(["e4"], AFTER_E4), 1.0)
        with self.assertRaises(StateLensError) as caught:
            lens.reward("1. e4 e4", AFTER_E4)
        self.assertEqual(caught.exception.code, "bad-moves")
        (wrong,) = lens.score([{"moves": "e4"}])
        self.assertEqual(wrong.error.code, "bad-request")
        with self.assertRaises(StateLensError):
            lens.rewards(["e4"], [])

    def test_compares_for_notebooks(self):
        shown = self.lens.compare("<b>gpt-4o</b>", moves="1. e4", answer=f"I think {NO_QUEEN}.", m=2)
        failed = self.lens.compare(moves="e4 e4", predicted="")
        unread = self.lens.compare("gpt-4o", moves="1. e4", answer=UNREAD)
        self.assertRegex(repr(shown), r"^<b>gpt-4o</b>: .*queen.* · p_2 0\.\d\d · r_2 1\.00 · edit \d+$")
        bundle = shown._repr_mimebundle_()
        self.assertEqual(bundle["application/vnd.statelens+json"]["states"]["predicted"], NO_QUEEN)
        self.assertIn("&lt;b&gt;gpt-4o&lt;/b&gt;", bundle["text/html"])
        self.assertNotIn("<b>", bundle["text/html"])
        self.assertRegex(repr(failed), r"^StateLens: half-move 2")
        self.assertTrue(unread.is_unread and unread.p_m is None)
        self.assertRegex(repr(unread), "^gpt-4o: ")

    def test_answers_many_threads(self):
        found = {}

        def ask(number):
            requests = [{"id": i, "moves": "e4", "predicted": AFTER_E4} for i in range(20)]
            found[number] = [one["id"] for one in self.lens.score(requests)]

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {number: list(range(20)) for number in range(4)})


class ACommandThatFails(unittest.TestCase):
    def test_is_a_timeout_if_it_does_not_answer(self):
        with StateLens(SILENT, timeout=0.2) as lens:
            with self.assertRaises(StateLensError) as caught:
                list(lens.score([{"moves": "e4", "predicted": ""}]))
        self.assertEqual(caught.exception.code, "timeout")

    def test_says_what_it_wrote_when_it_ended_and_is_started_again(self):
        with StateLens(BROKEN, timeout=30) as lens:
            for _ in range(2):
                with self.assertRaises(StateLensError) as caught:
                    lens.reward("e4", "")
                self.assertEqual(caught.exception.code, "ended")
                self.assertIn("Segmentation fault", str(caught.exception))

    def test_is_ended_if_it_writes_something_else(self):
        with StateLens(CHATTY, timeout=30) as lens:
            with self.assertRaises(StateLensError) as caught:
                lens.reward("e4", "")
        self.assertIn("Welcome!", str(caught.exception))

    def test_has_a_code_if_it_is_not_there(self):
        with self.assertRaises(StateLensError) as caught:
            StateLens(["no-such-command-anywhere"]).reward("e4", "")
        self.assertEqual(caught.exception.code, "no-command")
        with mock.patch.dict(os.environ, {"STATELENS_COMMAND": "node 'my folder/cli.mjs'"}):
            self.assertEqual(find_command(), ["node", "my folder/cli.mjs"])
        with self.assertRaises(StateLensError) as caught:
            run_command(["compare", "x"], command=REAL)
        self.assertEqual(caught.exception.code, "failed")

    def test_sends_more_requests_than_pipes_hold_without_a_deadlock(self):
        requests = ({"n": i, "text": "x" * 2000} for i in range(5000))
        with StateLens(ECHO, timeout=60) as lens:
            self.assertEqual([one["asked"] for one in lens.score(requests)], list(range(5000)))

    def test_ends_open_requests_when_it_is_closed(self):
        lens = StateLens(SILENT)
        answer = lens.submit({"moves": "e4", "predicted": ""})
        lens.close()
        lens.close()
        with self.assertRaises(StateLensError) as caught:
            answer.result(10)
        self.assertEqual(caught.exception.code, "closed")
        with self.assertRaises(StateLensError):
            lens.submit({})


class AReward(unittest.TestCase):
    def test_is_0_for_what_could_not_be_computed(self):
        self.assertEqual(p_of({"error": {"code": "budget", "message": "too long"}}), 0.0)
        self.assertEqual(p_of({"p": [1.0, 0.5]}), 0.5)
