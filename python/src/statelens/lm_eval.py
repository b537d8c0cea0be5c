"""Metrics for the LM Evaluation Harness: `process_results: !function utils.process_results` of a task.

The task's `utils.py` is one line: `from statelens.lm_eval import process_results`. The harness itself is not imported.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

from .client import StateLens
from .errors import StateLensError

REQUEST_FIELDS = ("true", "moves", "start", "game", "world", "take", "prompt")
"""Columns of the dataset that say what the true state is."""

METRICS = ("state_p", "state_r", "state_exact", "state_position", "state_edit")
"""Names for `metric_list`, with `aggregation: mean`; a lower `state_edit` is better."""

_shared: Optional[StateLens] = None
_lock = threading.Lock()


def make_process_results(
    lens: Optional[StateLens] = None, *, depth: int = 4
) -> Callable[[Mapping[str, Any], Sequence[Any]], Dict[str, float]]:
    """Returns a `process_results` with another depth, or with a client of the caller."""
    own = StateLens(depth=depth) if lens is None else lens

    def process(doc: Mapping[str, Any], results: Sequence[Any]) -> Dict[str, float]:
        return _metrics(own, doc, results)

    return process


def process_results(doc: Mapping[str, Any], results: Sequence[Any]) -> Dict[str, float]:
    """Scores the answer to a document, whose columns are the fields of a request, with depth 4.

    An unread answer has no metrics, so that it is in no mean.

    Raises StateLensError for a wrong document: moves that cannot be played, no true state.
    """
    global _shared
    with _lock:
        if _shared is None:
            _shared = StateLens()
    return _metrics(_shared, doc, results)


def _metrics(lens: StateLens, doc: Mapping[str, Any], results: Sequence[Any]) -> Dict[str, float]:
    if len(results) != 1:
        raise StateLensError("bad-request", f"one answer a document is scored, not {len(results)}: use output_type generate_until")
    (answer,) = results
    # A filter that keeps several samples gives a list of them.
    texts: List[str] = [str(text) for text in answer] if isinstance(answer, (list, tuple)) else [str(answer)]
    fields = {name: doc[name] for name in REQUEST_FIELDS if doc.get(name) is not None}
    found = [scored for scored in lens.score({**fields, "answer": text} for text in texts)]
    for scored in found:
        if scored.error is not None:
            raise scored.error
    read = [scored for scored in found if not scored.is_unread]
    if not read:
        return {}
    values: Dict[str, List[float]] = {
        "state_p": [scored.p_m or 0.0 for scored in read],
        "state_r": [scored.r_m or 0.0 for scored in read],
        "state_exact": [float(scored["exactMatch"]) for scored in read],
        "state_position": [float(scored["positionMatch"]) for scored in read],
        "state_edit": [float(scored["editDistance"]) for scored in read],
    }
    return {name: sum(each) / len(each) for name, each in values.items()}
