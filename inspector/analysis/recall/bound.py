"""What any view could hold: an upper bound for every policy that keeps text verbatim within the size that the view had.

Both bounds give each needed thing the least that it can cost, so that what any view holds costs no more than its size, and
fill the size with the cheapest. `texts` allows any cut within blocks: a thing costs at least its own characters or tokens, and
where two may share characters only one is charged. `whole` allows whole blocks alone: a block that holds n of the needed
things costs each of them an nth of its size. Things in the system prompt that was supplied, or in the durable state, are free.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inspector.analysis.recall.known import Known
from inspector.engine.ledger import Ledger
from inspector.meter.counter import Counter

_RUN = re.compile(r"(?<!')[A-Za-z]+|[0-9]+")
_FIRST = re.compile(r"\w+")
DIGITS = 3
"""Digits that one token holds at the most, in both encodings."""


class Bound(NamedTuple):
    """How many of the needed things a view of the size could hold, by any cuts and by whole blocks."""

    texts: int
    whole: int


def bound(needs: Sequence[Known], free: Sequence[bool], ledger: Ledger, size: int) -> Bound:
    """The bounds for the needed things of one request. `free`: those that every view holds. `size`: of the view."""
    if sum(ledger.blocks[each.blocks[-1]] for each in needs if each.blocks) <= size:
        return Bound(len(needs), len(needs))  # one block for each of them fits: nothing costs more
    shared = Tally(block for each in needs for block in each.blocks)
    wholes = [0.0 if none else _share(each, shared, ledger) for each, none in zip(needs, free, strict=True)]
    texts = [min(least(each.atom.text, ledger.counter), whole) for each, whole in zip(needs, wholes, strict=True)]
    if sum(texts) > size:
        texts = _apart(needs, texts)
    return Bound(fitting(texts, size), fitting(wholes, size))


def fitting(costs: Iterable[float], size: int) -> int:
    """How many of the costs fit into a size, the cheapest first."""
    left, count = float(size) + 1e-6, 0
    for cost in sorted(costs):
        left -= cost
        if left < 0:
            break
        count += 1
    return count


def least(text: str, counter: Counter) -> float:
    """The least that a text weighs within any other one, in a counter's unit."""
    if counter.name == "bytes":
        return len(text.encode("utf-8", "surrogatepass"))
    if counter.name.endswith("/4"):
        return len(text) // 4
    if counter.unit != "tokens":
        return len(text)
    return _tokens(text) if counter.exact else len(text.encode("utf-8", "surrogatepass")) // 4


def _tokens(text: str) -> int:
    """A token never spans two runs of letters or digits; of other scripts nothing is claimed."""
    if not text.isascii():
        return 0
    return sum(-(-len(run) // DIGITS) if run[0].isdigit() else 1 for run in _RUN.findall(text))


def _share(each: Known, shared: Tally[int], ledger: Ledger) -> float:
    """What a thing costs at least where whole blocks are kept."""
    return min((ledger.blocks[block] / shared[block] for block in each.blocks), default=0.0)


def _apart(needs: Sequence[Known], costs: Sequence[float]) -> list[float]:
    """The costs, with nothing for what may share characters with something that is charged."""
    charged: list[str] = []
    out = [0.0] * len(costs)
    for at in sorted(range(len(costs)), key=lambda at: -costs[at]):
        text = needs[at].atom.text
        if not any(_overlap(text, other) for other in charged):
            charged.append(text)
            out[at] = costs[at]
    return out


def _overlap(one: str, other: str) -> bool:
    """Whether a text may hold both in fewer characters than they have together."""
    if one in other or other in one:
        return True
    return _joins(one, other) or _joins(other, one)


def _joins(one: str, other: str) -> bool:
    """Whether the end of one is the beginning of the other."""
    return any(one.endswith(other[:length]) for length in range(1, min(len(one), len(other))))
