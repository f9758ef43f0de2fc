"""Every place in which an agent keeps sessions, and what lies beside them that is none."""

from __future__ import annotations

import gzip
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zstandard

from inspector.transcript.discover import AGENTS, Found, Machine, Wanted, below, details, on_machine
from inspector.transcript.discover.agent import Details
from inspector.transcript.discover.plain import NO_SESSIONS
from inspector.transcript.formats.registry import formats

SQLITE = b"SQLite format 3\0" + bytes(84)
MESSAGE = {"role": "user", "content": "Paint the mole"}


def put(path: Path, *records: Any, raw: bytes | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw if raw is not None else b"".join(json.dumps(each).encode() + b"\n" for each in records))
    return path


def machine(home: Path, **environ: str) -> Machine:
    return Machine(home, environ, home / "work")


def keys(home: Path, subagents: bool = False, **environ: str) -> dict[str, str]:
    """What is found, by its place below the home folder."""
    found = on_machine(machine(home, **environ), Wanted(subagents=subagents)).sessions
    return {str(Path(each.found.path).relative_to(home)): each.found.agent for each in found}


SESSIONS = (
    (".claude/projects/-home-ann/1.jsonl", "claude-code"),
    (".config/claude/projects/-home-ann/2.jsonl", "claude-code"),
    (".codex/sessions/2026/01/02/rollout-1.jsonl", "codex"),
    (".codex/sessions/2026/01/02/rollout-1.jsonl.zst", "codex"),
    (".codex/archived_sessions/rollout-2.jsonl", "codex"),
    (".pi/agent/sessions/--home-ann--/1_x.jsonl", "pi"),
    (".omp/agent/sessions/--home-ann--/1_x.jsonl", "oh-my-pi"),
    (".openclaw/agents/main/sessions/1.jsonl", "openclaw"),
    (".openclaw/agents/main/sessions/1-topic-7.jsonl", "openclaw"),
    (".openclaw/agents/main/agent/openclaw-agent.sqlite", "openclaw"),
    (".clawdbot/agents/main/sessions/1.jsonl", "openclaw"),
    (".moltbot/agents/main/sessions/1.jsonl", "openclaw"),
    (".gemini/tmp/abc/chats/session-2026-01-02T03-04-1.json", "gemini"),
    (".gemini/tmp/abc/chats/session-2026-01-02T03-04-2.jsonl", "gemini"),
    (".local/share/opencode/storage/session/p/ses_1.json", "opencode"),
    (".local/share/opencode/opencode.db", "opencode"),
    (".local/share/opencode/opencode-dev.db", "opencode"),
    (".hermes/state.db", "hermes"),
    (".hermes/sessions/session_1.json", "hermes"),
    (".hermes/sessions/1.jsonl", "hermes"),
    (".local/share/goose/sessions/1.jsonl", "goose"),
    (".local/share/goose/sessions/sessions.db", "goose"),
    (".copilot/session-state/1/events.jsonl", "copilot"),
    (".cline/data/tasks/1/api_conversation_history.json", "cline"),
    (".cline/data/sessions/1/1.messages.json", "cline"),
    (".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json", "cline"),
    (".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1/api_conversation_history.json", "cline"),
    (".config/mini-swe-agent/last_mini_run.traj.json", "swe-agent"),
    ("work/trajectories/ann/run/task/task.traj", "swe-agent"),
    ("work/logs/2026-01-02T03-04-05+00-00_task_id.eval", "inspect"),
    ("work/logs/2026-01-02T03-04-05+00-00_task_id.json", "inspect"),
)
NO_SESSION = (
    ".claude/history.jsonl",
    ".claude/projects/-home-ann/1/tool-results/a.jsonl",
    ".codex/history.jsonl",
    ".codex/session_index.jsonl",
    ".codex/log/rollout-1.jsonl",
    ".openclaw/agents/main/sessions/sessions.json",
    ".openclaw/agents/main/sessions/1.checkpoint.0a.jsonl",
    ".openclaw/agents/main/sessions/1.trajectory.jsonl",
    ".openclaw/agents/main/sessions/1.trajectory-path.json",
    ".openclaw/agents/main/sessions/1.jsonl.reset.2026-01-02",
    ".openclaw/agents/main/sessions/1.jsonl.deleted.2026-01-02",
    ".openclaw/agents/main/agent/auth-profiles.json",
    ".gemini/tmp/abc/logs.json",
    ".gemini/tmp/abc/checkpoint-x.json",
    ".local/share/opencode/storage/message/ses_1/msg_1.json",
    ".local/share/opencode/auth.json",
    ".hermes/sessions/sessions.json",
    ".hermes/sessions/request_dump_1_2.json",
    ".hermes/config.json",
    ".cline/data/sessions/1/session.json",
    ".cline/data/sessions/1/1.compaction.json",
    ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/ui_messages.json",
    ".config/Code/User/globalStorage/saoudrizwan.claude-dev/state/taskHistory.json",
    "work/logs/app.json",
    "work/trajectories/ann/run/run_batch.config.yaml",
)
SUBAGENTS = (
    (".claude/projects/-home-ann/1/subagents/agent-2.jsonl", "claude-code"),
    (".claude/projects/-home-ann/1/subagents/workflows/w/agent-3.jsonl", "claude-code"),
    (".claude/projects/-home-ann/agent-4.jsonl", "claude-code"),
    (".gemini/tmp/abc/chats/parent/5.jsonl", "gemini"),
)
MORE_OF_SUBAGENTS = (
    ".claude/projects/-home-ann/1/subagents/agent-2.meta.json",
    ".claude/projects/-home-ann/1/subagents/workflows/w/journal.jsonl",
)


def test_every_place_and_nothing_beside_it(tmp_path: Path) -> None:
    for name in (*dict(SESSIONS), *NO_SESSION, *dict(SUBAGENTS), *MORE_OF_SUBAGENTS):
        put(tmp_path / name, {})
    assert keys(tmp_path) == dict(SESSIONS)
    assert keys(tmp_path, subagents=True) == dict(SESSIONS) | dict(SUBAGENTS)
    assert on_machine(machine(tmp_path), Wanted()).subagents == len(SUBAGENTS)


@pytest.mark.parametrize(
    ("variable", "below_it", "agent"),
    [
        ("CLAUDE_CONFIG_DIR", "projects/p/1.jsonl", "claude-code"),
        ("CODEX_HOME", "sessions/2026/01/02/rollout-1.jsonl", "codex"),
        ("PI_CODING_AGENT_DIR", "sessions/p/1.jsonl", "pi"),
        ("OPENCLAW_STATE_DIR", "agents/main/sessions/1.jsonl", "openclaw"),
        ("GEMINI_CLI_HOME", ".gemini/tmp/p/chats/session-1.json", "gemini"),
        ("HERMES_HOME", "sessions/session_1.json", "hermes"),
        ("XDG_DATA_HOME", "goose/sessions/1.jsonl", "goose"),
        ("XDG_DATA_HOME", "opencode/opencode.db", "opencode"),
        ("COPILOT_HOME", "session-state/1/events.jsonl", "copilot"),
        ("CLINE_DIR", "data/tasks/1/api_conversation_history.json", "cline"),
        ("CLINE_DATA_DIR", "tasks/1/api_conversation_history.json", "cline"),
        ("MSWEA_GLOBAL_CONFIG_DIR", "last_mini_run.traj.json", "swe-agent"),
        ("SWE_AGENT_TRAJECTORY_DIR", "ann/run/1/1.traj", "swe-agent"),
        ("INSPECT_LOG_DIR", "2026-01-02T03-04-05_task_id.json", "inspect"),
    ],
)
def test_a_folder_is_moved_by_the_variable_of_its_agent(
    tmp_path: Path, variable: str, below_it: str, agent: str
) -> None:
    put(tmp_path / "moved" / below_it, {})
    assert keys(tmp_path, **{variable: str(tmp_path / "moved")}) == {f"moved/{below_it}": agent}


def test_the_address_of_a_service_is_no_folder(tmp_path: Path) -> None:
    put(tmp_path / "work/logs/2026-01-02T03-04-05_task_id.json", {})
    assert len(keys(tmp_path, INSPECT_LOG_DIR="s3://bucket/logs")) == 1


def told(path: Path, agent: str) -> Details:
    return details(Found(str(path), agent, 0.0, 0))


def test_rollouts_of_subagents_say_so_in_their_first_record(tmp_path: Path) -> None:
    def rollout(name: str, *sources: Any) -> Path:
        metas = [{"timestamp": "", "type": "session_meta", "payload": {"source": each}} for each in sources]
        return put(tmp_path / ".codex/sessions/2026/01/02" / name, *metas)

    rollout("rollout-1.jsonl", "cli")
    rollout("rollout-2.jsonl", {"subagent": "review"}, "cli")
    rollout("rollout-3.jsonl", "cli", {"subagent": "review"})
    listing = on_machine(machine(tmp_path), Wanted())
    assert {Path(each.found.path).name for each in listing.sessions} == {"rollout-1.jsonl", "rollout-3.jsonl"}
    assert listing.subagents == 1


def test_of_a_packed_file_its_beginning_is_unpacked(tmp_path: Path) -> None:
    lines = [{"timestamp": "", "type": "session_meta", "payload": {"id": "1", "cwd": "/srv/mole"}}]
    lines += [{"timestamp": "", "type": "response_item", "payload": {"type": "message", **MESSAGE}}] * 5_000
    raw = b"".join(json.dumps(each).encode() + b"\n" for each in lines)
    packed = (gzip.compress(raw), zstandard.compress(raw), zstandard.compress(raw)[:200], b"\x28\xb5\x2f\xfd")
    for number, content in enumerate(packed):
        found = told(put(tmp_path / f"rollout-{number}.jsonl.zst", raw=content), "codex")
        assert found.title == ("Paint the mole" if number < 3 else "")
        assert (found.compactions, found.trouble == "") == (None, number < 3)


def test_a_file_of_nothing_but_asides_is_a_subagents(tmp_path: Path) -> None:
    record = {"type": "user", "uuid": "u", "parentUuid": None, "sessionId": "s", "message": MESSAGE}
    aside, main = {**record, "isSidechain": True}, {**record, "isSidechain": False}
    for name, records, subagent in (("a", [aside, aside], True), ("b", [main, aside], False), ("c", [record], False)):
        found = told(put(tmp_path / f"{name}.jsonl", *records), "")
        assert (found.title, found.subagent) == ("Paint the mole", subagent)


def test_a_session_of_openhands_is_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / ".openhands/conversations/abc"
    for number in range(30):
        event = {"id": number, "source": "agent", "action": "run", "args": {}}
        put(folder / f"events/event-{number}-x.json", event)
    put(folder / "events/event-2-x.json", {"id": 2, "source": "user", "action": "message", "args": {"content": "Dig"}})
    put(folder / "events/event-29-x.json", {"id": 29, "source": "agent", "action": "condensation"})
    put(folder / "base_state.json", {})
    (tmp_path / ".openhands/conversations/empty/events").mkdir(parents=True)
    (session,) = on_machine(machine(tmp_path), Wanted()).sessions
    assert session.found.path == str(folder)
    assert session.found.size == sum(each.stat().st_size for each in (folder / "events").iterdir())
    assert (session.details.title, session.details.compactions, session.details.more) == ("Dig", 1, True)


def test_an_archive_tells_its_task_and_its_model(tmp_path: Path) -> None:
    path = tmp_path / "work/logs/2026-01-02T03-04-05_task_id.eval"
    path.parent.mkdir(parents=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("samples/1_epoch_1.json", "x" * 1_000_000)
        archive.writestr("header.json", json.dumps({"version": 2, "status": "", "eval": {"task": "t", "model": "m/n"}}))
    for agent in ("inspect", ""):
        assert told(path, agent)[:2] == ("t", "m/n")
        assert told(path, agent).kind == "inspect"
    other = tmp_path / "other.eval"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("x", "y")
    assert told(other, "inspect").title == ""
    assert told(put(tmp_path / "cut.eval", raw=path.read_bytes()[:90]), "").title == ""


def test_a_trajectory_tells_its_task(tmp_path: Path) -> None:
    history = [{"role": "system", "content": "s"}, {"role": "user", "content": "a demonstration", "is_demo": True}]
    path = put(tmp_path / "1.traj", {"trajectory": [], "history": [*history, MESSAGE], "info": {}})
    assert told(path, "swe-agent").title == "Paint the mole"
    assert told(path, "").agent == "swe-agent"


def test_a_database_is_one_entry(tmp_path: Path) -> None:
    for key in ("opencode", "hermes", "goose", "openclaw"):
        found = told(put(tmp_path / "x.db", raw=SQLITE), key)
        assert (found.title, found.compactions, found.trouble) == ("a database", None, "")


def test_whose_a_file_of_a_shared_format_is_its_records_tell(tmp_path: Path) -> None:
    header = {"type": "session", "id": "1", "timestamp": "", "cwd": "/x"}
    custom = {"type": "custom", "customType": "openclaw.cache-ttl"}
    assert told(put(tmp_path / "a.jsonl", header), "").agent == "pi"
    assert told(put(tmp_path / "b.jsonl", header, custom), "").agent == "openclaw"
    assert told(put(tmp_path / "c.jsonl", {"type": "title", "v": 1, "title": "t"}, header), "").agent == "oh-my-pi"


# ---------------------------------------------------------------- the list


def claude(path: Path, cwd: str, changed: float) -> Path:
    record = {"type": "user", "uuid": "u", "parentUuid": None, "sessionId": "s", "cwd": cwd, "message": MESSAGE}
    put(path, record)
    os.utime(path, (changed, changed))
    return path


@pytest.fixture
def five(tmp_path: Path) -> Path:
    for number in range(5):
        claude(tmp_path / f".claude/projects/-p{number}/{number}.jsonl", f"/Home/P{number}", 1_000.0 + number)
    put(tmp_path / ".codex/sessions/2026/01/02/rollout-9.jsonl", {"type": "session_meta", "payload": {}})
    return tmp_path


def names(home: Path, **wanted: Any) -> list[str]:
    return [Path(each.found.path).name for each in on_machine(machine(home), Wanted(**wanted)).sessions]


def test_the_newest_come_first_and_only_as_many_as_wanted_are_opened(five: Path) -> None:
    assert names(five) == ["rollout-9.jsonl", "4.jsonl", "3.jsonl", "2.jsonl", "1.jsonl", "0.jsonl"]
    opened: list[int] = []
    listing = on_machine(machine(five), Wanted(limit=2), lambda at, of: opened.append(at))
    assert (len(listing.sessions), listing.unopened, opened) == (2, 4, [0, 1])


def test_agent_project_and_time_choose(five: Path) -> None:
    assert names(five, agents=("codex",)) == ["rollout-9.jsonl"]
    assert names(five, agents=("claude-code",), since=1_003.0) == ["4.jsonl", "3.jsonl"]
    assert names(five, project="home/p2") == ["2.jsonl"]
    assert names(five, project="p2", limit=1) == ["2.jsonl"]
    assert names(five, project="nowhere") == []


def test_below_a_folder_content_tells_what_is_a_session(five: Path) -> None:
    put(five / "more/messages.json", [MESSAGE])
    put(five / "more/package.json", {"name": "x"})
    put(five / "more/names.json", [{"name": "x"}])
    put(five / "more/history.jsonl", {"display": "x", "project": "/x"})
    put(five / "more/1.trajectory.jsonl", {"traceSchema": "openclaw-trajectory"})
    put(five / "more/node_modules/m.json", [MESSAGE])
    put(five / "more/1.compaction.json", {"messages": [MESSAGE]})
    listing = below([str(five / "more")], Wanted())
    assert [(Path(each.found.path).name, each.agent) for each in listing.sessions] == [("messages.json", None)]
    assert listing.others == 3
    named = below([str(five / "more/package.json"), str(five / "more")], Wanted())
    assert len(named.sessions) == 2
    assert [each.agent and each.agent.key for each in below([str(five)], Wanted()).sessions].count("claude-code") == 5
    with pytest.raises(OSError, match="No such file"):
        below([str(five / "absent")], Wanted())


def test_folders_that_may_not_be_read_are_told(five: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan = os.scandir

    def refusing(path: str) -> Any:
        if str(path).endswith("-p3"):
            raise PermissionError(path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    listing = on_machine(machine(five), Wanted())
    assert listing.missed == [str(five / ".claude/projects/-p3")]
    assert len(listing.sessions) == 5


def test_what_is_no_session_is_known_to_the_loader() -> None:
    assert {each.key for each in formats()} >= NO_SESSIONS


def test_every_agent_has_a_key_of_its_own() -> None:
    assert len({agent.key for agent in AGENTS}) == len(AGENTS)
