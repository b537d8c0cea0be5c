"""Errors with codes."""

from __future__ import annotations


class StateLensError(Exception):
    """A request that cannot be scored, or a command that does not answer.

    `code` is one of a request (`bad-json`, `bad-request`, `bad-moves`, `budget`, `failed`), or `no-command`, `ended`,
    `timeout`, `closed`, `bad-answer`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> "tuple[type[StateLensError], tuple[str, str]]":
        return type(self), (self.code, str(self))
