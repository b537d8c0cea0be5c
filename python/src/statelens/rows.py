"""Runs, reports and predictions in files as rows: lists of dictionaries, as pandas.DataFrame takes them."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from .command import run_command
from .errors import StateLensError

File = Union[str, "os.PathLike[str]"]
Row = Dict[str, Any]


def report(
    *runs: File,
    depth: int = 4,
    options: Sequence[str] = (),
    command: Optional[Sequence[str]] = None,
    timeout: Optional[float] = 3600,
) -> Dict[str, Any]:
    """Returns the report of run files or folders of them: the JSON of docs/report.md.

    `options` are further options of `statelens report`, as ("--group-by", "cause").

    Raises StateLensError `failed` for files that cannot be read, `no-command` or `timeout`.
    """
    arguments = ["report", *_paths(runs), "--format", "json", "--depth", str(depth), *options]
    return dict(_read(run_command(arguments, command=command, timeout=timeout)))


def run_rows(
    *runs: File,
    depth: int = 4,
    options: Sequence[str] = (),
    command: Optional[Sequence[str]] = None,
    timeout: Optional[float] = 3600,
) -> List[Row]:
    """Returns a row for each sample of runs, with its scores: the columns of docs/runs.md."""
    listed = report(*runs, depth=depth, options=["--list", "samples", *options], command=command, timeout=timeout)
    return [dict(row) for row in listed["samples"]]


def report_rows(written: Mapping[str, Any]) -> List[Row]:
    """Returns a row for each model and length of a report, with figures and their confidence intervals.

    `from` and `to` are plies, both None over all lengths. An interval `exact` gives `exact`, `exact_low` and
    `exact_high`, the depths of p and r `p_1`, `p_1_low` and so on.
    """
    rows: List[Row] = []
    for series in written["series"]:
        head = {"model": series["name"], "baseline": series["floor"]}
        rows.append({**head, "from": None, "to": None, **_figures(series["all"])})
        rows += [
            {**head, "from": group["from"], "to": group["to"], **_figures(group)} for group in series.get("groups", [])
        ]
    return rows


def score_files(
    *files: File,
    depth: int = 4,
    options: Sequence[str] = (),
    command: Optional[Sequence[str]] = None,
    timeout: Optional[float] = 3600,
) -> List[Row]:
    """Returns a row for each prediction in PGN, FEN, EPD or walk files, with its scores: the JSON of docs/cli.md."""
    arguments = ["score", *_paths(files), "--depth", str(depth), *options]
    return [_read(line) for line in run_command(arguments, command=command, timeout=timeout).splitlines() if line]


def columns(rows: Iterable[Mapping[str, Any]]) -> Dict[str, List[Any]]:
    """Returns rows as columns of equal length; None where a row lacks a column."""
    kept = list(rows)
    names = dict.fromkeys(name for row in kept for name in row)
    return {name: [row.get(name) for row in kept] for name in names}


def _figures(cell: Mapping[str, Any]) -> Row:
    row: Row = {name: cell[name] for name in ("n", "scored", "failed", "clusters") if name in cell}
    for name in ("exact", "position", "valid", "accuracy", "editDistance", "f"):
        row.update(_interval(name, cell.get(name)))
    for name in ("p", "r"):
        for depth, interval in enumerate(cell.get(name) or [], 1):
            row.update(_interval(f"{name}_{depth}", interval))
    return row


def _interval(name: str, interval: Optional[Mapping[str, Any]]) -> Row:
    own = interval or {}
    return {name: own.get("value"), f"{name}_low": own.get("low"), f"{name}_high": own.get("high")}


def _paths(files: Sequence[File]) -> List[str]:
    if not files:
        raise StateLensError("bad-request", "no file is named")
    return [os.fspath(file) for file in files]


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise StateLensError("bad-answer", f"statelens wrote no JSON: {text[:200]}") from error
