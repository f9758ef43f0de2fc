"""Codex: `sessions/YYYY/MM/DD/rollout-*.jsonl`, and `archived_sessions/`."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import last, said, title, within, words

_CONTEXT = ("<", "# AGENTS.md", "# Context from my IDE")
"""How texts begin that the client put in a user's mouth."""


def roots(machine: Machine) -> list[Path]:
    home = machine.moved("CODEX_HOME", ".codex")
    return [home / "sessions", home / "archived_sessions"]


def wanted(parts: Parts) -> bool:
    return parts[-1].startswith("rollout-") and parts[-1].endswith((".jsonl", ".jsonl.zst"))


def describe(ends: Ends) -> Details:
    items = [(each, within(each, "payload") or each) for each in ends.records]
    typed = (said(within(item, "content")) for _, item in items if within(item, "role") == "user")
    count = sum(each.get("type") == "compacted" for each, _ in items)
    return Details(
        title=title(typed, _CONTEXT),
        model=last(words(within(item, "model")) for _, item in items),
        compactions=count if count or ends.whole else None,
        more=not ends.whole,
        project=next((cwd for _, item in items if (cwd := words(within(item, "cwd")))), ""),
        subagent=any(map(_of_subagent, ends.first[:1])),
    )


def _of_subagent(first: dict[str, object]) -> bool:
    """The first record of all describes the file; a copy of the parent's may follow."""
    return isinstance(within(first, "payload", "source", "subagent"), str | dict)


AGENT = Agent(
    "codex",
    "Codex",
    roots,
    wanted,
    describe,
    depth=3,
    sign={"timestamp": "", "type": "session_meta", "payload": {}},
)
