"""Hermes' compactions: what each request was made of, from rows that were written anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import inspector
from inspector.transcript import Transcript
from tests.transcript.formats.fixtures_hermes import (
    BEGINNING,
    CLEARED,
    COMPACTED,
    SUMMARY,
    Store,
    lines,
    reply,
    result,
    snapshot,
    user,
)

FULL = ["which port?", "the settings say", "I look.", "port = 8443", "8443.", "and the host?", "host = example"]
AFTER = ["which port?", SUMMARY, "and the host?", "host = example", "example."]


def loaded(tmp_path: Path, value: Any) -> Transcript:
    path = tmp_path / "session.json"
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return inspector.load(path)


def view(transcript: Transcript, request: int) -> list[str]:
    """The texts that a request sent, but for the system prompt."""
    messages = inspector.replay(transcript).view(request).messages
    return [block.text for m in messages if m.role != "system" for block in m.blocks if block.text]


def test_in_place_every_request_has_what_it_had(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    store.compact("one", *COMPACTED).add("one", user("thanks"), reply("Welcome."))
    found = inspector.load(store.path)
    assert [m.role for m in found.messages].count("assistant") == 5
    assert view(found, 4) == FULL
    assert view(found, 5) == [*AFTER, "thanks"]
    (compaction,) = found.compactions
    assert compaction.doubtful == frozenset()
    assert found.messages[compaction.summary or 0].blocks[0].kind == "summary"
    assert -1 not in [found.structure.partner[call] for call in found.structure.calls]


def test_originals_that_count_as_carried_on_are_where_they_were(tmp_path: Path) -> None:
    """Later versions mark the originals of what was kept like what was taken back."""
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    store.compact("one", *COMPACTED, kept=4).add("one", user("thanks"))
    found = inspector.load(store.path)
    assert view(found, 4) == FULL
    assert view(found, 5) == [*AFTER, "thanks"]
    assert found.branches == ()


def test_two_compactions_in_place(tmp_path: Path) -> None:
    second = (BEGINNING[0], user(SUMMARY + " 2"), user("thanks"), reply("Welcome."))
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    store.compact("one", *COMPACTED).add("one", user("thanks"), reply("Welcome."))
    store.compact("one", *second).add("one", user("bye"), reply("Bye."))
    found = inspector.load(store.path)
    assert [view(found, request) for request in (4, 5, 6)] == [
        FULL,
        [*AFTER, "thanks"],
        ["which port?", SUMMARY + " 2", "thanks", "Welcome.", "bye"],
    ]
    assert len(found.compactions) == 2


def test_a_session_that_goes_on_in_another(tmp_path: Path) -> None:
    """The child's transcript holds where it came from."""
    store = Store(tmp_path / "state.db").session("one", *BEGINNING, end_reason="compression", ended_at=1.0)
    store.session("two", *COMPACTED, user("thanks"), reply("Welcome."), parent="one")
    found = inspector.load(store.path)
    assert found.part == "two"
    assert [part.id for part in found.parts] == ["two"]
    assert [m.extra.get("session") for m in found.messages] == [None, *["one"] * 8, *["two"] * 3]
    assert view(found, 4) == FULL
    assert view(found, 5) == [*AFTER, "thanks"]
    assert view(inspector.load(f"{store.path}#one"), 4) == FULL


def test_an_output_that_was_cleared_in_what_is_kept(tmp_path: Path) -> None:
    kept = (*COMPACTED[:4], result("c2", CLEARED), *COMPACTED[5:])
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    store.compact("one", *kept).add("one", user("thanks"))
    found = inspector.load(store.path)
    assert view(found, 5) == ["which port?", SUMMARY, "and the host?", CLEARED, "example.", "thanks"]
    assert found.messages[7].blocks[0].text == "host = example"
    assert found.compactions[0].replaced == {"c2": CLEARED}


def test_lines_that_were_written_anew(tmp_path: Path) -> None:
    found = loaded(tmp_path, lines(*BEGINNING, *COMPACTED, user("thanks"), reply("Welcome.")))
    assert view(found, 4) == FULL
    assert view(found, 5) == [*AFTER, "thanks"]


def test_a_snapshot_after_a_compaction_says_what_it_does_not_know(tmp_path: Path) -> None:
    found = loaded(tmp_path, snapshot(*COMPACTED, user("thanks"), reply("Welcome.")))
    assert view(found, 3) == [*AFTER, "thanks"]
    (compaction,) = found.compactions
    assert compaction.order == (0, 1, 2)
    assert compaction.doubtful == {2}
    assert "does not say" in compaction.doubt


def test_a_new_list_without_a_summary(tmp_path: Path) -> None:
    """Messages were left out, and nothing stands for them."""
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    store.compact("one", *BEGINNING[:1], *BEGINNING[4:]).add("one", user("thanks"))
    found = inspector.load(store.path)
    assert view(found, 5) == ["which port?", *FULL[5:], "example.", "thanks"]
    assert found.compactions[0].summary is None


def test_a_summary_with_a_kept_prompt_in_one_message(tmp_path: Path) -> None:
    merged = (BEGINNING[0], user(f"{SUMMARY}\n\nand the host?"), *BEGINNING[5:])
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    store.compact("one", *merged).add("one", user("thanks"))
    found = inspector.load(store.path)
    assert view(found, 5) == ["which port?", SUMMARY, "and the host?", "host = example", "example.", "thanks"]
