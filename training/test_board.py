"""Tests of the second recipe: `python3 training/test_board.py`. They take some seconds, and draw positions with Node."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import blas  # before torch
    import torch
except ImportError:
    print("skipped: there is no PyTorch")
    sys.exit(0)
import numpy as np

import board
import board_graph
import evaluate_board
import export_board
import frames
import train_board

HERE = os.path.dirname(os.path.abspath(__file__))
OWN, THEIRS = {1, 2, 3, 4, 5, 6, 13}, {7, 8, 9, 10, 11, 12, 14}


def frame_of(positions=32, steps=32):
    source = frames.Frames("validation", positions, steps)
    frame = next(source)
    source.close()
    return frame


class Drawn(unittest.TestCase):
    def test_positions_have_legal_moves_of_own_pieces_and_steps_change_what_they_touch(self):
        frame = frame_of()
        codes, rows, actions, values = frames.chosen(frame, np.array([3, 9, 4]))
        self.assertEqual(set(values.tolist()), {frames.UNKNOWN})
        self.assertEqual(np.bincount(rows).tolist(), frame["counts"][[3, 9, 4]].tolist())
        source, target, promotion = frames.parts_of(actions)
        for row, start, end, piece in zip(rows, source, target, promotion):
            self.assertIn(codes[row, start], OWN)
            # castling alone goes to an own piece
            self.assertTrue(codes[row, end] not in OWN or (codes[row, start] == 6 and codes[row, end] == 13))
            self.assertTrue(piece == 0 or codes[row, start] == 1)
        for before, step, after, kind in zip(frame["before"], frame["step"], frame["after"], frame["kind"]):
            start, end, piece = frames.parts_of(int(step))
            self.assertEqual(after[start] if not frames.CHESS_KINDS[kind].startswith("castling") else 0, 0)
            if frames.CHESS_KINDS[kind] == "capture":
                self.assertIn(before[end], THEIRS)
            if piece:
                self.assertEqual(after[end], 1 + piece)

    def test_a_lane_goes_on_where_it_was(self):
        source = frames.Frames("validation", 32, 8)
        first = [next(source) for _ in range(3)]
        source.close()
        source = frames.Frames("validation", 32, 8, skip=2)
        again = next(source)
        source.close()
        self.assertTrue(np.array_equal(first[2]["codes"], again["codes"]) and np.array_equal(first[2]["after"], again["after"]))
        self.assertFalse(np.array_equal(first[1]["codes"], again["codes"]))


    def test_discs_of_connect_four_come_to_rest_on_others(self):
        source = frames.Frames("validation", 32, 32, game="connect_four")
        frame = next(source)
        source.close()
        for before, step, after in zip(frame["before"], frame["step"], frame["after"]):
            _, top, _ = frames.parts_of(int(step))
            self.assertLess(top, 7)
            (cell,) = np.nonzero(before != after)[0]
            self.assertEqual((cell % 7, before[cell], after[cell]), (top, 0, 1))
            self.assertTrue(cell >= 35 or before[cell + 7] != 0)
        rows = evaluate_board.valued_rows(frame)
        self.assertGreater(len(rows), 0)
        *_, values = frames.chosen(frame, rows)
        self.assertLessEqual(set(values.tolist()), {0, 31, 63})


class Lines(unittest.TestCase):
    def test_a_stone_is_noticed_along_its_lines_alone_at_first(self):
        torch.manual_seed(0)
        model = board.Board(rows=6, columns=7, codes=3, layers=2, width=32, heads=8)
        with torch.no_grad():
            # what a head looks at is then its ways alone
            model.blocks[0].qkv.weight[:64] = 0
        model.look_along(3, 0.0)
        cell = 3 * 7 + 3
        codes = torch.zeros(2, 42, dtype=torch.int64)
        codes[1, cell] = 2
        with torch.no_grad():
            x = model.codes(codes)
            seen = model.blocks[0](x, model.way)
        change = (seen[1] - seen[0]).norm(dim=1).view(6, 7)
        for row in range(6):
            for column in range(7):
                down, right = abs(row - 3), abs(column - 3)
                is_on_line = (down == 0 or right == 0 or down == right) and 0 < max(down, right) <= 3
                if is_on_line:
                    self.assertGreater(change[row, column], 3 * change[0, 1], (row, column))
                elif (row, column) != (3, 3):
                    self.assertLess(change[row, column], 2 * change[0, 1], (row, column))


class Training(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)

    def run_in(self, name, *more):
        words = ["--out", os.path.join(self.place.name, name), "--layers", "1", "--width", "16", "--heads", "2", "--lists", "8", "--steps", "4"]
        return train_board.train(train_board.options([*words, "--warm-up", "2", "--precision", "float32", *more]), tell=lambda *_, **__: None)

    def test_a_resumed_run_is_the_uninterrupted_one(self):
        self.run_in("whole", "--stop-at", "8")
        self.run_in("parts", "--stop-at", "3")
        self.run_in("parts", "--stop-at", "8")
        found = [torch.load(os.path.join(self.place.name, name, "checkpoint.pt")) for name in ("whole", "parts")]
        for kind in ("model", "mean"):
            for name, value in found[0][kind].items():
                self.assertTrue(torch.equal(value, found[1][kind][name]), name)
        with self.assertRaisesRegex(SystemExit, "rate differ"):
            self.run_in("parts", "--rate", "0.5")

    def test_rounded_weights_are_judged_and_exact_ones_learn(self):
        self.run_in("a", "--stop-at", "1", "--levels", "1", "--rate", "0")
        found = torch.load(os.path.join(self.place.name, "a", "checkpoint.pt"))
        with open(os.path.join(self.place.name, "a", "log.jsonl"), encoding="utf-8") as file:
            told = json.loads(file.readline())["legal"]
        torch.manual_seed(0)
        model = board.Board(layers=1, width=16, heads=2)
        for name, value in model.state_dict().items():
            self.assertTrue(torch.equal(value, found["model"][name]), name)
        source = frames.Frames("lists", 8, 4)
        frame = next(source)
        source.close()
        losses = []
        for levels in (None, 1):
            if levels is not None:
                board_graph.round_as_packed(model, levels)
            losses.append(train_board.loss_of(model, frame, None, None, contextlib.nullcontext(), "cpu")[1]["legal"].item())
        self.assertAlmostEqual(told, losses[1], places=3)
        self.assertNotAlmostEqual(told, losses[0], places=3)

    def test_annealing_ends_and_a_packed_run_is_gone_on_from(self):
        self.run_in("a", "--stop-at", "4")
        train_board.pack(os.path.join(self.place.name, "a"), os.path.join(self.place.name, "packed"))
        near = [train_board.open_board(os.path.join(self.place.name, name))[0].state_dict() for name in ("a", "packed")]
        for name, value in near[0].items():
            self.assertLess(float((value - near[1][name]).abs().max()), float(value.abs().max()) / 127 + 1e-9, name)
        run = self.run_in("b", "--start", os.path.join(self.place.name, "packed"), "--anneal", "3")
        self.assertEqual((run["step"], run["annealed_from"], run["warmed_from"]), (7, 4, 4))
        self.assertEqual(train_board.learning_rate(run, {"rate": 1.0, "warm_up": 2, "anneal": 3}), 0.0)

    def test_what_is_exported_is_the_network(self):
        frame = frame_of(8, 8)
        codes, step = train_board.tensors("cpu", frame["before"], frame["step"])
        marks = board.marks_of(*frames.parts_of(step), 64)
        marks[:4] = 0
        for levels in (None, 7):
            with self.subTest(levels=levels):
                self.compare_export(levels, codes, marks)

    def compare_export(self, levels, codes, marks):
        torch.manual_seed(0)
        model = board.Board(layers=2, width=32, heads=2).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.3 * torch.randn_like(parameter))
            # a row of nothing, as the marks begin
            model.marks.weight[0] = 0
            model.legal_bias.fill_(-1.0)
        folder = os.path.join(self.place.name, f"out-{levels}")
        export_board.write_board(model, "chess", folder, levels)
        asked = json.dumps({"codes": codes.tolist(), "marks": marks.tolist()})
        command = ["node", os.path.join(HERE, "board-onnx.mjs"), folder]
        told = json.loads(subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout)
        with torch.no_grad():
            x = model(codes, marks)
            legal = model.legal(x)
            found = torch.nonzero(legal > 0)
            worth = [model.values(x, *found.t(), torch.full((len(found),), piece)) for piece in range(board.PROMOTIONS)]
        self.assertGreater(len(found), 8)
        self.assertEqual(told["found"], found.t().flatten().tolist())
        for name, expected in (("legal", legal), ("next", model.next(x, codes)), ("worth", torch.stack(worth, 1))):
            self.assertLess(float((torch.tensor(told[name]) - expected.detach().flatten()).abs().max()), 1e-3, name)


class Order(unittest.TestCase):
    def loss(self, said, known, rows=(0, 0, 0)):
        return train_board.order_loss(torch.tensor(said), torch.tensor(known), torch.tensor(rows), 1 + max(rows)).item()

    def test_values_that_are_all_off_by_the_same_cost_nothing(self):
        self.assertAlmostEqual(self.loss([10.0, 20.0, 30.0], [15.0, 25.0, 35.0]), 0.0, places=5)

    def test_a_wrong_best_action_costs_more_than_a_wrong_order_of_bad_ones(self):
        known = [30.0, 28.0, 5.0, 3.0]
        best, bad = [28.0, 30.0, 5.0, 3.0], [30.0, 28.0, 3.0, 5.0]
        rows = (0, 0, 0, 0)
        self.assertGreater(self.loss(best, known, rows), 100 * self.loss(bad, known, rows))
        self.assertGreater(self.loss(bad, known, rows), 0)

    def test_each_position_is_by_itself_and_those_without_values_do_not_count(self):
        alone = self.loss([1.0, 9.0], [9.0, 1.0], (0, 0))
        self.assertAlmostEqual(self.loss([60.0, 60.0, 1.0, 9.0], [60.0, 60.0, 9.0, 1.0], (0, 0, 2, 2)), alone / 2, places=5)


class Pairs(unittest.TestCase):
    def loss(self, said, known, rows=None):
        rows = rows or [0] * len(said)
        return train_board.pairs_loss(torch.tensor(said), torch.tensor(known), torch.tensor(rows), 1 + max(rows)).item()

    def test_each_pair_in_the_wrong_order_costs_the_same_wherever_it_stands(self):
        known = [40.0, 30.0, 20.0, 10.0]
        right = self.loss(known, known)
        best, bad = self.loss([30.0, 40.0, 20.0, 10.0], known), self.loss([40.0, 30.0, 10.0, 20.0], known)
        self.assertAlmostEqual(best, bad, places=5)
        self.assertLess(right, 0.001)
        self.assertGreater(best, right + 1)

    def test_ties_and_positions_of_one_value_cost_nothing(self):
        self.assertEqual(self.loss([1.0, 50.0], [7.0, 7.0]), 0.0)
        self.assertAlmostEqual(self.loss([1.0, 9.0, 3.0], [9.0, 1.0, 4.0], [0, 0, 1]), self.loss([1.0, 9.0], [9.0, 1.0]), places=5)

    def test_positions_count_the_same_however_many_pairs_they_have(self):
        wrong, right = self.loss([1.0, 9.0], [9.0, 1.0]), self.loss([9.0, 5.0, 1.0], [9.0, 5.0, 1.0])
        both = self.loss([1.0, 9.0, 9.0, 5.0, 1.0], [9.0, 1.0, 9.0, 5.0, 1.0], [0, 0, 2, 2, 2])
        self.assertAlmostEqual(both, (wrong + right) / 2, places=5)

    def test_it_has_a_slope(self):
        said = torch.tensor([5.0, 6.0], requires_grad=True)
        train_board.pairs_loss(said, torch.tensor([9.0, 1.0]), torch.tensor([0, 0]), 1).backward()
        self.assertLess(said.grad[0].item(), 0)
        self.assertGreater(said.grad[1].item(), 0)


class Judging(unittest.TestCase):
    def test_tau_leaves_ties_out(self):
        tau = lambda a, b: evaluate_board.tau(np.array(a, float), np.array(b, float))
        self.assertEqual(tau([1, 2, 3], [4, 5, 6]), 1.0)
        self.assertEqual(tau([1, 2, 3], [6, 5, 4]), -1.0)
        self.assertAlmostEqual(tau([1, 2, 3], [1, 1, 2]), 2 / 6**0.5)
        self.assertIsNone(tau([1, 2], [3, 3]))

    def test_positions_of_one_game_make_an_interval_no_narrower(self):
        values = np.array([0.0, 0, 0, 0, 1, 1, 1, 1] * 5)
        mean, low, high = evaluate_board.interval(values, np.repeat(np.arange(10), 4))
        _, own_low, own_high = evaluate_board.interval(values, np.arange(40))
        self.assertEqual(mean, 0.5)
        self.assertGreater(high - low, 1.5 * (own_high - own_low))

    def test_a_perfect_network_reaches_its_gates(self):
        frame = frame_of()
        perfect = np.ones((len(frame["codes"]), 4))
        figures = {"lists": evaluate_board.rows_of(("precision", "recall", "F1", "exact"), perfect, frame["source"], frame["cluster"])}
        gates = list(evaluate_board.gates_of("chess", figures))
        self.assertIn("lists, people: F1", [name for name, *_ in gates])
        self.assertTrue(all(is_reached for *_, is_reached in gates))
        self.assertFalse(next(evaluate_board.gates_of("chess", {"values": {"people": {"regret": [0.09]}}}))[3])


if __name__ == "__main__":
    unittest.main()
