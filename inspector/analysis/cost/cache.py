"""The provider's prompt cache, as a twin: what each request can read of it, and what it leaves there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from inspector.analysis.cost.caching import LOOKBACK, STEP, Caching

Missed = Literal["", "first", "changed", "expired", "model", "lookback", "short", "unmarked"]
"""Why a request does not read the whole prompt of the one before it: it is the first; the prompts differ before that one's
end; the entry was too old; another model was asked before; too many blocks came since; the prompt is too short to be kept;
nothing is marked. "" when it does."""


class Mark(NamedTuple):
    """A place in a prompt: so many blocks of messages before it, so many tokens of tools, system and messages."""

    blocks: int
    tokens: int


@dataclass(slots=True)
class Entry:
    """A prefix that the cache holds; `until` is when it expires (None: never)."""

    mark: Mark
    until: float | None


class Prompt(NamedTuple):
    """One request as the cache sees it. `alike` is the part that it has in common with the request before it, `marks` its
    marks in order (the last one behind everything), `at` when it was sent.
    """

    model: str
    whole: Mark
    alike: Mark
    marks: tuple[Mark, ...]
    at: float | None


class Split(NamedTuple):
    """The tokens of a prompt: read from the cache, written to it, neither. Their sum is the prompt."""

    read: int
    write: int
    fresh: int
    missed: Missed


class Cache:
    """Holds entries for each model apart: they are no use to another one."""

    def __init__(self, caching: Caching) -> None:
        self.caching = caching
        self.entries: dict[str, list[Entry]] = {}
        self._last: Mark | None = None
        """The end of the prompt before."""

    def send(self, prompt: Prompt) -> Split:
        """What a request reads and writes; the cache is then as it leaves it."""
        self._forget(prompt.alike)
        mine = self.entries.setdefault(prompt.model, [])
        least = self.caching.least(prompt.model)
        alive = [entry for entry in mine if entry.mark.tokens >= least and not self._old(entry, prompt.at)]
        found = self._longest(alive, prompt)
        read = min(found.mark.tokens, prompt.whole.tokens) if found else 0
        end = prompt.whole.tokens if self.caching.marks.every else max((m.tokens for m in prompt.marks), default=0)
        write = max(end - read, 0) if end >= least else 0
        missed = self._missed(prompt, found, mine, alive, least)
        self.entries[prompt.model] = self._kept(alive, found, prompt, least)
        self._last = prompt.whole
        return Split(read, write, prompt.whole.tokens - read - write, missed)

    def _forget(self, alike: Mark) -> None:
        """Entries that reach behind the first difference are no prefix of any view that follows."""
        for model, entries in self.entries.items():
            if self.caching.marks.every:
                self.entries[model] = [Entry(min(e.mark, _floor(alike)), e.until) for e in entries]
            else:
                self.entries[model] = [entry for entry in entries if entry.mark.blocks <= alike.blocks]

    def _old(self, entry: Entry, at: float | None) -> bool:
        return entry.until is not None and at is not None and at > entry.until

    def _longest(self, alive: list[Entry], prompt: Prompt) -> Entry | None:
        """The longest entry that one of the marks finds."""
        if self.caching.marks.every:
            return max(alive, key=lambda entry: entry.mark, default=None)
        near = [e for e in alive if any(0 <= mark.blocks - e.mark.blocks <= LOOKBACK for mark in prompt.marks)]
        return max(near, key=lambda entry: entry.mark, default=None)

    def _kept(self, alive: list[Entry], found: Entry | None, prompt: Prompt, least: int) -> list[Entry]:
        """The entries after a request: what it read lives on from now, and so does every prefix of it."""
        until = None if self.caching.ttl is None or prompt.at is None else prompt.at + self.caching.ttl
        if self.caching.marks.every:
            whole = Mark(prompt.whole.blocks, prompt.whole.tokens // STEP * STEP)
            return [Entry(whole, until)] if prompt.whole.tokens >= least else alive
        for entry in alive:
            if found is not None and entry.mark <= found.mark:
                entry.until = until
        new = [m for m in prompt.marks if m.tokens >= least and (found is None or m.blocks > found.mark.blocks)]
        return [*alive, *(Entry(mark, until) for mark in new)]

    def _missed(self, prompt: Prompt, found: Entry | None, mine: list[Entry], alive: list[Entry], least: int) -> Missed:
        before = self._last
        if before is None:
            return "first"
        if found is not None and found.mark.blocks >= before.blocks:
            return ""
        if prompt.alike.blocks < before.blocks:
            return "changed"
        if not self.caching.marks.every and not prompt.marks:
            return "unmarked"
        if before.tokens < least:
            return "short"
        whole = [entry for entry in mine if entry.mark.blocks >= before.blocks]
        if not whole:
            return (
                "model"
                if any(e.mark.blocks >= before.blocks for es in self.entries.values() for e in es)
                else "unmarked"
            )
        return "lookback" if any(entry in alive for entry in whole) else "expired"


def _floor(mark: Mark) -> Mark:
    return Mark(mark.blocks, mark.tokens // STEP * STEP)
