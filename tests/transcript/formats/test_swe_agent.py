"""SWE-agent: the prompts of the steps, shortened observations, demonstrations; mini-swe-agent in both layouts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.model import Usage
from tests.transcript.formats import fixtures_swe_agent as given
from tests.transcript.formats.prompts.talk import view, words


@pytest.fixture
def loaded(tmp_path: Path) -> Any:
    def load(value: Any) -> Transcript:
        (tmp_path / "run.traj").write_text(json.dumps(value))
        return inspector.load(tmp_path / "run.traj")

    return load


def test_the_history_is_what_happened(loaded: Any) -> None:
    found = loaded(given.trajectory(3))
    assert [m.role for m in found.messages] == ["system", "user", "user", *["assistant", "user"] * 3]
    assert [m.author for m in found.messages][:5] == ["system", "client", "human", "model", "tool"]
    assert len(found.structure.turn_starts) == 1
    assert (found.title, found.model, found.exact) == ("parser__tabs-1", "gpt-x", frozenset())
    assert [p.kind for p in found.report.problems] == ["prompt-not-recorded"]
    assert "last_n_observations" in found.report.problems[0].reason


def test_commands_in_tags_stay_text(loaded: Any) -> None:
    assert [block.kind for message in loaded(given.trajectory(2)).messages for block in message.blocks] == ["text"] * 7


@pytest.mark.parametrize("key", ["query", "messages"])
@pytest.mark.parametrize("kept", [9, 2, 0])
def test_the_prompt_of_every_step_is_exact(loaded: Any, key: str, kept: int) -> None:
    found = loaded(given.trajectory(6, kept, key=key))
    assert found.exact == {1, 2, 3, 4, 5, 6}
    for request, prompt in enumerate(given.prompts(6, kept), start=1):
        assert view(found, request) == [each["content"] for each in prompt]
    assert found.report.problems == ()
    assert words(found.messages[-1]) == given.sees(5)["content"], "what follows the last step is there too"


def test_shortened_observations_are_the_clients(loaded: Any) -> None:
    found = loaded(given.trajectory(4, 2))
    short = [m for m in found.messages if words(m).startswith("Old environment output")]
    assert [m.author for m in short] == ["client"]
    assert [c.kind for c in found.compactions] == ["full"]


def test_shortened_results_of_calls_are_replaced(loaded: Any) -> None:
    """An observation that answers a call keeps its message; its text alone is another one."""
    found = loaded(given.trajectory(5, 1, calls=True))
    assert [(c.kind, dict(c.replaced)) for c in found.compactions] == [
        ("micro", {f"call_{at}": "Old environment output: (3 lines omitted)"}) for at in range(3)
    ]
    assert len(found.messages) == len(given.history(5))
    assert found.exact == {1, 2, 3, 4, 5}


def test_a_reply_that_the_history_has_not(loaded: Any) -> None:
    """The lists differ in length: the step's own words are the reply."""
    value = given.trajectory(3, 9)
    found = loaded({**value, "history": value["history"][:4]})
    assert [m.role for m in found.messages].count("assistant") == 3


def test_only_steps(loaded: Any) -> None:
    found = loaded({"environment": "main", "trajectory": [given.step(0, None)]})
    assert [m.role for m in found.messages] == ["assistant", "user"]


def test_a_mini_list(loaded: Any) -> None:
    found = loaded(given.MINI)
    assert (found.format, len(found.messages), found.structure.requests) == ("mini-swe-agent", 6, 3)
    assert [m.author for m in found.messages] == ["system", "human", "model", "tool", "model", "tool"]


def test_mini_with_calls_usage_and_an_exit(loaded: Any) -> None:
    found = loaded(given.MINI_2)
    assert [m.role for m in found.messages] == ["system", "user", "assistant", "tool"]
    reply = found.messages[2]
    assert (reply.usage, reply.model, reply.timestamp) == (Usage(70, 0, 0, 8), "gpt-x-1", "2026-01-01T00:00:00.000Z")
    assert found.report.records["exit"] == 1
    assert found.report.problems == ()


def test_a_reply_that_was_asked_for_again_is_left_out_of_what_follows(loaded: Any) -> None:
    """The model's answer could not be read; the client said so, asked again, and forgot both."""
    value = given.trajectory(3, 9)
    again = [
        *given.history(1),
        {"role": "assistant", "content": "no command"},
        {"role": "user", "content": "Say it so: …"},
    ]
    value["trajectory"][1]["query"] = again
    found = loaded(value)
    assert view(found, 4) == [each["content"] for each in given.history(2)]
    assert [words(m) for m in found.messages].count("no command") == 1
    assert found.exact == {1, 3, 4}, "the second is the reply that no step has"


def test_attempts_are_parts(loaded: Any, tmp_path: Path) -> None:
    value = {"attempts": [given.trajectory(1), given.trajectory(2)], "replay_config": json.dumps(given.SETTINGS)}
    found = loaded({**value, **given.trajectory(3)})
    assert (len(found.messages), [(p.id, p.messages) for p in found.parts]) == (9, [("attempt_1", 5), ("attempt_2", 7)])
    assert len(inspector.load(f"{tmp_path}/run.traj#attempt_1").messages) == 5
    with pytest.raises(TranscriptError, match="no attempt"):
        inspector.load(f"{tmp_path}/run.traj#attempt_7")
