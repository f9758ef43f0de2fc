"""Markdown as it was written: its marks stay where they are, and what they mean is seen by colour. Line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.tui.inks.ink import Ink, in_order

_FENCE = re.compile(r" {0,3}(`{3,20}|~{3,20})[ \t]{0,4}([\w+#.-]{0,30})")
_HEADING = re.compile(r" {0,3}#{1,6}(?=[ \t]|$)")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]{0,3}\1){2,80}[ \t]*$")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+•]|\d{1,9}[.)])(?=[ \t])(?:[ \t]\[[ xX]\](?=[ \t]))?")
_QUOTE = re.compile(r" {0,3}(?:>[ ]?){1,20}")
_WITHIN = re.compile(
    r"(?P<code>(?<!`)(`{1,3})(?!`)[^`\n]{1,400}?\2(?!`))"
    r"|(?P<strong>(?<![\w*])\*\*(?=[^\s*])[^\n]{1,300}?(?<=[^\s*])\*\*|(?<![\w_])__(?=[^\s_])[^\n]{1,300}?(?<=[^\s_])__(?!\w))"
    r"|(?P<emphasis>(?<![\w*])\*(?=[^\s*])[^*\n]{1,300}?(?<=[^\s*])\*(?![\w*])|(?<![\w_])_(?=[^\s_])[^_\n]{1,300}?(?<=[^\s_])_(?!\w))"
    r"|(?P<link>\[[^\]\[\n]{1,200}\]\([^()\s]{1,400}\)|https?://[^\s<>()\"'`]{1,400})"
)
_NAMES = {"code": "string", "strong": "strong", "emphasis": "emphasis", "link": "key"}


def inks(text: str) -> list[Ink]:
    """Headings, list marks, quotes, fences, emphasis, code and links; the bodies of code blocks are left to others."""
    return list(in_order(_found(text)))


def fences(text: str) -> list[tuple[int, int, str]]:
    """The bodies of code blocks: `[start, stop)` and the language they name."""
    out: list[tuple[int, int, str]] = []
    opened: re.Match[str] | None = None
    body = 0
    for start, stop in lines(text):
        found = _FENCE.match(text, start, stop)
        if opened is None:
            opened, body = found, stop + 1
        elif found is not None and _closes(opened, found):
            out.append((body, start, opened[2]))
            opened = None
    if opened is not None and body < len(text):
        out.append((body, len(text), opened[2]))
    return out


def lines(text: str) -> Iterator[tuple[int, int]]:
    """The stretches between line ends."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        stop = len(text) if end < 0 else end
        yield start, stop
        start = stop + 1


def _closes(opened: re.Match[str], found: re.Match[str]) -> bool:
    return found[1].startswith(opened[1]) and not found[2]


def _found(text: str) -> Iterator[Ink]:
    opened: re.Match[str] | None = None
    for start, stop in lines(text):
        fence = _FENCE.match(text, start, stop)
        if opened is not None:
            if fence is not None and _closes(opened, fence):
                opened = None
                yield Ink(start, stop, "comment")
        elif fence is not None:
            opened = fence
            yield Ink(start, stop, "comment")
        else:
            yield from _line(text, start, stop)


def _line(text: str, start: int, stop: int) -> Iterator[Ink]:
    if _HEADING.match(text, start, stop):
        yield Ink(start, stop, "heading")
        return
    if _RULE.match(text, start, stop):
        yield Ink(start, stop, "comment")
        return
    quote = _QUOTE.match(text, start, stop)
    if quote is not None:
        yield Ink(start, quote.end(), "comment")
        start = quote.end()
    item = _ITEM.match(text, start, stop)
    if item is not None:
        yield Ink(start, item.end(), "keyword")
        start = item.end()
    for found in _WITHIN.finditer(text, start, stop):
        yield Ink(found.start(), found.end(), _NAMES[found.lastgroup or "code"])  # type: ignore[arg-type]
