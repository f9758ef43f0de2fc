"""How much a summariser is given: no part longer than the policy allows, and of all parts the newest or the oldest bytes."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine.cut import assemble, utf8
from inspector.engine.layers.truncate import truncate
from inspector.engine.summariser import SummaryPart
from inspector.meter.counter import Counter
from inspector.policy.model import Summarise, Truncate


class Chosen(NamedTuple):
    """The parts that are given, the position of the first of them, and how many bytes of the others are left out."""

    parts: list[SummaryPart]
    first: int = 0
    omitted: int = 0


def capped(text: str, rule: Summarise, counter: Counter) -> str:
    """The beginning of a text that is longer than one part may be, and the policy's words for what was cut."""
    limit = rule.item_limit
    if limit is None or utf8(text) <= limit:
        return text
    pieces = truncate(text, None, Truncate(limit, rule.item_unit, 1.0, rule.item_notice), counter, "")
    return text if pieces is None else assemble(text, pieces)


def within(parts: list[SummaryPart], rule: Summarise, earlier: str) -> Chosen:
    """The parts within the input limit, in which an earlier summary counts, that is given whole."""
    if rule.input_limit is None:
        return Chosen(parts)
    room = max(0, rule.input_limit - utf8(earlier))
    return _newest(parts, room) if rule.order == "newest" else _oldest(parts, room)


def _newest(parts: list[SummaryPart], room: int) -> Chosen:
    """The newest bytes (evo-agent, DESIGN §5)."""
    for at in range(len(parts) - 1, -1, -1):
        size = utf8(parts[at].text)
        if size > room:
            tail = parts[at].text.encode("utf-8", "replace")[size - room :].decode("utf-8", "ignore") if room else ""
            omitted = sum(utf8(part.text) for part in parts[:at]) + size - utf8(tail)
            cut = [parts[at]._replace(text=tail)] if tail else []
            return Chosen([*cut, *parts[at + 1 :]], at if tail else at + 1, omitted)
        room -= size
    return Chosen(parts)


def _oldest(parts: list[SummaryPart], room: int) -> Chosen:
    """The oldest bytes."""
    for at, part in enumerate(parts):
        size = utf8(part.text)
        if size > room:
            head = part.text.encode("utf-8", "replace")[:room].decode("utf-8", "ignore")
            omitted = sum(utf8(later.text) for later in parts[at + 1 :]) + size - utf8(head)
            return Chosen([*parts[:at], *([part._replace(text=head)] if head else [])], 0, omitted)
        room -= size
    return Chosen(parts)
