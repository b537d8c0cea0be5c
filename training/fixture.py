"""Makes `test/fixtures/mav-tiny`: a model with random weights, and what PyTorch says of it, which the product must say too.

    python3 training/fixture.py test/fixtures/mav-tiny

With a run of `train.py` it writes what PyTorch says of that, with the weights of its int8 export:

    python3 training/fixture.py RUN test/fixtures/mav-small.json [LEVELS]
"""

import json
import os
import sys

import blas  # before torch
import torch

import data
from export import round_to_int8, write_folder
from model import Model, greedy
from train import open_run

PROMPTS = [
    "<mav game=chess> %prev_state %prev_action %state </mav>\n[%prev_state w || . . . . . . K . . . . . . P P P . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . p p p R . . . . . k . |00000001031||]\n[%prev_action a8f8]\n",
    "<mav game=hex> %state %top_12 %best_action </mav>\n[%state o || x . . o . o . . x . . . . . . . . . . . . . . . . ||]\n",
]
CHESS = [
    "<mav game=chess> %prev_state %prev_action %state </mav>\n[%prev_state b || R N B Q K B N R P P P P . P P P . . . . . . . . . . . . P . . . . . . . . . . . . . . . . . . . p p p p p p p p r n b q k b n r |11110000001||]\n[%prev_action c7c5]\n",
    "<mav game=chess960> %prev_state %prev_action %state </mav>\n[%prev_state w || . . . . K R . . . . . . . P P P . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . p p p . . . . . r k . |10000000031||]\n[%prev_action e1f1]\n",
]
STONES = [
    "<mav game=connect_four> %prev_state %prev_action %state </mav>\n[%prev_state x || . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . o x . . ||]\n[%prev_action x4]\n",
    "<mav game=connect_four> %state %top_all %best_action </mav>\n[%state x || . . . . . . . . . . . . . . . . x . . . o . . x o x . o . . o o o . x x . x o x x o ||]\n",
    "<mav game=hex> %prev_state %prev_action %state </mav>\n[%prev_state x || . o . . . . . . . . . . . . . . x . . . . . . . . ||]\n[%prev_action a5]\n",
]
TEXTS = [
    "<mav game=chess> %prev_FEN %prev_action %FEN %state %top_all %best_action </mav>\n[%prev_FEN 1b1b4/1P6/8/3pP3/8/8/8/b1K1k3 w - d6 0 41]\n[%prev_action b7c8q]\n",
    "[%top_5 b1c3:<ctrl34> e7e8n:<ctrl1> e1g1:<ctrl64>]\n[%best_action b1c3]\n[%top_1 invalid : \"0-1\"]\n",
    "<mav game=connect_four> %state %top_all </mav>\n[%state o || . . x o . . x ||]\n[%top_all o6:<ctrl7> o0:<ctrl9>]\n",
    "<mav game=hex> %prev_state %prev_action %state </mav>\n[%prev_action k11]\n[%best_action a10]\n",
    "Expand from node <root>: <root g3g6> <root c2e2>\nDecision for node: <root>\ng3d6 : \"<ctrl33>\"\nPlaying g3g6!\n",
    "{\"a text of no game\": [0.5, \"~\"]}",
]


def tiny(vocabulary):
    """Two layers of eight numbers, with weights so large that no two tokens are as likely."""
    torch.manual_seed(8)
    model = Model(len(vocabulary.words), vocabulary.starts, vocabulary.named, layers=2, width=8, heads=2)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 2:
                parameter.copy_(torch.randn_like(parameter) * 0.6)
    return model.eval()


def runs_of(model, vocabulary, prompts, sure):
    """Logits behind each prompt, and how the model goes on. The likeliest token must not be a matter of rounding: it is ahead by `sure`."""
    runs = []
    for prompt in prompts:
        ids = vocabulary.encode(prompt)
        with torch.no_grad():
            logits = model(torch.tensor([ids]))[0][0]
        answer = greedy(model, ids, vocabulary.end, 160 if sure == 0 else 40)
        with torch.no_grad():
            best = model(torch.tensor([ids + answer]))[0][0, len(ids) - 1 :].topk(2).values
        assert sure == 0 or float((best[:, 0] - best[:, 1]).min()) > sure
        runs.append({"prompt": prompt, "logits": [round(x, 4) for x in logits[-1].tolist()], "answer": answer})
    return runs


def tiny_fixture(folder):
    vocabulary = data.Vocabulary()
    model = tiny(vocabulary)
    write_folder(model, vocabulary, folder, context=512, levels=127)
    texts = [{"text": text, "ids": vocabulary.encode(text)} for text in PROMPTS + TEXTS]
    write(os.path.join(folder, "expected.json"), {"runs": runs_of(model, vocabulary, PROMPTS, 0.005), "texts": texts})


def run_fixture(run, file, levels=127):
    model, vocabulary, found = open_run(run)
    round_to_int8(model, levels)
    steps = CHESS if found["recipe"].get("hex_size") is None else STONES
    write(file, {"runs": runs_of(model, vocabulary, steps, 0)})


def write(name, content):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(content, file)
        file.write("\n")


if __name__ == "__main__":
    torch.set_num_threads(1)
    if len(sys.argv) > 2:
        run_fixture(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
    else:
        tiny_fixture(sys.argv[1])
