"""Writes evidence for tests: event lines, artifacts, and the pointers that lead to them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from inspector.transcript.resolver import SourcePointerResolver
from inspector.transcript.stores import LocalStore

Record = dict[str, Any]


def event(sequence: Any, content: Any = "words", session: Any = "s1", **fields: Any) -> Record:
    """One sound envelope, except for what the test sets otherwise; a field set to None is left out."""
    record = {
        "event_id": f"e{sequence}",
        "session_id": session,
        "sequence": sequence,
        "timestamp": f"2025-03-01T09:00:{int(sequence) % 60:02d}+01:00" if isinstance(sequence, int) else "",
        "message": {"role": "user", "content": content},
        **fields,
    }
    return {key: value for key, value in record.items() if value is not None}


def line(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def lines(*records: Any) -> bytes:
    """Records as lines; bytes stand as they are."""
    return b"".join(record if isinstance(record, bytes) else line(record) for record in records)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class House:
    """A folder of transcripts and one of artifacts, and things beside them that nobody may reach."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.transcripts, self.artifacts, self.outside = base / "transcripts", base / "artifacts", base / "outside"
        for folder in (self.transcripts, self.artifacts, self.outside):
            folder.mkdir()
        self.secret = b"the secret"
        (self.outside / "secret.txt").write_bytes(self.secret)
        (self.outside / "secret.jsonl").write_bytes(lines(event(1, "the secret", "secret")))

    def transcript(self, *records: Any, session: str = "s1") -> Path:
        path = self.transcripts / f"{session}.jsonl"
        path.write_bytes(lines(*records))
        return path

    def artifact(self, data: bytes = b"output", session: str = "s1", file: str = "out.txt") -> str:
        """Writes an artifact; gives the pointer to it."""
        (self.artifacts / session).mkdir(exist_ok=True)
        (self.artifacts / session / file).write_bytes(data)
        return f"artifact:{session}:{file}:{sha256(data)}"

    def resolver(self, **options: Any) -> SourcePointerResolver:
        return SourcePointerResolver(
            LocalStore(self.transcripts, "transcripts"), LocalStore(self.artifacts, "artifacts"), **options
        )
