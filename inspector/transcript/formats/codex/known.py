"""Which earlier messages the items of a `replacement_history` are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inspector.transcript.formats.codex.drafts import Draft
from inspector.transcript.formats.codex.nodes import Item
from inspector.transcript.formats.codex.said import block_keys


class Known:
    """What items are known again by, and where they are. `drafts` is the thread's own list.

    Messages to the model are entered as they come. Replies and outputs, which compactions hardly ever keep, are entered when
    the first one is asked for.
    """

    def __init__(self, drafts: list[Draft]) -> None:
        self._drafts = drafts
        self._places: dict[object, list[int]] = {}
        self._deep = -1
        """How many messages were entered with their calls and outputs; -1: none ever was asked for."""

    def enter(self, draft: Draft, at: int) -> None:
        """A message to the model at its place."""
        if draft.said.key is not None:
            self._places.setdefault(draft.said.key, []).append(at)

    def forget(self, at: int) -> None:
        """Messages from `at` on go."""
        for place in range(len(self._drafts) - 1, at - 1, -1):
            for key in self._keys(place):
                self._places[key].pop()
        self._deep = min(self._deep, at)

    def _keys(self, place: int) -> Iterable[object]:
        draft = self._drafts[place]
        if draft.said.key is not None:
            return (draft.said.key,)
        return block_keys(draft.blocks) if place < self._deep and draft.said.role in ("assistant", "tool") else ()

    def find(self, items: Sequence[Item]) -> list[int | None]:
        """Of each item the newest message that is equal, each used once; equal items keep their order."""
        if self._deep >= 0 or any(item.key is not None and item.key not in self._places for item in items):
            self._enter_rest()
        used: dict[object, int] = {}
        found: list[int | None] = []
        for item in reversed(items):
            places = self._places.get(item.key, ()) if item.key is not None else ()
            taken = used.get(item.key, 0)
            found.append(places[-1 - taken] if taken < len(places) else None)
            used[item.key] = taken + 1
        return found[::-1]

    def _enter_rest(self) -> None:
        start = max(self._deep, 0)
        self._deep = len(self._drafts)
        for place in range(start, self._deep):
            if self._drafts[place].said.key is None:
                for key in self._keys(place):
                    self._places.setdefault(key, []).append(place)
