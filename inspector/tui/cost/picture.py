"""The tokens of every request, as a picture across the session and in words. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from inspector.analysis.cost.account import Account
from inspector.analysis.cost.money import price
from inspector.analysis.cost.spent import Spent
from inspector.analysis.cost.words import remark
from inspector.terminal_text import pad
from inspector.transcript.model import Usage
from inspector.tui.numerals import short
from inspector.tui.parts import Part
from inspector.tui.strip import LINE, Bar, Picture

KINDS = ("read", "write", "fresh", "output")
"""From the bottom of a bar to its top."""
SIGNS: Mapping[str, tuple[str, str]] = {
    "changed": ("◆", "warn"),
    "expired": ("◌", "warn"),
    "lookback": ("∙", "warn"),
    "model": ("∙", "quiet"),
}
REFUSED = ("✖", "bad")
BAR = "■"
"""Before a figure that is a part of the bars, in their colour."""


def picture(rows: Sequence[Spent]) -> Picture:
    """Bars as high as the mean of their requests; the line is the prompt that was reported, where anything was."""
    tokens = [[0, *accumulate(int(getattr(row, kind)) for row in rows)] for kind in KINDS]
    told = [0, *accumulate(_prompt(row.usage) for row in rows)]
    known = [0, *accumulate(row.usage is not None for row in rows)]
    top = max((max(row.prompt + row.output, _prompt(row.usage)) for row in rows), default=0) or 1

    def bar(first: int, last: int) -> Bar:
        count = last - first + 1
        heights = [(each[last] - each[first - 1]) / count / top for each in tokens]
        used = known[last] - known[first - 1]
        line = (told[last] - told[first - 1]) / used / top if used else None
        return Bar(tuple(zip(heights, KINDS, strict=True)), line)

    return Picture(len(rows), bar, short(top), "0", marks(rows), ("∙", "◌", "◆", "✖"))


def _prompt(usage: Usage | None) -> int:
    return usage.cache_read + usage.cache_write + usage.uncached_input if usage is not None else 0


def marks(rows: Sequence[Spent]) -> Mapping[int, tuple[str, str]]:
    """Requests that were refused, or that did not read what they could have read."""
    told = {row.request: SIGNS[row.missed] for row in rows if row.sent and row.missed in SIGNS}
    return {**told, **{row.request: REFUSED for row in rows if not row.sent}}


def request_parts(found: Account, request: int, width: int) -> Iterator[Part]:
    """The request of the cursor on so many cells: what is predicted."""
    row, count = found.twin.rows[request - 1], len(found.twin.rows)
    label, widths = _label(request, count), _widths(row)
    yield Part(label, "strong", 9)
    if not row.sent:
        yield Part("  the policy refuses it: nothing is sent", "bad", 9)
        return
    yield from _figures(
        (row.read, row.write, row.fresh, row.output, row.prompt), widths, width - len(label), f"{BAR * 4} ", "plain"
    )
    text, tone = remark(row)
    yield Part(f"  {text}" if text else "", tone, 7)
    cost = price(row, found.twin.caching)
    yield Part(f"  {'unpriced' if cost is None else f'${cost:,.4f}'}", "quiet", 5, right=True)


def reported_parts(found: Account, request: int, width: int) -> Iterator[Part]:
    """What the provider reported for the recorded request, below that."""
    row, usage = found.twin.rows[request - 1], found.twin.rows[request - 1].usage
    label = _label(request, len(found.twin.rows))
    yield Part(pad("reported", len(label)), "quiet", 9)
    if usage is None:
        yield Part(f"  nothing · the size of the prompt is {BASES[row.basis]}", "quiet", 8, least=16)
        return
    numbers = (usage.cache_read, usage.cache_write, usage.uncached_input, usage.output, _prompt(usage))
    yield from _figures(numbers, _widths(row), width - len(label), f"    {LINE}", "quiet")
    yield Part("  of the recorded view", "quiet", 4)


BASES = {"recorded": "as reported", "calibrated": "told by usage of this session", "estimated": "estimated"}
NAMES = ("read", "written", "fresh", "output", "prompt")
GIVEN_WAY = (2, 3, 4)
"""Figures that are left out first where there is no room."""
BESIDE = 26
"""Cells for what stands behind the figures."""


def _label(request: int, count: int) -> str:
    return f"request {pad(f'{request:,}', len(f'{count:,}'), True)} of {count:,}"


def _widths(row: Spent) -> list[int]:
    """Cells of the figures, so that those reported stand below those predicted."""
    usage = row.usage
    told = (
        (usage.cache_read, usage.cache_write, usage.uncached_input, usage.output, _prompt(usage)) if usage else (0,) * 5
    )
    here = (row.read, row.write, row.fresh, row.output, row.prompt)
    return [max(len(f"{one:,}"), len(f"{other:,}")) for one, other in zip(here, told, strict=True)]


def _figures(numbers: Sequence[int], widths: Sequence[int], room: int, signs: str, style: str) -> Iterator[Part]:
    """The figures for which there is room, each below the one of the same name."""
    sizes = [len(name) + width + 5 for name, width in zip(NAMES, widths, strict=True)]
    shown = set(range(len(NAMES)))
    for at in GIVEN_WAY:
        if sum(sizes[each] for each in shown) + BESIDE > room:
            shown.remove(at)
    for at in sorted(shown):
        yield Part(f"  {signs[at]} ", KINDS[at] if signs[at] == BAR else style, 9)
        yield Part(f"{NAMES[at]} {numbers[at]:>{widths[at]},}", style, 9)
