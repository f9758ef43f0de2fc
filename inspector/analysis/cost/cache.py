"""The provider's prompt cache, as a twin: what each request can read of it, and what it leaves there."""

from __future__ import annotations

from typing import Literal, NamedTuple

from inspector.analysis.cost.caching import LOOKBACK, STEP, Caching
from inspector.analysis.cost.entries import Entries, Mark

Missed = Literal["", "first", "changed", "expired", "model", "lookback", "short", "unmarked"]
"""Why a request does not read the whole prompt of the one before it: it is the first; the prompts differ before that one's
end; the entry was too old; another model was asked before; too many blocks came since; the prompt is too short to be kept;
nothing is marked there. "" when it does."""


class Prompt(NamedTuple):
    """One request as the cache sees it. `alike` is the part that it has in common with the request before it, `marks` its
    marks in order, `at` when it was sent.
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
        self.entries: dict[str, Entries] = {}
        self._last: Mark | None = None
        """The end of the prompt before."""
        self._sent = 0

    def send(self, prompt: Prompt) -> Split:
        """What a request reads and writes; the cache is then as it leaves it."""
        prompt = self._stepped(prompt) if self.caching.marks.every else prompt
        for entries in self.entries.values():
            entries.forget(prompt.alike.blocks)
        mine = self.entries.setdefault(prompt.model, Entries())
        least = self.caching.least(prompt.model)
        found = self._found(mine, prompt, least)
        read = min(found.tokens, prompt.whole.tokens) if found else 0
        end = max((mark.tokens for mark in prompt.marks), default=0)
        end = prompt.whole.tokens if self.caching.marks.every else end
        write = max(end - read, 0) if end >= least else 0
        missed = self._missed(prompt, found, mine, least)
        self._keep(mine, found, prompt, least)
        self._last = prompt.whole
        return Split(read, write, prompt.whole.tokens - read - write, missed)

    def _stepped(self, prompt: Prompt) -> Prompt:
        """Without marks: every prefix is kept, in steps, so the common part with the prompt before is an entry of its own."""
        alike = prompt.alike
        if self._last is not None and alike.blocks < self._last.blocks:
            for entries in self.entries.values():
                self._shorten(entries, alike, prompt.at)
        return prompt._replace(marks=(Mark(prompt.whole.blocks, prompt.whole.tokens // STEP * STEP),))

    def _shorten(self, entries: Entries, alike: Mark, at: float | None) -> None:
        """What is left of the longest entry when the prompt differs within it."""
        longest = next(entries.near(Mark(entries.longest, 0), 0), None)
        if longest is not None and longest.blocks > alike.blocks and entries.alive(longest, at):
            until = entries.until(longest.blocks)
            entries.write(Mark(alike.blocks, alike.tokens // STEP * STEP), until, self._sent)

    def _found(self, mine: Entries, prompt: Prompt, least: int) -> Mark | None:
        """The longest entry that one of the marks finds."""
        lookback = prompt.whole.blocks if self.caching.marks.every else LOOKBACK
        for mark in reversed(prompt.marks):
            for entry in mine.near(mark, lookback):
                if entry.tokens >= least and mine.alive(entry, prompt.at):
                    return entry
        return None

    def _keep(self, mine: Entries, found: Mark | None, prompt: Prompt, least: int) -> None:
        """What it read lives on from now, and so does every prefix of it; what it marked behind that is kept."""
        self._sent += 1
        until = None if self.caching.ttl is None or prompt.at is None else prompt.at + self.caching.ttl
        if found is not None:
            mine.read(found, until, self._sent)
        for mark in prompt.marks:
            if mark.tokens >= least and (found is None or mark.blocks > found.blocks):
                mine.write(mark, until, self._sent)

    def _missed(self, prompt: Prompt, found: Mark | None, mine: Entries, least: int) -> Missed:
        before = self._last
        if before is None:
            return "first"
        if found is not None and found.blocks >= before.blocks:
            return ""
        if prompt.alike.blocks < before.blocks:
            return "changed"
        if not prompt.marks:
            return "unmarked"
        if before.tokens < least:
            return "short"
        if mine.longest < before.blocks:
            return "model" if any(e.longest >= before.blocks for e in self.entries.values()) else "unmarked"
        whole = next(mine.near(Mark(mine.longest, 0), 0))
        return "lookback" if mine.alive(whole, prompt.at) else "expired"
