"""A scorer for Inspect AI (https://inspect.aisi.org.uk), which is imported only when the scorer is made."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, Mapping, Optional

from .client import StateLens
from .errors import StateLensError
from .score import Score

REQUEST_FIELDS = ("true", "moves", "start", "game", "world", "take")
"""Fields of a sample's metadata that say what the true state is."""


def state_scorer(
    lens: Optional[StateLens] = None,
    *,
    depth: int = 4,
    request: Optional[Callable[[Any, Any], Mapping[str, Any]]] = None,
) -> Any:
    """Returns a scorer of the states in answers: `Task(dataset, scorer=state_scorer(depth=1))`.

    The true state is in the metadata of a sample (`moves` or `true`, and `start`, `game`, `world`, `take`), otherwise
    it is the sample's target. `request(state, target)` may say something else.

    A score has `p`, `r`, `exact` and `position`, each with mean and standard error. An unread answer is unscored: it
    is in no mean. A wrong sample (moves that cannot be played) raises StateLensError.
    """
    from inspect_ai.scorer import mean, scorer, stderr  # type: ignore[import-not-found,unused-ignore]

    client = StateLens(depth=depth) if lens is None else lens
    figures = {name: [mean(), stderr()] for name in ("p", "r", "exact", "position")}

    @scorer(metrics=figures, name="statelens")  # type: ignore[untyped-decorator,unused-ignore]
    def statelens() -> Any:
        async def score(state: Any, target: Any) -> Any:
            fields = sample_request(state, target) if request is None else dict(request(state, target))
            answer = client.submit({**fields, "answer": state.output.completion, "states": True})
            try:
                return inspect_score(await asyncio.wait_for(asyncio.wrap_future(answer), client.timeout))
            except asyncio.TimeoutError as error:
                raise StateLensError("timeout", f"no answer within {client.timeout} s") from error

        return score

    return statelens()


def sample_request(state: Any, target: Any) -> Dict[str, Any]:
    """Returns the request of a sample by its metadata, otherwise by its target, with its input as the prompt."""
    metadata = state.metadata or {}
    fields: Dict[str, Any] = {name: metadata[name] for name in REQUEST_FIELDS if name in metadata}
    if "true" not in fields and "moves" not in fields:
        fields["true"] = target.text
    return {**fields, "prompt": state.input_text}


def inspect_score(scored: Score) -> Any:
    """Returns a Score of Inspect AI; raises the error of a request that was not scored."""
    from inspect_ai.scorer import Score as InspectScore  # type: ignore[import-not-found,unused-ignore]

    if scored.error is not None:
        raise scored.error
    answer = scored.get("states", {}).get("predicted")
    explanation = str(scored["sentence"])
    names = ("verdict", "rule", "doubtful", "editDistance", "boardAccuracy", "m", "method")
    metadata = {name: scored[name] for name in names if name in scored}
    if scored.is_unread:
        # NaN is the value of an unscored sample, which Inspect leaves out of all metrics.
        return InspectScore(value=float("nan"), explanation=explanation, metadata=metadata)
    value = {
        "p": scored.p_m,
        "r": scored.r_m,
        "exact": float(scored["exactMatch"]),
        "position": float(scored["positionMatch"]),
    }
    return InspectScore(value=value, answer=answer, explanation=explanation, metadata=metadata)
