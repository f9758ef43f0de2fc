"""Claude Code: `projects/<folder>/<session>.jsonl`; what lies deeper are subagents and full outputs."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import last, said, title, within, words
from inspector.transcript.formats.claude_code.authors import is_human
from inspector.transcript.formats.claude_code.kinds import SYNTHETIC


def roots(machine: Machine) -> list[Path]:
    if machine.environ.get("CLAUDE_CONFIG_DIR"):
        return [machine.moved("CLAUDE_CONFIG_DIR") / "projects"]
    return [machine.home / ".claude" / "projects", machine.home / ".config" / "claude" / "projects"]


def wanted(parts: Parts) -> bool:
    return len(parts) == 2 and parts[1].endswith(".jsonl") and not parts[1].startswith("agent-")


def subagent(parts: Parts) -> bool:
    """`agent-*.jsonl` below the folder of a session, or beside it in the older layout."""
    name = parts[-1]
    placed = len(parts) == 2 or parts[2:3] == ("subagents",)
    return placed and name.startswith("agent-") and name.endswith(".jsonl")


def enter(parts: Parts) -> bool:
    """Of a session's own folder only the subagents: beside them lie full outputs."""
    return len(parts) < 3 or parts[2] == "subagents"


def describe(ends: Ends) -> Details:
    records = ends.records
    typed = (said(within(each, "message", "content")) for each in records if _typed(each))
    named = last(words(each.get("customTitle")) for each in records if each.get("type") == "custom-title")
    models = (words(within(each, "message", "model")) for each in records if each.get("type") == "assistant")
    asides = [each["isSidechain"] is True for each in records if "isSidechain" in each]
    tasks = (said(within(each, "message", "content")) for each in records if each.get("isSidechain") is True)
    count = sum(each.get("subtype") == "compact_boundary" for each in records)
    return Details(
        title=title([named, *typed, *(words(each.get("summary")) for each in ends.first), *tasks]),
        model=last(model for model in models if model != SYNTHETIC),
        compactions=count if count or ends.whole else None,
        more=not ends.whole,
        project=last(words(each.get("cwd")) for each in ends.first[:50]),
        subagent=bool(asides) and all(asides),
    )


def _typed(record: dict[str, object]) -> bool:
    if record.get("type") != "user" or record.get("isCompactSummary") is True or record.get("isSidechain") is True:
        return False
    content = within(record, "message", "content")
    if isinstance(content, list) and any(within(part, "type") == "tool_result" for part in content):
        return False
    return is_human(record, content)


def project(parts: Parts) -> str:
    """The folder's name, which is the project's path with all its signs made dashes."""
    return parts[0].strip("-")


AGENT = Agent(
    "claude-code",
    "Claude Code",
    roots,
    wanted,
    describe,
    sign={"type": "user", "uuid": "1", "parentUuid": None, "sessionId": "1"},
    project=project,
    subagent=subagent,
    deepest=5,
    enter=enter,
)
