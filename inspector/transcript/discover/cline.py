"""Cline, Roo and Kilo: `tasks/<id>/api_conversation_history.json` in the storage of an editor, or in a folder of its own."""

from __future__ import annotations

import re
from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import said, title, within

_EXTENSIONS = ("saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code")
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_TASK = re.compile(r"<(?:task|user_message|feedback)>\s*|\s*</(?:task|user_message|feedback)>.*", re.DOTALL)
"""What the client writes around a prompt."""


def roots(machine: Machine) -> list[Path]:
    settings = [machine.moved("XDG_CONFIG_HOME", ".config"), machine.home / "Library" / "Application Support"]
    users = [place / editor / "User" for place in settings for editor in _EDITORS]
    users += [machine.home / name / "data" / "User" for name in (".vscode-server", ".cursor-server")]
    data = machine.named("CLINE_DATA_DIR") or machine.moved("CLINE_DIR", ".cline") / "data"
    stores = [user / "globalStorage" / extension for user in users for extension in _EXTENSIONS]
    return [data / "tasks", data / "sessions", *(store / "tasks" for store in stores)]


def wanted(parts: Parts) -> bool:
    return len(parts) == 2 and (parts[1] == "api_conversation_history.json" or parts[1].endswith(".messages.json"))


def describe(ends: Ends) -> Details:
    document = ends.document
    listed = document if isinstance(document, list) else within(document, "messages")
    records = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    typed = (said(each.get("content")) for each in records if each.get("role") == "user")
    return Details(title=title(_TASK.sub("", text) for text in (*typed, ends.prompt())), model=ends.model())


AGENT = Agent("cline", "Cline", roots, wanted, describe, sign={"agent": "lead", "sessionId": "1", "messages": []})
