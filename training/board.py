"""A network that sees a whole board at a time: two-way attention between squares, from the side to move, and heads that are read off.

A square is what stands on it, its row and its column, and, where an action was made, whether that went from or to it. Attention knows
the way from square to square: each head of each layer has a number for each step of rows and columns. From the last layer are read

- which actions are legal, all at a time: a number for each pair of squares,
- what an action is worth: 64 buckets from its two squares,
- what stands on each square after an action: what stood there is likely from the start."""

import math

import torch
from torch import nn
from torch.nn import functional as F

MARKS = 7  # of a square: none, where an action came from, where it went to without and with promotion to knight, bishop, rook, queen
PROMOTIONS = 5
BUCKETS = 64
DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1))
SHARP = 4.0  # number of a way by which a head looks along it rather than anywhere else
PAIR = 64  # numbers of a square by which it finds the other one of an action


class Layer(nn.Module):
    def __init__(self, width, heads, steps):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.mix = nn.Linear(width, width, bias=False)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.ways = nn.Parameter(torch.zeros(heads * steps))

    def forward(self, x, way):
        batch, squares, width = x.shape
        size = width // self.heads
        q, k, v = [part.view(batch, squares, self.heads, size).transpose(1, 2) for part in self.qkv(self.norm1(x)).chunk(3, dim=-1)]
        bias = self.ways.view(self.heads, -1)[:, way]
        looks = torch.softmax((q * (1 / math.sqrt(size))) @ k.transpose(2, 3) + bias, dim=-1)
        x = x + self.mix((looks @ v).transpose(1, 2).reshape(batch, squares, width))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Board(nn.Module):
    """codes: kinds of what stands on a square."""

    def __init__(self, rows=8, columns=8, codes=16, layers=4, width=96, heads=6):
        super().__init__()
        self.sizes = {"rows": rows, "columns": columns, "codes": codes, "layers": layers, "width": width, "heads": heads}
        steps = (2 * rows - 1) * (2 * columns - 1)
        self.codes, self.marks = nn.Embedding(codes, width), nn.Embedding(MARKS, width)
        self.rows, self.columns = nn.Embedding(rows, width), nn.Embedding(columns, width)
        self.blocks = nn.ModuleList(Layer(width, heads, steps) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.source, self.target = nn.Linear(width, PAIR), nn.Linear(width, PAIR)
        self.legal_ways, self.legal_bias = nn.Parameter(torch.zeros(steps)), nn.Parameter(torch.tensor(-4.0))
        self.worth_source, self.worth_target = nn.Linear(width, 2 * PAIR), nn.Linear(width, 2 * PAIR, bias=False)
        self.worth_promotion = nn.Embedding(PROMOTIONS, 2 * PAIR)
        self.worth = nn.Linear(2 * PAIR, BUCKETS)
        self.after, self.stay = nn.Linear(width, codes), nn.Parameter(torch.tensor(3.0))
        row, column = torch.arange(rows * columns) // columns, torch.arange(rows * columns) % columns
        way = (row[:, None] - row[None] + rows - 1) * (2 * columns - 1) + column[:, None] - column[None] + columns - 1
        for name, value in (("row", row), ("column", column), ("way", way)):
            self.register_buffer(name, value, persistent=False)
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.05 if isinstance(module, nn.Embedding) else 0.02)
        nn.init.zeros_(self.marks.weight)
        for block in self.blocks:
            for last in (block.mix, block.down):
                nn.init.normal_(last.weight, std=0.02 / math.sqrt(2 * layers))
        for head in (self.source, self.target):
            nn.init.normal_(head.weight, std=1 / math.sqrt(width))

    @torch.no_grad()
    def look_along(self, reach, fall):
        """Begins with heads that look along the eight directions, in all layers but the last: `reach` squares far, each `fall` less than the
        one before. The numbers of ways grow slowly from nothing, and games of lines need them large."""
        rows, columns = self.sizes["rows"], self.sizes["columns"]
        for block in self.blocks[:-1]:
            ways = block.ways.view(block.heads, 2 * rows - 1, 2 * columns - 1)
            for head, (down, right) in zip(range(block.heads), DIRECTIONS):
                for step in range(1, reach + 1):
                    # a way is that from the square that is looked at
                    row, column = rows - 1 - step * down, columns - 1 - step * right
                    if 0 <= row < ways.shape[1] and 0 <= column < ways.shape[2]:
                        ways[head, row, column] = SHARP - fall * (step - 1)

    def forward(self, codes, marks):
        """codes, marks: [batch, squares]. Returns [batch, squares, width], from which the heads read."""
        x = self.codes(codes) + self.marks(marks) + self.rows(self.row) + self.columns(self.column)
        for block in self.blocks:
            x = block(x, self.way)
        return self.norm(x)

    def legal(self, x):
        """Logits that an action from a square to a square is legal, [batch, from, to]."""
        fits = self.source(x) @ self.target(x).transpose(1, 2) * (1 / math.sqrt(PAIR))
        return fits + self.legal_ways[self.way] + self.legal_bias

    def values(self, x, board, source, target, promotion):
        """Logits of the buckets of actions, [actions, 64]; `board` is the row of x that an action belongs to."""
        seen = self.worth_source(x)[board, source] + self.worth_target(x)[board, target] + self.worth_promotion(promotion)
        return self.worth(F.gelu(seen))

    def next(self, x, codes):
        """Logits of what stands on the squares after the action that is marked, [batch, squares, codes]."""
        return self.after(x) + self.stay * F.one_hot(codes, self.sizes["codes"]).to(x.dtype)


def marks_of(source, target, promotion, squares):
    """Marks of actions, [actions, squares]."""
    marks = torch.zeros(len(source), squares, dtype=torch.int64, device=source.device)
    marks.scatter_(1, source[:, None], 1)
    return marks.scatter_(1, target[:, None], 2 + promotion[:, None])
