"""Goose: messages, calls and results, visibility, usage, from each of its stores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.growing import load_growing
from inspector.transcript.model import Usage
from inspector.transcript.parts import parts_of
from tests.transcript.formats.fixtures_goose import (
    AGENT_ONLY,
    BEGINNING,
    BY_REQUEST,
    GO_ON,
    HIDDEN,
    SUMMARY,
    Store,
    answer,
    call,
    compacted,
    export,
    hidden,
    lines,
    reply,
    user,
)


def loaded(tmp_path: Path, value: Any) -> Transcript:
    path = tmp_path / "session.jsonl"
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return inspector.load(path)


def told(transcript: Transcript) -> list[tuple[str, str, list[str]]]:
    return [(m.role, m.author, [block.kind for block in m.blocks]) for m in transcript.messages]


def view(transcript: Transcript, request: int) -> list[str]:
    """The texts that a request sent."""
    messages = inspector.replay(transcript).view(request).messages
    return [block.text for m in messages for block in m.blocks if block.text]


def test_every_store_says_the_same(tmp_path: Path) -> None:
    ways = [
        loaded(tmp_path, lines(*BEGINNING)),
        loaded(tmp_path, export(*BEGINNING)),
        inspector.load(Store(tmp_path / "sessions.db").session("one", *BEGINNING).path),
    ]
    for way in ways:
        assert told(way) == [
            ("user", "human", ["text"]),
            ("assistant", "model", ["text", "tool_use"]),
            ("user", "tool", ["tool_result"]),
            ("assistant", "model", ["text"]),
            ("user", "human", ["text"]),
        ]
        assert way.messages[0].timestamp == "2026-03-01T09:00:00.000Z"
        assert way.messages[1].blocks[1].input == {"command": "ls"}
        assert way.messages[2].blocks[0].text == "cart.py"
        assert way.structure.requests == 3
        assert way.compactions == ()
    assert [way.title for way in ways] == ["Fix the cart", "Fix the cart", "title of one"]


def test_results(tmp_path: Path) -> None:
    old = {
        "type": "toolResponse",
        "id": "a",
        "toolResult": {"status": "success", "value": [{"type": "text", "text": "old"}]},
    }
    failed = {"type": "toolResponse", "id": "b", "toolResult": {"status": "error", "error": "denied"}}
    wrong = {"type": "toolResponse", "id": "c", "toolResult": {"value": {"content": [], "isError": True}}}
    picture = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    found = loaded(tmp_path, lines(user("go"), reply(call("a")), user(old, failed, wrong, answer("d", "see", picture))))
    one, two, three, four = found.messages[2].blocks
    assert (one.text, one.api.get("is_error")) == ("old", None)
    assert (two.text, two.api.get("is_error")) == ("denied", True)
    assert (three.text, three.api.get("is_error")) == ("", True)
    assert four.text == "see"
    assert [image.media_type for image in four.images] == ["image/png"]
    assert "iVBORw0KGgo=" not in str(four.api)


def test_what_a_tool_says_to_the_person_alone_is_not_sent(tmp_path: Path) -> None:
    shown = {"type": "text", "text": "for you", "annotations": {"audience": ["user"], "priority": 0.1}}
    sent = {"type": "text", "text": "for the model", "annotations": {"audience": ["assistant"]}}
    found = loaded(tmp_path, lines(user("go"), reply(call("a")), user(answer("a", shown, sent))))
    assert found.messages[2].blocks[0].text == "for the model"


def test_calls_that_could_not_be_parsed_and_thinking(tmp_path: Path) -> None:
    broken = {"type": "toolRequest", "id": "a", "toolCall": {"status": "error", "error": "no such tool"}}
    thought = {"type": "thinking", "thinking": "hm", "signature": "s"}
    found = loaded(tmp_path, lines(user("go"), reply(thought, {"type": "redactedThinking", "data": "x"}, broken)))
    one, two, three = found.messages[1].blocks
    assert (one.kind, one.text, one.api["signature"]) == ("thinking", "hm", "s")
    assert (two.kind, two.api["type"]) == ("opaque", "redacted_thinking")
    assert (three.tool, three.input) == ("", {"_raw_arguments": "no such tool"})


def test_notices_are_not_sent_and_unknown_content_is_kept(tmp_path: Path) -> None:
    notice = {"type": "systemNotification", "notificationType": "inlineMessage", "msg": "compacting"}
    found = loaded(tmp_path, lines(user("go"), reply(notice), reply({"type": "wonder", "a": 1}, {"type": []}, 3)))
    assert told(found)[1] == ("assistant", "model", ["opaque", "opaque", "text"])
    assert found.report.records["systemNotification"] == 1
    assert [problem.kind for problem in found.report.problems] == ["unknown-record"] * 3


def test_pieces_of_one_reply_are_one_message(tmp_path: Path) -> None:
    found = loaded(tmp_path, lines(user("go"), reply("one ", id="m1"), reply("two", id="m1"), reply("three", id="m2")))
    assert [[block.text for block in m.blocks] for m in found.messages] == [["go"], ["one ", "two"], ["three"]]


def test_after_a_compaction_the_model_has_the_summary(tmp_path: Path) -> None:
    found = loaded(tmp_path, lines(*compacted(*BEGINNING), reply("Mended.")))
    assert told(found)[5:] == [
        ("user", "client", ["summary"]),
        ("assistant", "client", ["text"]),
        ("user", "client", ["text"]),
        ("assistant", "model", ["text"]),
    ]
    assert found.structure.requests == 3
    assert view(found, 2) == ["the total is wrong", "I look.", "cart.py"]
    assert view(found, 3) == [SUMMARY, GO_ON, "mend it"]
    assert found.compactions[0].trigger == "auto"


def test_a_second_compaction_hides_the_first_summary(tmp_path: Path) -> None:
    first = (*compacted(*BEGINNING), reply("Mended."), user("thanks"))
    found = loaded(tmp_path, lines(*compacted(*first, words=BY_REQUEST, again=""), user("bye"), reply("Bye.")))
    assert [view(found, request) for request in (3, 4)] == [
        [SUMMARY, GO_ON, "mend it"],
        [SUMMARY, BY_REQUEST, "bye"],
    ]
    assert [each.trigger for each in found.compactions] == ["auto", "manual"]


def test_pairs_that_were_put_away(tmp_path: Path) -> None:
    """Hidden, without a summary behind them: they are gone from the last request, and when is doubtful."""
    away = hidden(*BEGINNING[1:3])
    told_instead = user("a file was listed", metadata=AGENT_ONLY)
    found = loaded(tmp_path, lines(BEGINNING[0], *away, told_instead, reply("So."), user("go on")))
    assert view(found, 3) == ["the total is wrong", "a file was listed", "So.", "go on"]
    assert "does not say when" in found.compactions[0].doubt


def test_words_that_the_model_never_saw(tmp_path: Path) -> None:
    found = loaded(
        tmp_path, lines(user("/help", metadata=HIDDEN), reply("commands", metadata=HIDDEN), user("go"), reply("So."))
    )
    assert [m.blocks[0].text for m in found.messages] == ["go", "So."]
    assert found.report.records["hidden from the model"] == 2


def test_the_ledger(tmp_path: Path) -> None:
    store = Store(tmp_path / "sessions.db").session("one", *BEGINNING)
    store.spent("one", 1000, 50, 600, 100).spent("one", 9999, 9, is_compaction=1)
    store.spent("one", 300, 20, 600, 100, total_tokens=1020)
    found = inspector.load(store.path)
    assert [(m.model, m.usage) for m in found.messages if m.role == "assistant"] == [
        ("gpt-5", Usage(300, 600, 100, 50)),
        ("gpt-5", Usage(300, 600, 100, 20)),
    ]
    again = inspector.load(store.spent("one", 1, 1).path)
    assert not any(m.usage for m in again.messages)
    assert [problem.kind for problem in again.report.problems] == ["usage"]


def test_the_sessions_of_a_database(tmp_path: Path) -> None:
    store = Store(tmp_path / "sessions.db").session("one", user("x")).session("two", user("y"), reply("z"))
    store.session("sub", user("w"), parent="two")
    assert [(part.id, part.parent, part.messages, part.timestamp) for part in parts_of(store.path)] == [
        ("sub", "two", 1, "2026-03-03T09:00:00Z"),
        ("two", "", 2, "2026-03-02T09:00:00Z"),
        ("one", "", 1, "2026-03-01T09:00:00Z"),
    ]
    assert parts_of(store.path)[0].model == "claude-sonnet-4-5"
    found = inspector.load(store.path)
    assert (found.part, [side.id for side in found.sidechains]) == ("two", ["sub"])
    assert inspector.load(store.path, sidechain="sub").messages[0].blocks[0].text == "w"
    assert inspector.load(f"{store.path}#one").messages[0].blocks[0].text == "x"
    with pytest.raises(TranscriptError, match="no session"):
        inspector.load(f"{store.path}#three")


def test_the_first_databases(tmp_path: Path) -> None:
    store = Store(tmp_path / "sessions.db").session("one", *BEGINNING)
    for table, column in (("messages", "metadata_json"), ("messages", "message_id"), ("sessions", "parent_session_id")):
        store._run(lambda db, table=table, column=column: db.execute(f"ALTER TABLE {table} DROP COLUMN {column}"))
    store._run(lambda db: db.execute("DROP TABLE usage_ledger"))
    assert len(inspector.load(store.path).messages) == 5


def test_values_of_any_type(tmp_path: Path) -> None:
    odd: list[Any] = [
        {"role": "user", "content": "words", "created": "x", "metadata": 3, "id": []},
        {"role": "assistant", "content": {"type": "text"}},
        {"role": "assistant", "content": [call("a") | {"toolCall": 3}, {"type": "toolResponse", "toolResult": [1]}]},
        {"role": "user", "content": [answer("a") | {"toolResult": {"value": {"content": [None, {"resource": {}}]}}}]},
        {"role": {}, "content": []},
    ]
    assert len(loaded(tmp_path, export(*odd, None, 3)).messages) == 3
    assert len(loaded(tmp_path, lines(*odd)).messages) == 3


def test_lines_that_grow_are_what_loading_them_gives(tmp_path: Path) -> None:
    data = lines(*compacted(*BEGINNING), reply("Mended."))
    path = tmp_path / "s.jsonl"
    whole = loaded(tmp_path, data)
    for cut in range(len(lines()), len(data), 53):
        path.write_bytes(data[:cut])
        _, growing = load_growing(path)
        assert growing is not None
        grown = growing.take(data[cut:])
        assert grown is not None
        assert [(m.number, m.role, m.author, m.line) for m in grown.messages] == [
            (m.number, m.role, m.author, m.line) for m in whole.messages
        ]
        assert grown.compactions == whole.compactions
