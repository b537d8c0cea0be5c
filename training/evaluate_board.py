"""Measures a run of train_board.py on games that it was not trained on, and holds the figures against the gates.

    python3 training/evaluate_board.py RUN --labels LABELS/test.labels [--lane test] [--positions 4096]

Lists are judged by the F1 of the pairs of squares of their legal moves, a mean over positions; values by Kendall's tau-b and by the win
probability that the best action of the network gives away, of the engine's values; steps by whether all squares after a move are right.
Intervals are 95 %, from resampling games. Writes figures.json into the run. `--lane validation` is for choosing: figures that are told
are those of `test`.
"""

import argparse
import json
import os

import blas  # before torch
import numpy as np
import torch

from board import BUCKETS, marks_of
from board_graph import round_as_packed
from frames import CHESS_KINDS, GAMES, SOURCES, UNKNOWN, Frames, chosen, parts_of, read_labels
from train_board import open_board, tensors

AT_ONCE = 64
RESAMPLES = 1000
# what, kind, figure, gate: to be reached by the exported model; of a regret, not to be exceeded
GATES = {
    "chess": (
        ("lists", "people", "F1", 0.995), ("lists", "random play", "F1", 0.99), ("lists", "random boards", "F1", 0.97),
        ("lists", "people", "exact", 0.93), ("values", "people", "tau", 0.6), ("values", "people", "regret", 0.07),
        *(("steps", kind, "right", 0.997 if kind in CHESS_KINDS[:2] else 0.95) for kind in CHESS_KINDS),
    ),
    "connect_four": (("lists", "random play", "F1", 0.999), ("steps", "disc", "right", 0.995), ("values", "random play", "best action", 0.85)),
    "hex": (("lists", "random play", "F1", 0.99), ("steps", "stone", "right", 0.99)),
    "othello": (("lists", "random play", "F1", 0.99), ("steps", "disc", "right", 0.99), ("steps", "pass", "right", 0.99)),
}


def interval(values, clusters):
    """The mean, and 95 % of the means of resampled clusters; None for fewer than two of them."""
    names, at = np.unique(clusters, return_inverse=True)
    sums, counts = np.bincount(at, values), np.bincount(at)
    mean = sums.sum() / counts.sum()
    if len(names) < 2:
        return [float(mean), None, None]
    draws = np.random.RandomState(1).randint(0, len(names), (RESAMPLES, len(names)))
    means = sums[draws].sum(1) / counts[draws].sum(1)
    return [float(x) for x in (mean, *np.percentile(means, (2.5, 97.5)))]


def tau(first, second):
    """Kendall's tau-b; None where one side is all ties."""
    a, b = (np.sign(x[:, None] - x[None]) for x in (first, second))
    untied = (np.abs(a).sum() * np.abs(b).sum()) ** 0.5
    return None if untied == 0 else float((a * b).sum() / untied)


def judged_lists(model, frame):
    """Of each position of a frame: precision, recall, F1, and whether the list is exact."""
    codes, board, actions, _ = chosen(frame, np.arange(len(frame["codes"])))
    codes, board, actions = tensors("cpu", codes, board, actions)
    source, target, _ = parts_of(actions)
    legal = torch.zeros(len(codes), codes.shape[1], codes.shape[1], dtype=torch.bool)
    legal[board, source, target] = True
    said = model.legal(model(codes, torch.zeros_like(codes))) > 0
    right, told, there = ((x).sum((1, 2)).double() for x in (said & legal, said, legal))
    return torch.stack([right / told.clamp(min=1), right / there.clamp(min=1), 2 * right / (told + there).clamp(min=1), ((right == told) & (right == there)).double()], 1).numpy()


def valued_rows(frame):
    """The positions of a frame whose actions all have values; positions without actions have none."""
    if len(frame["values"]) == 0:
        return np.arange(0)
    known = np.concatenate([[0], np.cumsum(frame["values"] != UNKNOWN)])
    there = known[frame["begins"][1:]] - known[frame["begins"][:-1]]
    return np.nonzero((there == frame["counts"]) & (there > 0))[0]


def judged_values(model, labels):
    """Of each position with values: tau, agreement on the best action, its regret, and that of a random action."""
    middles = (torch.arange(BUCKETS) + 0.5) / BUCKETS
    found = []
    known = valued_rows(labels)
    for at in range(0, len(known), AT_ONCE):
        rows = known[at : at + AT_ONCE]
        codes, board, actions, buckets = chosen(labels, rows)
        codes, board, actions = tensors("cpu", codes, board, actions)
        logits = model.values(model(codes, torch.zeros_like(codes)), board, *parts_of(actions))
        said = (torch.softmax(logits, 1) * middles).sum(1).numpy()
        wins = (buckets + 0.5) / BUCKETS
        for i in range(len(rows)):
            own = board.numpy() == i
            best = wins[own][said[own].argmax()]
            ranked = tau(said[own], wins[own])
            found.append([np.nan if ranked is None else ranked, best >= wins[own].max(), wins[own].max() - best, wins[own].max() - wins[own].mean()])
    return np.array(found, dtype=float)


def judged_steps(model, frame):
    before, step, after = tensors("cpu", frame["before"], frame["step"], frame["after"])
    said = model.next(model(before, marks_of(*parts_of(step), before.shape[1])), before).argmax(2)
    return (said == after).all(1).numpy()


def rows_of(names, values, sources, clusters):
    """The figures by source."""
    table = {}
    for index, source in enumerate(SOURCES):
        own = sources == index
        if not own.any():
            continue
        table[source] = {"positions": int(own.sum()), "games": len(np.unique(clusters[own]))}
        for column, name in enumerate(names):
            known = own & ~np.isnan(values[:, column])
            table[source][name] = interval(values[known, column], clusters[known])
    return table


def measure(model, game, lane, positions, labels):
    """All figures of a model: by source of lists and values, by kind of step. Values are those of `labels`, or of the frames."""
    lists, steps, sources, clusters, kinds, values = [], [], [], [], [], []
    frames = Frames(lane, AT_ONCE, AT_ONCE, game=game)
    with torch.no_grad():
        for _ in range(max(1, positions // AT_ONCE)):
            frame = next(frames)
            lists.append(judged_lists(model, frame))
            steps.append(judged_steps(model, frame))
            sources.append(frame["source"])
            clusters.append(frame["cluster"])
            kinds.append(frame["kind"])
            rows = valued_rows(frame)
            if len(rows) > 0:
                values.append((judged_values(model, frame), frame["source"][rows], frame["cluster"][rows]))
        frames.close()
        if labels is not None:
            values = [(judged_values(model, labels), labels["source"], labels["cluster"])]
    sources, clusters, kinds, steps = (np.concatenate(x) for x in (sources, clusters, kinds, steps))
    figures = {"lists": rows_of(("precision", "recall", "F1", "exact"), np.concatenate(lists), sources, clusters)}
    named = GAMES[game].kinds
    figures["steps"] = {named[kind]: {"moves": int((kinds == kind).sum()), "right": [float(steps[kinds == kind].mean())]} for kind in np.unique(kinds)}
    if values:
        figures["values"] = rows_of(("tau", "best action", "regret", "regret of random"), *(np.concatenate(x) for x in zip(*values)))
    return figures


def gates_of(game, figures):
    """Each gate with its figure, and whether it is reached."""
    for what, kind, figure, gate in GATES[game]:
        found = figures.get(what, {}).get(kind, {}).get(figure)
        if found is not None:
            yield f"{what}, {kind}: {figure}", found[0], gate, found[0] <= gate if figure == "regret" else found[0] >= gate


def table_of(game, figures):
    """The figures as lines of text."""
    for what, rows in figures.items():
        yield f"{what}:"
        for kind, row in rows.items():
            cells = []
            for name, value in row.items():
                if isinstance(value, int):
                    cells.append(f"{value} {name}")
                else:
                    ends = "" if len(value) < 3 or value[1] is None else f" ({value[1]:.3f}-{value[2]:.3f})"
                    cells.append(f"{name} {value[0]:.4f}{ends}")
            yield f"  {kind}: {', '.join(cells)}"
    yield "gates:"
    for name, found, gate, is_reached in gates_of(game, figures):
        yield f"  {'reached' if is_reached else 'missed '} {name} {found:.4f}, gate {gate}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="folder of train_board.py")
    parser.add_argument("--lane", choices=("validation", "test"), default="test")
    parser.add_argument("--labels", help="chess: file of `positions.mjs label` of the same lane")
    parser.add_argument("--positions", type=int, default=4096, help="positions whose lists are asked for (4096), and as many steps")
    parser.add_argument("--int8", action="store_true", help="with weights rounded as in an int8 export")
    parser.add_argument("--levels", type=int, default=127, help="those of that export (127)")
    given = parser.parse_args()
    torch.set_num_threads(1)
    model, found = open_board(given.run)
    if given.int8:
        round_as_packed(model, given.levels)
    labels = None if given.labels is None else read_labels(given.lane, given.labels)
    game = found["recipe"]["game"]
    figures = measure(model, game, given.lane, given.positions, labels)
    print("\n".join(table_of(game, figures)))
    content = {"lane": given.lane, "step": found["run"]["step"], "labels": found["run"]["labels"], "weights": "int8" if given.int8 else "float32", **figures}
    with open(os.path.join(given.run, "figures.json"), "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
