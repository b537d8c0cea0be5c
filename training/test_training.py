"""Tests of the training: `python3 training/test_training.py`. They take half a minute and need no data."""

import json
import os
import random
import tempfile
import unittest

import torch

import data
import evaluate
import export
import fixture
import graph
import model as models
import train

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "..", "samples")


def made_examples(count):
    """Connect Four states after a disc, from random ones: enough to learn from, and made in no time."""
    draw = random.Random(3)
    lines = []
    for _ in range(count):
        cells = [draw.choice(".xo") for _ in range(35)]
        cells = ["."] * 7 + cells
        column = draw.randrange(7)
        after = cells[:]
        after[column] = "x"
        prompt = f"<mav game=connect_four> %prev_state %prev_action %state </mav>\n[%prev_state x || {' '.join(cells)} ||]\n[%prev_action x{column}]\n"
        target = f"[%state o || {' '.join(after)} ||]\n"
        lines.append(json.dumps({"prompt": prompt, "target": target, "meta": {}}) + "\n")
    return lines


class Training(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.file = os.path.join(self.place.name, "data.jsonl")
        with open(self.file, "w", encoding="utf-8") as file:
            file.writelines(made_examples(60))

    def run_in(self, name, *more):
        words = [self.file, "--out", os.path.join(self.place.name, name), "--layers", "2", "--width", "16", "--heads", "2", "--steps", "24", "--warm-up", "4"]
        return train.train(train.options(words + list(more)), tell=lambda _: None)

    def test_the_same_seed_gives_the_same_losses(self):
        first, second, other = self.run_in("a"), self.run_in("b"), self.run_in("c", "--seed", "1")
        self.assertEqual(len(first["losses"]), 24)
        self.assertEqual(first["losses"], second["losses"])
        self.assertNotEqual(first["losses"], other["losses"])
        self.assertLess(first["losses"][-1], first["losses"][0])

    def test_a_resumed_run_is_the_uninterrupted_one(self):
        whole = self.run_in("whole")
        self.run_in("parts", "--stop-at", "9")
        # what was logged behind the last checkpoint of a killed run comes once
        with open(os.path.join(self.place.name, "parts", "log.jsonl"), "a", encoding="utf-8") as file:
            file.write('{"step": 20}\n{"step":')
        parts = self.run_in("parts")
        self.assertEqual(whole["losses"], parts["losses"])
        ours = [train.open_run(os.path.join(self.place.name, name))[0].state_dict() for name in ("whole", "parts")]
        for key, value in ours[0].items():
            self.assertTrue(torch.equal(value, ours[1][key]), key)
        with open(os.path.join(self.place.name, "parts", "log.jsonl"), encoding="utf-8") as file:
            self.assertEqual([json.loads(line)["step"] for line in file], [9, 24])

    def test_a_checkpoint_of_another_recipe_is_refused(self):
        self.run_in("a", "--stop-at", "2")
        with self.assertRaisesRegex(SystemExit, "rate differ"):
            self.run_in("a", "--rate", "0.5")

    def test_a_run_is_exported_with_a_card(self):
        self.run_in("a", "--stop-at", "2")
        model, vocabulary, found = train.open_run(os.path.join(self.place.name, "a"))
        size = export.write_folder(model, vocabulary, os.path.join(self.place.name, "out"))
        text = export.card(model, found, size, "float32", "CC0-1.0", None, "abc")
        self.assertRegex(text, r"2 of 24 steps of 8 examples.*seed 0")
        self.assertIn(f"SHA-256 {found['recipe']['files'][0]['sha256']}", text)
        self.assertIn("Not measured.", text)


class Walks(unittest.TestCase):
    """Runs over random walks, of which a model sees the actions alone."""

    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.file = os.path.join(self.place.name, "walks.run.jsonl")
        draw = random.Random(4)
        # a comes behind b, and b behind a: what comes next follows from the actions before
        with open(self.file, "w", encoding="utf-8") as file:
            file.write('{"kind":"run"}\n')
            for _ in range(200):
                moves = [("a", "b5")[at % 2] for at in range(draw.randrange(4, 9))]
                file.write(json.dumps({"kind": "sample", "moves": moves, "trueFen": "a state"}) + "\n")

    def test_are_learned_by_their_actions_and_exported_with_their_own_words(self):
        out = os.path.join(self.place.name, "run")
        words = [self.file, "--walks", "--out", out, "--steps", "60", "--layers", "1", "--width", "32", "--heads", "2", "--warm-up", "5", "--rate", "0.01"]
        train.train(train.options(words), tell=lambda *_: None)
        model, vocabulary, found = train.open_run(out)
        self.assertEqual(vocabulary.words, [data.END, data.UNKNOWN, "Walk:", " a", " b5", " "])
        self.assertEqual(vocabulary.decode(vocabulary.encode("Walk: a b5")), "Walk: a b5")
        with torch.no_grad():
            logits, _ = model(torch.tensor([vocabulary.encode("Walk: a b5 a")]))
        self.assertEqual(vocabulary.words[int(logits[0, 1].argmax())], " b5")
        self.assertGreater(export.write_folder(model, vocabulary, os.path.join(self.place.name, "out")), 0)
        self.assertIn("from actions alone", export.card(model, found, 1, "float32", "CC0-1.0", None, "abc"))
        with self.assertRaisesRegex(SystemExit, "actions.* differ"):
            with open(self.file, "a", encoding="utf-8") as file:
                file.write('{"kind":"sample","moves":["c"]}\n')
            train.train(train.options(words), tell=lambda *_: None)


class Tokens(unittest.TestCase):
    vocabulary = data.Vocabulary()

    def test_texts_come_back_as_they_were(self):
        for name in ("examples.mav", "traces.mav", "chess960.pgn"):
            with open(os.path.join(SAMPLES, name), encoding="utf-8") as file:
                text = "".join(c for c in file.read() if ord(c) < 127)
            ids = self.vocabulary.encode(text)
            self.assertEqual(self.vocabulary.decode(ids), text)
            self.assertNotIn(self.vocabulary.ids[data.UNKNOWN], ids)

    def test_files_given_in_the_environment_come_back_line_by_line(self):
        for name in filter(None, os.environ.get("MAV_DATA", "").split(":")):
            with open(name, encoding="utf-8") as file:
                for line in file:
                    record = json.loads(line)
                    text = record["prompt"] + record["target"]
                    self.assertEqual(self.vocabulary.decode(self.vocabulary.encode(text)), text)

    def test_a_square_of_a_state_is_a_token_and_a_bishop_of_a_fen_no_square(self):
        words = lambda text: [self.vocabulary.words[i] for i in self.vocabulary.encode(text)]
        self.assertEqual(words("[%state w || . K b |01||]\n"), ["[%state", " w", " ||", " .", " K", " b", " |", "0", "1", "||]", "\n"])
        self.assertEqual(words("[%best_action e7e8q]"), ["[%best_action", " e7", "e8", "q", "]"])
        self.assertEqual(words("[%FEN b1b1/1b1 w - e3 0 1]")[:9], ["[%FEN", " ", "b", "1", "b", "1", "/", "1", "b"])
        self.assertEqual(words(" k11]"), [" k11", "]"])
        self.assertEqual(words(" e2e4:<ctrl5>"), [" e2", "e4", ":<ctrl5>"])

    def test_answers_alone_count_and_changed_squares_count_more(self):
        record = json.loads(made_examples(1)[0])
        ids, weights = data.example_of(record["prompt"], record["target"], self.vocabulary)
        asked = len(self.vocabulary.encode(record["prompt"]))
        self.assertEqual(set(weights[:asked]), {0.0})
        # the disc alone; the side to move changes in every example
        self.assertEqual(sorted(weights[asked:])[-2:], [1.0, data.CHANGED])


class Transformer(unittest.TestCase):
    def test_a_cache_changes_nothing(self):
        vocabulary = data.Vocabulary()
        model = fixture.tiny(vocabulary)
        ids = torch.tensor([vocabulary.encode(fixture.PROMPTS[0])])
        with torch.no_grad():
            whole, _ = model(ids)
            past, parts, at = models.empty_past(model), [], 0
            for length in (5, 1, 1, 40, ids.shape[1] - 47):
                logits, past = model(ids[:, at : at + length], past)
                parts.append(logits)
                at += length
        self.assertLess(float((whole - torch.cat(parts, dim=1)).abs().max()), 1e-4)

    def test_int8_stays_near(self):
        vocabulary = data.Vocabulary()
        ids = torch.tensor([vocabulary.encode(fixture.PROMPTS[0])])
        torch.manual_seed(0)
        model = models.Model(len(vocabulary.words), vocabulary.starts, vocabulary.named, 2, 64, 2)
        with torch.no_grad():
            before = model(ids)[0]
            export.round_to_int8(model)
            after = model(ids)[0]
        self.assertGreater(float((before - after).abs().max()), 0)
        self.assertLess(float((before - after).abs().max()), 0.05 * float(before.abs().max()))

    def test_the_fixture_is_what_this_model_says(self):
        vocabulary = data.Vocabulary()
        model = fixture.tiny(vocabulary)
        export.round_to_int8(model)
        folder = os.path.join(HERE, "..", "test", "fixtures", "mav-tiny")
        with open(os.path.join(folder, "expected.json"), encoding="utf-8") as file:
            expected = json.load(file)
        for run in expected["runs"]:
            ids = vocabulary.encode(run["prompt"])
            with torch.no_grad():
                logits = model(torch.tensor([ids]))[0][0, -1]
            self.assertLess(float((logits - torch.tensor(run["logits"])).abs().max()), 1e-3)
        with open(os.path.join(folder, "tokenizer.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), vocabulary.tokenizer())
        try:
            import onnxruntime
        except ImportError:
            return
        session = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx"))
        past = {f"past_key_values.{n}": p.numpy() for n, p in zip(graph.cache_names(2), models.empty_past(model))}
        for run in expected["runs"]:
            ids = torch.tensor([vocabulary.encode(run["prompt"])])
            logits = torch.from_numpy(session.run(["logits"], {"input_ids": ids.numpy(), **past})[0])[0, -1]
            self.assertLess(float((logits - torch.tensor(run["logits"])).abs().max()), 1e-3)


class Judging(unittest.TestCase):
    def test_answers_are_counted_by_command_and_kind_of_move(self):
        prompt = fixture.PROMPTS[0]
        self.assertEqual(evaluate.kind_of_move(prompt), "quiet move")
        self.assertEqual(evaluate.kind_of_move(prompt.replace("a8f8", "a8f7")), "capture")
        self.assertEqual(evaluate.kind_of_move(prompt.replace("a8f8", "g1e1")), "castling")
        target = "[%state w || . |0||]\n[%top_all a1a2:<ctrl1> b1b2:<ctrl2>]\n"
        answer = "[%state b || . |0||]\n[%top_all b1b2:<ctrl2> a1a2:<ctrl9>]\n"
        found = dict(evaluate.judged(prompt, target, answer))
        self.assertEqual(found, {"chess %state": False, "chess %state, quiet move": False, "chess %top_all": True})


if __name__ == "__main__":
    unittest.main()
