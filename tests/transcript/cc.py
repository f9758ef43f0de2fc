"""Writes Claude Code records for tests, as short as a test can say them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspector.transcript import Transcript, load

Record = dict[str, Any]
SESSION = "0cf3db51-0000-4000-8000-000000000001"


class Writer:
    """Each record follows the last one, unless `parent` says otherwise."""

    def __init__(self, session: str = SESSION) -> None:
        self.session = session
        self.records: list[Record | str] = []
        self.tip: str | None = None

    def add(self, uuid: str, kind: str, parent: str | None = "", **fields: Any) -> Record:
        record = {
            "parentUuid": self.tip if parent == "" else parent,
            "isSidechain": False,
            "type": kind,
            "uuid": uuid,
            "sessionId": self.session,
            "timestamp": f"2026-01-21T10:00:{len(self.records) % 60:02d}.000Z",
            "version": "2.1.14",
            **fields,
        }
        self.records.append(record)
        self.tip = uuid
        return record

    def user(self, uuid: str, content: Any, parent: str | None = "", **fields: Any) -> Record:
        return self.add(uuid, "user", parent, message={"role": "user", "content": content}, **fields)

    def reply(
        self,
        uuid: str,
        identity: str | None,
        *blocks: Record,
        parent: str | None = "",
        usage: Any = None,
        **fields: Any,
    ) -> Record:
        message = {
            "role": "assistant",
            "model": "claude-test",
            "content": list(blocks),
            "usage": usage or {"input_tokens": 3, "output_tokens": 5},
        }
        if identity is not None:
            message["id"] = identity
        return self.add(uuid, "assistant", parent, message=message, **fields)

    def result(self, uuid: str, call: str, content: Any = "done", parent: str | None = "", **fields: Any) -> Record:
        return self.user(uuid, [{"type": "tool_result", "tool_use_id": call, "content": content}], parent, **fields)

    def attach(self, uuid: str, kind: str, parent: str | None = "", **fields: Any) -> Record:
        return self.add(uuid, "attachment", parent, attachment={"type": kind, **fields})

    def boundary(self, uuid: str, logical: str | None, **metadata: Any) -> Record:
        return self.add(
            uuid, "system", None, subtype="compact_boundary", logicalParentUuid=logical, compactMetadata=metadata
        )

    def summary(self, uuid: str, text: str = "This session is being continued.") -> Record:
        return self.user(uuid, text, isCompactSummary=True, isVisibleInTranscriptOnly=True)

    def beside(self, kind: str, **fields: Any) -> None:
        self.records.append({"type": kind, **fields})

    def raw(self, line: str) -> None:
        self.records.append(line)

    def write(self, folder: Path, name: str = "session.jsonl") -> Path:
        path = folder / name
        lines = [record if isinstance(record, str) else json.dumps(record) for record in self.records]
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return path

    def load(self, folder: Path, **options: Any) -> Transcript:
        return load(self.write(folder), **options)


def text(words: str) -> Record:
    return {"type": "text", "text": words}


def call(identity: str, name: str = "Read", **arguments: Any) -> Record:
    return {"type": "tool_use", "id": identity, "name": name, "input": arguments}


def shape(transcript: Transcript) -> list[tuple[str, list[str]]]:
    """Role and words (of calls: the id) of every message."""
    return [(m.role, [b.text if b.kind != "tool_use" else b.tool_id for b in m.blocks]) for m in transcript.messages]


def kinds(transcript: Transcript) -> list[str]:
    """Kinds of load problems, in order of lines."""
    return [problem.kind for problem in transcript.report.problems]


def write_lines(path: Path, values: Sequence[Any]) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path
