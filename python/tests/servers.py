"""Commands for the tests: the real one, and programs that answer as it should not."""

import os
import shlex
import sys

REAL = shlex.split(os.environ.get("STATELENS_COMMAND", ""))
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
NO_QUEEN = "rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
UNREAD = "Board:\nr n b q k b n r\n" + ". . . . . . . .\n" * 5


def program(code):
    """Returns a command that runs Python code, which finds the options of `serve` in sys.argv."""
    return [sys.executable, "-c", code]


SILENT = program("import sys\nfor line in sys.stdin: pass")
BROKEN = program("import sys\nsys.stdin.readline()\nprint('Segmentation fault', file=sys.stderr)\nsys.exit(3)")
CHATTY = program("print('Welcome!', flush=True)\nimport sys\nfor line in sys.stdin: pass")
ECHO = program(
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "    asked = json.loads(line)\n"
    "    print(json.dumps({'id': asked['id'], 'schema': 1, 'p': [1], 'asked': asked.get('n')}), flush=True)"
)
