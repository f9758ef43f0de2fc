"""Where the messages of a prompt are among those that the conversation has had so far."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from inspector.transcript.formats.prompts.identity import related
from inspector.transcript.formats.prompts.pool import Entry

K = TypeVar("K", bound=Hashable)

NEW = -1


class Index(Generic[K]):
    """Positions by what stands there, first ones first; the last positions can be taken back."""

    def __init__(self) -> None:
        self._places: dict[K, list[int]] = {}

    def add(self, key: K, position: int) -> None:
        self._places.setdefault(key, []).append(position)

    def pop(self, key: K) -> None:
        places = self._places[key]
        places.pop()
        if not places:
            del self._places[key]

    def __contains__(self, key: K) -> bool:
        return key in self._places

    def free(self, key: K, used: set[int], at: dict[K, int]) -> int:
        """The first place that is not used. `at` remembers how far was looked, so that many equal ones cost no more."""
        places = self._places.get(key, ())
        start = at.get(key, 0)
        while start < len(places) and places[start] in used:
            start += 1
        at[key] = start
        return places[start] if start < len(places) else NEW


class Known(NamedTuple):
    """The messages of a conversation: by pool number, and by what their forms have in common."""

    union: list[int]
    same: Index[int]
    alike: Index[bytes]

    def add(self, number: int, entries: Sequence[Entry]) -> None:
        position = len(self.union)
        self.union.append(number)
        self.same.add(number, position)
        if entries[number].loose:
            self.alike.add(entries[number].loose, position)

    def cut(self, count: int, entries: Sequence[Entry]) -> None:
        """Forget all but the first messages."""
        while len(self.union) > count:
            number = self.union.pop()
            self.same.pop(number)
            if entries[number].loose:
                self.alike.pop(entries[number].loose)


class Expected(NamedTuple):
    """The prompt before and its reply: positions, and the numbers of the pool that were sent there."""

    positions: list[int]
    numbers: tuple[int, ...]


def place(prompt: Sequence[int], expected: Expected, known: Known, entries: Sequence[Entry]) -> list[int]:
    """The position of each message of a prompt, `NEW` where it is new; none occurs twice.

    What goes on unchanged is found by its place, what was kept at the end by its distance from the last reply, everything
    else by what it says.
    """
    found = [NEW] * len(prompt)
    shared = _shared(prompt, expected.numbers)
    if shared < len(expected.numbers) - 1:  # the prompt before is not all there
        _from_the_reply(prompt, expected, found, entries)
        shared = next((at for at in range(shared) if found[at] != NEW), shared)
    found[:shared] = expected.positions[:shared]
    rest = [at for at in range(shared, len(found)) if found[at] == NEW]
    _by_words(prompt, rest, found, set(found), known, entries)
    return found


def _shared(prompt: Sequence[int], numbers: Sequence[int]) -> int:
    """How many messages at the beginning are those that were expected."""
    if prompt[: len(numbers)] == numbers:
        return len(numbers)
    pairs = enumerate(zip(prompt, numbers, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(prompt), len(numbers)))


def _from_the_reply(prompt: Sequence[int], expected: Expected, found: list[int], entries: Sequence[Entry]) -> None:
    """Go back from the last reply, as far as both sides say the same: of equal messages the last ones were kept."""
    at = _last(prompt, expected.numbers[-1], entries)
    for position, number in zip(reversed(expected.positions), reversed(expected.numbers), strict=True):
        if at < 0 or not _alike(prompt[at], number, entries):
            return
        found[at] = position
        at -= 1


def _last(prompt: Sequence[int], number: int, entries: Sequence[Entry]) -> int:
    backwards: Iterable[int] = range(len(prompt) - 1, -1, -1)
    return next((at for at in backwards if _alike(prompt[at], number, entries)), NEW)


def _alike(one: int, other: int, entries: Sequence[Entry]) -> bool:
    return one == other or (bool(entries[one].loose) and entries[one].loose == entries[other].loose)


def _by_words(
    prompt: Sequence[int],
    rest: Iterable[int],
    found: list[int],
    used: set[int],
    known: Known,
    entries: Sequence[Entry],
) -> None:
    same: dict[int, int] = {}
    alike: dict[bytes, int] = {}
    for at in rest:
        number = prompt[at]
        position = known.same.free(number, used, same)
        if position == NEW and entries[number].loose:
            position = known.alike.free(entries[number].loose, used, alike)
        if position != NEW:
            used.add(position)
            found[at] = position


def place_reply(
    prompt: Sequence[int], reply: tuple[int, int] | None, found: list[int], entries: Sequence[Entry]
) -> None:
    """A reply that the client shortened before it sent it again is found by its calls, or by how it begins."""
    if reply is None or reply[0] in found:
        return
    message = entries[reply[1]].message
    for at in range(len(prompt) - 1, -1, -1):
        other = entries[prompt[at]].message
        if other.role == "assistant":
            if found[at] == NEW and related(message, other):
                found[at] = reply[0]
            return
