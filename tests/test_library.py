"""The library's root: lazy, complete, with the defaults that the floors below cannot know."""

from __future__ import annotations

from typing import Any

import pytest

import inspector
from inspector.settings import sample


def test_everything_that_is_promised_is_there() -> None:
    assert all(getattr(inspector, name) is not None for name in inspector.__all__)
    assert set(inspector.__all__) <= set(dir(inspector))


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        inspector.nothing  # noqa: B018


@pytest.mark.parametrize("policy", ["recorded", None])
def test_recorded_view_by_name_and_by_none(policy: str | None) -> None:
    transcript = inspector.load(sample("oom-log").path)
    replay = inspector.replay(transcript, policy)
    assert replay.view(replay.requests).certificate.kind == "reconstructed"


def test_policy_by_name_is_the_policy() -> None:
    transcript = inspector.load(sample("oom-log").path)
    named = inspector.replay(transcript, "go-tiny-claw").rows()
    assert named == inspector.replay(transcript, inspector.load_policy("go-tiny-claw")).rows()


def test_knobs_make_another_policy() -> None:
    policy = inspector.load_policy("workbuddy-s14").with_knobs(soft_threshold=60_000)
    assert policy.values["soft_threshold"] == 60_000


def test_summary_has_words_without_naming_a_summariser() -> None:
    transcript = inspector.load(sample("research").path)
    replay = inspector.replay(transcript, "evo-agent")
    first = next(row.request for row in replay.rows() if row.compacted)
    made = [message.made for message in replay.view(first).messages if message.made is not None]
    assert any(one.kind == "summary" and one.text.strip() and not one.approximate for one in made)


def test_compact_works_on_messages_in_memory() -> None:
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "read the log"},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.log"}}],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "line of the log\n" * 600}],
        },
    ]
    before = repr(messages)
    result = inspector.compact(messages, "go-tiny-claw")
    assert len(result.messages) == 3
    assert len(repr(result.messages)) < len(before) / 2
    assert repr(messages) == before


def test_compact_refuses_a_broken_pair() -> None:
    broken = [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "?"}]}]
    with pytest.raises(inspector.ToolProtocolError):
        inspector.compact(broken, "workbuddy-s14")
