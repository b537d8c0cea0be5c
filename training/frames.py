"""Reads what `node training/chess.mjs` writes: frames of positions with their legal actions, values and steps (chess/frames.ts)."""

import os
import subprocess

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
WORD = 0x31464C53
SQUARES = 64
SOURCES = ("people", "random play", "random boards")  # in the order of chess/draw.ts
KINDS = (
    "quiet move", "capture", "castling kingside", "castling queenside", "en passant",
    "promotion to knight", "promotion to bishop", "promotion to rook", "promotion to queen",
)  # in the order of chess/specials.ts
CHESS = ["node", os.path.join(HERE, "chess.mjs")]
LANE_FILES = ["--games", os.path.join(HERE, "games.txt.gz"), "--held-out", os.path.join(HERE, "held-out.pgn")]
BLOCK = 4096  # positions of chess/draw.ts


def read_frame(stream):
    """The next frame as a dictionary of arrays, or None at the end."""
    head = stream.read(20)
    if len(head) < 20:
        return None
    word, positions, actions, steps, values = np.frombuffer(head, "<u4").tolist()
    if word != WORD:
        raise ValueError("This is no frame of training/chess.mjs.")
    parts = (
        ("codes", "u1", positions * SQUARES), ("source", "u1", positions), ("cluster", "<u4", positions), ("counts", "<u2", positions),
        ("actions", "<u2", actions), ("values", "u1", values),
        ("before", "u1", steps * SQUARES), ("step", "<u2", steps), ("after", "u1", steps * SQUARES), ("kind", "u1", steps),
    )
    frame = {}
    for name, kind, count in parts:
        size = count * int(kind[-1])
        content = stream.read(size)
        if len(content) < size:
            return None
        frame[name] = np.frombuffer(content, kind, count).astype(np.int64 if name != "codes" else np.uint8)
    for name in ("codes", "before", "after"):
        frame[name] = frame[name].reshape(-1, SQUARES)
    frame["begins"] = np.concatenate([[0], np.cumsum(frame["counts"])])
    return frame


class Frames:
    """Frames of a lane as an iterator, drawn by a process beside this one. `skip`: frames that were read before."""

    def __init__(self, lane, positions, steps, skip=0):
        each = BLOCK // positions
        command = [*CHESS, "frames", lane, *LANE_FILES, "--positions", str(positions), "--steps", str(steps), "--from", str(skip // each)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=1 << 20)
        for _ in range(skip % each):
            next(self)

    def __iter__(self):
        return self

    def __next__(self):
        frame = read_frame(self.process.stdout)
        if frame is None:
            raise RuntimeError("training/chess.mjs ended; it says above why.")
        return frame

    def close(self):
        self.process.stdout.close()
        self.process.terminate()
        self.process.wait()


def read_labels(lane, file):
    """All labeled positions of a file as one frame."""
    with subprocess.Popen([*CHESS, "labeled", lane, file, *LANE_FILES], stdout=subprocess.PIPE, bufsize=1 << 20) as process:
        frame = read_frame(process.stdout)
    if frame is None:
        raise RuntimeError(f"{file} could not be read.")
    return frame


def chosen(frame, rows):
    """Some positions of a frame: codes, the row of each action among them, the actions, and their values where there are any."""
    counts = frame["counts"][rows]
    first = np.repeat(frame["begins"][rows], counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    at = first + within
    values = frame["values"][at] if len(frame["values"]) else None
    return frame["codes"][rows], np.repeat(np.arange(len(rows)), counts), frame["actions"][at], values


def parts_of(actions):
    """From, to and promotion of actions."""
    return actions >> 9, (actions >> 3) & 63, actions & 7
