"""Trying summarisers out on one cut: each answer, what it took, what it does to the view, and what the audit finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.analysis.asked import answered_by, prepared_by
from inspector.analysis.cut import Cut
from inspector.engine import Replay
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPending, SummaryRequest
from inspector.engine.usable import unusable
from inspector.meter import counter_of
from inspector.summary.answer import Answer
from inspector.summary.audit import Audit, Source, audit
from inspector.summary.prepared import Prepared, price_of


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What one summariser made of a cut.

    `reason` says why its text may not come into the view ("" when it may); without text, why there is none. `tokens` is
    the size of the text in o200k or the policy's own tokens, `after` the size of the whole view with it, in the policy's
    meter. `price` in US dollars is the real one after an answer whose usage is known, else None.
    """

    name: str
    text: str
    reason: str
    answer: Answer | None
    prepared: Prepared | None
    tokens: int
    before: int
    after: int
    price: float | None
    audit: Audit | None = None
    earlier: tuple[Prepared, ...] = ()
    """What it would be asked before, for the summaries that stand before this one; only where nobody was asked yet."""

    @property
    def usable(self) -> bool:
        return bool(self.text) and not self.reason


def try_out(
    cut: Cut,
    replay: Replay,
    summariser: Summariser,
    measure: Callable[[str], int],
    source: Source | None = None,
    chain: Sequence[Cut] = (),
) -> Trial:
    """Ask one summariser for the summary of a cut, and put it in its place. With `source` the answer is audited.

    In the recorded view nothing is worked out anew: it has the size of one text less and of the other one more.

    `chain` are the cuts of the replay up to this one: what stands before it in the session stays as it is.
    """
    prepared, answer, reason = None, None, ""
    try:
        prepared = prepared_by(summariser, cut.request)
        answer = answered_by(summariser, cut.request)
    except (SummaryFailed, SummaryPending) as failed:
        reason = str(failed)
    reason = reason or (answer is not None and unusable(answer.text, answer.stop)) or ""
    asked = replace(cut, answer=answer, reason=reason)
    if answer is not None and not reason and not replay.is_recorded:
        earlier = {(each.number, each.layer): each.text for each in chain if each.number < cut.number}
        after, fell = placed(cut, replay, asked.text, earlier)
        asked = replace(asked, after=after, reason=fell)
    elif answer is not None and not reason:
        asked = replace(asked, after=_in_place_of_recorded(cut, replay, asked.text))
    elif answer is not None and not reason and cut.text:
        asked = replace(asked, after=max(0, cut.after + measure(asked.text) - measure(cut.text)))
    return trial_of(asked, summariser.name, measure, source, prepared)


def _in_place_of_recorded(cut: Cut, replay: Replay, text: str) -> int:
    """The size of the recorded view with this text in place of the agent's own; as it was where the agent wrote none."""
    size = counter_of(replay.policy.meter.count, replay.transcript).text
    return cut.after - size(cut.text) + size(text) if cut.text else cut.before


def trial_of(
    cut: Cut, name: str, measure: Callable[[str], int], source: Source | None = None, prepared: Prepared | None = None
) -> Trial:
    """What is known of the answer that a cut has already."""
    answer = cut.answer
    return Trial(
        name=name,
        text=cut.text,
        reason=cut.reason,
        answer=answer,
        prepared=prepared,
        tokens=measure(cut.text) if cut.text else 0,
        before=cut.before,
        after=cut.after,
        price=price_of(answer.model, answer.usage) if answer is not None and answer.usage is not None else None,
        audit=audit(source, cut.text) if source is not None and cut.text else None,
    )


class Scripted:
    """Says at each place what was said there before; at one place, the text that is tried out."""

    name = "scripted"

    def __init__(self, texts: Mapping[tuple[int, str], str]) -> None:
        self.texts = texts

    def summarise(self, request: SummaryRequest) -> str:
        """The text of the place. Raises SummaryFailed where there was none."""
        text = self.texts.get((request.number, request.layer), "")
        if not text:
            raise SummaryFailed("there was no summary here")
        return text


def placed(
    cut: Cut, replay: Replay, text: str, earlier: Mapping[tuple[int, str], str] | None = None
) -> tuple[int, str]:
    """The size of the view with this text in the cut's place, and why it may not stand there ("" when it may)."""
    texts = {**(earlier or {}), (cut.number, cut.layer): text}
    fresh = Replay(replay.transcript, replay.policy, Scripted(texts), replay.durable, replay.ledger.focus)
    outcome = next((o for o in fresh.steps(cut.number).outcomes if o.id == cut.layer), None)
    if outcome is None:
        return cut.after, ""
    return outcome.after, "" if outcome.fired else outcome.note
