"""What the agent asked to keep: the terms of a focus, and the lines that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from heapq import nlargest

from inspector.engine.summariser import SummaryPart
from inspector.summary.extract import Span
from inspector.summary.sections import OUTPUT, Section
from inspector.summary.text import clip, lines, sentences, unmarked, windows, words

_TERM = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./:#@-]{1,80}[A-Za-z0-9_]|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,40}")
_COMMON = words(
    "the and for with that this from what which please keep remember preserve focus about into have has are was were will"
    " current currently related relevant especially details detail important information files file"
)
_WIDE_COMMON = words("当前 正在 前正 相关 关的 请保 保留 重点 关注 以及 的相")
NEWEST = 1_500
"""Parts, from the newest, in which lines are looked for."""
HEAD, TAIL = 4_000, 2_000
MOST = 10
BOOST = 3
MOST_TERMS = 24


def terms(focus: str) -> tuple[str, ...]:
    """The words of a focus that say something, in lower case; Chinese, Japanese and Korean in pairs of characters."""
    found: dict[str, None] = {}
    for match in _TERM.findall(focus[:2_000].lower()):
        pairs = [match] if match.isascii() else [match[at : at + 2] for at in range(len(match) - 1)]
        found.update(dict.fromkeys(term for term in pairs if term not in _COMMON and term not in _WIDE_COMMON))
    return tuple(found)[:MOST_TERMS]


def hits(text: str, wanted: Sequence[str]) -> int:
    """How many different terms a text holds; one that looks like an identifier counts twice."""
    low = text.lower()
    return sum(1 if term.isalpha() else 2 for term in wanted if term in low)


def harvest(parts: Sequence[SummaryPart], wanted: Sequence[str]) -> list[tuple[int, Span]]:
    """The lines of text and results that hold the focus best, with the position of their part."""
    if not wanted:
        return []
    start = max(0, len(parts) - NEWEST)
    found = ((score, at, span) for at in range(start, len(parts)) for score, span in _lines(parts[at], wanted))
    best = nlargest(MOST, found, key=lambda item: (item[0], item[1]))
    return [(at, span) for _, at, span in best]


def _lines(part: SummaryPart, wanted: Sequence[str]) -> Iterator[tuple[int, Span]]:
    kind = part.source.kind
    if kind not in ("text", "tool_result") or part.role in ("system", "developer") or part.author == "client":
        return
    mark = OUTPUT if kind == "tool_result" else ""
    needed = 2 if len(wanted) > 1 else 1
    for window in windows(part.text, HEAD, TAIL):
        if hits(window, wanted) >= needed:
            for text in (sentence for line in lines(window) for sentence in sentences(unmarked(line))):
                if len(text) > 12 and (score := hits(text, wanted)) >= needed:
                    yield score, Span(Section.FOCUS, clip(text, 300), score, 0, mark)
