"""What is told of reported usage: what was mended when it was read, and what is not sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inspector.meter.provider.faults import UsageFault
from inspector.phrases import counted

MENDED: dict[str, tuple[str, str]] = {
    "repeated": (
        "1 report says what one before it said; counted once",
        "{} reports say what one before each said; counted once",
    ),
    "snapshot": (
        "1 report was written before the reply was complete; the largest one counts",
        "{} reports were written before the reply was complete; the largest one counts",
    ),
    "cumulative": (
        "1 report is the sum of the session so far; what the request added counts",
        "{} reports are sums of the session so far; what each request added counts",
    ),
    "zero": (
        "1 report is the client's own estimate; not taken for a prompt",
        "{} reports are the client's own estimates; not taken for prompts",
    ),
    "copied": (
        "1 report belongs to the thread that this one went on from; not counted here",
        "{} reports belong to the thread that this one went on from; not counted here",
    ),
}
"""Kind → what is said of one such report, and of several."""
SHOWN = 3
"""Faults of one kind that are told one by one."""


def mended_words(usage: Mapping[str, int]) -> Iterator[str]:
    """A sentence for each kind that was mended."""
    for kind, count in usage.items():
        one, many = MENDED[kind]
        yield f"{kind}: {one if count == 1 else many.format(f'{count:,}')}"


def fault_rows(faults: Sequence[UsageFault]) -> Iterator[tuple[UsageFault, str]]:
    """The first few of each kind, each with its words; and the last one with how many more there are."""
    kinds = dict.fromkeys(each.kind for each in faults)
    for kind in kinds:
        own = [each for each in faults if each.kind == kind]
        for each in own[:SHOWN]:
            yield each, each.text
        if len(own) > SHOWN:
            yield own[-1], f"{counted(len(own) - SHOWN, 'more report')} of this kind, the last one here"
