"""What is told of reported usage: what was mended when it was read, and what is not sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inspector.meter.provider.faults import UsageFault
from inspector.phrases import counted

MENDED: dict[str, tuple[str, str]] = {
    "repeated": ("report says what one before it said", "counted once"),
    "snapshot": ("report was written before the reply was complete", "the largest one counts"),
    "cumulative": ("report is the sum of the session so far", "what each request added counts"),
    "zero": ("report is the client's own estimate", "not taken for a prompt"),
    "copied": ("report belongs to the thread that this one went on from", "not counted here"),
}
"""Kind → what such a report is, and what was done with it. Of several: `reports are`, `reports were`, …"""
_MANY = {
    "report says": "reports say",
    "report is": "reports are",
    "report was": "reports were",
    "report belongs": "reports belong",
}
SHOWN = 3
"""Faults of one kind that are told one by one."""


def mended_words(usage: Mapping[str, int]) -> Iterator[str]:
    """A sentence for each kind that was mended."""
    for kind, count in usage.items():
        what, done = MENDED.get(kind, (f"report is {kind}", "mended"))
        if count > 1:
            head = " ".join(what.split()[:2])
            what = _MANY.get(head, head) + what[len(head) :]
        yield f"{kind}: {count:,} {what}; {done}"


def fault_rows(faults: Sequence[UsageFault]) -> Iterator[tuple[int, str, str]]:
    """`(request, kind, text)`: the first few of each kind, and how many more there are, with the last request."""
    kinds = dict.fromkeys(each.kind for each in faults)
    for kind in kinds:
        own = [each for each in faults if each.kind == kind]
        for each in own[:SHOWN]:
            yield each.request, kind, each.text
        if len(own) > SHOWN:
            yield own[-1].request, kind, f"{counted(len(own) - SHOWN, 'more request')} of this kind, the last one here"
