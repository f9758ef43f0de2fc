"""Small changes inside a YAML text: a scalar replaced, or a key put beside another. All else stays as written."""

from __future__ import annotations

import json

from inspector.policy.errors import Loc
from inspector.policy.parse import Tree


class Patch:
    """Collects changes of a text that was parsed, and makes them all at once. Values are given as YAML."""

    def __init__(self, text: str, tree: Tree) -> None:
        self._text, self._tree = text, tree
        self._changes: list[tuple[int, int, str]] = []

    @staticmethod
    def quoted(value: str) -> str:
        """A text as a double-quoted YAML scalar on one line."""
        return json.dumps(value, ensure_ascii=False)

    def set(self, mapping: Loc, key: str, value: str, after: str) -> None:
        """Give a key of a mapping another value; a key that is not there yet goes behind the key `after`."""
        place = self._tree.places.get((*mapping, key))
        if place is not None:
            self._changes.append((place.start, place.stop, value))
            return
        self._insert(mapping, f"{key}: {value}", after)

    def _insert(self, mapping: Loc, entry: str, after: str) -> None:
        neighbour = self._tree.places[(*mapping, after)]
        if self._tree.places[mapping].flow:
            self._changes.append((neighbour.stop, neighbour.stop, f", {entry}"))
            return
        line_start = self._text.rfind("\n", 0, neighbour.key) + 1
        indent = " " * (neighbour.key - line_start)
        end = self._text.find("\n", neighbour.stop)
        at = len(self._text) if end < 0 else end
        self._changes.append((at, at, f"\n{indent}{entry}"))

    def text(self) -> str:
        """The text with every change made."""
        text = self._text
        for start, stop, value in sorted(self._changes, reverse=True):
            text = text[:start] + value + text[stop:]
        return text
