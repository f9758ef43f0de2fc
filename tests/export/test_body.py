"""Request bodies from the library: both APIs' forms, private notes, made-up messages, pictures."""

from __future__ import annotations

from typing import Any

import pytest

import inspector
from inspector.engine import Replay
from inspector.engine.chat_form import arguments
from inspector.export.body import body, missing_images, without_private
from inspector.export.json_replay import totals


def whole(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The body of the last request of the recorded view."""
    transcript = inspector.load_messages(messages)
    return body(Replay(transcript).view(transcript.structure.requests), transcript)


def test_what_was_sent_comes_back() -> None:
    messages = [
        {"role": "user", "content": "plain"},
        {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b", "more": 1}]},
        {"role": "user", "content": [{"type": "text", "text": "listed"}]},
    ]
    assert whole(messages) == {"messages": messages}


def test_several_system_messages_become_one_list() -> None:
    found = whole(
        [
            {"role": "system", "content": "one"},
            {"role": "system", "content": [{"type": "text", "text": "two", "cache_control": {"type": "ephemeral"}}]},
            {"role": "user", "content": "hello"},
        ]
    )
    assert found["system"] == [
        {"type": "text", "text": "one"},
        {"type": "text", "text": "two", "cache_control": {"type": "ephemeral"}},
    ]
    assert [message["role"] for message in found["messages"]] == ["user"]


def test_private_notes_are_left_out_but_not_the_models_own_arguments() -> None:
    call = {"type": "tool_use", "id": "c", "name": "f", "input": {"_keep": 1, "a": {"_keep": 2}}}
    result = {
        "type": "tool_result",
        "tool_use_id": "c",
        "content": [{"type": "text", "text": "x", "_y": 1}],
        "_read_path": "p",
    }
    found = whole(
        [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
        ]
    )
    assert found["messages"][1]["content"] == [call]
    assert found["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "c", "content": [{"type": "text", "text": "x"}]}
    ]
    assert without_private([{"_a": 1, "b": {"_c": 2}}]) == [{"b": {}}]


def test_a_summary_is_an_ordinary_message() -> None:
    talk = [
        {"role": role, "content": f"{role} {n} " + "word " * 200} for n in range(10) for role in ("user", "assistant")
    ]
    transcript = inspector.load_messages([*talk, {"role": "user", "content": "now"}])
    policy = inspector.load_policy("workbuddy-s14").with_knobs(soft_threshold=800, keep_recent_messages=8)
    view = inspector.replay(transcript, policy).view(transcript.structure.requests)
    messages = body(view, transcript)["messages"]
    assert [message["role"] for message in messages[:2]] == ["user", "assistant"]
    assert isinstance(messages[0]["content"], str)
    assert len(messages) == len(view.messages)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"a": "é", "b": [1]}, '{"a": "é", "b": [1]}'),
        ({}, "{}"),
        (None, "{}"),
        ({"_raw_arguments": "{broken"}, "{broken"),
    ],
)
def test_arguments_are_json_text(value: Any, written: str) -> None:
    assert arguments(value) == written


def test_chat_parts_come_back_and_pictures_by_link_stay() -> None:
    messages = [
        {"role": "system", "content": "s"},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "see"},
                {"type": "image_url", "image_url": {"url": "https://example.org/a.png", "detail": "low"}},
            ],
        },
        {"role": "assistant", "content": None, "refusal": "I will not."},
        {"role": "user", "content": "why"},
    ]
    transcript = inspector.load_messages(messages)
    view = Replay(transcript).view(transcript.structure.requests)
    assert body(view, transcript) == {"messages": messages}
    assert missing_images(view) == 0


def test_chat_pictures_that_were_taken_out_are_text() -> None:
    url = "data:image/png;base64,aGVsbG8gd29ybGQ="
    messages = [
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]},
        {"role": "assistant", "content": None, "refusal": "no"},
        {"role": "user", "content": "why"},
    ]
    transcript = inspector.load_messages(messages)
    view = Replay(transcript).view(transcript.structure.requests)
    part = body(view, transcript)["messages"][0]["content"][0]
    assert part["type"] == "text"
    assert "image/png" in part["text"]
    assert missing_images(view) == 1


def test_totals_of_no_rows() -> None:
    assert totals([])["peak"] is None
    assert totals([])["view"] == 0
