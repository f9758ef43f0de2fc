"""Durable state: confirmed facts, pending items and retrieval evidence that go round the lossy layers untouched (seed 001).

Everything here is frozen, and checked when it is made: `DurableStateError` names the field that is refused. No summary can
change it. A pending item changes by a confirmation only, and the confirmation has a name and a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, get_args

from inspector.engine import durable_checks as checks
from inspector.engine.durable_checks import DurableStateError

ItemStatus = Literal["open", "blocked", "done"]
STATUSES: tuple[ItemStatus, ...] = get_args(ItemStatus)
ITEM_SIGNS: dict[ItemStatus, str] = {"open": "○", "blocked": "◐", "done": "●"}
SOURCE_SIGNS = {"available": "✓", "missing": "∅", "denied": "⊘", "corrupt": "✗", "unsupported": "?"}
"""Signs of pending items and of source statuses, in tables and on the screen alike."""


@dataclass(frozen=True, slots=True)
class DurableFact:
    """Something confirmed. `source_pointer` says where it was stated: a claim until it is resolved."""

    fact_id: str
    content: str
    source_pointer: str
    last_confirmed_at: str

    def __post_init__(self) -> None:
        checks.store(self, (("fact_id", checks.name), ("content", checks.words), *_SOURCED))


@dataclass(frozen=True, slots=True)
class PendingItem:
    """Something still to be done. `confirmed_by` names who gave it its status last; nobody yet: ""."""

    item_id: str
    description: str
    source_pointer: str
    last_confirmed_at: str
    status: ItemStatus = "open"
    confirmed_by: str = ""

    def __post_init__(self) -> None:
        checks.store(self, (("item_id", checks.name), ("description", checks.words), *_SOURCED, ("status", _status)))
        if self.confirmed_by != "":
            checks.store(self, (("confirmed_by", checks.name),))
        elif self.status == "done":
            raise DurableStateError("confirmed_by", "must name who confirmed that the item is done")


@dataclass(frozen=True, slots=True)
class RetrievalEvidence:
    """Why a memory was chosen: its source, and the score and rank that it had. The recalled text itself is not here.

    `conflict_key` is set when it won against others that contradict it.
    """

    memory_id: str
    source_id: str
    source_type: str
    source_title: str
    captured_at: str
    score: float
    source_rank: int
    conflict_key: str | None = None

    def __post_init__(self) -> None:
        names = [(field, checks.name) for field in ("memory_id", "source_id", "source_type")]
        rest: list[Check] = [("source_title", checks.words), ("captured_at", checks.time)]
        checks.store(self, (*names, *rest, ("score", checks.score), ("source_rank", checks.rank)))
        if self.conflict_key is not None:
            checks.store(self, (("conflict_key", checks.name),))


@dataclass(frozen=True, slots=True)
class DurableContextState:
    """All that must survive a compaction. Ids are unique within each kind; the order is the owner's."""

    facts: tuple[DurableFact, ...] = ()
    pending_items: tuple[PendingItem, ...] = ()
    retrieval_evidence: tuple[RetrievalEvidence, ...] = ()

    def __post_init__(self) -> None:
        for field, kind in KINDS.items():
            object.__setattr__(self, field, checks.items(field, getattr(self, field), kind))
        checks.once("facts", "fact_id", (fact.fact_id for fact in self.facts))
        checks.once("pending_items", "item_id", (item.item_id for item in self.pending_items))
        checks.once("retrieval_evidence", "memory_id", (each.memory_id for each in self.retrieval_evidence))

    @property
    def pointers(self) -> tuple[str, ...]:
        """The source pointers, each once, in the order in which they are first seen."""
        sourced: tuple[DurableFact | PendingItem, ...] = (*self.facts, *self.pending_items)
        return tuple(dict.fromkeys(each.source_pointer for each in sourced))

    @property
    def empty(self) -> bool:
        return not (self.facts or self.pending_items or self.retrieval_evidence)

    def with_fact(self, fact: DurableFact) -> DurableContextState:
        """The state with one fact more. An id that is taken is refused."""
        return replace(self, facts=(*self.facts, fact))

    def without_fact(self, fact_id: str) -> DurableContextState:
        """The state without a fact. An unknown id is refused."""
        _known("fact_id", fact_id, (fact.fact_id for fact in self.facts))
        return replace(self, facts=tuple(fact for fact in self.facts if fact.fact_id != fact_id))

    def confirm(self, item_id: str, status: ItemStatus, by: str, at: str) -> DurableContextState:
        """The state after somebody confirmed what became of an item: the only way in which an item changes."""
        _known("item_id", item_id, (item.item_id for item in self.pending_items))
        changes = {"status": _status("status", status), "confirmed_by": checks.name("by", by)}
        changes["last_confirmed_at"] = checks.time("at", at)
        items = [replace(i, **changes) if i.item_id == item_id else i for i in self.pending_items]  # type: ignore[arg-type]
        return replace(self, pending_items=tuple(items))


Check = tuple[str, Callable[[str, object], object]]
_SOURCED: tuple[Check, ...] = (("source_pointer", checks.words), ("last_confirmed_at", checks.time))
KINDS: dict[str, type] = {"facts": DurableFact, "pending_items": PendingItem, "retrieval_evidence": RetrievalEvidence}
"""The fields of a state, and the kind of item each holds."""


def _status(field: str, value: object) -> ItemStatus:
    for known in STATUSES:
        if value == known:
            return known
    raise DurableStateError(field, f"must be one of {', '.join(STATUSES)}")


def _known(field: str, wanted: str, ids: Iterable[str]) -> None:
    if wanted not in ids:
        raise DurableStateError(field, f"there is no {checks.short(str(wanted))}")
