"""`view --json` against what the contract says, worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli import histories
from tests.cli.running import run


def test_a_view_cut_to_the_figures_of_the_first_seed(tmp_path: Path) -> None:
    messages = histories.memory_log()
    fresh = messages[-1]["content"][0]["content"]
    assert sum(map(histories.size, messages)) == 9221
    assert len(fresh) == 8067

    ran = run("view", histories.write(tmp_path, messages), "--policy", "go-tiny-claw", "--json")

    assert (ran.code, ran.err) == (0, "")
    view = ran.json
    assert view["transcript"]["messages"] == 6
    assert view["transcript"]["turns"] == 1
    assert view["transcript"]["requests"] == 3
    assert (view["request"], view["turn"]) == (3, 1)
    assert view["policy"]["name"] == "go-tiny-claw"
    assert view["policy"]["knobs"] == {
        "max_chars": 3000,
        "retain_last_messages": 6,
        "mask_over": 200,
        "fold_over": 200,
        "keep_size": 1000,
    }
    sent = view["messages"][5]["content"][0]["content"]
    notice = sent[500:-500]
    assert sent[:500] == fresh[:500]
    assert sent[-500:] == fresh[-500:]
    assert str(8067 - 1000) in notice.replace(",", "")
    assert view["size"]["transcript"] == 9221
    assert view["size"]["view"] == 2154 + len(notice.encode())
    assert (view["size"]["meter"], view["size"]["unit"]) == ("bytes", "bytes")
    assert [view["size"][part] for part in ("fixed", "required", "window")] == [None, None, None]
    assert [message["content"] for message in view["messages"][:5]] == [message["content"] for message in messages[:5]]


def test_origins_fates_and_layers_of_that_view(tmp_path: Path) -> None:
    path = histories.write(tmp_path, histories.memory_log())
    view = run("view", path, "--policy", "go-tiny-claw", "--json").json

    assert [message["role"] for message in view["messages"]] == [
        "system", "user", "assistant", "user", "assistant", "user",
    ]  # fmt: skip
    assert [message["origin"] for message in view["messages"]] == [[1], [2], [3], [4], [5], [6]]
    assert [message["fate"] for message in view["messages"]] == ["verbatim"] * 5 + ["truncated"]
    last = view["messages"][5]["blocks"]
    assert [(block["fate"], block["layer"], block["origin"]) for block in last] == [("truncated", "truncate", ["6.1"])]
    assert view["gone"] == []
    assert view["problems"] == []
    assert view["durable"] is None
    assert "error" not in view
    assert view["certificate"]["kind"] == "bounded"
    assert view["certificate"]["request"] == 3
    assert "6.1" in view["certificate"]["why"]
    fired = {layer["id"]: layer for layer in view["layers"] if layer["fired"]}
    assert list(fired) == ["truncate"]
    assert (fired["truncate"]["before"], fired["truncate"]["after"]) == (9221, view["size"]["view"])
    assert (fired["truncate"]["changed"], fired["truncate"]["gone"]) == (["6.1"], [])
    for layer in view["layers"]:
        assert layer["reason"]
        if not layer["fired"]:
            assert layer["before"] == layer["after"]


def test_the_recorded_view_is_the_whole_history_as_it_was(tmp_path: Path) -> None:
    messages = histories.memory_log()
    view = run("view", histories.write(tmp_path, messages), "--json").json
    assert [{"role": m["role"], "content": m["content"]} for m in view["messages"]] == messages
    assert view["policy"] == {"name": "recorded", "knobs": {}, "changed": []}
    assert {message["fate"] for message in view["messages"]} == {"verbatim"}


def test_an_earlier_request_has_the_messages_before_its_reply(tmp_path: Path) -> None:
    path = histories.write(tmp_path, histories.memory_log())
    view = run("view", path, "--request", "2", "--json").json
    assert view["request"] == 2
    assert [message["origin"] for message in view["messages"]] == [[1], [2], [3], [4]]


def test_dropped_blocks_are_named_and_a_summary_stands_for_its_sources(tmp_path: Path) -> None:
    path = histories.write(tmp_path, histories.long_talk(40))
    knobs = ("--set", "soft_threshold=500", "--set", "keep_recent_messages=8", "--set", "hard_limit=100000")
    view = run("view", path, "--policy", "workbuddy-s14", *knobs, "--json").json

    kept = [
        block["origin"] for message in view["messages"] for block in message["blocks"] if message["fate"] != "injected"
    ]
    gone = [each["block"] for each in view["gone"]]
    requests = view["transcript"]["requests"]
    assert view["request"] == requests == 20
    history = [f"{number}.1" for number in range(1, 40)]
    assert sorted([origin[0] for origin in kept] + gone, key=_position) == history
    assert {each["fate"] for each in view["gone"]} <= {"dropped", "deduplicated", "summarised"}
    summary = view["messages"][0]
    assert (summary["role"], summary["fate"]) == ("user", "injected")
    stands_for = summary["blocks"][0]["origin"]
    assert set(stands_for) == {each["block"] for each in view["gone"] if each["fate"] == "summarised"}
    assert summary["origin"] == sorted({int(name.split(".")[0]) for name in stands_for})
    assert view["policy"]["changed"] == ["soft_threshold", "hard_limit", "keep_recent_messages"]


def test_without_a_summariser_nothing_is_summarised_and_the_reason_is_told(tmp_path: Path) -> None:
    path = histories.write(tmp_path, histories.long_talk(40))
    knobs = ("--set", "soft_threshold=500", "--set", "keep_recent_messages=8")
    view = run("view", path, "--policy", "workbuddy-s14", *knobs, "--summariser", "none", "--json").json
    assert not any(message["fate"] == "injected" for message in view["messages"])
    assert any(problem["kind"] == "summary_failed" for problem in view["problems"])


def test_an_unfinished_call_is_a_problem_with_its_block(tmp_path: Path) -> None:
    messages = [histories.user("Look."), histories.call("c1", command="ls")]
    view = run("view", histories.write(tmp_path, messages), "--json").json
    assert [(problem["kind"], problem["block"]) for problem in view["problems"]] == [("unfinished", "2.1")]


def test_a_budget_fills_window_fixed_and_required(tmp_path: Path) -> None:
    path = histories.write(tmp_path, histories.long_talk(8))
    size = run("view", path, "--policy", "agent-engineering", "--json").json["size"]
    assert (size["window"], size["fixed"], size["unit"]) == (32000, 4000, "tokens")
    assert size["parts"]["reserve"] == 4000
    assert size["parts"]["margin"] == 1000
    parts = [size["parts"][part] for part in ("fixed", "durable", "history", "new", "reserve", "margin")]
    assert size["required"] == sum(parts)
    assert size["parts"]["free"] == 32000 - size["required"]


def test_system_and_tools_are_supplied_from_files(tmp_path: Path) -> None:
    path = histories.write(tmp_path, [histories.user("Hello.")])
    prompt = tmp_path / "system.md"
    prompt.write_text("You are brief.", "utf-8")
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps([{"name": "bash", "input_schema": {"type": "object"}}]), "utf-8")
    view = run("view", path, "--system", prompt, "--tools", tools, "--json").json
    first = view["messages"][0]
    assert (first["role"], first["content"], first["fate"], first["origin"]) == (
        "system",
        "You are brief.",
        "injected",
        [],
    )


def test_json_is_utf8_and_what_a_terminal_would_obey_is_escaped(tmp_path: Path) -> None:
    text = "日本語 é \x9b2J \x7f \u202e \u2066 \x1b[31m"
    ran = run("view", histories.write(tmp_path, [histories.user(text)]), "--json")
    assert ran.json["messages"][0]["content"] == text
    assert "日本語 é" in ran.raw.decode("utf-8")
    for forbidden in ("\x9b", "\x7f", "\u202e", "\u2066", "\x1b"):
        assert forbidden not in ran.raw.decode("utf-8")


def _position(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("."))
