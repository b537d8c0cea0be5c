"""Picks examples of a dataset: those of a game, none that are too long, or moves that games have few of.

    python3 training/pick.py DATA.jsonl ... [--game connect_four] [--most 800] [--rare] > PICKED.jsonl
"""

import argparse
import json
import re

import data
from evaluate import kind_of_move

RARE = ("promotion", "castling", "en passant")


def is_picked(record, vocabulary, game=None, most=None, rare=False):
    """game: its name in the header; most: tokens of prompt and answer; rare: only promotions, castling and en passant."""
    if game is not None and re.search(r"game=(\w+)", record["prompt"])[1] != game:
        return False
    if rare and kind_of_move(record["prompt"]) not in RARE:
        return False
    return most is None or len(vocabulary.encode(record["prompt"] + record["target"])) <= most


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="JSON Lines of `statelens mav dataset`")
    parser.add_argument("--game", help="examples of this game alone")
    parser.add_argument("--most", type=int, help="none with more tokens")
    parser.add_argument("--rare", action="store_true", help="promotions, castling and en passant alone")
    given = parser.parse_args()
    vocabulary = data.Vocabulary()
    for file in given.files:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                if is_picked(json.loads(line), vocabulary, given.game, given.most, given.rare):
                    print(line, end="")


if __name__ == "__main__":
    main()
