"""What a session costs, in words: the rules of the cache, why a request read less, when a change pays, money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from inspector.analysis.cost.account import Account
from inspector.analysis.cost.caching import Caching, default
from inspector.analysis.cost.even import Change
from inspector.analysis.cost.money import Money
from inspector.analysis.cost.spent import Spent, Twin
from inspector.phrases import counted

Tone = Literal["plain", "quiet", "good", "warn", "bad"]

LIFE = {300: "5 minutes", 3600: "an hour", None: "for ever"}
FIRST = 3
"""Requests that are named one by one."""
WRITERS = {
    "quotes": "they are quotes of the session: nobody is asked, and they cost nothing",
    "record": "they are the agent's own, from the record: nobody is asked, and they cost nothing",
    "filler": "text of a fixed size fills their place: nobody is asked, and it costs nothing",
    "nobody": "some were not asked for yet",
}
"""Who writes a summary, where it is no model."""
MISSED = {
    "": "",
    "first": "first",
    "changed": "◆ view changed",
    "expired": "◌ expired",
    "model": "another model",
    "lookback": "over 20 blocks",
    "short": "one before too short",
    "unmarked": "unmarked",
}


def life_words(caching: Caching) -> str:
    """`kept 5 minutes after the last read`."""
    if caching.ttl is None:
        return "kept for ever"
    return f"kept {LIFE.get(caching.ttl, f'{caching.ttl} seconds')} after the last read"


def marks_words(caching: Caching) -> str:
    """`marked behind tools and system prompt (fixed), and the last message (last)`."""
    marks = caching.marks
    if marks.every or marks.text == "none":
        return "every prefix is kept, without marks" if marks.every else "nothing is marked"
    last = "the last message (last)" if marks.last == 1 else f"the last {marks.last} messages (last:{marks.last})"
    named = [*(["tools and system prompt (fixed)"] if marks.fixed else []), *([last] if marks.last else [])]
    return f"marked behind {', and '.join(named)}"


def short_words(twin: Twin) -> str:
    """`prompts below 1,024 tokens are not kept`, by the models of the session."""
    found = sorted({twin.caching.least(row.model) for row in twin.rows} or {twin.caching.least("")})
    if not found[-1]:
        return "short prompts are kept, too"
    least = f"{found[0]:,}" if len(found) == 1 else f"{found[0]:,} to {found[-1]:,} (by model)"
    return f"prompts below {least} tokens are not kept"


def other_rules(twin: Twin) -> str:
    """Why a prediction may be far from what was reported: it is by other rules than the agent had; "" where it is not."""
    own = default(twin.replay.transcript)
    if (twin.caching.marks, twin.caching.ttl) == (own.marks, own.ttl):
        return ""
    return f"these are not the agent's own rules, as far as they are known: {marks_words(own)}, {life_words(own)}"


def unforeseen(rows: Sequence[Spent]) -> str:
    """Where the provider read half a prompt, or more, that is predicted to be no longer there, or not yet; "" for nowhere."""
    found = [row for row in rows if row.usage is not None and 2 * (row.usage.cache_read - row.read) > row.prompt]
    if not found:
        return ""
    at = ", ".join(f"{row.request:,}" for row in found[:FIRST]) + (" …" if len(found) > FIRST else "")
    which = f"request{'' if len(found) == 1 else 's'} {at}"
    return f"{which} read what is not predicted to be there: it was kept longer, or another session had left it"


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
    """`after 4 more requests`, and for how many the saving lasts where that is too short."""
    if change.pays is None:
        return "never", "bad"
    if change.pays == 0:
        return "at once", "good"
    after = f"after {counted(change.pays, 'more request')}"
    return (after, "good") if change.paid else (f"{after}; lasts {change.lasts:,}", "warn")


def paid_words(changes: Sequence[Change]) -> str:
    """`8 changes of the view, 1 of which pays while the saving lasts`."""
    paid = sum(change.paid for change in changes)
    pay = "pays" if paid == 1 else "pay"
    return f"{counted(len(changes), 'change')} of the view, {paid:,} of which {pay} while the saving lasts"


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


def off_words(predicted: int, reported: int, prompts: int) -> str:
    """How far a prediction is from what was reported, in words: `3.8% less`, `3.4 times as much`, `371 less`, `none`.

    In tokens where the difference is below a hundredth of the `prompts` that were reported.
    """
    off = predicted - reported
    if not off:
        return "none"
    more = "more" if off > 0 else "less"
    if 100 * abs(off) < prompts or not reported:
        return f"{abs(off):,} {more}"
    if off > reported:
        return f"{predicted / reported:,.1f} times as much"
    return f"{abs(off) / reported:.1%} {more}"


def output_words(found: Account) -> str:
    """Where replies are longer than the output that was reported for them; "" where they are not."""
    if found.beside.output <= 2 * found.reported.output or not found.reported.requests:
        return ""
    return "replies are longer than what was reported for them: their text is counted"


def calls_words(found: Account) -> str:
    """The summariser's calls: `3 calls: 12,345 tokens in, 678 out, beside the requests`, or that nobody is asked."""
    sent, said = sum(call.input for call in found.calls), sum(call.output for call in found.calls)
    if all(call.by == "nobody" for call in found.calls):
        return f"{len(found.calls):,} wanted, none written"
    unread = sum(bool(call.unread) for call in found.calls)
    out = (
        f"{said:,} out" if not unread else "out not known" if unread == len(found.calls) else f"more than {said:,} out"
    )
    return f"{counted(len(found.calls), 'call')}: {sent:,} tokens in, {out}, beside the requests"


def writer_words(found: Account) -> str:
    """Who is asked for the summaries where it is no model, and what then is paid; "" where a model is."""
    by = {call.by for call in found.calls} - {"agent", "model"}
    if not by:
        return ""
    if by == {"nobody"} and not any(call.asked for call in found.calls):
        sent = sum(call.input for call in found.calls)
        return f"nobody is asked and nothing is paid; a model would be sent {sent:,} tokens"
    return "; ".join(WRITERS[each] for each in sorted(by)) + "; the tokens are those of a model that would be asked"


def failed_words(found: Account) -> str:
    """How many of the calls failed; "" for none, and where nobody was asked."""
    failed = sum(bool(call.reason) and call.by != "nobody" for call in found.calls)
    return f"{failed:,} of them failed" if failed else ""


def unread_words(found: Account) -> str:
    """How many recorded summaries cannot be read, and why: what was written is then counted nowhere; "" for none."""
    why = dict.fromkeys(call.unread for call in found.calls if call.unread)
    number = sum(bool(call.unread) for call in found.calls)
    return f"{number:,} of them cannot be read ({'; '.join(why)}), and their output is not counted" if why else ""


def some_words(found: Account) -> str:
    """That what was reported is not of all requests, and of how many; "" where it is."""
    told, sent = found.reported.requests, found.predicted.requests
    if not told or told >= sent:
        return ""
    return f"reported, and the difference to it, are of the {counted(told, 'request')} with usage, of {sent:,} that were sent"


def asked_words(found: Account) -> str:
    """What the calls cost; of those that nobody is paid for, what a model would."""
    if found.asked is None:
        return ""
    told = money_words(found.asked, "call")
    return told if any(call.asked for call in found.calls) else f"with a model: {told}"
