"""Scores pairs of positions with python-chess, as one would write it from the paper (Harang et al., Appendix A).

Says one line when ready: {"version": ...}. Then answers one JSON request a line, {"truth": FEN, "predicted": FEN,
"m": int, "n": int, "seed": int, "method": "algorithm1" or "playouts"}, with {"p": float, "r": float, "cpuMs": float}.
A trajectory that ends early counts as legal, as everywhere in StateLens.
"""

import json
import random
import sys
import time

import chess


def accepts(start, moves):
    """Whether all moves are legal in turn: the trajectory is replayed from the start."""
    board = start.copy(stack=False)
    for move in moves:
        if move not in board.legal_moves:
            return False
        board.push(move)
    return True


def algorithm1(sampled, tested, m, n, rng):
    """Algorithm 1 as printed: all legal next states are made, each trajectory is tested, then N are kept."""
    states = [(sampled, [], 1.0)]
    ended = 0.0
    for _ in range(m):
        children = []
        for board, moves, weight in states:
            legal = list(board.legal_moves)
            if not legal:
                ended += weight
                continue
            for move in legal:
                child = board.copy(stack=False)
                child.push(move)
                trajectory = moves + [move]
                if accepts(tested, trajectory):
                    children.append((child, trajectory, weight / len(legal)))
        if len(children) > n:
            total = sum(weight for _, _, weight in children)
            children = rng.sample(children, n)
            factor = total / sum(weight for _, _, weight in children)
            children = [(board, moves, weight * factor) for board, moves, weight in children]
        states = children
    return ended + sum(weight for _, _, weight in states)


def playouts(sampled, tested, m, n, rng):
    """N independent random games of m plies; each is left at the first move that the other position refuses."""
    hits = 0
    for _ in range(n):
        a = sampled.copy(stack=False)
        b = tested.copy(stack=False)
        accepted = True
        for _ in range(m):
            legal = list(a.legal_moves)
            if not legal:
                break
            move = rng.choice(legal)
            if move not in b.legal_moves:
                accepted = False
                break
            a.push(move)
            b.push(move)
        hits += accepted
    return hits / n


METHODS = {"algorithm1": algorithm1, "playouts": playouts}


def main():
    print(json.dumps({"version": chess.__version__}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        truth = chess.Board(request["truth"])
        predicted = chess.Board(request["predicted"])
        method = METHODS[request["method"]]
        rng = random.Random(request["seed"])
        started = time.process_time()
        p = method(predicted, truth, request["m"], request["n"], rng)
        r = method(truth, predicted, request["m"], request["n"], rng)
        taken = time.process_time() - started
        print(json.dumps({"p": p, "r": r, "cpuMs": 1000 * taken}), flush=True)


main()
