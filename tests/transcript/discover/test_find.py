"""Sessions are found where the agents keep them, by place and name alone; nothing there can hurt."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript.discover import AGENTS, Found, Machine, details, file_found, find
from inspector.transcript.discover.ends import HEAD, TAIL, read_ends

USER = {"type": "user", "uuid": "u1", "parentUuid": None, "sessionId": "s", "cwd": "/home/ann/harbour"}


def claude(home: Path, name: str, *records: dict[str, Any], project: str = "-home-ann-harbour") -> Path:
    path = home / ".claude" / "projects" / project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def typed(text: Any, **more: Any) -> dict[str, Any]:
    return {**USER, "message": {"role": "user", "content": text}, **more}


def reply(model: str = "claude-sonnet-5") -> dict[str, Any]:
    message = {"role": "assistant", "model": model, "content": [{"type": "text", "text": "yes"}]}
    return {**USER, "type": "assistant", "uuid": "a", "message": message}


def all_found(home: Path, **environ: str) -> list[Found]:
    return [each for piece in find(Machine(home, environ, home)) for each in piece]


def told(path: Path, agent: str = "claude-code") -> Any:
    return details(Found(str(path), agent, 0.0, path.stat().st_size))


def test_only_sessions_are_found(tmp_path: Path) -> None:
    mine = claude(tmp_path, "one.jsonl", typed("hello"))
    claude(tmp_path, "agent-1.jsonl", typed("a subagent"))
    claude(tmp_path, "one/subagents/agent-2.jsonl", typed("a subagent"))
    claude(tmp_path, "notes.txt", typed("no session"))
    (tmp_path / ".claude" / "history.jsonl").write_text("{}")
    assert [each.path for each in all_found(tmp_path)] == [str(mine)]
    assert all_found(tmp_path)[0].project == "home-ann-harbour"


def test_the_folder_can_be_moved(tmp_path: Path) -> None:
    claude(tmp_path, "one.jsonl", typed("hello"))
    other = tmp_path / "other"
    moved = claude(tmp_path / "x", "two.jsonl", typed("hello"))
    (tmp_path / "x" / ".claude").rename(other)
    found = all_found(tmp_path, CLAUDE_CONFIG_DIR=str(other))
    assert [each.path for each in found] == [str(other / moved.relative_to(tmp_path / "x" / ".claude"))]


PLACES = {
    "codex": ".codex/sessions/2026/01/02/rollout-2026-01-02-x.jsonl",
    "pi": ".pi/agent/sessions/--home-ann--/2026_x.jsonl",
    "openclaw": ".openclaw/agents/main/sessions/s1.jsonl",
    "gemini": ".gemini/tmp/abc/chats/session-1.json",
    "hermes": ".hermes/sessions/session_1.json",
    "opencode": ".local/share/opencode/storage/session/p/ses_1.json",
    "goose": ".local/share/goose/sessions/x.jsonl",
    "cline": ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json",
    "copilot": ".copilot/session-state/1/events.jsonl",
    "oh-my-pi": ".omp/agent/sessions/--home-ann--/2026_x.jsonl",
    "inspect": "logs/2026-01-02T03-04-05+00-00_arithmetic_abc.json",
    "swe-agent": "trajectories/ann/run/task-1/task-1.traj",
    "openhands": ".openhands/conversations/abc/events/event-00000-x.json",
}


def test_each_agent_is_found_where_it_keeps_its_sessions(tmp_path: Path) -> None:
    for place in PLACES.values():
        (tmp_path / place).parent.mkdir(parents=True)
        (tmp_path / place).write_text("{}")
    claude(tmp_path, "one.jsonl", typed("hello"))
    found = {each.agent: each.path for each in all_found(tmp_path)}
    assert found.keys() == {agent.key for agent in AGENTS}
    folder = str(tmp_path / PLACES["openhands"].partition("/events")[0])
    assert found.pop("openhands") == folder
    assert all(found[key] == str(tmp_path / PLACES[key]) for key in found if key in PLACES)


def test_what_can_be_loaded_is_asked_of_the_loader() -> None:
    readable = {agent.key for agent in AGENTS if agent.readable}
    assert {"claude-code", "hermes", "cline", "opencode"} <= readable


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_is_followed(tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere" / "secret.jsonl"
    secret.parent.mkdir()
    secret.write_text(json.dumps(typed("a secret")))
    project = claude(tmp_path, "one.jsonl", typed("hello")).parent
    (project / "link.jsonl").symlink_to(secret)
    (project.parent / "linked").symlink_to(secret.parent)
    (project.parent / "round").symlink_to(project.parent)
    assert [Path(each.path).name for each in all_found(tmp_path)] == ["one.jsonl"]
    assert told(project / "link.jsonl").title == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_is_no_session_and_stops_nobody(tmp_path: Path) -> None:
    path = tmp_path / ".claude" / "projects" / "p" / "pipe.jsonl"
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    assert all_found(tmp_path) == []
    assert told(path).title == ""
    assert file_found(str(path)) is None


def test_what_may_not_be_read_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claude(tmp_path, "one.jsonl", typed("hello"), project="open")
    claude(tmp_path, "two.jsonl", typed("hello"), project="closed")
    scan = os.scandir

    def refusing(path: str) -> Any:
        if path.endswith("closed"):
            raise PermissionError(path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert [Path(each.path).name for each in all_found(tmp_path)] == ["one.jsonl"]


def test_looking_ends_when_nobody_wants_it(tmp_path: Path) -> None:
    for number in range(30):
        claude(tmp_path, f"{number}.jsonl")
    pieces = find(Machine(tmp_path, {}), unwanted=lambda: True, at_once=10)
    assert list(pieces) == []


def test_thousands_of_files_come_in_slices(tmp_path: Path) -> None:
    for project in range(20):
        folder = tmp_path / ".claude" / "projects" / f"p{project}"
        folder.mkdir(parents=True)
        for number in range(120):
            (folder / f"{number}.jsonl").touch()
    pieces = list(find(Machine(tmp_path, {})))
    assert sum(map(len, pieces)) == 2_400
    assert max(map(len, pieces)) <= 500


# ---------------------------------------------------------------- what a file says


def test_the_first_typed_prompt_is_the_title(tmp_path: Path) -> None:
    path = claude(
        tmp_path,
        "one.jsonl",
        typed("<command-name>/clear</command-name>"),
        typed("injected", isMeta=True),
        typed([{"type": "tool_result", "tool_use_id": "t", "content": "x"}]),
        typed("Move  the\nbanner"),
        typed("then this"),
        reply("claude-opus-4"),
        reply("<synthetic>"),
    )
    assert told(path)[:3] == ("Move the banner", "claude-opus-4", 0)
    assert told(path).project == "/home/ann/harbour"


def test_a_title_that_a_person_gave_comes_first(tmp_path: Path) -> None:
    named = {"type": "custom-title", "customTitle": "Harbour log", "sessionId": "s"}
    assert told(claude(tmp_path, "one.jsonl", typed("hello"), named)).title == "Harbour log"


def test_compactions_are_counted_as_far_as_was_looked(tmp_path: Path) -> None:
    cut = {**USER, "type": "system", "subtype": "compact_boundary", "compactMetadata": {}}
    short = claude(tmp_path, "one.jsonl", typed("hello"), cut, cut)
    assert (told(short).compactions, told(short).more) == (2, False)
    long = claude(tmp_path, "two.jsonl", typed("hello"), cut, typed("x" * (HEAD + TAIL)), cut, reply())
    assert (told(long).compactions, told(long).more) == (2, True)
    without = claude(tmp_path, "three.jsonl", typed("hello"), typed("x" * (HEAD + TAIL)), reply())
    assert (told(without).compactions, told(without).more) == (None, True)


def test_only_the_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    with path.open("wb") as file:
        file.write(json.dumps(typed("hello")).encode() + b"\n")
        file.truncate(3 << 30)
        file.seek(0, os.SEEK_END)
        file.write(b"\n" + json.dumps(reply()).encode() + b"\n")
    ends = read_ends(str(path))
    assert len(ends.head) + len(ends.tail) <= HEAD + TAIL
    assert told(path)[:2] == ("hello", "claude-sonnet-5")


@pytest.mark.parametrize(
    "content", [b"", b"\0\0", b"\xff\xfe", b"[", b"{}\n[]\n3\n", b'{"type":5}\n{"message":[]}', b"[[[[" * 9_000]
)
@pytest.mark.parametrize("agent", [agent.key for agent in AGENTS] + [""])
def test_rubbish_says_nothing_and_raises_nothing(tmp_path: Path, agent: str, content: bytes) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(content)
    assert told(path, agent).title == ""


def test_a_file_that_went_away_says_nothing(tmp_path: Path) -> None:
    assert details(Found(str(tmp_path / "gone"), "claude-code", 0, 0)).title == ""


def test_a_named_file_tells_whose_it_is(tmp_path: Path, samples: dict[str, Path]) -> None:
    path = claude(tmp_path, "one.jsonl", typed("hello"))
    assert told(path, "").format == "Claude Code"
    assert told(path, "").readable
    rollout = tmp_path / "rollout.jsonl"
    rollout.write_text('{"timestamp":"","type":"session_meta","payload":{"cwd":"/x"}}\n')
    assert told(rollout, "").format == "Codex"
    for sample in samples.values():
        assert told(sample, "").title, sample
        assert told(sample, "").readable


@pytest.mark.real
def test_recorded_sessions_have_titles(recorded_sessions: Path) -> None:
    folders = {"claude-code": "claude-code", "codex": "codex", "gemini": "gemini", "pi": "pi"}
    for folder, agent in folders.items():
        files = [path for path in (recorded_sessions / folder).iterdir() if path.is_file()]
        titled = [path for path in files if told(path, agent).title]
        assert len(titled) * 10 >= len(files) * 6, folder
