"""Hermes: messages of its four stores, who wrote them, and where a summary is one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.growing import load_growing
from inspector.transcript.parts import parts_of
from tests.transcript.formats.fixtures_hermes import (
    BEGINNING,
    COMPACTED,
    SUMMARY,
    TOOLS,
    Record,
    Store,
    dump,
    lines,
    reply,
    result,
    snapshot,
    user,
)


def loaded(tmp_path: Path, value: Any) -> Transcript:
    path = tmp_path / "session.json"
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return inspector.load(path)


def told(transcript: Transcript) -> list[tuple[str, str, list[str]]]:
    return [(m.role, m.author, [block.kind for block in m.blocks]) for m in transcript.messages]


PLAIN = [
    ("user", "human", ["text"]),
    ("assistant", "model", ["thinking", "text", "tool_use"]),
    ("tool", "tool", ["tool_result"]),
    ("assistant", "model", ["text"]),
    ("user", "human", ["text"]),
    ("assistant", "model", ["tool_use"]),
    ("tool", "tool", ["tool_result"]),
    ("assistant", "model", ["text"]),
]


def test_a_snapshot_holds_system_prompt_and_tools(tmp_path: Path) -> None:
    found = loaded(tmp_path, snapshot(*BEGINNING))
    assert told(found) == [("system", "system", ["text"]), *PLAIN]
    assert list(found.tools) == TOOLS
    assert found.session == "20260528_090000_abc"
    assert found.structure.requests == 4
    assert not found.is_prompt


def test_lines(tmp_path: Path) -> None:
    found = loaded(tmp_path, lines(*BEGINNING))
    assert told(found) == PLAIN
    assert list(found.tools) == TOOLS
    assert found.messages[0].timestamp == "2026-05-28T20:26:40.500Z"
    assert found.messages[0].line == 2
    assert found.report.records == {"session_meta": 1, "user": 2, "assistant": 4, "tool": 2}


def test_a_dump_is_the_prompt(tmp_path: Path) -> None:
    found = loaded(tmp_path, dump(*BEGINNING[:3]))
    assert found.is_prompt
    assert found.session == "s1"
    assert [m.role for m in found.messages] == ["system", "user", "assistant", "tool"]
    with pytest.raises(TranscriptError, match="holds no messages"):
        loaded(tmp_path, {**dump(), "request": {"body": {"input": "x"}}})


def test_the_database(tmp_path: Path) -> None:
    path = Store(tmp_path / "state.db").session("one", *BEGINNING).path
    found = inspector.load(path)
    assert told(found) == [("system", "system", ["text"]), *PLAIN]
    assert (found.session, found.part, found.title) == ("one", "one", "title of one")
    assert found.messages[1].extra == {"session": "one"}


def test_a_prompt_that_is_shared_and_content_that_is_json(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "https://x.example/a.png"}}]
    store = Store(tmp_path / "state.db").session(
        "one", user("\0json:" + json.dumps(parts)), user("x"), system_prompt=None
    )
    store.run("INSERT INTO system_prompts VALUES ('h', 'shared prompt')")
    store.run("UPDATE sessions SET system_prompt_hash = 'h'")
    found = inspector.load(store.path)
    assert found.messages[0].blocks[0].text == "shared prompt"
    assert [block.kind for block in found.messages[1].blocks] == ["text", "image"]


def test_an_old_database_without_the_later_columns(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    for column in ("active", "compacted", "observed", "token_count", "reasoning"):
        store.run(f"ALTER TABLE messages DROP COLUMN {column}")
    assert len(inspector.load(store.path).messages) == 9


SUMMARIES = (
    SUMMARY,
    "[CONTEXT SUMMARY]: the port is 8443",
    "[CONTEXT COMPACTION] Earlier turns were compacted. The port is 8443",
)


@pytest.mark.parametrize("text", SUMMARIES)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_summary_is_a_block_of_its_own_and_the_clients(tmp_path: Path, text: str, role: str) -> None:
    """NousResearch/hermes-agent#86234: not an ordinary message of a person or of the model; all of it can be read."""
    found = loaded(tmp_path, snapshot(user("go"), {"role": role, "content": text}, user("on"), reply("yes")))
    assert told(found)[2] == (role, "client", ["summary"])
    assert found.messages[2].blocks[0].text == text
    assert found.structure.requests == 1


@pytest.mark.parametrize("text", [f"what does this mean: {SUMMARY}", f"> {SUMMARIES[1]}"])
def test_a_summary_that_a_person_quotes_is_the_persons(tmp_path: Path, text: str) -> None:
    found = loaded(tmp_path, snapshot(user(text), reply("nothing")))
    assert told(found)[1] == ("user", "human", ["text"])
    assert found.compactions == ()


def test_a_tool_may_print_a_summary(tmp_path: Path) -> None:
    found = loaded(tmp_path, snapshot(user("go"), reply(None, "c"), result("c", SUMMARY), reply("so")))
    assert told(found)[3] == ("tool", "tool", ["tool_result"])


def test_a_summary_before_what_a_person_wrote(tmp_path: Path) -> None:
    found = loaded(tmp_path, snapshot(user(f"{SUMMARY}\n\nand the host?"), reply("example.")))
    assert told(found)[1] == ("user", "human", ["summary", "text"])
    assert found.messages[1].blocks[1].text == "and the host?"
    assert found.messages[1].blocks[0].text == SUMMARY


def test_a_summary_after_earlier_words(tmp_path: Path) -> None:
    before = "[PRIOR CONTEXT — for reference only; not a new message]\nas I said\n\n"
    text = f"{before}[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]\n{SUMMARY}"
    found = loaded(tmp_path, snapshot(user(text), reply("yes")))
    assert told(found)[1] == ("user", "client", ["text", "summary"])
    assert found.messages[1].blocks[0].text == "as I said"


def test_what_goes_with_a_compaction_is_the_clients(tmp_path: Path) -> None:
    todo = "[Your active task list was preserved across context compression]\n- [>] port"
    found = loaded(
        tmp_path, snapshot(user(todo), user("Continue from the compressed conversation context above."), reply("x"))
    )
    assert [m.author for m in found.messages] == ["system", "client", "human", "model"]


def test_the_sessions_of_a_database(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db")
    store.session("old", user("x")).session("new", user("y"))
    store.session("sub", user("z"), parent="new", config={"_delegate_from": "new"})
    assert [(part.id, part.parent, part.messages) for part in parts_of(store.path)] == [
        ("sub", "new", 1),
        ("new", "", 1),
        ("old", "", 1),
    ]
    assert parts_of(store.path)[0].project == "/home/u/shop"
    found = inspector.load(store.path)
    assert found.part == "new"
    assert [(side.id, side.messages) for side in found.sidechains] == [("sub", 1)]
    assert inspector.load(store.path, sidechain="sub").messages[1].blocks[0].text == "z"
    assert inspector.load(f"{store.path}#old").messages[1].blocks[0].text == "x"


@pytest.mark.parametrize("marker", ["_branched_from", "_reset_from"])
def test_a_parent_is_no_proof_of_a_compaction(tmp_path: Path, marker: str) -> None:
    store = Store(tmp_path / "state.db").session("one", *BEGINNING, end_reason="compression")
    store.session("two", user("other"), reply("words"), parent="one", config={marker: "one"})
    found = inspector.load(f"{store.path}#two")
    assert [m.blocks[0].text for m in found.messages] == ["You are Hermes.", "other", "words"]
    assert found.sidechains == ()


def test_a_loop_of_parents_ends(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db")
    store.session("a", user("x"), parent="b", end_reason="compression")
    store.session("b", user("y"), parent="a", end_reason="compression")
    store.session("c", user("z"), parent="c", end_reason="compression")
    for name in "abc":
        assert inspector.load(f"{store.path}#{name}").part == name


def test_a_gateways_note_in_the_database_is_no_message(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db").session("one", {"role": "session_meta", "content": "{}"}, user("go"))
    found = inspector.load(store.path)
    assert [m.role for m in found.messages] == ["system", "user"]
    assert found.report.problems == ()


def test_what_was_taken_back_is_a_branch(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db").session("one", user("go"), reply("no"), user("again"), reply("yes"))
    store.run("UPDATE messages SET active = 0 WHERE id > 2").add("one", user("other"))
    found = inspector.load(store.path)
    assert [m.blocks[0].text for m in found.messages[1:]] == ["go", "no", "other"]
    assert [branch.leaf for branch in found.branches] == ["4"]
    other = inspector.load(store.path, leaf="4")
    assert [m.blocks[0].text for m in other.messages[1:]] == ["go", "no", "again", "yes"]
    with pytest.raises(TranscriptError, match="no branch"):
        inspector.load(store.path, leaf="2")


ODD: tuple[Record, ...] = (
    {"role": "user", "content": {"a": 1}},
    {"role": "assistant", "tool_calls": 3, "reasoning": ["x"], "timestamp": float("1e300")},
    {"role": "assistant", "tool_calls": [{"id": {}, "function": {"name": 1, "arguments": [1]}}], "timestamp": []},
    {"role": "tool", "tool_call_id": [1], "content": [3]},
    {"role": [], "content": "x"},
    {"content": "x"},
)


def test_values_of_any_type(tmp_path: Path) -> None:
    found = loaded(tmp_path, snapshot(*ODD, tools={}, system_prompt=7))
    assert [m.role for m in found.messages] == ["user", "assistant", "assistant", "tool"]
    assert [problem.kind for problem in found.report.problems] == ["unknown-record"] * 2
    assert len(loaded(tmp_path, snapshot(None, 3, "x", [])).messages) == 1  # type: ignore[arg-type]
    assert len(loaded(tmp_path, lines(*ODD)).messages) == 4


def test_cells_of_any_type(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db").session("one", *BEGINNING)
    for column, value in (
        ("content", 7),
        ("tool_calls", b"\xff"),
        ("timestamp", "soon"),
        ("active", "x"),
        ("role", b"user"),
    ):
        store.run(f"UPDATE messages SET {column} = ? WHERE id = 2", value)
    store.run("UPDATE sessions SET model_config = '[', started_at = 'x', title = x'ff', parent_session_id = 3")
    assert len(inspector.load(store.path).messages) >= 7


def test_lines_that_grow_are_what_loading_them_gives(tmp_path: Path) -> None:
    data = lines(*BEGINNING, *COMPACTED, user("thanks"), reply("Welcome."))
    path = tmp_path / "s.jsonl"
    whole = loaded(tmp_path, data)
    for cut in range(len(lines()), len(data), 97):
        path.write_bytes(data[:cut])
        _, growing = load_growing(path)
        assert growing is not None
        grown = growing.take(data[cut:])
        assert grown is not None
        assert [(m.number, m.role, m.author, m.line) for m in grown.messages] == [
            (m.number, m.role, m.author, m.line) for m in whole.messages
        ]
        assert grown.compactions == whole.compactions
