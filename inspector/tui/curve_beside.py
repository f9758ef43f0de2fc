"""The curve of A in the timeline of B. No Textual here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

from inspector.engine import Row
from inspector.engine.table import Table
from inspector.policy.model import Policy
from inspector.tui.held import Held
from inspector.tui.numerals import short
from inspector.tui.widgets.timeline_data import NEAR, Beside

Curve = tuple[Policy | None, Sequence[int]]
"""A policy, and the sizes of its views."""


class Against(NamedTuple):
    """What a curve is held against where the units of two curves do not agree: the policy's own limit, or its peak."""

    words: str
    value: int


class _Known(NamedTuple):
    held: ref[Held]  # A may hold the very rows of B
    policy: Policy | None
    unit: str
    found: Beside


_known: WeakKeyDictionary[Table, _Known] = WeakKeyDictionary()
"""Rows of B → the curve of A beside them, the newest."""


def beside(held: Held | None, policy: Policy | None, unit: str, rows: Sequence[Row]) -> Beside | None:
    """A's curve, on the scale of B (its `policy`, `unit` and `rows`); None while nothing is held or no row is made.

    Where A has fewer rows, because the file grew and they are not made yet, the rest of its curve is missing. Of rows that are
    columns it is made once, by any thread.
    """
    if held is None or not held.rows or len(held.rows) > len(rows):
        return None
    if not isinstance(rows, Table):
        return _beside(held, policy, unit, rows)
    known = _known.get(rows)
    if known is None or known.held() is not held or (known.policy, known.unit) != (policy, unit):
        known = _known[rows] = _Known(ref(held), policy, unit, _beside(held, policy, unit, rows))
    return known.found


def _beside(held: Held, policy: Policy | None, unit: str, rows: Sequence[Row]) -> Beside:
    view = views(held.rows)
    if len(view) < len(rows):
        view = [*view, *[0] * (len(rows) - len(view))]
    refused = frozenset(_refused(held.rows))
    if held.meter.unit == unit:
        return Beside(view, view, unit, held.approximate, refused=refused, marks=held.marks)
    a, b = against((held.policy, view), (policy, views(rows)))
    drawn = [round(size * b.value / a.value) for size in view]
    words = a.words if a.words == b.words else f"{a.words} and {b.words}"
    note = f"each by its own {words}: A {short(a.value)} {held.meter.unit}, B {short(b.value)} {unit}"
    return Beside(view, drawn, held.meter.unit, held.approximate, note, refused, held.marks)


def against(a: Curve, b: Curve) -> tuple[Against, Against]:
    """What two curves are held against: the limits of their policies where both keep near them, else their peaks."""
    one, other = _limit(a), _limit(b)
    if one is not None and other is not None:
        return one, other
    return _peak(a), _peak(b)


def _limit(curve: Curve) -> Against | None:
    """A policy's window, or the size at which it starts; None where its views reach far beyond that, or nowhere near it."""
    policy, view = curve
    found: Against | None = None
    if policy is not None and policy.budget is not None and policy.budget.window:
        found = Against("window", policy.budget.window)
    elif policy is not None and policy.start is not None and policy.start.of == "size":
        found = Against("start", policy.start.value)
    top = max(view, default=0)
    return found if found is not None and found.value <= top * NEAR and top <= found.value * NEAR else None


def _peak(curve: Curve) -> Against:
    return Against("peak", max(curve[1], default=0) or 1)


def views(rows: Sequence[Row]) -> Sequence[int]:
    """The size of the view at every request; no row is made where they are columns already."""
    return rows.views if isinstance(rows, Table) else [row.view for row in rows]


def _refused(rows: Sequence[Row]) -> Iterable[int]:
    if isinstance(rows, Table):
        return (request for request, answer in rows.told.items() if answer.error is not None)
    return (row.request for row in rows if row.error is not None)
