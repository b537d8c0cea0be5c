"""Writes a trained model as a folder that StateLens runs as `--model onnx:FOLDER`: model.onnx, its tokenizer, and its card.

    python3 training/export.py RUN --out FOLDER [--int8]
"""

import argparse
import hashlib
import json
import os

import blas  # before torch
import torch

import data
from graph import is_packed, to_int8, write_graph
from model import parameters
from train import open_run, vocabulary_of


def round_to_int8(model, levels=127):
    """Rounds the weights in place to what the int8 file holds, so that its figures can be measured here."""
    with torch.no_grad():
        for parameter in model.parameters():
            if is_packed(parameter):
                whole, size = to_int8(parameter, levels)
                parameter.copy_(whole.to(torch.float32) * size)


def write_json(file, content):
    with open(file, "w", encoding="utf-8") as out:
        json.dump(content, out, ensure_ascii=False, separators=(",", ":"))
        out.write("\n")


def write_folder(model, vocabulary, folder, context=data.CONTEXT, levels=None):
    """Writes model, tokenizer and configuration; returns the bytes of the model. With levels, the weights are int8."""
    os.makedirs(folder, exist_ok=True)
    file = os.path.join(folder, "model.onnx")
    model.eval()
    if levels is not None:
        round_to_int8(model, levels)
    write_graph(model, file, levels)
    write_json(os.path.join(folder, "tokenizer.json"), vocabulary.tokenizer())
    write_json(os.path.join(folder, "tokenizer_config.json"), {"eos_token": data.END, "clean_up_tokenization_spaces": False})
    sizes = model.sizes
    config = {
        "model_type": "mav-transformer", "eos_token_id": vocabulary.end, "max_position_embeddings": context,
        "vocab_size": len(vocabulary.words), "hidden_size": sizes["width"], "num_hidden_layers": sizes["layers"],
        "num_attention_heads": sizes["heads"],
    }
    write_json(os.path.join(folder, "config.json"), config)
    return os.path.getsize(file)


TOLD = ("random", "randomBoards", "hexSize", "plies", "perPosition", "values", "depth", "order", "testShare")  # options of a dataset


def sources_of(manifest):
    """What a dataset was made of, in words: files, seed, the options that matter."""
    recipe = manifest["recipe"]
    files = [f"{file['file']} (SHA-256 {file['sha256'][:12]}…)" for file in recipe["files"] if "sha256" in file]
    options = [f"{name} {json.dumps(recipe['options'][name])}" for name in TOLD if recipe["options"].get(name) not in (None, False, [], 0)]
    return ", ".join([*files, f"seed {recipe['seed']}", *options])


def figures_text(figures, step):
    """Tables of right answers by kind, with what they were measured on."""
    if figures is None:
        return ["Not measured."]
    of = "" if figures["step"] == step else f" at step {figures['step']:,}"
    lines = [f"Answers written freely{of} by the {figures['weights']} weights, to examples that share no position with the training."]
    for found in figures["sets"]:
        lines += ["", f"{found['examples']} examples of {found['file']}:", "", "| kind | right | of |", "| --- | ---: | ---: |"]
        lines += [f"| {kind} | {right} | {n} |" for kind, (right, n) in sorted(found["kinds"].items())]
    return lines


def card(model, found, size, weights, licence, figures, digest):
    """The model card: what went in, what came out, and how good it is as far as that was measured."""
    recipe, run = found["recipe"], found["run"]
    sizes = recipe
    actions = recipe.get("actions")
    does = "reads and writes MAV" if actions is None else "goes on with the actions of a walk, from actions alone"
    words = len(vocabulary_of(recipe.get("hex_size"), actions).words)
    loss = f"answers only, changed squares {data.CHANGED:g} times" if actions is None else "every action and the end"
    begin = "random weights" if recipe["start"] is None else f"the weights of {recipe['start']}"
    lines = [
        "# Model card", "",
        f"A decoder-only transformer that {does}. Made by `training/` of StateLens.", "",
        f"- Size: {parameters(model):,} parameters ({sizes['layers']} layers of {sizes['width']}, {sizes['heads']} heads), {weights}, {size / 1e6:.2f} MB",
        f"- SHA-256 of model.onnx: {digest}",
        f"- Vocabulary: {words} tokens; context: {recipe['context']} tokens",
        f"- Training: from {begin}, {run['step']:,} of {recipe['steps']:,} steps of {recipe['batch']} examples, {run['tokens']:,} tokens, {run['seconds'] / 60:.1f} minutes, seed {recipe['seed']}",
        f"- Loss ({loss}, mean of the last steps): {run['recent']:.4f}",
        f"- License of the weights: {licence}", "",
        "## Data", "", f"{recipe['examples']:,} examples:", "",
    ]
    for file in recipe["files"]:
        made = f"; {sources_of(file['manifest'])}" if "manifest" in file else ""
        times = "" if file["times"] == 1 else f", {file['times']} times"
        lines.append(f"- {file['name']}{times}, SHA-256 {file['sha256']}{made}")
    if recipe["without"]:
        lines += ["", f"Without examples that have a state of {', '.join(recipe['without'])}."]
    lines += ["", "## Figures", "", *figures_text(figures, run["step"])]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="folder of train.py")
    parser.add_argument("--out", required=True, help="folder of the model")
    parser.add_argument("--int8", action="store_true", help="a quarter of the size")
    parser.add_argument("--levels", type=int, default=127, help="int8: whole numbers up to this; fewer compress better (127)")
    parser.add_argument("--license", default="CC0-1.0", help="license of your weights, for the card (CC0-1.0)")
    given = parser.parse_args()
    model, vocabulary, found = open_run(given.run)
    size = write_folder(model, vocabulary, given.out, found["recipe"]["context"], given.levels if given.int8 else None)
    weights = f"int8 of {2 * given.levels + 1} levels" if given.int8 else "float32"
    measured = os.path.join(given.run, "figures.json")
    figures = None
    if os.path.exists(measured):
        with open(measured, encoding="utf-8") as file:
            figures = json.load(file)
    with open(os.path.join(given.out, "model.onnx"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    with open(os.path.join(given.out, "MODEL.md"), "w", encoding="utf-8") as file:
        file.write(card(model, found, size, weights, given.license, figures, digest))
    print(f"{given.out}: {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
