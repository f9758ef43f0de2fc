"""Trying summarisers out on one cut: each answer, what it took, what it does to the view, and what the audit finds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inspector.analysis.cut import Cut
from inspector.engine import Replay
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPending, SummaryRequest
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

    `chain` are the cuts of the replay up to this one: what stands before it in the session stays as it is.
    """
    prepared, answer, reason = None, None, ""
    try:
        prepared = prepared_by(summariser, cut.request)
        answer = answered_by(summariser, cut.request)
    except (SummaryFailed, SummaryPending) as failed:
        reason = str(failed)
    text = answer.text.strip() if answer is not None else ""
    earlier = {(each.number, each.layer): each.text for each in chain if each.number < cut.number}
    after, fell = placed(cut, replay, text, earlier) if text and not replay.is_recorded else (cut.after, "")
    return Trial(
        name=summariser.name,
        text=text,
        reason=reason or fell,
        answer=answer,
        prepared=prepared,
        tokens=measure(text) if text else 0,
        before=cut.before,
        after=after,
        price=price_of(answer.model, answer.usage) if answer is not None and answer.usage is not None else None,
        audit=audit(source, text) if source is not None and text else None,
    )


def prepared_by(summariser: Summariser, request: SummaryRequest) -> Prepared | None:
    """What it would send; None for one that asks nobody."""
    prepare = getattr(summariser, "prepare", None)
    return prepare(request) if prepare is not None else None


def answered_by(summariser: Summariser, request: SummaryRequest) -> Answer:
    """Its answer, with the time that it took. Raises SummaryFailed or SummaryPending."""
    ask = getattr(summariser, "answer", None)
    if ask is not None:
        found: Answer = ask(request)
        return found
    started = time.perf_counter()
    return Answer(summariser.summarise(request), seconds=time.perf_counter() - started)


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
