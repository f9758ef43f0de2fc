"""`sessions`: what is on this machine, told from the ends of the files; nothing there can hurt."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import BashComplete
from rich.cells import cell_len

from inspector.cli.main import INTERRUPTED
from inspector.cli.program import cli
from inspector.export.json_sessions import session_json
from inspector.transcript.discover import Details, Found, Session, listing
from inspector.transcript.discover.ends import HEAD, TAIL
from tests.cli.running import run
from tests.transcript.formats import fixtures_goose, fixtures_hermes, fixtures_opencode

NEWEST = 1_700_000_000.0


@pytest.fixture(autouse=True)
def away(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found below the folder that the tests run in."""
    monkeypatch.chdir(home)


def record(**more: Any) -> dict[str, Any]:
    return {"type": "user", "uuid": "u1", "parentUuid": None, "sessionId": "s", "cwd": "/home/ann/harbour", **more}


def claude(home: Path, name: str, *records: dict[str, Any], at: float = NEWEST) -> Path:
    path = home / ".claude" / "projects" / "-home-ann-harbour" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in records), "utf-8")
    os.utime(path, (at, at))
    return path


def typed(text: str) -> dict[str, Any]:
    return record(message={"role": "user", "content": text})


REPLY = record(
    type="assistant",
    uuid="a",
    message={"role": "assistant", "model": "claude-opus-4-5", "content": []},
    parentUuid="u1",
)
CUT = record(type="system", subtype="compact_boundary", uuid="c")


def rollout(home: Path) -> Path:
    path = home / ".codex/sessions/2026/01/02/rollout-1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text('{"timestamp":"","type":"session_meta","payload":{"cwd":"/srv/mole"}}\n')
    os.utime(path, (NEWEST - 86_400, NEWEST - 86_400))
    return path


def test_json_has_what_the_ends_tell(home: Path) -> None:
    first = claude(home, "1.jsonl", typed("Move  the\nbanner"), REPLY, CUT)
    second = rollout(home)
    found = run("sessions", "--json").json
    assert found["sessions"][0] == {
        "agent": "claude-code",
        "path": str(first),
        "title": "Move the banner",
        "project": "/home/ann/harbour",
        "model": "claude-opus-4-5",
        "modified": "2023-11-14T22:13:20Z",
        "bytes": first.stat().st_size,
        "compactions": 1,
        "more": False,
        "readable": True,
        "format": "claude-code",
        "subagent": False,
        "trouble": None,
    }
    assert (found["sessions"][1]["agent"], found["sessions"][1]["path"]) == ("codex", str(second))
    assert {"agent": "claude-code", "folder": str(home / ".claude/projects"), "found": 1} in found["looked"]
    assert [found[key] for key in ("unopened", "subagents", "others", "missed")] == [0, 0, 0, []]


def test_what_was_not_looked_at_is_not_known(home: Path) -> None:
    claude(home, "1.jsonl", typed("a"), CUT, typed("x" * (HEAD + TAIL)), REPLY)
    claude(home, "2.jsonl", typed("a"), typed("x" * (HEAD + TAIL)), CUT, typed("x" * (HEAD + TAIL)), REPLY, at=1.0)
    seen, unseen = run("sessions", "--json").json["sessions"]
    assert (seen["compactions"], seen["more"]) == (1, True)
    assert (unseen["compactions"], unseen["more"]) == (None, True)
    out = run("sessions").out
    assert " 1+ " in out
    assert "? not known" in out


@pytest.mark.parametrize("width", [40, 80, 120, 200, None])
def test_the_table_keeps_paths_whole_and_fits(home: Path, width: int | None) -> None:
    path = claude(home, "0a1b2c3d-0000-4000-8000-000000000000.jsonl", typed("Move the banner " * 9), REPLY)
    ran = run("sessions", env={} if width is None else {"COLUMNS": str(width)})
    assert max(map(cell_len, ran.out.splitlines())) <= (width or 120)
    assert f"~/{path.relative_to(home)}" in "".join(ran.out.split())
    assert datetime.fromtimestamp(NEWEST).strftime("%Y-%m-%d %H:%M") in " ".join(ran.out.split())


def test_no_session_at_all_says_where_was_looked(home: Path) -> None:
    ran = run("sessions")
    assert ran.code == 0
    assert "No session was found" in ran.out
    assert "~/.claude/projects" in ran.out
    assert ran.out.count("Cline") == 1
    document = run("sessions", "--json").json
    assert document["sessions"] == []
    assert str(home / ".codex/sessions") in [each["folder"] for each in document["looked"]]


def test_options_choose(home: Path) -> None:
    claude(home, "1.jsonl", typed("a"))
    rollout(home)
    claude(home, "agent-2.jsonl", typed("b"))

    def agents(*options: str) -> list[str]:
        return [each["agent"] for each in run("sessions", "--json", *options).json["sessions"]]

    assert agents() == ["claude-code", "codex"]
    assert agents("--agent", "codex") == ["codex"]
    assert agents("--agent", "codex", "--agent", "pi") == ["codex"]
    assert agents("--project", "HARBOUR") == ["claude-code"]
    assert agents("--limit", "1") == ["claude-code"]
    assert agents("--since", "2023-11-14T12:00:00") == ["claude-code"]
    assert agents("--since", "2023-11-01") == ["claude-code", "codex"]
    assert agents("--since", "1d") == []
    assert sorted(agents("--subagents")) == ["claude-code", "claude-code", "codex"]
    assert "1 older session not listed" in run("sessions", "--limit", "1").out
    assert "1 session of subagents not listed" in run("sessions").out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--agent", "codecs"), ("codecs", "Did you mean 'codex'?", "claude-code, ", "oh-my-pi")),
        (("--since", "yesterday"), ("yesterday", "7d", "2026-11-30")),
        (("--since", "999999w"), ()),
        (("--limit", "-1"), ("--limit",)),
        (("absent",), ("absent", "no such file")),
        (("",), ("PATH", "is empty")),
    ],
)
def test_bad_use_is_told(options: tuple[str, ...], words: tuple[str, ...]) -> None:
    ran = run("sessions", *options)
    assert ran.code == (2 if words else 0)
    assert all(word in ran.err for word in words)


def test_named_paths_are_told_by_their_content(home: Path, tmp_path: Path, samples: dict[str, Path]) -> None:
    claude(home, "1.jsonl", typed("a"))
    folder = next(iter(samples.values())).parent
    found = run("sessions", folder, "--json").json
    assert {each["path"] for each in found["sessions"]} == {str(path) for path in samples.values()}
    (one,) = run("sessions", home / ".claude/projects/-home-ann-harbour/1.jsonl", "--json").json["sessions"]
    assert one["agent"] == "claude-code"
    (tmp_path / "note.json").write_text("3")
    assert run("sessions", tmp_path, "--json").json["others"] == 1
    assert "no session" in run("sessions", tmp_path).out
    (odd,) = run("sessions", tmp_path / "note.json", "--json").json["sessions"]
    assert (odd["agent"], odd["readable"]) == (None, False)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_pipes_links_and_loops_hold_nobody_up(home: Path, tmp_path: Path) -> None:
    path = claude(home, "1.jsonl", typed("a"))
    os.mkfifo(path.parent / "pipe.jsonl")
    (path.parent / "link.jsonl").symlink_to(path)
    (path.parent / "loop").symlink_to(path.parent.parent)
    (path.parent / "self.jsonl").symlink_to(path.parent / "self.jsonl")
    assert [each["path"] for each in run("sessions", "--json").json["sessions"]] == [str(path)]
    assert [each["path"] for each in run("sessions", home / ".claude", "--json").json["sessions"]] == [str(path)]
    for name in ("pipe.jsonl", "self.jsonl"):
        assert run("sessions", path.parent / name).code == 2
    (home / ".codex").symlink_to(home / ".codex")
    assert run("sessions").code == 0


def test_titles_cannot_act(home: Path) -> None:
    claude(home, "1.jsonl", typed("\x1b]0;gone\x07\x1b[2J[bold]red[/] \u202e"), record(cwd="/x\x1b[31m"))
    ran = run("sessions", env={"COLUMNS": "200"})
    assert not {"\x1b", "\x07", "\u202e"} & set(ran.out)
    assert "[bold]red[/]" in ran.out
    assert b"\x1b" not in run("sessions", "--json").raw


def test_names_that_are_no_text_and_times_of_no_calendar(home: Path) -> None:
    path = claude(home, "1.jsonl", typed("a"))
    try:
        os.rename(path, os.fsencode(path.parent) + b"/\xff\n\x1b.jsonl")
    except OSError:
        pytest.skip("this file system takes no such names")
    assert run("sessions", "--json").json["sessions"][0]["title"] == "a"
    assert "\x1b" not in run("sessions").out
    assert session_json(Session(Found("x", "pi", 1e30, 0), Details()))["modified"] is None


def test_a_file_that_may_not_be_read_is_listed_as_that(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = claude(home, "1.jsonl", typed("a"))
    opened = os.open

    def refusing(name: Any, *args: Any, **more: Any) -> int:
        if str(name) == str(path):
            raise PermissionError(13, "Permission denied", name)
        return opened(name, *args, **more)

    monkeypatch.setattr(os, "open", refusing)
    (found,) = run("sessions", "--json").json["sessions"]
    assert (found["readable"], found["trouble"], found["title"]) == (False, "no permission to read it", "")
    assert "no permission to read it" in run("sessions", env={"COLUMNS": "200"}).out


def test_ctrl_c_ends_it_quietly_and_prints_nothing_half(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        claude(home, f"{number}.jsonl", typed("a"), at=NEWEST + number)

    def interrupted(found: Found) -> Details:
        if found.path.endswith("2.jsonl"):
            raise KeyboardInterrupt
        return Details()

    monkeypatch.setattr(listing, "details", interrupted)
    for options in ((), ("--json",)):
        ran = run("sessions", *options)
        assert (ran.code, ran.out) == (INTERRUPTED, "")


def test_only_the_ends_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from inspector.transcript.discover import ends

    read: dict[str, int] = {}

    class Counting(ends.FileIO):
        def read(self, size: int | None = -1, /) -> bytes | None:
            found = super().read(size)
            read[str(self.name)] = read.get(str(self.name), 0) + len(found or b"")
            return found

    monkeypatch.setattr(ends, "FileIO", Counting)
    path = claude(home, "1.jsonl", typed("hello"), typed("x" * 3_000_000), REPLY)
    (found,) = run("sessions", "--json").json["sessions"]
    assert (found["title"], found["model"], found["bytes"]) == ("hello", "claude-opus-4-5", path.stat().st_size)
    assert sum(read.values()) == HEAD + TAIL


def test_agents_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", "inspector sessions --agent op")
    monkeypatch.setenv("COMP_CWORD", "3")
    offered = BashComplete(cli, {}, "inspector", "_INSPECTOR_COMPLETE").complete().splitlines()
    assert [line.partition(",")[2] for line in offered] == ["openclaw", "opencode", "openhands"]


DATABASES = {
    "opencode": (".local/share/opencode/opencode.db", fixtures_opencode._database),
    "hermes": (".hermes/state.db", fixtures_hermes._database),
    "goose": (".local/share/goose/sessions/sessions.db", fixtures_goose._database),
}


@pytest.mark.parametrize("agent", DATABASES)
def test_a_session_of_a_database_is_opened_by_the_address_it_is_listed_with(home: Path, agent: str) -> None:
    place, made = DATABASES[agent]
    path = home / place
    path.parent.mkdir(parents=True)
    path.write_bytes(made())
    os.utime(path, (NEWEST, NEWEST))
    (found,) = run("sessions", "--json").json["sessions"]
    assert found["path"].startswith(f"{path}#")
    assert (found["agent"], found["format"], found["readable"], found["bytes"]) == (agent, agent, True, None)
    assert found["title"]
    assert found["project"]
    assert found["modified"] < "2026-12"
    assert run("view", found["path"], "--json").json["transcript"]["format"] == agent
    both = run("sessions", "--subagents", "--json").json["sessions"]
    assert sorted(each["subagent"] for each in both) == [False, True]
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_folder_of_events_is_opened_by_its_own_path(home: Path) -> None:
    folder = home / ".openhands/conversations/x"
    (folder / "events").mkdir(parents=True)
    event = {"id": 0, "source": "user", "action": "message", "args": {"content": "Dig"}, "message": "Dig"}
    (folder / "events/0.json").write_text(json.dumps(event))
    (found,) = run("sessions", "--json").json["sessions"]
    assert (found["path"], found["title"], found["readable"]) == (str(folder), "Dig", True)
    assert run("view", folder, "--json").json["transcript"]["format"] == "openhands"
