"""What is marked as uncertain in a view has its reason in the certificate; so has what is missing before it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import inspector
from inspector.engine import Replay
from inspector.engine.doubts import clauses
from inspector.export.json_view import view_json
from inspector.transcript.model import Compaction, Message, Transcript
from tests.engine.messages import assistant, user
from tests.engine.test_recorded import TALK, recorded

ALL = "no compaction is recorded: the view is all that the record holds"


def doubted(transcript: Transcript, doubts: dict[int, str]) -> Transcript:
    messages = [replace(m, doubt=doubts.get(at, "")) for at, m in enumerate(transcript.messages)]
    return replace(transcript, messages=tuple(messages))


def whys(transcript: Transcript) -> list[str]:
    replay = Replay(transcript)
    return [replay.certificate(request).why for request in range(1, replay.requests + 1)]


def test_messages_are_counted_in_the_view_that_was_asked_for() -> None:
    talk = [user("one"), assistant("1"), user("two"), assistant("2"), user("three")]
    transcript = doubted(inspector.load_messages(talk), {2: "half a reply", 3: "half a reply", 4: "an attachment"})
    transcript = replace(transcript, is_prompt=False)
    assert whys(transcript) == [
        ALL,
        f"{ALL}; 1 message uncertain: half a reply",
        f"{ALL}; 3 messages uncertain: half a reply (2); an attachment (1)",
    ]


def test_a_message_that_the_compaction_took_away_needs_no_reason() -> None:
    transcript = doubted(recorded(TALK, Compaction("full", before=6, summary=6)), {1: "half a reply"})
    assert whys(transcript)[2:4] == [
        "rebuilt from the agent's own compaction records; 1 message uncertain: half a reply",
        "rebuilt from the agent's own compaction records",
    ]


def test_results_that_were_perhaps_cleared_are_uncertain() -> None:
    transcript = recorded(TALK, Compaction("micro", before=3, doubtful=frozenset({2}), doubt="which is not recorded"))
    assert whys(transcript)[-1].endswith("; 1 message uncertain: which is not recorded")
    assert [m.origin for m in Replay(transcript).view(5).messages if m.uncertain] == [2]


def test_a_prompt_whose_beginning_is_missing(tmp_path: Path) -> None:
    body = {"model": "gpt-5", "previous_response_id": "resp_9", "input": [{"role": "user", "content": "go on"}]}
    path = tmp_path / "body.json"
    path.write_text(json.dumps(body))
    assert whys(inspector.load(path)) == [
        "no compaction is recorded; the beginning of the prompt is missing: "
        "the prompt goes on from a response that is not in the record"
    ]
    del body["previous_response_id"]
    path.write_text(json.dumps(body))
    assert whys(inspector.load(path)) == ["the record stores this prompt itself"]


def responses(identity: str, previous: str | None, said: str) -> dict[str, Any]:
    """A request to the Responses API and its reply."""
    asked = {"model": "gpt-5", "input": [{"type": "message", "role": "user", "content": f"and {identity}?"}]}
    if previous:
        asked["previous_response_id"] = previous
    reply = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": said}]}
    return {"request": asked, "response": {"object": "response", "id": identity, "output": [reply]}}


def test_requests_of_a_log_that_go_on_from_what_is_not_in_it(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = [responses("resp_1", "resp_0", "yes"), responses("resp_2", "resp_1", "no")]
    path.write_text("".join(json.dumps(each) + "\n" for each in log))
    found = whys(inspector.load(path))
    assert len(found) == 2
    assert all("uncertain: the prompt goes on from a response that is not in the record" in why for why in found)


def claude(uuid: str, parent: str | None, role: str, text: str, **more: Any) -> str:
    record = {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "isSidechain": False}
    message = {"role": role, "content": text if role == "user" else [{"type": "text", "text": text}]}
    return json.dumps({**record, "message": message, **more}) + "\n"


def test_a_claude_code_record_that_begins_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    rest = claude("b", "a", "assistant", "yes") + claude("c", "b", "user", "more")
    path.write_text(claude("a", "lost", "user", "hi") + rest)
    for why in whys(inspector.load(path)):
        assert why.endswith(
            "the beginning of the prompt is missing: the first record goes on from one that is not in the file"
        )
    path.write_text(claude("a", None, "user", "hi") + rest)
    assert set(whys(inspector.load(path))) == {ALL}


def test_an_attachment_of_claude_code_has_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    attachment = {"type": "attachment", "uuid": "b", "parentUuid": "a", "sessionId": "s"}
    attachment["attachment"] = {"type": "date_change", "newDate": "2026-01-02"}  # type: ignore[assignment]
    lines = claude("a", None, "user", "hi") + json.dumps(attachment) + "\n" + claude("c", "b", "assistant", "yes")
    path.write_text(lines + claude("d", "c", "user", "go"))
    transcript = inspector.load(path)
    reason = "the record does not say whether the client sent this attachment"
    assert whys(transcript)[-1] == f"{ALL}; 1 message uncertain: {reason}"
    replay = Replay(transcript)
    told = view_json(replay.view(replay.requests), transcript, replay.policy)["messages"]
    assert {each["uncertain_why"] for each in told if each["uncertain"]} == {reason}
    assert {each["uncertain_why"] for each in told if not each["uncertain"]} == {None}


def test_reasons_are_named_once() -> None:
    assert clauses(["", ""]) == ""
    assert clauses(["a", "", "a"]) == "a"
    assert clauses(["a", "b", "b"]) == "b (2); a (1)"
    assert clauses("abcde") == "a (1); b (1); c (1); and 2 other reasons"


def test_uncertain_is_whether_there_is_a_reason() -> None:
    assert (Message(1, "user", ()).uncertain, Message(1, "user", (), doubt="x").uncertain) == (False, True)
