"""A client of `statelens serve`: one process, any number of threads."""

from __future__ import annotations

import json
import subprocess
import threading
from collections import deque
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from types import TracebackType
from typing import Any, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, Union

from .command import find_command
from .errors import StateLensError
from .score import Score, p_of

_AHEAD = 1024
"""Requests that are sent before the first answer is waited for: more than the server reads ahead."""

_STDERR_LINES = 20
"""Lines of standard error that an error shows."""


class StateLens:
    """A `statelens serve` process.

    It starts with the first request and ends with `close`, with the `with` statement or with Python. Methods may be
    called from any thread; requests of all threads are answered on all cores.

    `depth` is m, `timeout` the longest wait for an answer in seconds (None for no limit), `command` the words of the
    command (default: `find_command`), `options` further options of `statelens serve`, as ("--method", "exact").
    """

    def __init__(
        self,
        command: Optional[Sequence[str]] = None,
        depth: int = 4,
        *,
        timeout: Optional[float] = 120,
        options: Sequence[str] = (),
    ) -> None:
        self.depth = depth
        self.timeout = timeout
        self._command = command
        self._options = list(options)
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._process: Optional["subprocess.Popen[str]"] = None
        self._waiting: Dict[int, "Tuple[Future[Score], Any]"] = {}
        self._errors: Deque[str] = deque(maxlen=_STDERR_LINES)
        self._next = 0
        self._closed = False

    def submit(self, request: Mapping[str, Any]) -> "Future[Score]":
        """Sends a request and returns its answer to come.

        Raises StateLensError `no-command` or `closed`, TypeError for a value that JSON does not have.
        """
        process = self._started()
        answer: "Future[Score]" = Future()
        with self._lock:
            if self._closed:
                raise StateLensError("closed", "the client is closed")
            number = self._next
            self._next += 1
            line = json.dumps({**request, "id": number}) + "\n"
            self._waiting[number] = (answer, request.get("id"))
        assert process.stdin is not None
        try:
            with self._writing:
                process.stdin.write(line)
                process.stdin.flush()
        except (OSError, ValueError):
            # The reader says why the process ended; if it has gone already, nobody else does.
            self._fail(number, self._end())
        return answer

    def score(self, requests: Iterable[Mapping[str, Any]]) -> Iterator[Score]:
        """Yields the answers to requests, in their order; many are computed at the same time.

        A request that cannot be scored is answered in its place, with `error`.

        Raises StateLensError `timeout`, `ended`, `no-command` or `closed`.
        """
        open_answers: "Deque[Future[Score]]" = deque()
        for request in requests:
            open_answers.append(self.submit(request))
            if len(open_answers) >= _AHEAD:
                yield self.wait(open_answers.popleft())
        while open_answers:
            yield self.wait(open_answers.popleft())

    def wait(self, answer: "Future[Score]") -> Score:
        """Returns an answer that `submit` has promised; raises StateLensError `timeout` or `ended`."""
        try:
            return answer.result(self.timeout)
        except FutureTimeout as error:
            raise StateLensError("timeout", f"no answer within {self.timeout} s") from error

    def compare(self, label: str = "the model", **request: Any) -> Score:
        """Compares two states, given as in a request; a notebook shows the result.

        `compare("gpt-4o", moves="1. e4", answer=text)`
        """
        scored = self.wait(self.submit({**request, "states": True}))
        scored["label"] = label
        return scored

    def reward(self, moves: Union[str, Sequence[str]], answer: str, **request: Any) -> Optional[float]:
        """Returns p at the largest depth, of the state in a model's answer after moves.

        1 for a state that allows nothing wrong, 0 for an answer without a state, None for one that cannot be read.

        Raises StateLensError for moves that cannot be played.
        """
        return p_of(self.wait(self.submit({**request, "moves": moves, "answer": answer})))

    def rewards(
        self, moves: Iterable[Union[str, Sequence[str]]], answers: Iterable[str], **request: Any
    ) -> List[Optional[float]]:
        """Returns the reward of each answer after its moves, all computed at the same time.

        Raises StateLensError `bad-request` if the lists differ in length.
        """
        lines, texts = list(moves), list(answers)
        if len(lines) != len(texts):
            raise StateLensError("bad-request", f"{len(lines)} lines of moves, but {len(texts)} answers")
        pairs = zip(lines, texts)
        return [p_of(one) for one in self.score({**request, "moves": line, "answer": text} for line, text in pairs)]

    def close(self) -> None:
        """Ends the process; requests without an answer end with StateLensError `closed`."""
        with self._lock:
            self._closed = True
            process = self._process
        if process is None:
            return
        _close_input(process)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> "StateLens":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _started(self) -> "subprocess.Popen[str]":
        with self._lock:
            if self._closed:
                raise StateLensError("closed", "the client is closed")
            if self._process is not None:
                return self._process
            words = [*find_command(self._command), "serve", "--stdio", "--depth", str(self.depth), *self._options]
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    encoding="utf-8",
                    errors="replace",
                )
            except OSError as error:
                raise StateLensError("no-command", f"cannot start {words[0]}: {error}") from error
            self._process = process
            errors = threading.Thread(target=self._keep_errors, args=(process,), daemon=True)
            errors.start()
            threading.Thread(target=self._read, args=(process, errors), daemon=True).start()
            return process

    def _keep_errors(self, process: "subprocess.Popen[str]") -> None:
        assert process.stderr is not None
        with process.stderr as stream:
            for line in stream:
                self._errors.append(line.rstrip())

    def _read(self, process: "subprocess.Popen[str]", errors: threading.Thread) -> None:
        assert process.stdout is not None
        with process.stdout as stream:
            for line in stream:
                if not self._take(line):
                    process.kill()
                    break
        process.wait()
        errors.join(5)
        _close_input(process)
        with self._lock:
            left = list(self._waiting)
            # A later request starts the command again.
            if self._process is process and not self._closed:
                self._process = None
        for number in left:
            self._fail(number, self._end())

    def _take(self, line: str) -> bool:
        """Hands an answer to the request with its number; returns false for a line that is none."""
        try:
            scored = json.loads(line)
            number = scored["id"]
        except (ValueError, TypeError, KeyError):
            self._errors.append(f"this is no answer: {line.strip()[:200]}")
            return False
        with self._lock:
            answer, own = self._waiting.pop(number, (None, None))
        if answer is None:
            return True
        if own is None:
            scored.pop("id")
        else:
            scored["id"] = own
        if not answer.cancelled():
            answer.set_result(Score(scored))
        return True

    def _fail(self, number: int, error: StateLensError) -> None:
        with self._lock:
            answer, _ = self._waiting.pop(number, (None, None))
        if answer is not None and not answer.cancelled():
            answer.set_exception(error)

    def _end(self) -> StateLensError:
        if self._closed:
            return StateLensError("closed", "the client was closed before the answer came")
        said = "\n".join(self._errors)
        return StateLensError("ended", f"statelens serve ended before the answer came{': ' if said else ''}{said}")


def _close_input(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    try:
        process.stdin.close()
    except OSError:
        # What was not written yet has no reader.
        pass
