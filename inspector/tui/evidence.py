"""The durable state of an open session, as a person changes it: pinned, taken out, confirmed, undone, saved. No Textual here.

Every change goes through the methods of the frozen state. What became of the sources is kept apart: it is looked up in a
thread, and until then a source counts as not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from inspector.engine import Durable, DurableContextState, DurableFact
from inspector.engine.durable import ItemStatus
from inspector.transcript.resolver import Resolution

LONGEST = 2_000
"""Characters of a fact that is pinned here: all of it goes into every request."""
UNDO = 200
"""Changes that can be taken back."""

_NUMBERED = re.compile(r"fact-([1-9][0-9]{0,8})")


@dataclass(eq=False)
class Evidence:
    """A state, what became of its sources, and the file that it belongs to."""

    state: DurableContextState = field(default_factory=DurableContextState)
    path: Path | None = None
    """The file that this state was read from, or written to last; None: there is none yet."""
    stamp: tuple[int, int] | None = None
    """That file's time and size when it was read or written, to notice when somebody else writes it."""
    trouble: str = ""
    """Why a durable file could not be read."""
    looking: bool = False
    """Sources are being looked up."""

    def __post_init__(self) -> None:
        self.saved = self.state
        self.lookups = 0
        """How often something became known of sources."""
        self._found: dict[str, Resolution] = {}
        self._undo: list[DurableContextState] = []
        self._redo: list[DurableContextState] = []
        self._highest = 0

    @property
    def unsaved(self) -> bool:
        return self.state != self.saved

    @property
    def shown(self) -> bool:
        """There is something to show: a state, a change of it, or a file that could not be read."""
        return not self.state.empty or self.unsaved or bool(self.trouble)

    @property
    def durable(self) -> Durable | None:
        """What goes into every request; None for an empty state."""
        if self.state.empty:
            return None
        return Durable(
            self.state, tuple(self.resolution(pointer) or _unknown(pointer) for pointer in self.state.pointers)
        )

    # ---------------------------------------------------------------- sources

    def resolution(self, pointer: str) -> Resolution | None:
        """What became of a source; None while nobody has looked."""
        return self._found.get(pointer)

    @property
    def unresolved(self) -> tuple[str, ...]:
        """Pointers that nobody has looked up yet."""
        return tuple(pointer for pointer in self.state.pointers if pointer not in self._found)

    def take(self, found: Iterable[Resolution]) -> None:
        """Remember what became of sources."""
        self.lookups += 1
        self._found.update((each.pointer, each) for each in found)

    # ---------------------------------------------------------------- changes

    def pin(self, content: str, pointer: str, at: str) -> DurableFact:
        """One fact more. Raises `DurableStateError` for what is no fact."""
        fact = DurableFact(self.next_id(), content, pointer, at)
        self._change(self.state.with_fact(fact))
        self._highest = max(self._highest, *_numbers([fact.fact_id]))
        return fact

    def next_id(self) -> str:
        """`fact-N`, one above the highest that this session has seen: a number that was taken out means nothing else later."""
        seen = (fact.fact_id for state in (self.state, self.saved) for fact in state.facts)
        return f"fact-{max((self._highest, *_numbers(seen))) + 1}"

    def same(self, content: str) -> DurableFact | None:
        """The fact that says this already, word for word."""
        return next((fact for fact in self.state.facts if fact.content == content), None)

    def take_out(self, fact_id: str) -> None:
        """One fact less. Raises `DurableStateError` when there is none of that id."""
        self._change(self.state.without_fact(fact_id))

    def confirm(self, item_id: str, status: ItemStatus, by: str, at: str) -> None:
        """What somebody says became of a pending item. Raises `DurableStateError`."""
        self._change(self.state.confirm(item_id, status, by, at))

    def undo(self) -> bool:
        """Take the last change back; False when there is none."""
        return self._swap(self._undo, self._redo)

    def redo(self) -> bool:
        """Make it again."""
        return self._swap(self._redo, self._undo)

    def written(self, path: Path) -> None:
        """The state stands in this file now."""
        self.path, self.saved, self.trouble, self.stamp = path, self.state, "", stamp(path)

    def owns(self, path: Path) -> bool:
        """Whether a file holds what was read or written here, and nobody has changed it since."""
        return self.path is not None and _same_place(self.path, path) and self.stamp == stamp(path)

    def _change(self, state: DurableContextState) -> None:
        if state != self.state:
            self._undo = [*self._undo[-UNDO:], self.state]
            self._redo.clear()
            self.state = state

    def _swap(self, source: list[DurableContextState], target: list[DurableContextState]) -> bool:
        if not source:
            return False
        target.append(self.state)
        self.state = source.pop()
        return True


def stamp(path: Path) -> tuple[int, int] | None:
    """Time and size of a file; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _same_place(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except OSError:
        return False


def _numbers(ids: Iterable[str]) -> Iterator[int]:
    return (int(found[1]) for each in ids if (found := _NUMBERED.fullmatch(each)))


def _unknown(pointer: str) -> Resolution:
    """A claim that nobody has looked up is no evidence."""
    return Resolution(pointer, "missing", None, "not looked up yet")
