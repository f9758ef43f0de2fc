"""The differences of A and B over the whole session as lines of a list. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.policy.model import MeterSpec, Policy
from inspector.tui.entries import Entry, Fact, Target, change, heading, table
from inspector.tui.parting import Course


def session_entries(
    a: Course, b: Course, meters: tuple[MeterSpec, MeterSpec], marks: tuple[bool, bool], parting: int | None
) -> Iterator[Entry]:
    """Peak, sum, compactions, refusals and lost typed text; a line that is about a request goes there."""
    yield heading("THE WHOLE SESSION", "enter goes to the request that a line is about")
    yield from table(list(_facts(a, b, meters, marks, parting)))


def knob_entries(a: Policy | None, b: Policy | None) -> Iterator[Entry]:
    """The knobs that are turned to other values, where A and B are one policy."""
    if a is None or b is None or a.name != b.name:
        return
    theirs = {knob.name: knob for knob in a.knobs}
    found = [
        Fact(
            knob.name,
            f"{theirs[knob.name].value:,}",
            f"{knob.value:,}",
            _with_unit(theirs[knob.name].value, knob.value, knob.unit),
        )
        for knob in b.knobs
        if knob.name in theirs and theirs[knob.name].value != knob.value
    ]
    if found:
        yield heading("KNOBS", f"of {b.name}")
        yield from table([Fact("", "A", "B", "B − A", None, "strong"), *found])


def layer_entries(a: Policy | None, b: Policy | None) -> Iterator[Entry]:
    """The layers that are on in one and off in the other, or stand in another order, where A and B are one policy."""
    if a is None or b is None or a.name != b.name:
        return
    places = [{layer.id: (place, layer.enabled) for place, layer in enumerate(one.layers, start=1)} for one in (a, b)]
    found = [
        Fact(name, _place(places[0].get(name)), _place(places[1].get(name)))
        for name in dict.fromkeys((*places[0], *places[1]))
        if places[0].get(name) != places[1].get(name)
    ]
    if found:
        yield heading("LAYERS", f"of {b.name}, by their places")
        yield from table([Fact("", "A", "B", "", None, "strong"), *found])


def _place(found: tuple[int, bool] | None) -> str:
    """Where a layer stands in a policy, and whether it is on."""
    return "–" if found is None else f"{found[0]} on" if found[1] else f"{found[0]} off"


def _facts(
    a: Course, b: Course, meters: tuple[MeterSpec, MeterSpec], marks: tuple[bool, bool], parting: int | None
) -> Iterator[Fact]:
    alike = meters[0] == meters[1]
    units = (meters[0].unit, meters[1].unit)
    signs = ("≈" if marks[0] else "", "≈" if marks[1] else "")
    first = f"{parting:,}" if parting else "none"
    yield Fact("first difference at request", "", first, "", Target(parting) if parting else None)
    if a.lost or b.lost:
        yield Fact(
            "requests lacking typed text",
            f"{len(a.lost):,}",
            f"{len(b.lost):,}",
            change(len(a.lost), len(b.lost)),
            None,
            "warn",
        )
        yield from _firsts("first", a.lost, b.lost, "warn")
    else:
        yield Fact("requests lacking typed text", "0", "0")
    peaks = (f"{signs[0]}{a.peak.size:,} {units[0]}", f"{signs[1]}{b.peak.size:,} {units[1]}")
    yield Fact("largest view", *peaks, change(a.peak.size, b.peak.size) if alike else "other meter")
    yield Fact("  of A, at request", f"{a.peak.request:,}", "", "", Target(a.peak.request))
    yield Fact("  of B, at request", "", f"{b.peak.request:,}", "", Target(b.peak.request))
    totals = (f"{signs[0]}{a.total:,} {units[0]}", f"{signs[1]}{b.total:,} {units[1]}")
    yield Fact("all views together", *totals, change(a.total, b.total) if alike else "other meter")
    yield Fact(
        "compactions",
        f"{len(a.compactions):,}",
        f"{len(b.compactions):,}",
        change(len(a.compactions), len(b.compactions)),
    )
    yield from _firsts("first", a.compactions, b.compactions)
    yield Fact("refusals", f"{len(a.refusals):,}", f"{len(b.refusals):,}", change(len(a.refusals), len(b.refusals)))
    yield from _firsts("first", a.refusals, b.refusals, "bad")


def _firsts(word: str, a: Sequence[int], b: Sequence[int], style: str = "plain") -> Iterator[Fact]:
    """The first request of each of two rows of them, where there is one."""
    if a:
        yield Fact(f"  {word} of A, at request", f"{a[0]:,}", "", "", Target(a[0]), style)
    if b:
        yield Fact(f"  {word} of B, at request", "", f"{b[0]:,}", "", Target(b[0]), style)


def _with_unit(a: int, b: int, unit: str) -> str:
    return f"{change(a, b)} {unit}"
