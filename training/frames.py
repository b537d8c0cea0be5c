"""Reads what `node training/positions.mjs` writes: frames of positions with their legal actions, values and steps (frames.ts)."""

import os
import subprocess

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
WORD = 0x32464C53
UNKNOWN = 255  # a value that is not known
SOURCES = ("people", "random play", "random boards")  # in the order of chess/draw.ts
POSITIONS = ["node", os.path.join(HERE, "positions.mjs")]
LANE_FILES = ["--games", os.path.join(HERE, "games.txt.gz"), "--held-out", os.path.join(HERE, "held-out.pgn")]


class Game:
    """What a network must know of a game: the size of its board, the codes of squares, the kinds of steps (chess/specials.ts), and how many
    positions a block of its draws has. `lines`: how far and how evenly heads begin with looking along lines (board.py), if they do."""

    def __init__(self, rows, columns, codes, kinds, block, names, lines=None):
        self.rows, self.columns, self.codes, self.kinds, self.block, self.names, self.lines = rows, columns, codes, kinds, block, names, lines


CHESS_KINDS = (
    "quiet move", "capture", "castling kingside", "castling queenside", "en passant",
    "promotion to knight", "promotion to bishop", "promotion to rook", "promotion to queen",
)
GAMES = {
    "chess": Game(8, 8, 16, CHESS_KINDS, 4096, ("chess", "chess960")),
    "connect_four": Game(6, 7, 3, ("disc",), 512, ("connect_four",), lines=(3, 0.0)),
    "hex": Game(11, 11, 4, ("stone",), 512, ("hex",)),
    "othello": Game(8, 8, 4, ("disc", "pass"), 512, ("othello",), lines=(7, 0.7)),
}


def read_frame(stream):
    """The next frame as a dictionary of arrays, or None at the end."""
    head = stream.read(24)
    if len(head) < 24:
        return None
    word, squares, positions, actions, steps, values = np.frombuffer(head, "<u4").tolist()
    if word != WORD:
        raise ValueError("This is no frame of training/positions.mjs.")
    parts = (
        ("codes", "u1", positions * squares), ("source", "u1", positions), ("cluster", "<u4", positions), ("counts", "<u2", positions),
        ("actions", "<u4", actions), ("values", "u1", values),
        ("before", "u1", steps * squares), ("step", "<u4", steps), ("after", "u1", steps * squares), ("kind", "u1", steps),
    )
    frame = {}
    for name, kind, count in parts:
        size = count * int(kind[-1])
        content = stream.read(size)
        if len(content) < size:
            return None
        frame[name] = np.frombuffer(content, kind, count).astype(np.int64 if name != "codes" else np.uint8)
    for name in ("codes", "before", "after"):
        frame[name] = frame[name].reshape(-1, squares)
    frame["begins"] = np.concatenate([[0], np.cumsum(frame["counts"])])
    return frame


class Frames:
    """Frames of a lane as an iterator, drawn by a process beside this one. `skip`: frames that were read before."""

    def __init__(self, lane, positions, steps, skip=0, game="chess"):
        each = GAMES[game].block // positions
        command = [*POSITIONS, "frames", lane, "--game", game, *LANE_FILES, "--positions", str(positions), "--steps", str(steps), "--from", str(skip // each)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=1 << 20)
        for _ in range(skip % each):
            next(self)

    def __iter__(self):
        return self

    def __next__(self):
        frame = read_frame(self.process.stdout)
        if frame is None:
            raise RuntimeError("training/positions.mjs ended; it says above why.")
        return frame

    def close(self):
        self.process.stdout.close()
        self.process.terminate()
        self.process.wait()


def read_labels(lane, file):
    """All labeled positions of chess of a file as one frame."""
    with subprocess.Popen([*POSITIONS, "labeled", lane, file, *LANE_FILES], stdout=subprocess.PIPE, bufsize=1 << 20) as process:
        frame = read_frame(process.stdout)
    if frame is None:
        raise RuntimeError(f"{file} could not be read.")
    return frame


def chosen(frame, rows):
    """Some positions of a frame: codes, the row of each action among them, the actions, and their values or UNKNOWN."""
    counts = frame["counts"][rows]
    first = np.repeat(frame["begins"][rows], counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    at = first + within
    values = frame["values"][at] if len(frame["values"]) else np.full(len(at), UNKNOWN)
    return frame["codes"][rows], np.repeat(np.arange(len(rows)), counts), frame["actions"][at], values


def parts_of(actions):
    """From, to and promotion of actions."""
    return actions >> 10, (actions >> 3) & 127, actions & 7
