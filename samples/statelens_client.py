"""Scores of states by StateLens, over `statelens serve --stdio`: copy this file beside your training script or notebook."""
import itertools
import json
import subprocess
import threading

MIME = "application/vnd.statelens+json"


class Comparison(dict):
    """An answer of StateLens with the states it is about; VS Code shows it in a notebook as two boards."""

    def __repr__(self):
        if "error" in self:
            return "StateLens: " + self["error"]["message"]
        if self.get("verdict") == "unread":
            return f"{self['label']}: {self['sentence']}"
        numbers = [f"{name}_{len(self[name])} {self[name][-1]:.2f}" for name in ("p", "r")]
        return " · ".join([f"{self['label']}: {self['sentence']}", *numbers, f"edit {self['editDistance']}"])

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {MIME: dict(self), "text/plain": repr(self)}


def p_of(scored):
    """p at the largest depth, 0 where it could not be computed, None where the answer could not be read; raises where the request is wrong."""
    error = scored.get("error")
    if error and error["code"].startswith("bad-"):
        raise ValueError(error["message"])
    if scored.get("verdict") == "unread":
        return None
    return scored["p"][-1] if "p" in scored else 0.0


class StateLens:
    def __init__(self, command=("statelens",), depth=4):
        args = [*command, "serve", "--stdio", "--depth", str(depth)]
        self.process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def score(self, requests):
        """Yields the answers to requests, in their order; a thread writes while answers are read."""
        ahead, requests = itertools.tee(requests)
        threading.Thread(target=self._send, args=(ahead,), daemon=True).start()
        for _ in requests:
            yield json.loads(self.process.stdout.readline())

    def _send(self, requests):
        for request in requests:
            self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def reward(self, moves, answer):
        """p at the largest depth, of the state in a model's answer after moves: 1 for a state that allows nothing wrong."""
        (scored,) = self.score([{"moves": moves, "answer": answer}])
        return p_of(scored)

    def compare(self, label="the model", **request):
        """Compares two states, given as in a request: `compare(moves="1. e4", answer=text, label="gpt-4o")`."""
        (scored,) = self.score([{**request, "states": True}])
        return Comparison(scored, label=label)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
