"""Asks a trained model what it was not trained on, and counts right answers by game, command and kind of move.

    python3 training/evaluate.py RUN DATA.test.jsonl ... [--limit 200]

An answer of a list is right when it has the legal actions of the example, in any order and with any values.
"""

import argparse
import json
import os
import re

import blas  # before torch
import torch

from export import round_to_int8
from model import greedy
from train import open_run

LINE = re.compile(r"\[%(\w+?)(?:_(\d+))? ([^\]]*)\]")


def kind_of_move(prompt):
    """Castling, promotion, en passant or capture where a native state shows it, else nothing."""
    state = re.search(r"\[%prev_state [wb] \|\| ([^|]*)\|", prompt)
    move = re.search(r"\[%prev_action ([a-h])([1-8])([a-h])([1-8])(\w?)\]", prompt)
    if state is None or move is None:
        return None
    squares = state[1].split()
    at = lambda file, rank: squares["abcdefgh".index(file) + 8 * (int(rank) - 1)]
    piece, aim = at(move[1], move[2]), at(move[3], move[4])
    if move[5]:
        return "promotion"
    if piece in "Kk" and (abs(ord(move[1]) - ord(move[3])) > 1 or (aim in "Rr" and aim.isupper() == piece.isupper())):
        return "castling"
    if aim != ".":
        return "capture"
    return "en passant" if piece in "Pp" and move[1] != move[3] else "quiet move"


def actions_of(text):
    return sorted(part.split(":")[0] for part in text.split())


def judged(prompt, target, answer):
    """The kind of each line of an answer and whether it is right. A value of a bucket is not judged, nor which k of all actions."""
    game = re.search(r"game=(\w+)", prompt)[1]
    wanted, given = list(LINE.finditer(target)), list(LINE.finditer(answer))
    move = kind_of_move(prompt)
    is_first = True
    for i, line in enumerate(wanted):
        name, text = line[1], line[3]
        other = given[i][3] if i < len(given) and given[i][1] == name and given[i][2] == line[2] else None
        if name == "top" and not text.startswith("invalid"):
            continue
        if name == "top_all" and not text.startswith("invalid"):
            right = other is not None and actions_of(other) == actions_of(text)
        else:
            right = other == text
        yield f"{game} %{name}{', game over' if text.startswith('invalid') else ''}", right
        if name == "state" and is_first and move is not None:
            yield f"{game} %state, {move}", right
            is_first = False


def answer_of(model, vocabulary, prompt, target, context):
    """What the model writes greedily. Where each token of the target is the likeliest behind those before it, that is the target."""
    ids = vocabulary.encode(prompt)
    wanted = vocabulary.encode(target) + [vocabulary.end]
    if len(ids) + len(wanted) <= context:
        with torch.no_grad():
            likeliest = model(torch.tensor([ids + wanted]))[0][0].argmax(dim=-1)
        if likeliest[len(ids) - 1 : -1].tolist() == wanted:
            return target
    return vocabulary.decode(greedy(model, ids, vocabulary.end, context - len(ids)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="folder of train.py")
    parser.add_argument("files", nargs="+", help="test sets of `statelens mav dataset`")
    parser.add_argument("--limit", type=int, default=200, help="examples of each file, evenly from the whole of it (200)")
    parser.add_argument("--int8", action="store_true", help="with weights rounded as in an int8 export")
    parser.add_argument("--levels", type=int, default=127, help="as of the export (127)")
    given = parser.parse_args()
    torch.set_num_threads(1)
    model, vocabulary, found = open_run(given.run)
    if given.int8:
        round_to_int8(model, given.levels)
    sets = []
    for name in given.files:
        with open(name, encoding="utf-8") as file:
            examples = [json.loads(line) for line in file]
        every = max(1, len(examples) // given.limit)
        examples = examples[::every][: given.limit]
        kinds = {}
        for example in examples:
            prompt, target = example["prompt"], example["target"]
            answer = answer_of(model, vocabulary, prompt, target, found["recipe"]["context"])
            for kind, right in judged(prompt, target, answer):
                count = kinds.setdefault(kind, [0, 0])
                count[0] += int(right)
                count[1] += 1
        sets.append({"file": os.path.basename(name), "examples": len(examples), "kinds": kinds})
        print(f"{name}: {len(examples)} examples")
        for kind, (right, n) in sorted(kinds.items()):
            print(f"  {kind:40} {right:5} of {n}")
    figures = {"step": found["run"]["step"], "weights": "int8" if given.int8 else "float32", "sets": sets}
    with open(os.path.join(given.run, "figures.json"), "w", encoding="utf-8") as file:
        json.dump(figures, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
