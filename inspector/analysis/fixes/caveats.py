"""What a search for fixes leaves open, in words: values that were not tried, and those that do not count, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.analysis.fixes.shapes import LeftOut, Scan
from inspector.phrases import counted, span

UPWARD = "lower ones only refuse more"
FAILING = "then a summary fails that is made otherwise, and nothing leaves"
TEXT = 60
"""Characters of a fact that was left out."""


def none_of(scans: Sequence[Scan], what: str) -> str:
    """That nothing was found, among how many."""
    tried = sum(scan.tried for scan in scans)
    if not tried:
        return f"nothing is known of what keeps {what}: no value was tried"
    return (
        f"none of the {tried:,} values tried keeps {what}" if tried > 1 else f"the one value tried does not keep {what}"
    )


def caveats(scans: Sequence[Scan], assumed: bool, more: str = "") -> Iterator[str]:
    """A sentence for each reason, with the knobs that it concerns. `more` says how to have the rest tried."""
    if short := [f"{counted(scan.untried, 'value')} of {scan.knob}" for scan in scans if scan.untried]:
        yield f"not tried, for want of time: {', '.join(short)}{more and f'; {more}'}"
    if aside := [f"{scan.knob} {_stretches(scan.aside)}" for scan in scans if scan.aside]:
        yield f"not counted: {', '.join(aside)}: {FAILING}"
    if upward := [scan.knob for scan in scans if scan.upward]:
        yield f"never tried: smaller values of {', '.join(upward)}: {UPWARD}"
    if assumed:
        yield "values were scanned with summaries of the size that they may take, without their words"


def named(left_out: Sequence[LeftOut], clip: Callable[[str, int], str]) -> Iterator[str]:
    """Each fact that no fix was looked for, and why. `clip` makes its text fit to be shown."""
    for each in left_out:
        yield f"“{clip(' '.join(each.text.split()), TEXT)}”: {each.why}"


def _stretches(values: Sequence[int]) -> str:
    """`0`, or `0–375 (10 values)`: from the smallest to the largest that was met."""
    many = f" ({len(values):,} values)" if len(values) > 1 else ""
    return f"{span(values[0], values[-1])}{many}"
