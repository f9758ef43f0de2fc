"""The list of the check room: known faults, what a provider would refuse, and the facts that were asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inspector.analysis.diagnose.finding import SEVERITIES
from inspector.phrases import counted
from inspector.terminal_text import cells, pad
from inspector.tui.checks.item import SIGNS, Item, Severity
from inspector.tui.entries import Entry, Target, heading, note, spaced
from inspector.tui.parts import Part

WORD = 7
"""Cells of the word for how bad it is."""
ORDER: tuple[Severity, ...] = (*SEVERITIES, "good")


@dataclass
class Checked:
    """What is known by now. `looking` is what is being looked for ("" when nothing is); `ended`: all of it was."""

    faults: list[Item] = field(default_factory=list)
    families: list[str] = field(default_factory=list)
    """Families that were looked for."""
    provider: str = ""
    unasked: str = ""
    """Why no provider's rules were asked."""
    breaches: list[Item] | None = None
    facts: list[Item] | None = None
    looking: str = ""
    ended: bool = False
    certificate: str = ""

    def add(self, family: str, items: Sequence[Item]) -> None:
        """The findings of one family, in their place: the worst first, then in the order of the families."""
        self.families.append(family)
        self.faults = sorted([*self.faults, *items], key=lambda item: ORDER.index(item.severity))

    @property
    def items(self) -> list[Item]:
        """Every line, in the order of the list."""
        return [*(self.facts or ()), *self.faults, *(self.breaches or ())]

    def count(self, severity: str) -> int:
        """How many faults and broken rules are so bad; facts are counted for themselves."""
        return sum(item.severity == severity for item in (*self.faults, *(self.breaches or ())))

    @property
    def lacking(self) -> int:
        """How many facts a view lacks."""
        return sum(item.severity != "good" for item in self.facts or ())


def entries(checked: Checked, families: int) -> list[Entry]:
    """All lines, with headings between them."""
    items = iter(enumerate(checked.items))
    facts = _section(
        heading("facts that were asked about", "A asks about more"),
        [next(items) for _ in checked.facts or ()],
        "none: A asks about one",
    )
    sections = [facts] if checked.facts else []
    whole = len(checked.families) >= families
    sections.append(
        _section(
            _faults(checked, families),
            [next(items) for _ in checked.faults],
            "nothing found" if whole else "nothing found so far",
        )
    )
    if checked.breaches is not None:
        head = heading(
            "what a provider would refuse", f"{checked.provider}’s rules" if checked.provider else "not asked"
        )
        good = checked.unasked or "✓ every view can be sent"
        sections.append(_section(head, [next(items) for _ in checked.breaches], good))
    if checked.facts == []:
        sections.append(facts)
    if checked.looking:
        sections.append([note(f"… {checked.looking} · esc gives up", "accent")])
    elif not checked.ended:
        sections.append([note("not everything was looked for: f goes on", "warn")])
    return spaced(sections)


def _faults(checked: Checked, families: int) -> Entry:
    looked = len(checked.families)
    return heading(
        "known faults", f"{looked} of {families} kinds looked for" if looked < families else "all kinds looked for"
    )


def _section(head: Entry, items: Sequence[tuple[int, Item]], empty: str) -> list[Entry]:
    if not items:
        return [head, note(empty, "good" if empty.startswith("✓") else "quiet")]
    name = max(cells(item.name) for _, item in items)
    where = max(cells(_where(item)) for _, item in items)
    return [head, *(_line(number, item, name, where) for number, item in items)]


def _where(item: Item) -> str:
    """`at 46`: the first request that enter goes to."""
    return f"at {item.requests[0]:,}" if item.requests else ""


def _line(number: int, item: Item, name: int, where: int) -> Entry:
    sign, word, style = SIGNS[item.severity]
    parts = (
        Part(f" {sign} {pad(word, WORD)}", style, 9),
        Part(f" {pad(item.name, name)}", "strong", 8),
        Part(f"  {pad(_where(item), where, True)}" if where else "", "quiet", 5),
        Part(f"  {item.text}", "plain", 7, least=16),
    )
    request = item.requests[0] if item.requests else 0
    return Entry(parts, Target(request, item.block, f"item {number}"))


def number_of(target: Target | None) -> int | None:
    """Which line of `Checked.items` a target is."""
    act, _, rest = target.act.partition(" ") if target is not None else ("", "", "")
    return int(rest) if act == "item" else None


def totals(checked: Checked) -> Iterator[Part]:
    """`1 fact not kept · 2 errors · 1 warning · 3 notes`; while not everything was looked for: `so far`."""
    shown = bool(checked.lacking)
    if shown:
        yield Part(f"  ✗ {counted(checked.lacking, 'fact')} not kept", "bad", 8)
    for severity in SEVERITIES:
        count = checked.count(severity)
        if count:
            sign, word, style = SIGNS[severity]
            yield Part(f"  {sign} {count:,} {word}{'s' if count > 1 else ''}", style, 8)
            shown = True
    if not shown and checked.ended:
        yield Part("  ✓ nothing found", "good", 8)
    if not checked.ended:
        yield Part("  so far" if shown else "  nothing found so far", "quiet", 7)
