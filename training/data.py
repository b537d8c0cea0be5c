"""Examples of `statelens mav dataset` as tokens: the vocabulary, what counts in the loss, and the order of batches."""

import json
import random
import re

END, UNKNOWN, LINE_END = "<end>", "<unk>", "\n"
CONTEXT = 2048  # tokens of prompt and answer that a model holds
CHANGED = 5.0  # weight of a square that the action changed


def vocabulary():
    """The tokens, in their order. Every text in ASCII can be written with them; MAV takes one a square, number or tag."""
    files, ranks = "abcdefghijk", range(1, 12)
    places = [f"{f}{r}" for f in files for r in ranks]
    chess = [p for p in places if p[0] <= "h" and int(p[1:]) <= 8]
    tags = ["FEN", "state", "prev_FEN", "prev_state", "prev_action", "best_action", "top_all", "top_"]
    words = [END, UNKNOWN, LINE_END, "<mav", " </mav>"]
    words += [f" game={game}" for game in ("chess960", "chess", "connect_four", "hex")]
    words += [f" %{tag}" for tag in tags] + [f"[%{tag}" for tag in tags]
    words += [f" {piece}" for piece in ".PNBRQKpnbrqkwxo-"] + [" ||", " |", "||]"]
    words += [f" {player}{column}" for player in "xo" for column in range(7)]
    words += [f" {p}" for p in places] + chess
    words += [f":<ctrl{n}>" for n in range(1, 65)] + [f"<ctrl{n}>" for n in range(1, 65)]
    words += ["Minimax breadth=", " depth=", "Evaluation for node:", "Expand from node", "Decision for node:", " <root>", " <root"]
    words += ["Selecting: ", "Selecting ", "Playing ", ' : "', ": "]
    return words + [chr(c) for c in range(32, 127)]


def pattern():
    """How a text is cut into tokens, as a regular expression that Python, JavaScript and Rust read alike.

    A square is a token where an action stands, and nowhere in a FEN, whose `b1` is a bishop and an empty square. Digits of a
    number are tokens of their own."""
    ends = r"[\s\]:!>]"
    to = rf"[a-h][1-8](?=[qrbn]?{ends})"
    first = rf"(?:[a-k](?:1[01]|[1-9])(?={ends})|[a-h][1-8](?={to}))"
    words = [w for w in vocabulary() if len(w) > 1 and w not in (END, UNKNOWN) and not re.fullmatch(r" ?[a-k]\d+| [xo]\d", w)]
    words.sort(key=len, reverse=True)
    plain = "|".join(re.sub(r"([\[\]|.])", r"\\\1", w).replace("\n", r"\n") for w in words if not re.fullmatch(r" [\w.-]", w))
    return "|".join([
        rf" {first}",
        rf"(?<=[\s<][a-h][1-8]){to}",
        rf"(?<=\n)[a-h][1-8](?={to})",
        rf" [xo][0-6](?={ends})",
        plain,
        r" [.PNBRQKpnbrqkwxo\-](?![\w.])",
        r"[\s\S]",
    ])


class Words:
    """Words as tokens, and the regular expression that cuts a text into them."""

    def __init__(self, words, pattern):
        self.words, self.pattern = words, pattern
        self.ids = {word: i for i, word in enumerate(words)}
        assert len(self.ids) == len(words)
        self.cut = re.compile(pattern)
        self.end = self.ids[END]

    def encode(self, text):
        unknown = self.ids[UNKNOWN]
        return [self.ids.get(word, unknown) for word in self.cut.findall(text)]

    def decode(self, ids):
        return "".join(self.words[i] for i in ids if i != self.end)

    def tokenizer(self):
        """The content of `tokenizer.json`."""
        end = {"id": self.end, "content": END, "special": True, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
        return {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [end],
            "normalizer": None,
            "pre_tokenizer": {"type": "Split", "pattern": {"Regex": self.pattern}, "behavior": "Isolated", "invert": False},
            "post_processor": None,
            "decoder": {"type": "Fuse"},
            # each piece is a whole word, so that nothing goes on in it
            "model": {"type": "WordPiece", "unk_token": UNKNOWN, "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": self.ids},
        }


class Vocabulary(Words):
    """Text to tokens and back; `decode(encode(text)) == text` for every text in ASCII."""

    def __init__(self, hex_size=None):
        """hex_size: names of squares are cells of a Hex board of this size, not squares of chess."""
        super().__init__(vocabulary(), pattern())
        self.line_end = self.ids[LINE_END]
        # a place inside a line is counted from these
        self.starts = [i for i, word in enumerate(self.words) if word.startswith("[%") or word == "<mav"]
        # a1 stands behind `[%state`, the player and the bars
        self.named = [self.place_of(word, hex_size) for word in self.words]
        self.squares = {self.ids[f" {piece}"] for piece in ".PNBRQKpnbrqkxo"}
        self.states = {self.ids["[%state"], self.ids["[%prev_state"]}

    @staticmethod
    def place_of(word, hex_size=None):
        """The place in a state of chess, or of Hex, of the square that a word names, in one of Connect Four of the lowest cell of a
        column, or 0."""
        name = word.strip()
        if re.fullmatch(r"[xo][0-6]", name):
            return 3 + 7 * 5 + int(name[1])
        size = hex_size or 8
        if not re.fullmatch(r"[a-k]\d+", name):
            return 0
        file, rank = "abcdefghijk".index(name[0]), int(name[1:]) - 1
        return 3 + size * rank + file if file < size and rank < size else 0


def lines_of(ids, vocabulary):
    """The lines of a text, as pairs of first token and the one behind the last."""
    begin = 0
    for i, token in enumerate(ids):
        if token == vocabulary.line_end:
            yield begin, i + 1
            begin = i + 1
    if begin < len(ids):
        yield begin, len(ids)


def example_of(prompt, target, vocabulary):
    """Tokens, and the weight of each in the loss: 0 in the prompt, 1 in the answer, more for squares that an action changed."""
    asked = vocabulary.encode(prompt)
    ids = asked + vocabulary.encode(target) + [vocabulary.end]
    weights = [0.0] * len(asked) + [1.0] * (len(ids) - len(asked))
    before = None
    for begin, end in lines_of(ids, vocabulary):
        if ids[begin] not in vocabulary.states:
            continue
        for i in range(begin, end):
            other = None if before is None or before + i - begin >= begin else ids[before + i - begin]
            if weights[i] > 0 and other is not None and ids[i] != other and ids[i] in vocabulary.squares and i > begin + 2:
                weights[i] = CHANGED
        before = begin
    return ids, weights


def states_in(text):
    """The boards and players of the native states of a text."""
    return {match[1] for match in re.finditer(r"\[%(?:prev_)?state (\w \|\| [^|\]]*)", text)}


def states_of(files):
    """All states of JSON Lines files."""
    found = set()
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                found |= states_in(record["prompt"] + record["target"])
    return found


def read_examples(files, vocabulary, context=CONTEXT, held_out=frozenset()):
    """The examples of JSON Lines files as (tokens, weights), but those with a state of `held_out`. Examples that no context holds
    are left out, and counted."""
    examples, too_long = [], 0
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                if not line.strip():
                    continue
                record = json.loads(line)
                if held_out and not held_out.isdisjoint(states_in(record["prompt"] + record["target"])):
                    continue
                example = example_of(record["prompt"], record["target"], vocabulary)
                if len(example[0]) > context:
                    too_long += 1
                else:
                    examples.append(example)
    return examples, too_long


def batches(lengths, size, seed):
    """Indices of the examples of each batch, forever: a function of the seed alone. Neighbors in length stand in one batch."""
    epoch = 0
    while True:
        draw = random.Random(f"{seed}:{epoch}")
        order = list(range(len(lengths)))
        draw.shuffle(order)
        groups = []
        for at in range(0, len(order), size * 32):
            near = sorted(order[at : at + size * 32], key=lambda i: (lengths[i], i))
            groups += [near[i : i + size] for i in range(0, len(near), size)]
        draw.shuffle(groups)
        yield from groups
        epoch += 1
