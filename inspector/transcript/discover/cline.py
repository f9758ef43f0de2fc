"""Cline, Roo and Kilo: `tasks/<id>/api_conversation_history.json` in the storage of an editor."""

from __future__ import annotations

import re
from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import said, title

_EXTENSIONS = ("saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code")
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_TASK = re.compile(r"<(?:task|user_message|feedback)>\s*|\s*</(?:task|user_message|feedback)>.*", re.DOTALL)
"""What the client writes around a prompt."""


def roots(machine: Machine) -> list[Path]:
    settings = [machine.moved("XDG_CONFIG_HOME", ".config"), machine.home / "Library" / "Application Support"]
    users = [place / editor / "User" for place in settings for editor in _EDITORS]
    users += [machine.home / name / "data" / "User" for name in (".vscode-server", ".cursor-server")]
    return [user / "globalStorage" / extension / "tasks" for user in users for extension in _EXTENSIONS]


def wanted(parts: Parts) -> bool:
    return len(parts) == 2 and parts[1] == "api_conversation_history.json"


def describe(ends: Ends) -> Details:
    listed = ends.document if isinstance(ends.document, list) else []
    records = [each for each in listed if isinstance(each, dict)]
    typed = (said(each.get("content")) for each in records if each.get("role") == "user")
    return Details(title=title(_TASK.sub("", text) for text in (*typed, ends.prompt())), model=ends.model())


AGENT = Agent("cline", "Cline", roots, wanted, describe, sign={"role": "user", "content": ""})
