"""The transformer of `model.py` as an ONNX graph, written by hand: some 250 nodes, where tracing gives six times as many, which a
runtime takes a second to read. Texts of one length can be read together, and go on together."""

import math

import torch
from onnx import TensorProto, helper, numpy_helper, save

from model import PLACES

OPSET = 20  # the first with Gelu
IR = 8
INT8_LEAST = 512  # smaller tensors stay float32
HIDDEN = -1e9


def cache_names(layers):
    """What is kept of each token: whether a line begins with it, then the keys and values of each layer."""
    return ["line"] + [f"{i}.{kind}" for i in range(layers) for kind in ("key", "value")]


def to_int8(tensor, levels=127):
    """Whole numbers of -levels to levels and the size of one, for each row. Fewer levels compress better."""
    size = tensor.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / levels
    return torch.round(tensor / size).to(torch.int8), size


def is_packed(tensor):
    return tensor.dim() == 2 and tensor.numel() >= INT8_LEAST and tensor.dtype == torch.float32 and tensor.shape[1] > 1


class Graph:
    """Nodes in their order. Each method returns the name of what it adds."""

    def __init__(self, levels):
        self.levels = levels
        self.nodes, self.tensors, self.names = [], [], {}

    def __call__(self, op, *inputs, outputs=None, **attributes):
        """A node with one output, or with those that are named."""
        self.names[op] = self.names.get(op, 0) + 1
        out = outputs or [f"{op}{self.names[op]}"]
        self.nodes.append(helper.make_node(op, list(inputs), out, **attributes))
        return out[0] if outputs is None else out

    def tensor(self, name, values):
        self.tensors.append(numpy_helper.from_array(values.detach().contiguous().numpy(), name))
        return name

    def numbers(self, *values, kind=torch.int64):
        """A constant list of numbers, once for the same ones."""
        name = "_".join([str(kind)[6:], *map(str, values)])
        if name not in self.names:
            self.names[name] = 1
            self.tensor(name, torch.tensor(values, dtype=kind))
        return name

    def weight(self, name, values):
        """A parameter of the model by its name there; a matrix as int8 with a factor a row, where that was asked for."""
        if self.levels is None or not is_packed(values):
            return self.tensor(f"model.{name}", values)
        whole, size = to_int8(values, self.levels)
        numbers = self("Cast", self.tensor(f"model.{name}.int8", whole), to=TensorProto.FLOAT)
        return self("Mul", numbers, self.tensor(f"model.{name}.size", size))

    def reshape(self, x, *shape):
        return self("Reshape", x, self.numbers(*shape))

    def part(self, x, begin, end, axis):
        return self("Slice", x, begin, end, self.numbers(axis))


def place_parts(graph, model, ids, past):
    """What is known of places: the embeddings of here, of the place to come, of the square named here and before [b, n, width], the
    positions [n, 1], the mask [n, all], and the cache of lines."""
    places = graph.weight("places.weight", model.places.weight)
    named = graph("Gather", graph.tensor("model.named", model.named), ids)
    whether = graph("Gather", graph.tensor("model.is_start", model.is_start), ids)
    name = graph("Unsqueeze", graph("Cast", named, to=TensorProto.FLOAT), graph.numbers(-1))
    new = graph("Unsqueeze", graph("Concat", whether, name, axis=-1), graph.numbers(1))
    line = graph("Concat", past, new, axis=2, outputs=["present.line"])[0]

    count = graph("Shape", ids, start=1, end=2)
    all_count = graph("Shape", line, start=2, end=3)
    first = graph("Sub", all_count, count)
    scalar = graph.numbers(0)
    ends = [graph("Squeeze", x, scalar) for x in (first, all_count)]
    zero, one = [graph("Squeeze", graph.numbers(i), scalar) for i in (0, 1)]
    every = graph("Range", zero, ends[1], one)
    at = graph("Unsqueeze", graph("Range", ends[0], ends[1], one), graph.numbers(1))
    later = graph("Greater", graph("Unsqueeze", every, graph.numbers(0)), at)
    nothing = graph.numbers(0.0, kind=torch.float32)
    hidden = graph("Where", later, graph.numbers(HIDDEN, kind=torch.float32), nothing)

    # the last line begin at or before each token; before the first one, the text's own begin
    rows = graph("Squeeze", line, graph.numbers(1))
    begins, names = graph("Split", rows, axis=2, num_outputs=2, outputs=["begins", "names"])
    marks = graph("Mul", graph("Squeeze", begins, graph.numbers(2)), graph("Cast", every, to=TensorProto.FLOAT))
    seen = graph("Where", later, nothing, graph("Unsqueeze", marks, graph.numbers(1)))
    begin = graph("Cast", graph("ReduceMax", seen, graph.numbers(2), keepdims=0), to=TensorProto.INT64)
    place = graph("Sub", graph("Squeeze", at, graph.numbers(1)), begin)
    last = graph.numbers(PLACES - 1)
    here = graph("Gather", places, graph("Min", place, last))
    there = graph("Gather", places, graph("Min", graph("Add", place, graph.numbers(1)), last))

    # names of the token before: those of all, moved on by one
    nobody = graph("Mul", graph.part(names, graph.numbers(0), graph.numbers(1), 1), nothing)
    before = graph.part(graph("Concat", nobody, names, axis=1), first, all_count, 1)
    own = [graph.part(names, first, all_count, 1), before]
    squares = []
    for part in own:
        table = graph("Gather", places, graph("Cast", graph("Squeeze", part, graph.numbers(2)), to=TensorProto.INT64))
        squares.append(graph("Mul", table, graph("Min", part, graph.numbers(1.0, kind=torch.float32))))
    return graph("Concat", here, there, *squares, axis=-1), graph("Cast", at, to=TensorProto.FLOAT), hidden


def turns(graph, heads, size, at):
    """Cosine and sine for queries and keys [2 heads, n, size], and the matrix that turns a pair of numbers by a right angle. The
    angles of heads that know no positions are 0."""
    half = size // 2
    speed = torch.exp(torch.arange(half, dtype=torch.float32) * (-math.log(10000.0) / half))
    speeds = torch.zeros(2 * heads, 1, size)
    for head in range(2 * heads):
        if head % heads >= heads // 2:
            speeds[head, 0] = torch.cat([speed, speed])
    angle = graph("Mul", at, graph.tensor("speeds", speeds))
    turn = torch.zeros(size, size)
    for i in range(half):
        turn[half + i, i], turn[i, half + i] = -1.0, 1.0
    return graph("Cos", angle), graph("Sin", angle), graph.tensor("right_angle", turn)


def linear(graph, name, layer, x, outputs=None):
    """A layer's product with its weights, and its bias where it has one."""
    product = graph("MatMul", x, graph("Transpose", graph.weight(f"{name}.weight", layer.weight), perm=[1, 0]))
    return product if layer.bias is None else graph("Add", product, graph.weight(f"{name}.bias", layer.bias), outputs=outputs)


def norm(graph, name, layer, x):
    scale, bias = graph.weight(f"{name}.weight", layer.weight), graph.weight(f"{name}.bias", layer.bias)
    return graph("LayerNormalization", x, scale, bias, axis=-1, epsilon=layer.eps)


def write_graph(model, file, levels=None):
    """Writes model.onnx: `input_ids` [b, n] and a past in, `logits` [b, n, words] and the past with these tokens out. With levels,
    matrices are int8."""
    width, heads, layers = model.sizes["width"], model.sizes["heads"], model.sizes["layers"]
    size = width // heads
    graph = Graph(levels)
    names = cache_names(layers)
    words = graph.weight("words.weight", model.words.weight)
    places, at, hidden = place_parts(graph, model, "input_ids", "past_key_values.line")
    x = graph("Add", graph("Gather", words, "input_ids"), places)
    cos, sin, right_angle = turns(graph, heads, size, at)
    scale = graph.numbers(1 / math.sqrt(size), kind=torch.float32)
    sizes = graph.numbers(2 * width, width)
    for i, block in enumerate(model.blocks):
        name = f"blocks.{i}"
        read = linear(graph, f"{name}.qkv", block.qkv, norm(graph, f"{name}.norm1", block.norm1, x))
        asked, value = graph("Split", read, sizes, axis=-1, outputs=[f"{name}.asked", f"{name}.value"])
        pairs = graph("Transpose", graph.reshape(asked, 0, 0, 2 * heads, size), perm=[0, 2, 1, 3])
        turned = graph("Add", graph("Mul", pairs, cos), graph("Mul", graph("MatMul", pairs, right_angle), sin))
        query, key = graph("Split", turned, axis=1, num_outputs=2, outputs=[f"{name}.query", f"{name}.key"])
        value = graph("Transpose", graph.reshape(value, 0, 0, heads, size), perm=[0, 2, 1, 3])
        key = graph("Concat", f"past_key_values.{i}.key", key, axis=2, outputs=[f"present.{i}.key"])[0]
        value = graph("Concat", f"past_key_values.{i}.value", value, axis=2, outputs=[f"present.{i}.value"])[0]
        fits = graph("MatMul", graph("Mul", query, scale), graph("Transpose", key, perm=[0, 1, 3, 2]))
        looks = graph("Softmax", graph("Add", fits, hidden), axis=-1)
        seen = graph.reshape(graph("Transpose", graph("MatMul", looks, value), perm=[0, 2, 1, 3]), 0, 0, width)
        x = graph("Add", x, linear(graph, f"{name}.mix", block.mix, seen))
        up = graph("Gelu", linear(graph, f"{name}.up", block.up, norm(graph, f"{name}.norm2", block.norm2, x)))
        x = graph("Add", x, linear(graph, f"{name}.down", block.down, up))
    graph("MatMul", norm(graph, "norm", model.norm, x), graph("Transpose", words, perm=[1, 0]), outputs=["logits"])

    def cache(kind, tokens):
        shapes = {name: ["batch", 1, tokens, 2] if name == "line" else ["batch", heads, tokens, size] for name in names}
        return [helper.make_tensor_value_info(f"{kind}.{name}", TensorProto.FLOAT, shape) for name, shape in shapes.items()]

    inputs = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "n"]), *cache("past_key_values", "past")]
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "n", len(model.words.weight)])
    whole = helper.make_graph(graph.nodes, "mav", inputs, [logits, *cache("present", "all")], graph.tensors)
    save(helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR, producer_name="StateLens"), file)
