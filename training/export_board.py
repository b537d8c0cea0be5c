"""Writes a trained network as a folder: model.onnx, config.json, and its card.

    python3 training/export_board.py RUN --out FOLDER [--int8]

config.json says what the product must know: the game, the sizes, and the codes and marks of squares (chess/view.ts, board.py).
"""

import argparse
import hashlib
import json
import os

import blas  # before torch

from board import BUCKETS, MARKS
from board_graph import round_as_packed, write_board_graph
from evaluate_board import table_of
from frames import GAMES
from export import write_json
from model import parameters
from train_board import open_board

CODES = {
    "chess": "empty, own P N B R Q K, their P N B R Q K, own and their rook that may castle, en passant target",
    "connect_four": "empty, own disc, their disc; an action is the top cell of its column",
    "hex": "empty, own stone, their stone, outside of a board of less than 11 rows; both sides join top and bottom",
    "othello": "empty, own disc, their disc, outside of the board of 6 rows; a pass is the pair of the first two cells",
}
DATA = {
    "chess": "drawn by `training/chess/`: 376 games of people (`training/games.txt.gz`, CC0), random play, random boards; {labels:,} positions with values of an engine",
    "connect_four": "drawn by `training/stones/`: games of random actions, half of which win or stop a win where they can; a quarter are over and half nearly over; exact values of what is solved quickly",
    "hex": "drawn by `training/stones/`: games of random actions on boards of 5 to 11 rows; values by 600 random games, proved where that takes few plies",
    "othello": "drawn by `training/stones/`: games of random actions on 8 and 6 rows; values by 300 random games, exact with nine empty cells or fewer",
}


def write_board(model, game, folder, levels=None):
    """Writes the network and its configuration; returns the bytes of the network. With levels, the weights are int8."""
    os.makedirs(folder, exist_ok=True)
    file = os.path.join(folder, "model.onnx")
    model.eval()
    if levels is not None:
        round_as_packed(model, levels)
    write_board_graph(model, file, levels)
    config = {
        "model_type": "mav-board", "format": 1, "games": GAMES[game].names, "rows": model.sizes["rows"], "columns": model.sizes["columns"],
        "codes": model.sizes["codes"], "marks": MARKS, "buckets": BUCKETS,
    }
    write_json(os.path.join(folder, "config.json"), config)
    return os.path.getsize(file)


def card(model, found, size, weights, licence, figures, digest):
    """The model card: what went in, what is read off, and how good it is as far as that was measured."""
    sizes, run, recipe = model.sizes, found["run"], found["recipe"]
    each = recipe["lists"] + recipe["steps"] + (recipe["valued"] if run["labels"] > 0 else 0)
    lines = [
        "# Model card", "",
        "A network with two-way attention between the squares of a board. Made by `training/` of StateLens. Nothing of it is decoded word by word; the text of MAV is written around these:", "",
        "- Decoded: each square after an action, on its own, the likeliest of its codes",
        "- Read off heads: which pairs of squares are legal actions, and 64 buckets of win probability an action",
        "- Counted or copied: numbers of moves; a state in another form", "",
        f"- Size: {parameters(model):,} parameters ({sizes['layers']} layers of {sizes['width']}, {sizes['heads']} heads), {weights}, {size / 1e6:.2f} MB",
        f"- SHA-256 of model.onnx: {digest}",
        f"- Squares: {CODES[recipe['game']]}, seen from the side to move",
        f"- Training: {run['step']:,} steps of {each} boards, {run['seconds'] / 60:.0f} minutes of CPU, seed {recipe['seed']}; averaged weights",
        f"- Data: {DATA[recipe['game']].format(labels=run['labels'])}",
        f"- License of the weights: {licence}", "", "## Figures", "",
    ]
    if figures is None:
        return "\n".join([*lines, "Not measured."]) + "\n"
    of = "" if figures["step"] == run["step"] else f", measured at step {figures['step']:,}"
    lines += [f"Of games of the lane `{figures['lane']}`{of}, by {figures['weights']} weights:", "", "```"]
    lines += table_of(recipe["game"], {name: rows for name, rows in figures.items() if isinstance(rows, dict)})
    return "\n".join([*lines, "```"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="folder of train_board.py")
    parser.add_argument("--out", required=True, help="folder of the model")
    parser.add_argument("--int8", action="store_true", help="a quarter of the size")
    parser.add_argument("--levels", type=int, default=127, help="int8: whole numbers up to this; fewer compress better (127)")
    parser.add_argument("--license", default="CC0-1.0", help="license of your weights, for the card (CC0-1.0)")
    given = parser.parse_args()
    model, found = open_board(given.run)
    size = write_board(model, found["recipe"]["game"], given.out, given.levels if given.int8 else None)
    weights = f"int8 of {2 * given.levels + 1} levels" if given.int8 else "float32"
    figures = None
    measured = os.path.join(given.run, "figures.json")
    if os.path.exists(measured):
        with open(measured, encoding="utf-8") as file:
            figures = json.load(file)
    with open(os.path.join(given.out, "model.onnx"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    with open(os.path.join(given.out, "MODEL.md"), "w", encoding="utf-8") as file:
        file.write(card(model, found, size, weights, given.license, figures, digest))
    print(f"{given.out}: {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
