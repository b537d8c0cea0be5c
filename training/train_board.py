"""Trains the network of board.py on a game. Killed at any time, the same command goes on from the last checkpoint.

    python3 training/train_board.py --out RUN [--labels LABELS] [--minutes 30]

Positions, legal moves and steps are drawn as they are needed, so there is no dataset: `node training/positions.mjs` must run. The rate of
learning is constant after its warm-up, and weights are kept as a mean over the last steps as well, which is what is measured and
exported. `--anneal 2000 --start RUN --out RUN2` goes on from a run and lets the rate fall to 0 in so many steps.
"""

import argparse
import json
import os
import signal
import sys
import time

import blas  # before torch
import numpy as np
import torch
from torch.nn import functional as F

from board import BUCKETS, Board, marks_of
from board_graph import round_as_packed
from frames import GAMES, UNKNOWN, Frames, chosen, parts_of, read_labels
from optimizer import Both
from train import keep_log, save

LOG_EVERY = 50
SMOOTH = 1.0  # buckets to either side over which a label is spread
WORTH = 0.5  # weight of values in the loss, of which legality is 1
STATES = 0.5  # and of states after moves
ORDER = 0.25  # and of the order of the actions of a position
APART = 2.0  # buckets by which an action is clearly better
PAIRS = 1.0  # and of which of two actions is better, for all pairs of a position
CLOSE = 1.0  # buckets apart at which the better one of a pair is not sure


def options(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="folder of the run: checkpoint.pt, log.jsonl")
    parser.add_argument("--game", choices=tuple(GAMES), default="chess")
    parser.add_argument("--labels", help="chess: file of `positions.mjs label labels`: values are learned from it, and as it grows")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes; the same command goes on")
    parser.add_argument("--stop-at", type=int, help="stop at this step; the same command without it goes on")
    parser.add_argument("--save-every", type=float, default=5, help="minutes between checkpoints (5)")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--lists", type=int, default=32, help="positions of a step whose legal moves are learned (32)")
    parser.add_argument("--steps", type=int, default=8, help="moves of a step whose outcome is learned (8)")
    parser.add_argument("--valued", type=int, default=24, help="labeled positions of a step (24)")
    parser.add_argument("--rate", type=float, default=1e-3, help="rate of learning (0.001)")
    parser.add_argument("--warm-up", type=int, default=200, help="steps in which the rate grows (200)")
    parser.add_argument("--mean", type=int, default=500, help="steps over which weights are averaged (500)")
    parser.add_argument("--start", help="folder of a run to go on from in a folder of its own")
    parser.add_argument("--anneal", type=int, help="steps in which the rate falls to 0, where the run ends")
    parser.add_argument("--levels", type=int, help="learn with the weights that an int8 export of so many levels to a side has")
    parser.add_argument("--pack", metavar="FOLDER", help="train nothing: write the weights of the run small, to be kept and gone on from by --start")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--precision", choices=("bfloat16", "float32"), help="of products of matrices (the quicker one)")
    return parser.parse_args(words)


RECIPE = ("game", "layers", "width", "heads", "lists", "steps", "valued", "rate", "warm_up", "mean", "seed", "anneal", "levels")


def learning_rate(run, recipe):
    """Grows from where the optimizer began, and falls from where annealing did."""
    rate = recipe["rate"] * min(1.0, (run["step"] - run["warmed_from"] + 1) / max(1, recipe["warm_up"]))
    return rate if recipe["anneal"] is None else rate * max(0.0, 1 - (run["step"] - run["annealed_from"]) / recipe["anneal"])


def tensors(device, *arrays):
    return [torch.from_numpy(np.ascontiguousarray(array)).to(torch.int64).to(device) for array in arrays]


def precision_of(given):
    """The context in which the layers calculate."""
    is_quick = given.device != "cpu" or blas.has_bfloat16()
    chosen_one = given.precision or ("bfloat16" if is_quick else "float32")
    return torch.autocast(given.device.split(":")[0], dtype=torch.bfloat16, enabled=chosen_one == "bfloat16")


def loss_of(model, frame, labels, rows, precision, device):
    """The loss of a step and its parts: of the legal moves of `frame` and of labeled positions, of their values, of steps."""
    lists, board, actions, buckets = chosen(frame, np.arange(len(frame["codes"])))
    if rows is not None:
        parts = chosen(labels, rows)
        lists, board, actions, buckets = (np.concatenate(pair) for pair in ((lists, parts[0]), (board, parts[1] + len(lists)), (actions, parts[2]), (buckets, parts[3])))
    codes, board, actions, buckets, before, step, after = tensors(device, lists, board, actions, buckets, frame["before"], frame["step"], frame["after"])
    squares = codes.shape[1]
    with precision:
        seen = model(torch.cat([codes, before]), torch.cat([torch.zeros_like(codes), marks_of(*parts_of(step), squares)]))
    seen = seen.float()
    x, moved = seen[: len(codes)], seen[len(codes) :]
    source, target, promotion = parts_of(actions)
    legal = torch.zeros(len(codes), squares, squares, device=device)
    legal[board, source, target] = 1.0
    parts = {"legal": F.binary_cross_entropy_with_logits(model.legal(x), legal, reduction="sum") / legal.sum()}
    loss = parts["legal"]
    if len(before):
        each = F.cross_entropy(model.next(moved, before).flatten(0, 1), after.flatten(), reduction="none")
        parts["state"] = each.sum() / len(before)
        loss = loss + STATES * parts["state"]
    own = buckets != UNKNOWN
    if own.any():
        logits = model.values(x, board[own], source[own], target[own], promotion[own])
        distance = torch.arange(BUCKETS, device=device)[None] - buckets[own][:, None]
        spread = torch.softmax(-0.5 * (distance / SMOOTH) ** 2, dim=1)
        # each position counts the same, however many actions it has
        weight = 1.0 / torch.bincount(board[own])[board[own]]
        parts["value"] = -((spread * torch.log_softmax(logits, dim=1)).sum(1) * weight).sum() / weight.sum()
        # a bucket counts each value by itself; which action is the best hangs on small differences
        said = (torch.softmax(logits, dim=1) * torch.arange(BUCKETS, device=device)).sum(1)
        parts["order"] = order_loss(said, buckets[own].float(), board[own], len(codes))
        parts["pairs"] = pairs_loss(said, buckets[own].float(), board[own], len(codes))
        loss = loss + WORTH * parts["value"] + ORDER * parts["order"] + PAIRS * parts["pairs"]
    return loss, parts


def log_shares(worth, board, boards):
    """Logarithm of each action's share in its position, by worth: a softmax over the actions of a position."""
    most = torch.full((boards,), -1e9, device=worth.device).scatter_reduce(0, board, worth.detach(), "amax")
    raised = torch.exp(worth - most[board])
    total = torch.zeros(boards, device=worth.device).index_add(0, board, raised)
    return worth - most[board] - torch.log(total[board])


def order_loss(said, known, board, boards):
    """How far the shares of actions by their said buckets are from those by their known ones: a divergence, a mean over positions."""
    wanted, found = log_shares(known / APART, board, boards), log_shares(said / APART, board, boards)
    return (wanted.exp() * (wanted - found)).sum() / len(torch.unique(board))


def pairs_loss(said, known, board, boards):
    """How surely the better one of two actions is said to be worse, a mean over the pairs of a position whose values differ, and over positions:
    what Kendall's tau counts, as something with a slope."""
    counts = torch.bincount(board, minlength=boards)
    first = torch.cumsum(counts, 0) - counts
    # the actions of a position lie one after the other: a row a position, filled up
    column = torch.arange(len(board), device=board.device) - first[board]
    rows = torch.zeros(2, boards, int(counts.max()), device=said.device)
    own = rows.index_put((torch.zeros_like(board), board, column), said).index_put((torch.ones_like(board), board, column), known)
    is_there = torch.arange(rows.shape[2], device=said.device)[None] < counts[:, None]
    said_apart, known_apart = own[:, :, :, None] - own[:, :, None, :]
    counted = (known_apart > 0) & is_there[:, :, None] & is_there[:, None, :]
    wrong = F.softplus(-said_apart / CLOSE) * counted
    pairs = counted.sum((1, 2))
    return (wrong.sum((1, 2)) / pairs.clamp(min=1)).sum() / (pairs > 0).sum().clamp(min=1)


def begun_run(given, recipe, model, optimizer, checkpoint):
    """What the run has done, and its averaged weights: nothing yet, what its checkpoint says, or what that of `--start` says."""
    found = None
    if os.path.exists(checkpoint):
        found = torch.load(checkpoint, map_location=given.device)
        # recipes of earlier versions lack what is new and was not asked for
        other = [key for key in recipe if recipe[key] != found["recipe"].get(key)]
        if other:
            sys.exit(f"{checkpoint} is of another run: {', '.join(other)} differ. Choose another folder.")
    elif given.start is not None:
        found = torch.load(os.path.join(given.start, "checkpoint.pt"), map_location=given.device)
        found["run"]["annealed_from"] = found["run"]["step"]
    if found is None:
        run = {"step": 0, "frames": 0, "seconds": 0.0, "labels": 0, "annealed_from": 0, "warmed_from": 0}
        return run, {name: value.clone() for name, value in model.state_dict().items()}
    mean = mean_of(found)
    if "optimizer" in found:
        model.load_state_dict(found["model"])
        optimizer.load_state_dict(found["optimizer"])
    else:
        # a packed run has the averaged weights alone
        model.load_state_dict(mean)
        found["run"]["warmed_from"] = found["run"]["step"]
    return found["run"], mean


def small(values):
    """A matrix as whole numbers of -127 to 127 and the size of one for each row; the rest as it is."""
    if values.dim() != 2:
        return values
    size = values.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / 127
    return torch.round(values / size).to(torch.int8), size


def mean_of(found):
    """The averaged weights of a checkpoint, of a packed one, too."""
    return {name: kept[0].float() * kept[1] if isinstance(kept, tuple) else kept for name, kept in found["mean"].items()}


def pack(folder, out):
    """Writes the checkpoint of a run without what can be learned again soon: a twelfth of its size, for `--start`."""
    found = torch.load(os.path.join(folder, "checkpoint.pt"), map_location="cpu")
    mean = {name: small(value) for name, value in found["mean"].items()}
    os.makedirs(out, exist_ok=True)
    save(os.path.join(out, "checkpoint.pt"), {"recipe": found["recipe"], "sizes": found["sizes"], "mean": mean, "run": found["run"]})


class Labels:
    """The labels of a file, read again when it has grown by a quarter. Without a file there are none."""

    def __init__(self, file):
        self.file, self.size, self.frame = file, 0, None
        self.read()

    def read(self):
        """What cannot be read now may be later; the labels that were read before stay."""
        size = os.path.getsize(self.file) if self.file is not None and os.path.exists(self.file) else 0
        if size > 1.25 * self.size:
            try:
                self.size, self.frame = size, read_labels("labels", self.file)
            except RuntimeError as error:
                if self.frame is None:
                    raise
                print(error, file=sys.stderr)

    def __len__(self):
        return 0 if self.frame is None else len(self.frame["codes"])


def train(given, tell=print):
    """Trains, and returns the state of the run as the checkpoint has it."""
    torch.set_num_threads(given.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(given.seed)
    recipe = {name: getattr(given, name) for name in RECIPE}
    game = GAMES[given.game]
    model = Board(game.rows, game.columns, game.codes, given.layers, given.width, given.heads).to(given.device)
    if game.lines is not None:
        model.look_along(*game.lines)
    optimizer = Both(model, given.rate)
    os.makedirs(given.out, exist_ok=True)
    checkpoint, log = os.path.join(given.out, "checkpoint.pt"), os.path.join(given.out, "log.jsonl")
    run, mean = begun_run(given, recipe, model, optimizer, checkpoint)
    keep_log(log, run["step"])
    labels = Labels(given.labels)
    run["labels"] = max(run["labels"], len(labels))
    tell(f"{sum(p.numel() for p in model.parameters())} parameters, {run['labels']} labels, from step {run['step']}")

    def keep():
        content = {"recipe": recipe, "sizes": model.sizes, "model": model.state_dict(), "mean": mean, "optimizer": optimizer.state_dict(), "run": run}
        save(checkpoint, content)

    asked_to_stop = []
    handlers = {name: signal.signal(name, lambda *_: asked_to_stop.append(True)) for name in (signal.SIGTERM, signal.SIGINT)}
    last = float("inf") if given.anneal is None else run["annealed_from"] + given.anneal
    last = min(last, given.stop_at or last)
    frames = Frames("lists", given.lists, given.steps, run["frames"], given.game)
    begun = saved = time.monotonic()
    recent = {}
    try:
        while run["step"] < last and not asked_to_stop:
            now, cpu = time.monotonic(), time.process_time()
            if given.minutes is not None and now - begun >= 60 * given.minutes:
                break
            rows = None
            if len(labels) > 0:
                # which labels a step has follows from its number
                rows = np.random.RandomState([given.seed, run["step"]]).randint(0, len(labels), given.valued)
            optimizer.set_rate(learning_rate(run, recipe))
            exact = None
            if given.levels is not None:
                # the loss is that of rounded weights, the step that of exact ones
                exact = [parameter.detach().clone() for parameter in model.parameters()]
                round_as_packed(model, given.levels)
            loss, parts = loss_of(model, next(frames), labels.frame, rows, precision_of(given), given.device)
            optimizer.zero_grad()
            loss.backward()
            if exact is not None:
                with torch.no_grad():
                    for parameter, value in zip(model.parameters(), exact):
                        parameter.copy_(value)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            run["step"] += 1
            run["frames"] += 1
            # of the whole run, where it is younger than the mean is long
            share = max(1 / given.mean, 1 / run["step"])
            with torch.no_grad():
                for name, value in model.state_dict().items():
                    mean[name].lerp_(value, share)
            run["seconds"] += time.process_time() - cpu
            for name, value in parts.items():
                recent[name] = value.item() if name not in recent else 0.98 * recent[name] + 0.02 * value.item()
            if run["step"] % LOG_EVERY == 0 or run["step"] == last:
                line = {"step": run["step"], **{name: round(value, 4) for name, value in recent.items()}, "cpu": round(run["seconds"])}
                with open(log, "a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                tell(json.dumps(line), flush=True)
            if time.monotonic() - saved >= 60 * given.save_every:
                keep()
                labels.read()
                run["labels"] = max(run["labels"], len(labels))
                saved = time.monotonic()
        keep()
    finally:
        frames.close()
        for name, handler in handlers.items():
            signal.signal(name, handler)
    return run


def open_board(folder):
    """The trained network of a run's folder with its averaged weights, and its checkpoint."""
    found = torch.load(os.path.join(folder, "checkpoint.pt"), map_location="cpu")
    model = Board(**found["sizes"])
    model.load_state_dict(mean_of(found))
    model.eval()
    return model, found


if __name__ == "__main__":
    asked = options()
    if asked.pack is None:
        train(asked)
    else:
        pack(asked.out, asked.pack)
