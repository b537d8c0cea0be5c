"""Makes `test/fixtures/board-tiny`: a board network with random weights, and what PyTorch says of it, which the product must say too.

    python3 training/fixture_board.py test/fixtures/board-tiny
"""

import json
import os
import sys

import blas  # before torch
import torch

from board import BUCKETS, Board, marks_of
from export_board import write_board

PIECES = ".PNBRQKpnbrqk"
# FEN, and an action as text and as the side to move sees it: from, to, promotion
POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", (12, 28, 0)),
    ("r3k2r/pPp2ppp/2n2n2/8/1bP5/2N2N2/P4PPP/R3K2R w KQkq - 0 12", "e1g1", (4, 7, 0)),
    ("r3k2r/pPp2ppp/2n2n2/8/1bP5/2N2N2/P4PPP/R3K2R w KQkq - 0 12", "b7a8q", (49, 56, 4)),
    ("r3k2r/pP3ppp/2n2n2/8/1bPp4/5N2/P4PPP/R3K2R b kq c3 0 12", "d4c3", (35, 42, 0)),
    ("8/2k5/8/3K4/8/8/p7/8 b - - 3 61", "a2a1n", (48, 56, 1)),
]
SEED = 7  # one by which nothing is a matter of rounding
SURE = 0.01


def codes_of(fen):
    """Codes of the squares as the side to move sees them (chess/view.ts). Rooks are those of standard chess."""
    placement, side, rights, en_passant = fen.split()[:4]
    codes = [0] * 64
    for row, rank in enumerate(placement.split("/")):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
                continue
            codes[8 * (7 - row) + file] = PIECES.index(letter)
            file += 1
    for letter, square in zip("QKqk", (0, 7, 56, 63)):
        if letter in rights:
            codes[square] = 13 if square < 8 else 14
    if en_passant != "-":
        codes["abcdefgh".index(en_passant[0]) + 8 * (int(en_passant[1]) - 1)] = 15
    if side == "w":
        return codes
    other = {0: 0, 13: 14, 14: 13, 15: 15, **{code: code + 6 for code in range(1, 7)}, **{code: code - 6 for code in range(7, 13)}}
    return [other[codes[square ^ 56]] for square in range(64)]


def tiny(seed):
    torch.manual_seed(seed)
    model = Board(layers=1, width=16, heads=2).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.4 * torch.randn_like(parameter))
        model.legal_bias.fill_(-3.0)
    return model


def look(model, codes, action):
    """Pairs that look legal, with win probability and likeliest bucket without promotion, and the codes after the action."""
    codes = torch.tensor([codes])
    with torch.no_grad():
        x = model(codes, torch.zeros_like(codes))
        legal = model.legal(x)[0]
        found = torch.nonzero(legal > 0)
        worth = model.values(x, torch.zeros(len(found), dtype=torch.int64), *found.t(), torch.zeros(len(found), dtype=torch.int64))
        shares = torch.softmax(worth, 1)
        means = (shares * (torch.arange(BUCKETS) + 0.5) / BUCKETS).sum(1)
        source, target, promotion = (torch.tensor([part]) for part in action)
        after = model.next(model(codes, marks_of(source, target, promotion, 64)), codes)[0]
    best = after.topk(2).values
    assert float((best[:, 0] - best[:, 1]).min()) > SURE and float(legal.abs().min()) > SURE / 100 and len(found) > 3
    return {
        "found": found.tolist(), "means": [round(x, 5) for x in means.tolist()], "likeliest": worth.argmax(1).tolist(),
        "next": after.argmax(1).tolist(),
    }


def main(folder):
    model = tiny(SEED)
    write_board(model, "chess", folder, levels=127)
    runs = []
    for fen, text, action in POSITIONS:
        codes = codes_of(fen)
        runs.append({"fen": fen, "text": text, "action": action, "codes": codes, **look(model, codes, action)})
    with open(os.path.join(folder, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(runs, file)
        file.write("\n")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main(sys.argv[1])
