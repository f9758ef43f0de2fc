"""Gemini CLI: `tmp/<project>/chats/session-*.json` or `.jsonl`."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import last, said, title, within, words


def roots(machine: Machine) -> list[Path]:
    return [(machine.named("GEMINI_CLI_HOME") or machine.home) / ".gemini" / "tmp"]


def wanted(parts: Parts) -> bool:
    return parts[1:2] == ("chats",) and len(parts) == 3 and parts[2].endswith((".json", ".jsonl"))


def subagent(parts: Parts) -> bool:
    """`chats/<session>/<id>.jsonl`."""
    return parts[1:2] == ("chats",) and len(parts) == 4 and parts[3].endswith((".json", ".jsonl"))


def describe(ends: Ends) -> Details:
    listed = within(ends.document, "messages")
    records = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else ends.records
    typed = (said(each.get("content")) for each in records if each.get("type") == "user")
    return Details(
        title=title([*typed, ends.prompt()]),
        model=last(words(each.get("model")) for each in records) or ends.model(),
        subagent=any(each.get("kind") == "subagent" for each in ends.first[:1]),
    )


AGENT = Agent(
    "gemini",
    "Gemini CLI",
    roots,
    wanted,
    describe,
    depth=2,
    sign={"sessionId": "1", "projectHash": "1"},
    project=lambda parts: parts[0],
    enter=lambda parts: len(parts) == 1 or parts[1] == "chats",
    subagent=subagent,
    deepest=3,
)
