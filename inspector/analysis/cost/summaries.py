"""The summariser's own calls: what a model is sent for each summary of a session, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from inspector.analysis.cost.spent import Twin
from inspector.analysis.cut import Cut
from inspector.analysis.cuts import cuts
from inspector.meter import counter
from inspector.summary.prompt import prompt


class Call(NamedTuple):
    """One call, in the provider's tokens. `input` is not read from a cache. `asked`: a model really was, or would be asked;
    a summariser that quotes asks none, and the tokens are those of one that would be sent the same. `reason`: why the summary
    did not come into the view ("" when it did): it was paid for all the same.
    """

    request: int
    layer: str
    input: int
    output: int
    asked: bool
    reason: str = ""
    approximate: bool = False


def calls(twin: Twin, cancelled: Callable[[], bool] = bool) -> tuple[Call, ...]:
    """Every summary of a replay, oldest first; of the recorded view the agent's own, as large as its records say."""
    return tuple(_call(twin, cut) for cut in cuts(twin.replay, cancelled=cancelled))


def _call(twin: Twin, cut: Cut) -> Call:
    count = counter("o200k_base").text
    replay, tokens = twin.replay, twin.tokens
    if replay.is_recorded and cut.told is not None:
        sent = cut.told
    else:
        made = prompt(cut.request)
        sent = tokens.text(count(made.system) + count(made.user))
    quoting = not replay.is_recorded and (replay.summariser is None or _quotes(replay.summariser.name))
    return Call(cut.number, cut.layer, sent, tokens.text(count(cut.text)), not quoting, cut.reason, cut.approximate)


def _quotes(name: str) -> bool:
    """Whether a summariser works offline: nothing is asked and nothing paid."""
    return not name.startswith(("anthropic:", "command:"))
