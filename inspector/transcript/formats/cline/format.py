"""Cline, Roo and Kilo (formats.md, section 15).

`tasks/<id>/api_conversation_history.json`: a list of Anthropic messages, known by what these clients write into it
(`<environment_details>`, the tags of Roo, `ts` beside a role). Tool calls of older tasks are XML inside text and stay text.
Usage, the times and what was cut off are in the files beside it (`task`). `<session>.messages.json` and
`.compaction.json` of Cline's SDK, and its manifest, which holds no messages. Compactions of old Roo (before the tags)
rewrote the list and left no trace.
"""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.assembly import Budget, Fold, Piece, assembled
from inspector.transcript.formats.cline.blocks import ENVIRONMENT
from inspector.transcript.formats.cline.cuts import cut
from inspector.transcript.formats.cline.messages import pieces_of, time_of
from inspector.transcript.formats.cline.roo import fold, has_tags
from inspector.transcript.formats.cline.sdk import read_session
from inspector.transcript.formats.cline.task import task_of
from inspector.transcript.formats.cline.usages import settle
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

_TAGS = (
    "isSummary",
    "isTruncationMarker",
    "condenseParent",
    "truncationParent",
    "conversationHistoryIndex",
    "modelInfo",
)
_LOOK = 8
"""Messages of a list that are looked at."""


def _listed(values: list[Any]) -> bool:
    first = values[0] if values else None
    if not isinstance(first, dict) or first.get("role") not in ("user", "assistant") or "content" not in first:
        return False
    return any(isinstance(each, dict) and _ours(each) for each in values[:_LOOK])


def _ours(message: Record) -> bool:
    if type(message.get("ts")) in (int, float) and "type" not in message:
        return True
    return any(tag in message for tag in _TAGS) or _environment(message.get("content"))


def _environment(content: Any) -> bool:
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts[:20]]
    return any(isinstance(text, str) and ENVIRONMENT in text for text in texts)


def _session(record: Record) -> bool:
    return isinstance(record.get("messages"), list) and "agent" in record and "sessionId" in record


def _document(value: Any, problems: Problems, source: Source) -> Transcript:
    if isinstance(value, dict):
        return read_session(value, problems, source)
    task = task_of(source.path)
    pieces = pieces_of(value, problems)
    times = [time_of(each) for each in value]
    settle(task.requests, pieces, times)
    listed: list[Piece] = [piece for piece in pieces if piece is not None]
    folds: list[Fold]
    budget = Budget()
    if has_tags(listed):
        dated = [ts for piece, ts in zip(pieces, times, strict=True) if piece is not None]
        listed, folds = fold(listed, dated, task, budget)
    else:
        found = cut(pieces, task, budget)
        listed, folds = list(found.listed()), found.folds
    budget.tell(problems)
    return assembled("cline", listed, folds, problems, title=" ".join(task.title[:400].split())[:80])


CLINE = Format(
    "cline",
    "a Cline or Roo session",
    _session,
    listed=_listed,
    document=_document,
    records=Records(system="in the SDK's documents", summaries="yes", usage="beside it"),
)
MANIFEST = Format(
    "cline-manifest",
    "a Cline session manifest",
    lambda record: all(key in record for key in ("session_id", "provider", "cwd")),
    advice="the conversation is in the *.messages.json beside it",
)
FORMATS = (CLINE, MANIFEST)
