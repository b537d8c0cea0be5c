"""Scores of the states that language models write, by the `statelens` command (docs/integrate.md)."""

from .client import StateLens
from .command import find_command, run_command
from .errors import StateLensError
from .rows import columns, report, report_rows, run_rows, score_files
from .score import MIME, Request, Score, p_of

__all__ = [
    "MIME",
    "Request",
    "Score",
    "StateLens",
    "StateLensError",
    "columns",
    "find_command",
    "p_of",
    "report",
    "report_rows",
    "run_command",
    "run_rows",
    "score_files",
]
__version__ = "0.1.0"
