"""The summariser's own calls: what a model is sent for each summary of a session, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from inspector.analysis.cost.spent import Twin
from inspector.analysis.cut import Cut
from inspector.analysis.cuts import cuts
from inspector.engine import Replay
from inspector.meter import counter
from inspector.summary.prompt import prompt

By = Literal["agent", "model", "quotes", "record", "filler", "nobody"]
"""Who writes a summary: the agent itself, as recorded; a model or a program; a summariser that quotes the session; the record,
which holds the agent's own; a filler of a fixed size; nobody (none is wanted, or it was not asked yet).
"""


class Call(NamedTuple):
    """One call, in the provider's tokens. `input` is not read from a cache. `asked`: a model really was, or would be asked.
    Else nothing is paid, and the tokens are those of a model that would be sent the same; of `nobody` nothing is answered.
    `reason`: why the summary did not come into the view ("" when it did): where one was asked, it was paid for all the same.
    `unread`: why the words of a recorded one are not at hand ("" where they are): it was written, and `output` is not known (0).
    """

    request: int
    layer: str
    input: int
    output: int
    asked: bool
    reason: str = ""
    approximate: bool = False
    by: By = "model"
    unread: str = ""


def calls(twin: Twin, cancelled: Callable[[], bool] = bool, found: Sequence[Cut] | None = None) -> tuple[Call, ...]:
    """Every summary of a replay, oldest first; of the recorded view the agent's own, as large as its records say.

    `found` are the replay's cuts where they are known already.
    """
    return tuple(_call(twin, cut) for cut in (cuts(twin.replay, cancelled=cancelled) if found is None else found))


def _call(twin: Twin, cut: Cut) -> Call:
    count = counter("o200k_base").text
    replay, tokens = twin.replay, twin.tokens
    if replay.is_recorded and cut.told is not None:
        sent = cut.told
    else:
        made = prompt(cut.request)
        sent = tokens.text(count(made.system) + count(made.user))
    by = _by(replay, cut)
    asked = by in ("agent", "model")
    failed, unread = ("", cut.reason) if replay.is_recorded else (cut.reason, "")
    return Call(cut.number, cut.layer, sent, tokens.text(count(cut.text)), asked, failed, cut.approximate, by, unread)


def _by(replay: Replay, cut: Cut) -> By:
    """Who writes the summary of a cut, by the name of the summariser."""
    if replay.is_recorded:
        return "agent"
    name = replay.summariser.name if replay.summariser is not None else "none"
    if name == "none" or cut.approximate:
        return "nobody"
    if name.startswith(("anthropic:", "command:")):
        return "model"
    return "filler" if name.startswith("stub:") else "record" if name == "recorded" else "quotes"
