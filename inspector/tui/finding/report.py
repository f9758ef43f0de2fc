"""The line above the hits: how many there are and what became of them, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.phrases import counted
from inspector.terminal_text import cells
from inspector.transcript.structure import Structure
from inspector.tui.finding.hits import Found
from inspector.tui.finding.query import FORMS, Query
from inspector.tui.parts import Part

COLOURS = {
    "in the view": "good",
    "cut out": "truncated",
    "dropped": "dropped",
    "summarised": "summarised",
    "deduplicated": "deduplicated",
    "cleared": "cleared",
    "folded": "folded",
    "later": "quiet",
}
"""Words for groups of hits → the colour that they are told in."""


def report(
    found: Found, counts: Sequence[tuple[str, int]] | None, listed: int, messages: int, shape: Structure
) -> tuple[Part, ...]:
    """How many hits in how many messages, and how many of them the view holds. `counts` is None while that is not known.

    `listed` hits in `messages` are left of them when only some fates are asked for.
    """
    if found.query.fates:
        head = [Part(_hits(listed, messages), "strong", 9)]
        head.append(Part(f" · of {found.count:,} with any fate", "quiet", 3))
    else:
        head = [Part(_hits(found.count, found.messages), "strong", 9)]
    if not found.count and found.unsearched:
        head = [Part("nothing found so far", "strong", 9)]
    if not found.done and not found.stopped:
        share = 100 * found.seen // max(1, found.of)
        head = head if found.count else [Part("nothing yet", "strong", 9)]
        return (*head, Part(f" · searching … {share} %", "accent", 8), Part("  esc gives up", "quiet", 2))
    return (*head, *_counts(counts), *_capped(found), *_slow(found, shape), *_remarks(found.query))


def trouble(text: str) -> tuple[Part, ...]:
    """What is wrong with a query."""
    return (Part("✖ ", "bad", 9), Part(text, "bad", 9, least=20))


def idle(query: Query, past: int) -> tuple[Part, ...]:
    """Nothing is looked for yet."""
    if query.remarks:
        return _remarks(query)[1:] or ()
    before = f" · ↑ one of {past} searches before" if past else ""
    return (Part("type what to look for", "quiet", 5), Part(before, "quiet", 3))


def forms(width: int) -> tuple[Part, ...]:
    """The language, the parts that are needed least giving way first."""
    blanks = "  " if sum(cells(form) + 2 for form in FORMS) + 6 <= width else " "
    ranks = (9, 8, 8, 7, 6, 4, 4, 7, 5)
    return tuple(Part(f"{form}{blanks}", "accent", rank) for form, rank in zip(FORMS, ranks, strict=True))


def _counts(counts: Sequence[tuple[str, int]] | None) -> list[Part]:
    if counts is None:
        return [Part(" · …", "quiet", 6)]
    parts = []
    for place, (words, number) in enumerate(counts):
        parts.append(Part(" · " if not place else ", ", "quiet", 6))
        parts.append(Part(f"{number:,} {words}", COLOURS[words], 6))
    return parts


def _capped(found: Found) -> list[Part]:
    more = found.count - len(found.hits)
    return [Part(f" · the first {len(found.hits):,} are listed", "warn", 5)] if more else []


def _slow(found: Found, shape: Structure) -> list[Part]:
    """Blocks that were not searched to the end."""
    if not found.slow:
        return []
    names = ", ".join(shape.name(block) for block in found.slow[:2])
    if found.stopped:
        return [Part(f" · given up at {shape.name(found.slow[-1])}: the pattern takes too long", "bad", 8)]
    more = f" and {len(found.slow) - 2} more" if len(found.slow) > 2 else ""
    return [Part(f" · the pattern took too long in {names}{more}", "bad", 8)]


def _remarks(query: Query) -> tuple[Part, ...]:
    return tuple(
        part for text in query.remarks[:1] for part in (Part(" · ", "quiet", 5), Part(text, "warn", 5, least=12))
    )


def _hits(hits: int, messages: int) -> str:
    return f"{counted(hits, 'hit')} in {counted(messages, 'message')}" if hits else "nothing found"
