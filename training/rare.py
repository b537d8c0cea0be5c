"""Picks the examples that games have few of: all of one game, or moves that are promotions, castling or en passant.

    python3 training/rare.py DATA.jsonl ... [--game connect_four] > RARE.jsonl
"""

import argparse
import json
import re

from evaluate import kind_of_move

RARE = ("promotion", "castling", "en passant")


def is_rare(record, game=None):
    """True for an example of the game; without one, for an example whose action is a rare one."""
    if game is not None:
        return re.search(r"game=(\w+)", record["prompt"])[1] == game
    return kind_of_move(record["prompt"]) in RARE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="JSON Lines of `statelens mav dataset`")
    parser.add_argument("--game", help="all examples of this game, whatever their actions")
    given = parser.parse_args()
    for file in given.files:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                if is_rare(json.loads(line), given.game):
                    print(line, end="")


if __name__ == "__main__":
    main()
