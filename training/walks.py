"""Random walks as texts of their actions alone: no state is ever shown to a model that is trained on them.

    statelens run --random othello6:60000 --model baseline:start-position --plies ends --out walks.run.jsonl
    python3 training/train.py walks.run.jsonl --walks --out RUN
"""

import json
import re

from data import END, UNKNOWN

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


class Words:
    """`Walk: d3 c5` as tokens: one for the beginning, one for each action with the space before it."""

    def __init__(self, actions):
        self.words = [END, UNKNOWN, BEGIN] + [f" {action}" for action in actions] + [" "]
        self.ids = {word: i for i, word in enumerate(self.words)}
        self.pattern = rf"{BEGIN}| [^\s]+|[\s\S]"
        self.cut = re.compile(self.pattern)
        self.end = self.ids[END]
        # the place in a walk is counted from its begin, and no action names the place of a square
        self.starts, self.named = [], [0] * len(self.words)

    def encode(self, text):
        return [self.ids.get(word, self.ids[UNKNOWN]) for word in self.cut.findall(text)]

    def decode(self, ids):
        return "".join(self.words[i] for i in ids if i != self.end)

    def tokenizer(self):
        """The content of `tokenizer.json`."""
        end = {"id": self.end, "content": END, "special": True, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
        return {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [end],
            "normalizer": None,
            "pre_tokenizer": {"type": "Split", "pattern": {"Regex": self.pattern}, "behavior": "Isolated", "invert": False},
            "post_processor": None,
            "decoder": {"type": "Fuse"},
            "model": {"type": "WordPiece", "unk_token": UNKNOWN, "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": self.ids},
        }


def read_walks(files, words):
    """The walks as (tokens, weights): every action and the end count alike."""
    examples = []
    for file in files:
        for moves in walks_in(file):
            ids = words.encode(" ".join([BEGIN, *moves])) + [words.end]
            examples.append((ids, [0.0] + [1.0] * (len(ids) - 1)))
    return examples
