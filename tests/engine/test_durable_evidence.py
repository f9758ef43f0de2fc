"""`capture_retrieval_evidence`: hits that were chosen already, of both shapes, copied and not judged."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.engine import DurableStateError, RetrievalEvidence, capture_retrieval_evidence
from tests.engine.durables import AT, evidence

SOURCE = {"source_id": "doc-7", "source_type": "note", "captured_at": AT}
RECALLED = {"memory_id": "m1", "score": 0.75, "rank": 2, "text": "never copied"}
CHOSEN = {"memory_id": "m1", "score": 0.75, "source_rank": 2, "conflict_key": "db.engine", "text": "never copied"}


def thing(value: Any) -> Any:
    """The same with attributes in the place of keys."""
    if not isinstance(value, dict):
        return value
    return SimpleNamespace(**{key: thing(item) for key, item in value.items()})


SHAPES = {
    "flat": {**SOURCE, "source_title": "Storage"},
    "nested": {"provenance": {**SOURCE, "source_title": "Storage"}},
    "nested title": {"provenance": {**SOURCE, "title": "Storage"}},
    "nested short": {"provenance": {"id": "doc-7", "type": "note", "title": "Storage", "captured_at": AT}},
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("form", [dict, thing])
def test_both_shapes_of_hit_give_the_same_evidence(shape: str, form: Any) -> None:
    hits = [form({**RECALLED, **SHAPES[shape]}), form({**CHOSEN, "memory_id": "m2", **SHAPES[shape]})]
    assert capture_retrieval_evidence(hits) == (evidence("m1"), evidence("m2", conflict_key="db.engine"))


def test_nothing_is_ranked_sorted_or_left_out() -> None:
    numbers = [(3, 0.1), (1, 0.2), (1, 0.9), (7, 0.0)]
    hits = [{**SHAPES["flat"], "memory_id": f"m{at}", "rank": r, "score": s} for at, (r, s) in enumerate(numbers)]
    captured = capture_retrieval_evidence(hits)
    assert [(each.source_rank, each.score) for each in captured] == numbers
    assert [each.memory_id for each in captured] == ["m0", "m1", "m2", "m3"]
    assert capture_retrieval_evidence(iter(hits)) == captured
    assert capture_retrieval_evidence([]) == ()


def test_the_rank_of_the_source_wins_over_a_place_in_the_prompt() -> None:
    (found,) = capture_retrieval_evidence([{**CHOSEN, **SHAPES["nested"], "rank": 1}])
    assert found.source_rank == 2


def test_a_time_may_be_a_time() -> None:
    when = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
    (found,) = capture_retrieval_evidence([{**RECALLED, **SHAPES["flat"], "captured_at": when}])
    assert found.captured_at == "2025-03-01T09:30:00+00:00"
    with pytest.raises(DurableStateError, match="zone"):
        capture_retrieval_evidence([{**RECALLED, **SHAPES["flat"], "captured_at": when.replace(tzinfo=None)}])


@pytest.mark.parametrize(
    "missing", ["memory_id", "score", "rank", "source_id", "source_type", "source_title", "captured_at"]
)
def test_what_is_missing_is_named_with_its_hit(missing: str) -> None:
    whole = {**RECALLED, **SHAPES["flat"]}
    lacking = {key: value for key, value in whole.items() if key != missing}
    with pytest.raises(DurableStateError) as refused:
        capture_retrieval_evidence([whole, lacking])
    assert refused.value.field == f"hits[2].{'source_rank' if missing == 'rank' else missing}"
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("hit", [None, 7, "m1", object(), {}, []])
def test_what_is_no_hit_is_refused(hit: Any) -> None:
    with pytest.raises(DurableStateError, match=r"hits\[1\]"):
        capture_retrieval_evidence([hit])


def test_bad_numbers_of_a_hit_are_refused() -> None:
    for field, value in (("score", 1.2), ("score", True), ("rank", 0), ("rank", 1.5)):
        with pytest.raises(DurableStateError, match=r"hits\[1\]"):
            capture_retrieval_evidence([{**RECALLED, **SHAPES["flat"], field: value}])


def test_evidence_holds_no_text_of_the_hit() -> None:
    (found,) = capture_retrieval_evidence([{**RECALLED, **SHAPES["flat"]}])
    assert "never copied" not in repr(found)
    assert isinstance(found, RetrievalEvidence)
