"""A world as a program: a counter from 0 to 9 of which only the parity is seen."""
import json
import sys


def legal(n):
    return [name for name, ok in (("up", n < 9), ("down", n > 0), ("double", n < 5)) if ok]


def step(n, action):
    return {"up": n + 1, "down": n - 1, "double": 2 * n}[action] if action in legal(n) else None


def read(text):
    return int(text) if text.strip().isdigit() and int(text) < 10 else None


def answer(request):
    op, n = request["op"], read(request.get("state") or request.get("text") or "")
    if op == "info":
        return {"protocol": 1, "name": "Counter", "start": "0", "observes": True, "state_form": "a number from 0 to 9"}
    if op == "step":
        n = step(n, request["action"])
        return {"state": None if n is None else str(n)}
    if n is None:
        return {"error": "a state is a number from 0 to 9"}
    return {"state": str(n), "key": str(n), "legal": legal(n), "observed": "odd" if n % 2 else "even"}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
