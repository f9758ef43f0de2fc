"""Seed 001's refusals of construction, one by one; frozen; changed by a named confirmation only."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from inspector.engine import DurableContextState, DurableFact, DurableStateError, PendingItem, RetrievalEvidence
from tests.engine.durables import AT, LATER, evidence, fact, item, plain

NO_ID = ["", " ", "\n", None, 7, b"f1", "a\nb", "a\0b", "a\x7fb", "a\x85b", "a\u2028b", "\ud83d"]
NO_TEXT = ["", " \n\t", None, 7, ["a"], "half \ud83d an emoji"]
NO_TIME = [
    *NO_TEXT, "yesterday", "2025-03-01", "2025-03-01T09:30:00", "2025-03-01 09:30", "2025-13-01T00:00:00Z",
    "2025-03-01T25:00:00Z", "1740821400", "2025-03-01T09:30:00+99:00", "2025-03-01\n09:30:00Z", "2025-03-01T09:30:00 UTC",
]  # fmt: skip

REFUSED: list[tuple[Any, str, list[Any]]] = [
    (fact, "fact_id", NO_ID),
    (fact, "content", NO_TEXT),
    (fact, "source_pointer", NO_TEXT),
    (fact, "last_confirmed_at", NO_TIME),
    (item, "item_id", NO_ID),
    (item, "description", NO_TEXT),
    (item, "source_pointer", NO_TEXT),
    (item, "last_confirmed_at", NO_TIME),
    (item, "status", ["", "closed", "Done", None, 1, ["done"]]),
    (item, "confirmed_by", [" ", None, 3, "a\nb"]),
    (evidence, "memory_id", NO_ID),
    (evidence, "source_id", NO_ID),
    (evidence, "source_type", NO_ID),
    (evidence, "source_title", NO_TEXT),
    (evidence, "captured_at", NO_TIME),
    (evidence, "score", [-0.0001, 1.0001, 2, -1, float("nan"), float("inf"), -float("inf"), True, False, "0.5", None, 10**400]),
    (evidence, "source_rank", [0, -1, True, False, 1.0, 1.5, "1", None, float("nan")]),
    (evidence, "conflict_key", ["", " ", 7, "a\nb"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "field", "value"), [(make, field, value) for make, field, values in REFUSED for value in values]
)
def test_construction_refuses_and_names_the_field(make: Any, field: str, value: Any) -> None:
    with pytest.raises(DurableStateError) as refused:
        make(**{field: value})
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")
    assert len(str(refused.value).splitlines()) == 1
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("time", ["2025-03-01T09:30:00Z", "2025-03-01T09:30:00.123456+08:00", "2025-03-01 09:30-05:00"])
def test_a_time_with_a_zone_is_kept_as_it_was_written(time: str) -> None:
    assert fact(last_confirmed_at=time).last_confirmed_at == time


@pytest.mark.parametrize(("given", "kept"), [(0, 0.0), (1, 1.0), (0.5, 0.5), (0.0, 0.0)])
def test_the_ends_of_a_score_are_scores(given: Any, kept: float) -> None:
    assert repr(evidence(score=given).score) == repr(kept)


def test_ids_are_unique_within_their_kind_only() -> None:
    same = DurableContextState((fact("x"),), (item("x"),), (evidence("x"),))
    assert [len(getattr(same, field.name)) for field in fields(same)] == [1, 1, 1]
    for kind, key, twice in (
        ("facts", "fact_id", (fact("x"), fact("y"), fact("x", content="another"))),
        ("pending_items", "item_id", (item("x"), item("y"), item("x"))),
        ("retrieval_evidence", "memory_id", (evidence("x"), evidence("y"), evidence("x", source_rank=1))),
    ):
        with pytest.raises(DurableStateError) as refused:
            DurableContextState(**{kind: twice})
        assert refused.value.field == f"{kind}[3].{key}"
        assert "'x'" in str(refused.value)


@pytest.mark.parametrize("value", ["facts", None, 7, {"a": 1}, iter(()), (item(),), ("fact",), [None]])
def test_a_state_holds_tuples_of_its_own_kinds(value: Any) -> None:
    with pytest.raises(DurableStateError, match=r"^facts"):
        DurableContextState(facts=value)


def test_nothing_can_be_changed_in_place() -> None:
    given = [fact()]
    state = DurableContextState(given)  # type: ignore[arg-type]
    given.append(fact("f2"))
    assert state.facts == (fact(),)
    whole = plain()
    for thing in (whole, *whole.facts, *whole.pending_items, *whole.retrieval_evidence):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(thing, fields(thing)[0].name, "changed")
    assert whole == plain()
    assert hash(whole) == hash(plain())


def test_the_fields_are_those_of_the_seed() -> None:
    named = {kind: [field.name for field in fields(kind)] for kind in (DurableFact, PendingItem, RetrievalEvidence)}
    assert named[DurableFact] == ["fact_id", "content", "source_pointer", "last_confirmed_at"]
    assert named[PendingItem][:4] == ["item_id", "description", "source_pointer", "last_confirmed_at"]
    assert named[RetrievalEvidence] == [
        "memory_id", "source_id", "source_type", "source_title", "captured_at", "score", "source_rank", "conflict_key",
    ]  # fmt: skip


def test_pointers_once_each_in_first_seen_order() -> None:
    facts = tuple(fact(f"f{n}", source_pointer=f"transcript:s:{p}") for n, p in enumerate((3, 1, 3)))
    items = (item(source_pointer="transcript:s:1"), item("p2", source_pointer="transcript:s:9"))
    assert DurableContextState(facts, items, (evidence(),)).pointers == (
        "transcript:s:3", "transcript:s:1", "transcript:s:9",
    )  # fmt: skip


def test_facts_come_and_go_by_id() -> None:
    state = plain()
    more = state.with_fact(fact("f2"))
    assert [each.fact_id for each in more.facts] == ["f1", "f2"]
    assert more.without_fact("f2") == state == plain()
    with pytest.raises(DurableStateError, match="f1"):
        state.with_fact(fact("f1", content="JSON files"))
    with pytest.raises(DurableStateError, match="there is no 'f9'"):
        state.without_fact("f9")


@pytest.mark.parametrize("status", ["blocked", "done", "open"])
def test_an_item_changes_by_a_named_confirmation(status: Any) -> None:
    before = DurableContextState(pending_items=(item("p1"), item("p2")), facts=(fact(),))
    after = before.confirm("p2", status, by="Ana", at=LATER)
    assert after.pending_items == (item("p1"), item("p2", status=status, confirmed_by="Ana", last_confirmed_at=LATER))
    assert (after.facts, after.retrieval_evidence) == (before.facts, before.retrieval_evidence)
    assert before == DurableContextState(pending_items=(item("p1"), item("p2")), facts=(fact(),))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"by": ""}, "by"), ({"by": " "}, "by"), ({"by": None}, "by"), ({"by": "a\nb"}, "by"),
        ({"item_id": "p9"}, "item_id"), ({"item_id": ""}, "item_id"), ({"item_id": None}, "item_id"),
        ({"status": "finished"}, "status"), ({"status": ""}, "status"),
        ({"at": "now"}, "at"), ({"at": "2025-03-01T00:00:00"}, "at"),
    ],
)  # fmt: skip
def test_a_confirmation_without_name_item_status_or_time_is_refused(changes: dict[str, Any], field: str) -> None:
    asked: dict[str, Any] = {"item_id": "p1", "status": "done", "by": "Ana", "at": AT}
    with pytest.raises(DurableStateError) as refused:
        plain().confirm(**(asked | changes))
    assert refused.value.field == field


def test_nobody_is_done_without_a_name() -> None:
    with pytest.raises(DurableStateError) as refused:
        item(status="done")
    assert refused.value.field == "confirmed_by"
    assert item(status="done", confirmed_by="Ana").status == "done"
