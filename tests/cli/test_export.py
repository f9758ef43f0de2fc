"""`export`: YAML that gives the same view again, bodies that can be sent, files written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.policy import load_policy
from tests.cli.histories import call, long_talk, memory_log, result, system, user, write
from tests.cli.running import run

TURNED = ("--policy", "go-tiny-claw", "--set", "max_chars=2500", "--set", "keep_size=600")


def test_exported_yaml_gives_an_equal_policy_and_the_same_view(tmp_path: Path) -> None:
    path, out = write(tmp_path, memory_log()), tmp_path / "mine.yaml"
    assert run("export", path, *TURNED, "-o", out) == (0, "", "", b"")
    again = load_policy(out)
    assert again.values == load_policy("go-tiny-claw").with_knobs(max_chars=2500, keep_size=600).values
    assert again.layers == load_policy("go-tiny-claw").with_knobs(max_chars=2500, keep_size=600).layers
    before, after = run("view", path, *TURNED, "--json").json, run("view", path, "--policy", out, "--json").json
    for part in ("messages", "gone", "layers", "size", "problems"):
        assert before[part] == after[part]


def test_yaml_goes_to_stdout_with_its_comments(tmp_path: Path) -> None:
    ran = run("export", write(tmp_path, memory_log()), *TURNED, "-o", "-")
    assert ran.code == 0
    assert "2500" in ran.out
    assert "# " in ran.out


def test_a_file_is_not_written_over_without_force(tmp_path: Path) -> None:
    path, out = write(tmp_path, memory_log()), tmp_path / "mine.yaml"
    out.write_text("precious")
    ran = run("export", path, *TURNED, "-o", out)
    assert (ran.code, ran.out) == (2, "")
    assert "--force" in ran.err
    assert out.read_text() == "precious"
    assert run("export", path, *TURNED, "-o", out, "--force").code == 0
    assert load_policy(out).values["max_chars"] == 2500
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mine.yaml", "session.jsonl"]


def test_the_body_of_a_view_is_what_would_be_sent(tmp_path: Path) -> None:
    messages = memory_log()
    messages[3]["content"][0]["_read_path"] = "/var/log"
    path = write(tmp_path, messages)
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps([{"name": "bash", "input_schema": {"type": "object", "properties": {"_x": {}}}}]))

    ran = run("export", path, "--policy", "go-tiny-claw", "--body", "--tools", tools)

    assert (ran.code, ran.err) == (0, "")
    body = ran.json
    assert list(body) == ["system", "tools", "messages"]
    assert body["system"] == messages[0]["content"]
    assert body["tools"] == [{"name": "bash", "input_schema": {"type": "object", "properties": {"_x": {}}}}]
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user", "assistant", "user"]
    assert body["messages"][1] == messages[2]
    assert body["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "call_1", "content": messages[3]["content"][0]["content"]}
    ]
    assert len(body["messages"][4]["content"][0]["content"]) < 1200


def test_a_body_loads_again_as_an_exact_prompt(tmp_path: Path) -> None:
    path, out = write(tmp_path, memory_log()), tmp_path / "body.json"
    run("export", path, "--policy", "go-tiny-claw", "--body", "-o", out)
    view = run("view", out, "--json").json
    assert view["certificate"]["kind"] == "exact"
    assert view["transcript"]["messages"] == 6


def test_an_openai_session_goes_back_to_its_own_form(tmp_path: Path) -> None:
    calls = [
        {"id": "a", "type": "function", "function": {"name": "read", "arguments": '{"path": "x.py"}'}},
        {"id": "b", "type": "function", "function": {"name": "run", "arguments": "not json"}},
    ]
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": "I will.", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "a", "content": "print(1)"},
        {"role": "tool", "tool_call_id": "b", "content": "done"},
        {"role": "assistant", "content": None, "tool_calls": [{**calls[0], "id": "c"}]},
        {"role": "tool", "tool_call_id": "c", "content": "print(2)"},
    ]
    ran = run("export", write(tmp_path, messages), "--body")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {"messages": messages}


def test_an_unfinished_call_is_not_sendable_yet(tmp_path: Path) -> None:
    path, out = write(tmp_path, [user("a"), call("c1", command="ls")]), tmp_path / "body.json"
    ran = run("export", path, "--body", "-o", out)
    assert (ran.code, ran.out) == (1, "")
    assert "2.1" in ran.err
    assert not out.exists()
    assert run("export", path, "--body", "-o", out, "--force").code == 0
    assert json.loads(out.read_text())["messages"][1]["content"][0]["id"] == "c1"


def test_pictures_are_told_of_and_text_stands_for_them(tmp_path: Path) -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8gd29ybGQ="}}
    path = write(tmp_path, [{"role": "user", "content": [{"type": "text", "text": "See:"}, picture]}])
    ran = run("export", path, "--body")
    assert ran.code == 0
    assert "1 picture" in ran.err
    sent = ran.json["messages"][0]["content"]
    assert sent[0] == {"type": "text", "text": "See:"}
    assert sent[1]["type"] == "text"
    assert "image/png" in sent[1]["text"]


def test_the_request_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(8))
    assert len(run("export", path, "--body", "--request", "1").json["messages"]) == 1


@pytest.mark.parametrize("body", [[], ["--body"]])
def test_the_session_stays_as_it_was(body: list[str], tmp_path: Path) -> None:
    path = write(tmp_path, [system("s"), user("a"), call("c", x=1), result("c", "b")])
    before = path.read_bytes()
    run("export", path, "--policy", "go-tiny-claw", *body, "-o", tmp_path / "out")
    assert path.read_bytes() == before


def test_a_body_with_half_an_interaction_is_not_written(tmp_path: Path) -> None:
    """Every provider answers 400 to it."""
    path = write(tmp_path, [user("a"), call("c1", command="ls"), user("go on"), {"role": "assistant", "content": "b"}])
    for policy in ("recorded", "go-tiny-claw"):
        ran = run("export", path, "--body", "--policy", policy, "--request", "2")
        assert (ran.code, ran.out) == (1, "")
        assert "the call 2.1 has no result" in ran.err
    assert run("export", path, "--body", "--request", "2", "--force").code == 0


def test_a_body_that_begins_with_the_assistant_is_told_of(tmp_path: Path) -> None:
    """agent-engineering's summary is an assistant message; the Messages API wants the user first."""
    turns = [
        m for i in range(6) for m in (user(f"question {i} " * 60), {"role": "assistant", "content": "answer " * 60})
    ]
    knobs = ("--set", "window=700", "--set", "fixed_input=0", "--set", "output_reserve=0", "--set", "safety_margin=0")
    ran = run("export", write(tmp_path, [*turns, user("and now?")]), "--body", "--policy", "agent-engineering", *knobs)
    assert ran.code == 0
    assert ran.json["messages"][0]["role"] == "assistant"
    assert "the Messages API refuses this body: first-user: the first message is the assistant's" in ran.err
