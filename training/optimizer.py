"""Muon for the matrices of the blocks, AdamW for the rest: a loss is reached in about two thirds of the steps of AdamW alone."""

import torch

SHARE = 20  # the rate of Muon in those of AdamW


class Muon(torch.optim.Optimizer):
    """Momentum whose step is made orthogonal by five Newton-Schulz steps (K. Jordan, Muon, 2024). For matrices alone; queries, keys
    and values that lie in one matrix are three."""

    def __init__(self, parameters, lr, momentum=0.95, decay=0.01):
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "decay": decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for parameter in group["params"]:
                state = self.state[parameter]
                if not state:
                    state["mean"] = torch.zeros_like(parameter)
                mean = state["mean"].mul_(group["momentum"]).add_(parameter.grad)
                ahead = parameter.grad + group["momentum"] * mean
                parts = ahead.chunk(3) if ahead.shape[0] == 3 * ahead.shape[1] else [ahead]
                step = torch.cat([orthogonal(part) * max(1.0, part.shape[0] / part.shape[1]) ** 0.5 for part in parts])
                parameter.mul_(1 - group["lr"] * group["decay"]).add_(step, alpha=-group["lr"])


def orthogonal(x):
    """Nearly the nearest matrix with singular values of 1."""
    is_tall = x.shape[0] > x.shape[1]
    x = x.t() if is_tall else x
    x = x / (x.norm() + 1e-7)
    for _ in range(5):
        a = x @ x.t()
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * (a @ a)) @ x
    return x.t() if is_tall else x


class Both:
    """The two as one optimizer, whose rate is that of AdamW."""

    def __init__(self, model, rate):
        matrices = [p for p in model.blocks.parameters() if p.dim() == 2]
        own = {id(p) for p in matrices}
        rest = [p for p in model.parameters() if id(p) not in own]
        self.muon = Muon(matrices, lr=SHARE * rate)
        self.adam = torch.optim.AdamW(rest, lr=2 * rate, betas=(0.9, 0.95), weight_decay=0.0)

    def set_rate(self, rate):
        for optimizer, share in ((self.muon, SHARE), (self.adam, 2)):
            for group in optimizer.param_groups:
                group["lr"] = share * rate

    def zero_grad(self):
        self.muon.zero_grad(set_to_none=True)
        self.adam.zero_grad(set_to_none=True)

    def step(self):
        self.muon.step()
        self.adam.step()

    def state_dict(self):
        return {"muon": self.muon.state_dict(), "adam": self.adam.state_dict()}

    def load_state_dict(self, state):
        self.muon.load_state_dict(state["muon"])
        self.adam.load_state_dict(state["adam"])
