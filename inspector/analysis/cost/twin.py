"""The cost twin: for every request of a replay the tokens that are read from the provider's cache, written to it, and neither.

Predicted from the first byte in which consecutive views differ, the time between them, the marks and the shortest prefix
that is kept; recorded usage gives the sizes of prompts, never how they were split. What the agent would have done under
another policy is unknown: its replies and its times are those of the record (law 9).
"""

from __future__ import annotations

from collections.abc import Callable

from inspector.analysis.cost.caching import Caching, default
from inspector.analysis.cost.sending import Sending
from inspector.analysis.cost.spent import Spent, Twin, total
from inspector.analysis.cost.tokens import calibrated
from inspector.analysis.measured import Measured
from inspector.engine import Replay
from inspector.engine.effects import remember
from inspector.long_work import Progress
from inspector.meter.provider.usage import models

__all__ = ["Spent", "Twin", "models", "total", "twin"]


def twin(
    replay: Replay,
    caching: Caching | None = None,
    *,
    model: str = "",
    measured: Measured | None = None,
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> Twin:
    """The cost of every request. `caching` is the agent's own by default; `model` counts as the model of every request.

    Raises `Cancelled`.
    """
    transcript = replay.transcript
    rules = caching or default(transcript)
    measured = measured or Measured(transcript)
    tokens = remember(transcript, ("provider tokens", measured.counter.name), lambda: calibrated(measured))
    if replay.durable is not None and not replay.is_recorded:
        tokens = tokens.with_more(tokens.text(measured.counter.text(replay.durable.text)))
    extents = tuple(measured.walk(replay, cancelled, progress))
    certificate = replay.certificate()
    told = Sending(replay, rules, measured, tokens, certificate, model)
    rows = tuple(told.spent(extent) for extent in extents)
    timed = any(at is not None for at in told.starts)
    return Twin(replay, rules, tokens, rows, extents, certificate, measured.sums.plain, timed)
