"""What a session costs, in words: the rules of the cache, why a request read less, when a change pays, money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from inspector.analysis.cost.account import Account
from inspector.analysis.cost.caching import Caching
from inspector.analysis.cost.even import Change
from inspector.analysis.cost.money import Money
from inspector.analysis.cost.spent import Spent, Twin
from inspector.phrases import counted

Tone = Literal["plain", "quiet", "good", "warn", "bad"]

LIFE = {300: "5 minutes", 3600: "an hour", None: "for ever"}
MISSED = {
    "": "",
    "first": "first",
    "changed": "◆ view changed",
    "expired": "◌ expired",
    "model": "another model",
    "lookback": "over 20 blocks",
    "short": "too short",
    "unmarked": "unmarked",
}


def life_words(caching: Caching) -> str:
    """`kept 5 minutes after the last read`."""
    return f"kept {LIFE.get(caching.ttl, f'{caching.ttl} seconds')} after the last read"


def marks_words(caching: Caching) -> str:
    """`marks: fixed, last`."""
    known = {"every": "every prefix is kept, without marks", "none": "nothing is marked"}
    return known.get(caching.marks.text, f"marks: {caching.marks.text.replace(',', ', ')}")


def short_words(caching: Caching) -> str:
    """What is too short to be kept."""
    return "the model's minimum" if caching.minimum is None else f"a minimum of {caching.minimum:,}"


def token_words(twin: Twin) -> str:
    """Where the sizes of prompts are from."""
    tokens = twin.tokens
    if tokens.calibrated:
        told = f"{tokens.scale:.2f} of the provider's for one o200k token of text, as usage of this session tells"
    else:
        told = f"{tokens.scale:.2f} for one o200k token of visible text: estimated, usage does not tell"
    return f"{told} · {tokens.fixed:,} of tools and system prompt"


def remark(row: Spent) -> tuple[str, Tone]:
    """Why not all of the prompt before was read; "" where it was."""
    if not row.sent:
        return "▲ refused: not sent", "bad"
    return MISSED[row.missed], "warn" if row.missed in ("changed", "expired", "lookback") else "quiet"


def pays_words(change: Change) -> tuple[str, Tone]:
    """`after 4 more requests`, and whether there were so many before the next change."""
    if change.pays is None:
        return "never", "bad"
    if change.pays == 0:
        return "at once", "good"
    after = f"after {counted(change.pays, 'more request')}"
    return (after, "good") if change.paid else (f"{after}; there were {change.lasts:,}", "warn")


def paid_words(changes: Sequence[Change]) -> str:
    """`8 changes of the view, 1 of which paid before the next one or the end`."""
    paid = sum(change.paid for change in changes)
    return f"{counted(len(changes), 'change')} of the view, {paid:,} of which paid before the next one or the end"


def money_words(money: Money, what: str) -> str:
    """Dollars with the date of the prices; what has no price is said, and is never nothing. `what`: request, or call."""
    names = ", ".join(model or "a model that is not recorded" for model in money.models)
    if money.total is not None:
        return f"${money.total:,.4f} by prices of {money.as_of}"
    if not money.unpriced:
        return "nothing was sent"
    missing = f"no price is known for {names} ({counted(money.unpriced, what)})"
    if not money.sources:
        return f"unpriced: {missing}"
    return f"${money.priced:,.4f} by prices of {money.as_of}, and {missing}"


def off_words(predicted: int, reported: int) -> str:
    """How far a prediction is from what was reported: `+0.4%`; "" where nothing can be said."""
    if 2 * reported < predicted:
        return "unsound" if reported else ""
    return f"{(predicted - reported) / reported:+.1%}" if reported else ""


def calls_words(found: Account) -> str:
    """The summariser's calls: `3 calls: 12,345 tokens in, 678 out, beside the requests`."""
    sent, said = sum(call.input for call in found.calls), sum(call.output for call in found.calls)
    return f"{counted(len(found.calls), 'call')}: {sent:,} tokens in, {said:,} out, beside the requests"
