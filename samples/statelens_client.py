"""Scores of states by StateLens, over `statelens serve --stdio`: copy this file beside your training script."""
import itertools
import json
import subprocess
import threading


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
        return scored["p"][-1] if "p" in scored else 0.0

    def close(self):
        self.process.stdin.close()
        self.process.wait()
