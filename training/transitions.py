"""Makes plain transitions of examples that ask for more: `%prev_state %prev_action %state`, with the first state of the answer.

    python3 training/transitions.py DATA.jsonl ... > TRANSITIONS.jsonl
"""

import json
import re
import sys


def transition_of(record):
    """The record with the state after its action alone; None where it gives no action, or does not begin with a state."""
    header, given = record["prompt"].split("</mav>", 1)
    first = record["target"].split("\n", 1)[0]
    if "%prev_state" not in header or not first.startswith("[%state "):
        return None
    game = re.search(r"game=\S+", header)[0]
    prompt = f"<mav {game} %prev_state %prev_action %state </mav>{given}"
    return {"prompt": prompt, "target": first + "\n", "meta": record["meta"]}


def main(files):
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                record = transition_of(json.loads(line))
                if record is not None:
                    print(json.dumps(record))


if __name__ == "__main__":
    main(sys.argv[1:])
