"""Makes `test/fixtures/mav-tiny`: a model with random weights, and what PyTorch says of it, which the product must say too.

    python3 training/fixture.py test/fixtures/mav-tiny
"""

import json
import os
import sys

import torch

import data
from export import write_folder
from model import Model, greedy

PROMPTS = [
    "<mav game=chess> %prev_state %prev_action %state </mav>\n[%prev_state w || . . . . . . K . . . . . . P P P . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . p p p R . . . . . k . |00000001031||]\n[%prev_action a8f8]\n",
    "<mav game=hex> %state %top_12 %best_action </mav>\n[%state o || x . . o . o . . x . . . . . . . . . . . . . . . . ||]\n",
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


def main(folder):
    torch.set_num_threads(1)
    vocabulary = data.Vocabulary()
    model = tiny(vocabulary)
    write_folder(model, vocabulary, folder, context=512, int8=True)
    runs = []
    for prompt in PROMPTS:
        ids = vocabulary.encode(prompt)
        with torch.no_grad():
            logits = model(torch.tensor([ids]))[0][0]
        answer = greedy(model, ids, vocabulary.end, 40)
        # the likeliest token must not be a matter of rounding
        with torch.no_grad():
            best = model(torch.tensor([ids + answer]))[0][0, len(ids) - 1 :].topk(2).values
        assert float((best[:, 0] - best[:, 1]).min()) > 0.005
        runs.append({"prompt": prompt, "logits": [round(x, 4) for x in logits[-1].tolist()], "answer": answer})
    texts = [{"text": text, "ids": vocabulary.encode(text)} for text in PROMPTS + TEXTS]
    with open(os.path.join(folder, "expected.json"), "w", encoding="utf-8") as file:
        json.dump({"runs": runs, "texts": texts}, file)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
