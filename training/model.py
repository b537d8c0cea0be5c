"""A small decoder-only transformer that knows where in a line it reads: rotary positions, and a place counted from the bracket.

One table of places serves three ends: the place of a token, the place of the token to come, and, for the name of a square, the
place of that square in a state; a token knows the square that the token before it names, too. The first layers begin with heads that
look for the same place, which is what a transition needs: copy the square before (coming = here), see which piece comes from the
square named before (named before = here), see whether the action names the square (coming = name). What they do with it is learned,
and they may become anything else."""

import math

import torch
from torch import nn
from torch.nn import functional as F

LOOK = 1.5  # how sharply a head that begins with looking for a place does so
PLACES = 256  # places inside a line that have an embedding of their own; what stands further shares the last one


def rotary(x, at):
    """Turns pairs of numbers by an angle that grows with the position (Su et al., RoFormer). x: [batch, heads, n, size], at: [n]."""
    half = x.shape[-1] // 2
    speed = torch.exp(torch.arange(half, dtype=torch.float32, device=x.device) * (-math.log(10000.0) / half))
    angle = at.to(torch.float32).unsqueeze(-1) * speed
    cos, sin = torch.cos(angle), torch.sin(angle)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


class Block(nn.Module):
    """Half of the heads know no positions but those in a line: what they look for may stand anywhere before."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.still = heads // 2
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.mix = nn.Linear(width, width, bias=False)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, at, hidden, past):
        """hidden: [n, all], far below 0 where a token must not look; past: keys and values of the tokens before, or None."""
        size = x.shape[-1] // self.heads
        q, k, v = [
            part.reshape(x.shape[0], -1, self.heads, size).transpose(1, 2)
            for part in self.qkv(self.norm1(x)).chunk(3, dim=-1)
        ]
        q, k = [torch.cat([part[:, : self.still], rotary(part[:, self.still :], at)], dim=1) for part in (q, k)]
        if past is not None:
            k, v = torch.cat([past[0], k], dim=2), torch.cat([past[1], v], dim=2)
        looks = torch.softmax((q * (1 / math.sqrt(size))) @ k.transpose(2, 3) + hidden, dim=-1)
        seen = (looks @ v).transpose(1, 2).reshape(x.shape[0], -1, self.heads * size)
        x = x + self.mix(seen)
        return x + self.down(F.gelu(self.up(self.norm2(x)))), (k, v)


class Model(nn.Module):
    """Logits of the next token. `starts` are the tokens from which the place inside a line is counted; `named` has, for each
    token, the place in a state of the square that it names, or 0."""

    def __init__(self, words, starts, named, layers=6, width=128, heads=4):
        super().__init__()
        self.sizes = {"layers": layers, "width": width, "heads": heads}
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(PLACES, width // 4)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        is_start = torch.zeros(words, 1)
        is_start[starts] = 1.0
        self.register_buffer("is_start", is_start)
        self.register_buffer("named", torch.tensor(named))
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.02)
        nn.init.normal_(self.places.weight, std=0.05)
        for block in self.blocks:
            for last in (block.mix, block.down):
                nn.init.normal_(last.weight, std=0.02 / math.sqrt(2 * layers))
        here, coming, name, before = 0, 1, 2, 3
        for layer, head, asks, knows in ((0, 0, coming, here), (0, 1, before, here), (1, 0, coming, name), (1, 1, coming, before), (2, 0, coming, name), (2, 1, name, here)):
            if layer < layers and head < self.blocks[layer].still:
                self.look_for(layer, head, asks, knows)

    def look_for(self, layer, head, asks, knows):
        """Begins a head with looking for tokens whose part `knows` is the part `asks` of its own."""
        width, part, size = self.sizes["width"], self.sizes["width"] // 4, self.sizes["width"] // self.sizes["heads"]
        weight = self.blocks[layer].qkv.weight
        same = torch.eye(size, part)
        with torch.no_grad():
            weight[head * size : (head + 1) * size, asks * part : (asks + 1) * part] += LOOK * same
            weight[width + head * size : width + (head + 1) * size, knows * part : (knows + 1) * part] += LOOK * same

    def forward(self, ids, past=None):
        """ids: [batch, n]. past: what the call before returned: of each token whether a line begins with it and which place it
        names [batch, 1, m, 2], then keys and values.

        Returns the logits [batch, n, words] and the same with these tokens."""
        name = self.named[ids]
        begun = torch.cat([self.is_start[ids], name.unsqueeze(-1).to(torch.float32)], dim=-1).unsqueeze(1)
        if past is not None:
            begun = torch.cat([past[0], begun], dim=2)
        every = torch.arange(begun.shape[2], device=ids.device)
        at = every[begun.shape[2] - ids.shape[1] :]
        is_later = every.unsqueeze(0) > at.unsqueeze(1)  # [n, all]
        zero = torch.zeros(1, device=ids.device)
        # the last line begin at or before each token; before the first one, the text's own begin
        marks = torch.where(is_later, zero, begun[:, 0, :, 0].unsqueeze(1) * every.to(torch.float32))
        place = at.unsqueeze(0) - marks.amax(dim=2).to(torch.int64)
        here = self.places(place.clamp(max=PLACES - 1))
        there = self.places((place + 1).clamp(max=PLACES - 1))
        names = torch.cat([torch.zeros_like(begun[:, 0, :1, 1]), begun[:, 0, :, 1]], dim=1).to(torch.int64)
        before = names[:, begun.shape[2] - ids.shape[1] : begun.shape[2]]
        named = [self.places(part) * (part > 0).unsqueeze(-1).to(here.dtype) for part in (name, before)]
        x = self.words(ids) + torch.cat([here, there, *named], dim=-1)
        hidden = torch.where(is_later, zero - 1e9, zero)
        kept = [begun]
        for i, block in enumerate(self.blocks):
            x, pair = block(x, at, hidden, None if past is None else (past[1 + 2 * i], past[2 + 2 * i]))
            kept += pair
        return self.norm(x) @ self.words.weight.t(), kept


def empty_past(model):
    """The past of a text that has not begun."""
    heads, size = model.sizes["heads"], model.sizes["width"] // model.sizes["heads"]
    return [torch.zeros(1, 1, 0, 2)] + [torch.zeros(1, heads, 0, size) for _ in range(2 * model.sizes["layers"])]


def greedy(model, ids, end, most):
    """Tokens that the model goes on with, the likeliest each time, up to `end`."""
    model.eval()
    past, now, answer = empty_past(model), list(ids), []
    with torch.no_grad():
        while len(answer) < most:
            logits, past = model(torch.tensor([now]), past)
            token = int(logits[0, -1].argmax())
            if token == end:
                break
            answer.append(token)
            now = [token]
    return answer


def parameters(model):
    return sum(p.numel() for p in model.parameters())
