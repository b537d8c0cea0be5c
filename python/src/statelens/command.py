"""The `statelens` command: where it is, and single calls of it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import List, Optional, Sequence

from .errors import StateLensError

VARIABLE = "STATELENS_COMMAND"


def find_command(command: Optional[Sequence[str]] = None) -> List[str]:
    """Returns the words of the command.

    By default those of the environment variable STATELENS_COMMAND, then `statelens` on the PATH, then the npm package
    that this file is in.

    Raises StateLensError `no-command` if there is none.
    """
    if command is not None:
        return [command] if isinstance(command, str) else list(command)
    named = os.environ.get(VARIABLE, "").strip()
    if named:
        return shlex.split(named, posix=os.name != "nt")
    found = shutil.which("statelens")
    if found is not None:
        return [found]
    beside = Path(__file__).resolve().parents[3] / "dist" / "cli.mjs"
    node = shutil.which("node")
    if node is not None and beside.is_file():
        return [node, str(beside)]
    raise StateLensError(
        "no-command",
        f"there is no statelens command on the PATH: install the npm package with npm install -g, or set {VARIABLE}",
    )


def run_command(
    arguments: Sequence[str], *, command: Optional[Sequence[str]] = None, timeout: Optional[float] = 600
) -> str:
    """Runs the command once and returns its standard output.

    `timeout` is in seconds, None for no limit.

    Raises StateLensError: `no-command`, `timeout`, or `failed` with what it wrote to standard error.
    """
    words = find_command(command)
    try:
        done = subprocess.run(
            [*words, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise StateLensError("timeout", f"statelens {arguments[0]} took more than {timeout} s") from error
    except OSError as error:
        raise StateLensError("no-command", f"cannot start {words[0]}: {error}") from error
    if done.returncode != 0:
        raise StateLensError("failed", done.stderr.strip() or f"statelens ended with status {done.returncode}")
    return done.stdout
