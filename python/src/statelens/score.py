"""Requests and their answers."""

from __future__ import annotations

from html import escape
from typing import Any, Dict, List, Optional, TypedDict, Union

from .errors import StateLensError

MIME = "application/vnd.statelens+json"
"""MIME type that VS Code shows as two boards."""

Request = TypedDict(
    "Request",
    {
        "id": Union[str, int, float, None],
        "true": str,
        "moves": Union[str, List[str]],
        "start": str,
        "predicted": Optional[str],
        "answer": str,
        "prompt": str,
        "take": str,
        "game": str,
        "world": str,
        "m": int,
        "states": bool,
    },
    total=False,
)
"""Fields of a request: `true` or `moves`, and `predicted` or `answer`; the others are optional (docs/integrate.md)."""


class Score(Dict[str, Any]):
    """An answer of StateLens: a dictionary with the fields of docs/integrate.md; a notebook shows it."""

    @property
    def error(self) -> Optional[StateLensError]:
        """The reason why the request was not scored; None for a scored one."""
        fault = self.get("error")
        return None if fault is None else StateLensError(str(fault["code"]), str(fault["message"]))

    @property
    def is_unread(self) -> bool:
        """True for an answer whose state cannot be read: it has no numbers, and is no wrong answer."""
        return self.get("verdict") == "unread"

    @property
    def p_m(self) -> Optional[float]:
        """p at the largest depth, 0 to 1; None without a score."""
        return self._last("p")

    @property
    def r_m(self) -> Optional[float]:
        """r at the largest depth, 0 to 1; None without a score."""
        return self._last("r")

    def _last(self, name: str) -> Optional[float]:
        values = self.get(name)
        return float(values[-1]) if values else None

    def __repr__(self) -> str:
        if "error" in self:
            return "StateLens: " + str(self["error"]["message"])
        label = f"{self['label']}: " if "label" in self else ""
        if self.is_unread or not self.get("p"):
            return f"{label}{self.get('sentence', '')}"
        numbers = [f"{name}_{len(self[name])} {self[name][-1]:.2f}" for name in ("p", "r")]
        return " · ".join([f"{label}{self['sentence']}", *numbers, f"edit {self['editDistance']}"])

    def _repr_html_(self) -> str:
        """A table for notebooks that have no renderer for `MIME`; all texts are escaped."""
        if "error" in self:
            return f"<p>StateLens: {escape(str(self['error']['message']))}</p>"
        states = self.get("states", {})
        predicted = states.get("predicted")
        rows = [("model", self.get("label")), ("belief", self.get("sentence")), ("verdict", self.get("verdict"))]
        if self.p_m is not None and self.r_m is not None:
            rows += [(f"p_{len(self['p'])}", f"{self.p_m:.2f}"), (f"r_{len(self['r'])}", f"{self.r_m:.2f}")]
        rows += [("edit distance", self.get("editDistance")), ("true", states.get("true"))]
        if states:
            rows.append(("predicted", "No state in the answer" if predicted is None else predicted))
        cells = [
            f"<tr><th scope='row'>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
            for name, value in rows
            if value is not None
        ]
        return f"<table>{''.join(cells)}</table>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, Any]:
        bundle: Dict[str, Any] = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if "states" in self or "error" in self:
            bundle[MIME] = dict(self)
        return bundle


def p_of(score: "Dict[str, Any]") -> Optional[float]:
    """Returns p at the largest depth as a reward: 0 where it could not be computed, None for an unread answer.

    Raises StateLensError for a wrong request (`bad-json`, `bad-request`, `bad-moves`): broken data is no bad answer.
    """
    own = Score(score)
    error = own.error
    if error is not None and error.code.startswith("bad-"):
        raise error
    if own.is_unread:
        return None
    return own.p_m if own.p_m is not None else 0.0
