"""The lossless renderer: everything is there, a line each, and no content can pass for another line."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine import Durable, DurableContextState, render_durable_context, resolve_durable_sources
from tests.engine.choices import cases
from tests.engine.durables import (
    AT,
    DIGEST,
    LATER,
    Answer,
    Answers,
    answer,
    durable,
    evidence,
    fact,
    item,
    plain,
    resolved,
)
from tests.engine.profile import examples

FIELD = re.compile(r'([a-z_0-9]+)=("(?:[^"\\]|\\.)*"|[A-Za-z0-9][A-Za-z0-9._:/@+-]*)(?: |$)')


def read(text: str) -> list[tuple[str, dict[str, str]]]:
    """The lines as kinds and fields, values unquoted: what a reader who trusts nothing makes of them."""
    found = []
    for line in text.splitlines()[1:]:
        kind, _, rest = line.partition(" ")
        at, fields = 0, dict[str, str]()
        while at < len(rest):
            match = FIELD.match(rest, at)
            assert match, line
            assert match[1] not in fields
            fields[match[1]] = json.loads(match[2]) if match[2].startswith('"') else match[2]
            at = match.end()
        found.append((kind, fields))
    return found


def expected(given_durable: Durable) -> list[tuple[str, dict[str, str]]]:
    state = given_durable.state
    out = []
    for f in state.facts:
        fields = {"id": f.fact_id, "content": f.content, "source_pointer": f.source_pointer}
        out.append(("fact", {**fields, "last_confirmed_at": f.last_confirmed_at}))
    for i in state.pending_items:
        fields = {"id": i.item_id, "status": i.status, "description": i.description, "source_pointer": i.source_pointer}
        by = {"confirmed_by": i.confirmed_by} if i.confirmed_by else {}
        out.append(("pending_item", {**fields, **by, "last_confirmed_at": i.last_confirmed_at}))
    for e in state.retrieval_evidence:
        conflict = {"conflict": "none"} if e.conflict_key is None else {"conflict_winner": e.conflict_key}
        names = ("memory_id", "source_id", "source_type", "source_title", "captured_at")
        numbers = {"score": repr(e.score), "source_rank": str(e.source_rank)}
        out.append(("retrieval_evidence", {**{name: getattr(e, name) for name in names}, **numbers, **conflict}))
    for source in given_durable.resolutions:
        proof = {"evidence_sha256": DIGEST} if source.status == "available" else {"evidence_unavailable": "true"}
        out.append(("source", {"pointer": source.pointer, "source_status": source.status, **proof}))
    return out


def test_the_whole_text_of_a_small_state() -> None:
    state = DurableContextState(
        (fact(content='用 "WAL"\n模式'),),
        (item(), item("p2", status="done", confirmed_by="Ana Díaz", last_confirmed_at=LATER)),
        (evidence(), evidence("m2", conflict_key="db.engine")),
    )
    assert resolved(state, "available", "missing").text.splitlines()[1:] == [
        f'fact id=f1 content="用 \\"WAL\\"\\n模式" source_pointer=transcript:s:1 last_confirmed_at={AT}',
        f'pending_item id=p1 status=open description="write the tests" source_pointer=transcript:s:2 last_confirmed_at={AT}',
        'pending_item id=p2 status=done description="write the tests" confirmed_by="Ana Díaz" '
        f"source_pointer=transcript:s:2 last_confirmed_at={LATER}",
        f'retrieval_evidence memory_id=m1 source_id=doc-7 source_type=note source_title="Storage" captured_at={AT} '
        "score=0.75 source_rank=2 conflict=none",
        f'retrieval_evidence memory_id=m2 source_id=doc-7 source_type=note source_title="Storage" captured_at={AT} '
        "score=0.75 source_rank=2 conflict_winner=db.engine",
        f"source pointer=transcript:s:1 source_status=available evidence_sha256={DIGEST}",
        "source pointer=transcript:s:2 source_status=missing evidence_unavailable=true",
    ]


def test_an_empty_state_is_no_text() -> None:
    assert render_durable_context(DurableContextState()) == ""
    assert Durable(DurableContextState()).text == ""


@examples(300)
@given(cases(durable))
def test_every_word_comes_back_and_no_line_is_forged(found: Durable) -> None:
    assert read(found.text) == expected(found)
    assert all(character.isprintable() or character == "\n" for character in found.text.replace("\u200d", ""))


@examples(200)
@given(st.text(min_size=1).filter(lambda text: text.strip() and not re.search("[\ud800-\udfff]", text)))
def test_any_text_is_one_line_and_comes_back(text: str) -> None:
    found = resolved(DurableContextState((fact(content=text, source_pointer=text),)), "available")
    assert len(found.text.splitlines()) == 3
    assert read(found.text) == expected(found)


@pytest.mark.parametrize("status", ["missing", "denied", "corrupt", "unsupported"])
def test_only_an_available_source_has_a_hash(status: str) -> None:
    state = DurableContextState((fact(),))
    text = resolved(state, status).text
    assert f"source_status={status} evidence_unavailable=true" in text
    assert DIGEST not in text
    with pytest.raises(ValueError, match="hash"):
        render_durable_context(state, source_resolutions=[Answer("transcript:s:1", status, DIGEST)])  # type: ignore[list-item]


@pytest.mark.parametrize("digest", [None, "", DIGEST[:12], DIGEST.upper(), DIGEST + "\n", "x" * 64])
def test_an_available_source_has_its_whole_hash(digest: Any) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        render_durable_context(
            DurableContextState((fact(),)),
            source_resolutions=[Answer("transcript:s:1", "available", digest)],  # type: ignore[list-item]
        )


def test_an_excerpt_and_a_reason_never_come_in() -> None:
    text = resolved(plain(), "available", "denied").text
    assert "EXCERPT" not in text
    assert "for a reason" not in text


ONE, TWO, OTHER = "transcript:s:1", "transcript:s:2", "transcript:t:1"


@pytest.mark.parametrize(
    "pointers", [[], [ONE], [TWO], [ONE, ONE], [ONE, TWO, OTHER], [ONE, TWO, TWO], [ONE, OTHER], [OTHER]]
)
def test_resolutions_match_the_pointers_one_to_one(pointers: list[str]) -> None:
    answers = [answer(pointer, "missing") for pointer in pointers]
    for make in (
        lambda: render_durable_context(plain(), source_resolutions=answers),
        lambda: Durable(plain(), tuple(answers)),
    ):
        with pytest.raises(ValueError, match="source_resolutions"):
            make()


def test_the_order_of_the_answers_does_not_matter() -> None:
    answers = [answer(TWO, "missing"), answer(ONE, "available")]
    assert render_durable_context(plain(), source_resolutions=answers) == resolved(plain(), "available", "missing").text
    assert [each.pointer for each in Durable(plain(), tuple(answers)).resolutions] == [ONE, TWO]


def test_every_pointer_is_resolved_once_in_order() -> None:
    state = DurableContextState(
        (fact(), fact("f2", source_pointer=OTHER), fact("f3")), (item(), item("p2", source_pointer=ONE))
    )
    resolver = Answers(**{OTHER: "available"})
    found = resolve_durable_sources(state, resolver)
    assert resolver.asked == [ONE, OTHER, TWO]
    assert [each.status for each in found] == ["missing", "available", "missing"]
