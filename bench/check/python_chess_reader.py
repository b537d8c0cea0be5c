"""Reads a PGN with python-chess: prints games, half-moves of main lines, and games with errors."""

import sys

import chess.pgn

games = plies = faults = 0
with open(sys.argv[1], encoding="utf-8") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        games += 1
        plies += game.end().ply()
        faults += 1 if game.errors else 0
print(games, plies, faults)
