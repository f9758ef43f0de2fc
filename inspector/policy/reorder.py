"""Layers in another order, moved as whole lines of the YAML text, so that each takes the comments above it along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.policy.errors import PolicyError
from inspector.policy.parse import Tree, parse


class _Span(NamedTuple):
    """Characters `[start, stop)` of one layer; empty lines `[start, body)` above it belong to its place, not to it."""

    start: int
    body: int
    stop: int


def reordered(text: str, ids: Sequence[str]) -> str:
    """The text with its layers in the order of `ids`. Raises `PolicyError` where layers share lines.

    The result is to be checked by its user: in rare documents (aliases between layers) it means something else.
    """
    tree = parse(text, "policy")
    now = [layer["id"] for layer in tree.data["layers"]]
    if now == list(ids):
        return text
    if sorted(now) != sorted(ids):
        raise PolicyError("the order names other layers than the document has")
    spans = _spans(text, tree, len(now))
    parts = [text[: spans[0].start]]
    for place, name in zip(spans, ids, strict=True):
        mine = spans[now.index(name)]
        parts.append(text[place.start : place.body] + _ended(text[mine.body : mine.stop]))
    return "".join(parts) + text[spans[-1].stop :]


def _spans(text: str, tree: Tree, count: int) -> list[_Span]:
    starts = [_first_line(text, tree, at) for at in range(count)]
    stops = [*(start for start, _ in starts[1:]), _last_line(text, tree, count - 1)]
    return [_Span(start, body, stop) for (start, body), stop in zip(starts, stops, strict=True)]


def _first_line(text: str, tree: Tree, at: int) -> tuple[int, int]:
    """Where the lines of a layer begin: with empty lines and comments above it, and without the empty lines."""
    place = tree.places["layers", at]
    dash = text.rfind("\n", 0, place.start) + 1
    if text[dash : place.start].strip() != "-":
        raise PolicyError("layers that share a line cannot be moved")
    indent = text.index("-", dash) - dash
    start = dash
    while start > 0 and _belongs_below(line := text[text.rfind("\n", 0, start - 1) + 1 : start], indent):
        start -= len(line)
    body = start
    while body < dash and not text[body : text.index("\n", body)].strip():
        body = text.index("\n", body) + 1
    return start, body


def _belongs_below(line: str, indent: int) -> bool:
    """An empty line, or a comment that is not indented more than the layer under it."""
    bare = line.strip()
    return not bare or (bare.startswith("#") and len(line) - len(line.lstrip()) <= indent)


def _last_line(text: str, tree: Tree, at: int) -> int:
    parents = {loc[:-1] for loc in tree.places}
    leaves = [
        place.stop
        for loc, place in tree.places.items()
        if loc[:2] == ("layers", at) and (place.flow or loc not in parents)
    ]
    stop = max(leaves)
    if text[stop - 1] == "\n":
        return stop
    end = text.find("\n", stop)
    return len(text) if end < 0 else end + 1


def _ended(lines: str) -> str:
    return lines if lines.endswith("\n") else lines + "\n"
