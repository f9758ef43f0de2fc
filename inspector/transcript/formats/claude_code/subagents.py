"""Subagents' conversations: in the same file, or in files beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.formats.claude_code.session import Session
from inspector.transcript.model import Sidechain

FILES = 500
"""Files beside a session that are looked at."""

_HEAD = 65_536
_TITLE = 80
_SPEAKS = re.compile(rb'"type": ?"(?:user|assistant)"')


def groups(session: Session) -> dict[str, list[Node]]:
    """The sidechain records of a file by conversation: by agent id, in old files by their first record."""
    found: dict[str, list[Node]] = {}
    if not session.has_sidechains:
        return found
    roots: dict[str, str] = {}
    for node in session.nodes:
        if node.sidechain:
            root = node.agent or roots.get(node.parent, node.uuid)
            roots[node.uuid] = root
            found.setdefault(root, []).append(node)
    return found


def inline(session: Session, found: dict[str, list[Node]]) -> list[Sidechain]:
    """The conversations of `groups`, each with the call that started it where that can be told."""
    prompts = _prompts(session) if found else {}
    listed = []
    for name, nodes in found.items():
        first = next((node for node in nodes if node.kind == "user"), None)
        text = next((block.text for block in first.blocks if block.kind == "text"), "") if first else ""
        call = session.agent_calls.get(name) or prompts.get(text.strip(), "")
        listed.append(Sidechain(name, sum(node.says for node in nodes), _title(text), "", call))
    return listed


def _prompts(session: Session) -> dict[str, str]:
    """The prompt of each call that starts a subagent → the id of the call."""
    calls = [b for node in session.nodes if not node.sidechain for b in node.blocks if b.kind == "tool_use"]
    starts = [block for block in calls if block.tool in ("Task", "Agent")]
    return {words_of(block.input.get("prompt")).strip(): block.tool_id for block in starts}


def beside(path: Path, session: Session, names: frozenset[str]) -> list[Sidechain]:
    """Subagent files of this session: nested under its name, or `agent-*.jsonl` next to it that carry its session id."""
    listed = []
    for file in islice(_files(path), FILES):
        first = _first_record(file)
        agent = words_of(first.get("agentId")) or file.stem.removeprefix("agent-")
        nested = file.parent != path.parent
        if agent and (nested or words_of(first.get("sessionId")) in names or agent in session.agent_calls):
            listed.append(_sidechain(file, agent, first, session))
    return listed


def _files(path: Path) -> Iterator[Path]:
    """Plain files only: no link is followed."""
    nested = path.parent / path.stem / "subagents"
    try:
        found = [
            *sorted(path.parent.glob("agent-*.jsonl")),
            *(sorted(nested.rglob("agent-*.jsonl")) if not nested.is_symlink() else []),
        ]
        yield from (file for file in found if file.name != path.name and file.is_file() and not file.is_symlink())
    except OSError:
        return


def _sidechain(file: Path, agent: str, first: dict[str, Any], session: Session) -> Sidechain:
    meta = _meta(file)
    message = first.get("message")
    text = words_of(message.get("content")) if isinstance(message, dict) else ""
    call = session.agent_calls.get(agent) or words_of(meta.get("toolUseId"))
    return Sidechain(agent, _messages(file), _title(text) or words_of(meta.get("agentType")), str(file), call)


def _first_record(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:
            value = orjson.loads(opened.readline(_HEAD * 16))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _messages(file: Path) -> int:
    """About how many messages: its user and assistant records, found without parsing."""
    count = 0
    try:
        with file.open("rb") as opened:
            for raw in opened:
                count += _SPEAKS.search(raw) is not None
    except OSError:
        return 0
    return count


def _meta(file: Path) -> dict[str, Any]:
    try:
        value = json.loads(file.with_suffix(".meta.json").read_bytes()[:_HEAD])
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _title(text: str) -> str:
    return " ".join(text[:400].split())[:_TITLE]
