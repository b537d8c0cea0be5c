"""Draws what is rare of datasets: all of Connect Four, and castling, promotion and en passant.

    python3 training/rare.py DATA.jsonl ... > RARE.jsonl
"""

import json
import sys

from evaluate import kind_of_move

RARE = ("castling", "promotion", "en passant")


def main(files):
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if record["meta"]["game"] == "connect_four" or kind_of_move(record["prompt"]) in RARE:
                    sys.stdout.write(line)


if __name__ == "__main__":
    main(sys.argv[1:])
