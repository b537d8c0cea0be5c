"""Rewards and a comparison by the Python package (docs/integrate.md): python3 statelens_client.py

Install the package first: pip install ./python in a clone, or the folder python of the npm package.
"""

from statelens import StateLens

MOVES = "1. e4"
ANSWERS = [
    "Final FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "Final FEN: rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "I cannot know that.",
]


def main():
    # A reward function of TRL gets completions and columns of the dataset: lens.rewards(moves, completions).
    with StateLens(depth=1) as lens:
        for answer, reward in zip(ANSWERS, lens.rewards([MOVES] * len(ANSWERS), ANSWERS)):
            print(f"{reward:.2f}", answer)
        # The last value of a cell in a notebook: VS Code shows two boards.
        print(lens.compare("gpt-4o", moves=MOVES, answer=ANSWERS[1]))


if __name__ == "__main__":
    main()
