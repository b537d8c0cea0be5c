"""Trains a model on what `statelens mav dataset` writes. Killed at any time, the same command goes on from the last checkpoint.

    python3 training/train.py DATA.jsonl --out RUN

With --walks, on the actions of random walks alone, which `statelens run --random` writes (walks.py).
"""

import argparse
import hashlib
import json
import math
import os
import signal
import sys
import time

import blas  # before torch
import torch
from torch.nn import functional as F

import data
import walks
from model import Model, parameters
from optimizer import Both

LOSSES_KEPT = 100  # losses of the first steps, by which two runs are told to be the same
LOG_EVERY = 20


def options(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="JSON Lines of `statelens mav dataset`")
    parser.add_argument("--out", required=True, help="folder of the run: checkpoint.pt, log.jsonl")
    parser.add_argument("--steps", type=int, default=20000, help="length of the whole run, which the rate of learning follows (20000)")
    parser.add_argument("--stop-at", type=int, help="stop at this step; the same command without it goes on")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes; the same command goes on")
    parser.add_argument("--save-every", type=float, default=5, help="minutes between checkpoints (5)")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--batch", type=int, default=8, help="examples of a step (8)")
    parser.add_argument("--rate", type=float, default=1e-3, help="highest rate of learning (0.001)")
    parser.add_argument("--warm-up", type=int, default=200, help="steps in which the rate grows (200)")
    parser.add_argument("--context", type=int, default=data.CONTEXT, help="longer examples are left out (2048 tokens)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1, help="one gives the same numbers on each run of a machine (1)")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--without", nargs="*", default=[], help="test sets: examples with one of their states are left out")
    parser.add_argument("--hex-size", type=int, help="squares are cells of a Hex board of this size, not squares of chess")
    parser.add_argument("--walks", action="store_true", help="the files are run files of random walks: their actions are learned, and no states")
    parser.add_argument("--start", help="folder of an exported model, with whose weights the run begins")
    return parser.parse_args(words)


def recipe_of(given, examples, actions):
    """All that the numbers of a run follow from; a checkpoint of another recipe is refused. `actions` are those of walks, or None."""
    files = []
    for file in dict.fromkeys(given.files):
        with open(file, "rb") as content:
            files.append({"name": os.path.basename(file), "sha256": hashlib.sha256(content.read()).hexdigest(), "times": given.files.count(file)})
        manifest = file[: -len(".jsonl")] + ".manifest.json" if file.endswith(".jsonl") else ""
        if os.path.exists(manifest):
            with open(manifest, encoding="utf-8") as content:
                files[-1]["manifest"] = json.load(content)
    names = ("steps", "layers", "width", "heads", "batch", "rate", "warm_up", "context", "seed", "hex_size")
    without = [os.path.basename(file) for file in given.without]
    start = None if given.start is None else os.path.basename(os.path.normpath(given.start))
    made = {**{name: getattr(given, name) for name in names}, "examples": examples, "files": files, "without": without, "start": start}
    return made if actions is None else {**made, "actions": actions}


def learning_rate(step, recipe):
    """Grows in a line, then falls along a cosine to a tenth."""
    if step < recipe["warm_up"]:
        return recipe["rate"] * (step + 1) / recipe["warm_up"]
    done = (step - recipe["warm_up"]) / max(1, recipe["steps"] - recipe["warm_up"])
    return recipe["rate"] * (0.55 + 0.45 * math.cos(math.pi * min(1.0, done)))


def batch_of(examples, end, device):
    """Tokens and weights of examples, filled up behind their ends with what counts nothing."""
    longest = max(len(ids) for ids, _ in examples)
    ids = torch.tensor([i + [end] * (longest - len(i)) for i, _ in examples], device=device)
    weights = torch.tensor([w + [0.0] * (longest - len(w)) for _, w in examples], device=device)
    return ids, weights


def loss_of(model, ids, weights):
    logits, _ = model(ids[:, :-1])
    each = F.cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
    counts = weights[:, 1:]
    return (each * counts).sum() / counts.sum()


def save(path, content):
    """Writes beside, then renames: a kill leaves the old file or the new one, whole."""
    with open(path + ".new", "wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def keep_log(path, step):
    """Cuts off what was logged after the checkpoint: it comes again."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.endswith("\n") and json.loads(line)["step"] <= step]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)


def exported_weights(folder, model):
    """The weights of model.onnx, from int8 too; the optimizer begins anew."""
    import onnx
    from onnx import numpy_helper

    found = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in onnx.load(os.path.join(folder, "model.onnx")).graph.initializer}
    weights = {}
    for name, own in model.state_dict().items():
        packed = found.get(f"model.{name}.int8")
        whole = found.get(f"model.{name}") if packed is None else packed.to(torch.float32) * found[f"model.{name}.size"]
        if name in ("is_start", "named"):  # of the vocabulary, not learned
            whole = None
        elif whole is None:
            sys.exit(f"model.onnx of {folder} has no weights {name}.")
        weights[name] = own if whole is None else whole.reshape(own.shape).to(own.dtype)
    return weights


def vocabulary_of(hex_size, actions):
    return data.Vocabulary(hex_size) if actions is None else walks.WalkWords(actions)


def train(given, tell=print):
    """Trains, and returns the state of the run as the checkpoint has it."""
    torch.set_num_threads(given.threads)
    # sharp attention leaves numbers near 0, with which processors calculate many times slower
    torch.set_flush_denormal(True)
    torch.manual_seed(given.seed)
    actions = walks.actions_of(given.files) if given.walks else None
    vocabulary = vocabulary_of(given.hex_size, actions)
    if given.walks:
        examples, too_long = walks.read_walks(given.files, vocabulary), 0
    else:
        examples, too_long = data.read_examples(given.files, vocabulary, given.context, data.states_of(given.without))
    if not examples:
        sys.exit("There are no examples to train on.")
    recipe = recipe_of(given, len(examples), actions)
    model = Model(len(vocabulary.words), vocabulary.starts, vocabulary.named, given.layers, given.width, given.heads).to(given.device)
    if given.start is not None:
        model.load_state_dict(exported_weights(given.start, model))
    optimizer = Both(model, given.rate)
    os.makedirs(given.out, exist_ok=True)
    checkpoint, log = os.path.join(given.out, "checkpoint.pt"), os.path.join(given.out, "log.jsonl")
    run = {"step": 0, "tokens": 0, "seconds": 0.0, "losses": [], "recent": None}
    if os.path.exists(checkpoint):
        found = torch.load(checkpoint, map_location=given.device)
        if found["recipe"] != recipe:
            other = [key for key in recipe if recipe[key] != found["recipe"].get(key)]
            sys.exit(f"{checkpoint} is of another run: {', '.join(other)} differ. Choose another folder.")
        model.load_state_dict(found["model"])
        optimizer.load_state_dict(found["optimizer"])
        run = found["run"]
    keep_log(log, run["step"])
    tell(f"{len(examples)} examples ({too_long} too long), {parameters(model)} parameters, from step {run['step']}")

    def keep():
        content = {"recipe": recipe, "sizes": model.sizes, "model": model.state_dict(), "optimizer": optimizer.state_dict(), "run": run}
        save(checkpoint, content)

    asked_to_stop = []
    handlers = {name: signal.signal(name, lambda *_: asked_to_stop.append(True)) for name in (signal.SIGTERM, signal.SIGINT)}
    begun = saved = told = time.monotonic()
    new = new_tokens = 0
    order = data.batches([len(ids) for ids, _ in examples], given.batch, given.seed)
    for _ in range(run["step"]):
        next(order)
    last = min(given.steps, given.stop_at or given.steps)
    model.train()
    while run["step"] < last and not asked_to_stop:
        now = time.monotonic()
        if given.minutes is not None and now - begun >= 60 * given.minutes:
            break
        ids, weights = batch_of([examples[i] for i in next(order)], vocabulary.end, given.device)
        optimizer.set_rate(learning_rate(run["step"], recipe))
        loss = loss_of(model, ids, weights)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        value = loss.item()
        count = int((ids != vocabulary.end).sum()) + len(ids)
        run["step"] += 1
        run["tokens"] += count
        run["seconds"] += time.monotonic() - now
        share = max(0.02, 1 / run["step"])  # of the last loss in the mean of the last ones
        run["recent"] = (1 - share) * (run["recent"] or 0.0) + share * value
        if len(run["losses"]) < LOSSES_KEPT:
            run["losses"].append(value)
        new, new_tokens = new + 1, new_tokens + count
        if new % LOG_EVERY == 0 or run["step"] == last:
            line = {"step": run["step"], "loss": round(run["recent"], 4), "tokens": run["tokens"]}
            line["tokens_per_second"] = round(new_tokens / max(1e-9, time.monotonic() - told))
            told, new_tokens = time.monotonic(), 0
            with open(log, "a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            tell(json.dumps(line))
        if time.monotonic() - saved >= 60 * given.save_every:
            keep()
            saved = time.monotonic()
    keep()
    for name, handler in handlers.items():
        signal.signal(name, handler)
    return run


def open_run(folder):
    """The trained model of a run's folder, and its checkpoint."""
    found = torch.load(os.path.join(folder, "checkpoint.pt"), map_location="cpu")
    vocabulary = vocabulary_of(found["recipe"].get("hex_size"), found["recipe"].get("actions"))
    model = Model(len(vocabulary.words), vocabulary.starts, vocabulary.named, **found["sizes"])
    model.load_state_dict(found["model"])
    model.eval()
    return model, vocabulary, found


if __name__ == "__main__":
    train(options())
