"""Random walks as texts of their actions alone: no state is ever shown to a model that is trained on them.

    statelens run --random othello6:60000 --model baseline:start-position --plies ends --out walks.run.jsonl
    python3 training/train.py walks.run.jsonl --walks --out RUN
"""

import json

from data import END, UNKNOWN, Words

BEGIN = "Walk:"


def walks_in(file):
    """The actions of each walk of a run file."""
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record.get("kind") == "sample":
                yield record["moves"]


def actions_of(files):
    """The names of all actions in run files, sorted."""
    return sorted({action for file in files for moves in walks_in(file) for action in moves})


class WalkWords(Words):
    """`Walk: d3 c5` as tokens: one for the beginning, one for each action with the space before it."""

    def __init__(self, actions):
        super().__init__([END, UNKNOWN, BEGIN] + [f" {action}" for action in actions] + [" "], rf"{BEGIN}| [^\s]+|[\s\S]")
        # the place in a walk is counted from its begin, and no action names the place of a square
        self.starts, self.named = [], [0] * len(self.words)


def read_walks(files, words):
    """The walks as (tokens, weights): every action and the end count alike."""
    examples = []
    for file in files:
        for moves in walks_in(file):
            ids = words.encode(" ".join([BEGIN, *moves])) + [words.end]
            examples.append((ids, [0.0] + [1.0] * (len(ids) - 1)))
    return examples
