"""The network of `board.py` as an ONNX graph. One run says all of a position: no text is read or written in it.

Inputs: `codes` int64 [boards, squares] and `marks`, the same; a list is asked for with marks of 0, a step with those of its action.
Outputs: `legal` float [boards, squares, squares], logits; `found` int64 [3, n]: board, from and to of each action whose logit is above 0;
`worth` float [n, 5, 64]: logits of its buckets, without a promotion and with each; `next` float [boards, squares, codes]: logits of
what stands on the squares after the marked action.
"""

import math

import torch
from onnx import TensorProto, helper, save

from board import BUCKETS, PAIR, PROMOTIONS
from graph import IR, OPSET, Graph, is_packed, linear, norm, to_int8

HALF_LEAST = 2.0**-14  # the smallest number that float16 holds in full


def packed(values, levels):
    """A parameter as the file holds it where it is small: a matrix as whole numbers and the size of one for each row, the rest as it is;
    numbers that are not whole as float16."""
    if not is_packed(values):
        return values.half(), None
    whole, size = to_int8(values, levels)
    return whole, size.clamp(min=HALF_LEAST).half()


def round_as_packed(model, levels=127):
    """Rounds the weights in place to what the file of so many levels to a side holds, so that its figures can be measured here."""
    with torch.no_grad():
        for parameter in model.parameters():
            numbers, size = packed(parameter, levels)
            parameter.copy_(numbers.float() if size is None else numbers.float() * size.float())


class SmallGraph(Graph):
    """A graph whose parameters are those of `packed`, where it has levels."""

    def weight(self, name, values):
        if self.levels is None:
            return super().weight(name, values)
        numbers, size = packed(values, self.levels)
        if size is None:
            return self("Cast", self.tensor(f"model.{name}.half", numbers), to=TensorProto.FLOAT)
        whole = self("Cast", self.tensor(f"model.{name}.int8", numbers), to=TensorProto.FLOAT)
        return self("Mul", whole, self("Cast", self.tensor(f"model.{name}.size", size), to=TensorProto.FLOAT))


def encoder(graph, model):
    """The last layer's numbers of squares, [boards, squares, width]."""
    width, heads, squares = model.sizes["width"], model.sizes["heads"], len(model.row)
    place = [
        graph("Gather", graph.weight(f"{name}.weight", table.weight), graph.tensor(name, index))
        for name, table, index in (("rows", model.rows, model.row), ("columns", model.columns, model.column))
    ]
    stands = graph("Gather", graph.weight("codes.weight", model.codes.weight), "codes")
    marked = graph("Gather", graph.weight("marks.weight", model.marks.weight), "marks")
    x = graph("Add", graph("Add", stands, marked), graph("Add", *place))
    way = graph.tensor("way", model.way.flatten())
    scale = graph.numbers(1 / math.sqrt(width // heads), kind=torch.float32)
    for i, block in enumerate(model.blocks):
        name = f"blocks.{i}"
        read = linear(graph, f"{name}.qkv", block.qkv, norm(graph, f"{name}.norm1", block.norm1, x))
        parts = graph("Transpose", graph.reshape(read, 0, 0, 3, heads, width // heads), perm=[2, 0, 3, 1, 4])
        q, k, v = (graph("Gather", parts, graph.numbers(n)) for n in range(3))
        q, k, v = (graph("Squeeze", part, graph.numbers(0)) for part in (q, k, v))
        ways = graph("Gather", graph.reshape(graph.weight(f"{name}.ways", block.ways), heads, -1), way, axis=1)
        fits = graph("MatMul", graph("Mul", q, scale), graph("Transpose", k, perm=[0, 1, 3, 2]))
        looks = graph("Softmax", graph("Add", fits, graph.reshape(ways, heads, squares, squares)), axis=-1)
        seen = graph.reshape(graph("Transpose", graph("MatMul", looks, v), perm=[0, 2, 1, 3]), 0, 0, width)
        x = graph("Add", x, linear(graph, f"{name}.mix", block.mix, seen))
        up = graph("Gelu", linear(graph, f"{name}.up", block.up, norm(graph, f"{name}.norm2", block.norm2, x)))
        x = graph("Add", x, linear(graph, f"{name}.down", block.down, up))
    return norm(graph, "norm", model.norm, x)


def write_board_graph(model, file, levels=None):
    """Writes model.onnx. With levels, matrices are int8, and the rest float16."""
    graph = SmallGraph(levels)
    squares, codes = len(model.row), model.sizes["codes"]
    x = encoder(graph, model)

    source, target = linear(graph, "source", model.source, x), linear(graph, "target", model.target, x)
    fits = graph("MatMul", source, graph("Transpose", target, perm=[0, 2, 1]))
    ways = graph("Gather", graph.weight("legal_ways", model.legal_ways), graph.tensor("pairs", model.way))
    always = graph("Add", ways, graph.tensor("model.legal_bias", model.legal_bias.reshape(1)))
    scale = graph.numbers(1 / math.sqrt(PAIR), kind=torch.float32)
    legal = graph("Add", graph("Mul", fits, scale), always, outputs=["legal"])[0]

    found = graph("NonZero", graph("Greater", legal, graph.numbers(0.0, kind=torch.float32)), outputs=["found"])[0]
    board, start, end = (graph("Gather", found, graph.numbers(n), axis=0) for n in range(3))
    ends = []
    for head, square in ((model.worth_source, start), (model.worth_target, end)):
        name = "worth_source" if head is model.worth_source else "worth_target"
        at = graph("Transpose", graph("Concat", board, square, axis=0), perm=[1, 0])
        ends.append(graph("GatherND", linear(graph, name, head, x), at))
    both = graph("Unsqueeze", graph("Add", *ends), graph.numbers(1))
    promotions = graph.weight("worth_promotion.weight", model.worth_promotion.weight)
    linear(graph, "worth", model.worth, graph("Gelu", graph("Add", both, promotions)), outputs=["worth"])

    stands = graph("OneHot", "codes", graph.numbers(codes), stay_of(graph, model), axis=-1)
    graph("Add", linear(graph, "after", model.after, x), stands, outputs=["next"])

    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["boards", squares]) for name in ("codes", "marks")]
    shapes = {"legal": ["boards", squares, squares], "worth": ["n", PROMOTIONS, BUCKETS], "next": ["boards", squares, codes]}
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
    outputs.append(helper.make_tensor_value_info("found", TensorProto.INT64, [3, "n"]))
    whole = helper.make_graph(graph.nodes, "board", inputs, outputs, graph.tensors)
    save(helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR, producer_name="StateLens"), file)


def stay_of(graph, model):
    """The two numbers of OneHot: nothing, and how likely it is from the start that a square stays."""
    return graph.tensor("stay", torch.stack([torch.zeros(()), model.stay.detach()]))
