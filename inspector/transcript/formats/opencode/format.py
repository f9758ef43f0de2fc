"""opencode: `opencode export` documents, the folder of JSON files (to about 1.1), the database (`opencode.db`, since).

All three carry the same objects (formats.md §7); what a request was made of is in `packages/opencode/src/session`
(`message-v2.ts`, `compaction.ts`) of anomalyco/opencode. Not recorded: the system prompt (but by the first versions), tool
definitions, the prompt of a request. `tokens` of a message are those of its `step-finish`: counted once.
"""

from __future__ import annotations

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.opencode import database, storage
from inspector.transcript.formats.opencode.objects import of_export, within
from inspector.transcript.formats.opencode.session import KEY, transcript_of
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems


def _is_export(record: Record) -> bool:
    messages = record.get("messages")
    if not isinstance(record.get("info"), dict) or not isinstance(messages, list):
        return False
    if any(isinstance(each, dict) and "info" in each and "parts" in each for each in messages[:20]):
        return True
    return not messages and words_of(within(record, "info", "id")).startswith("ses_")


def _test(record: Record) -> bool:
    return _is_export(record) or storage.is_session(record)


def _document(value: Record, problems: Problems, source: Source) -> Transcript:
    choice = source.choice
    if choice.sidechain:
        raise TranscriptError("the file holds one session; those of subagents lie in files of their own")
    source = source._replace(choice=Choice(leaf=choice.leaf or choice.part))
    if storage.is_session(value):
        return storage.document(value, problems, source)
    return transcript_of(of_export(value, problems), problems, source.choice)[0]


FORMATS = (
    Format(
        KEY,
        "an opencode session",
        _test,
        opens=database.opens,
        document=_document,
        container=database.container,
        parts=database.parts,
        chooses=frozenset({"leaf", "sidechain", "part"}),
        prunes=True,
        records=Records("in the first versions", "no", "no", "yes", "yes"),
    ),
)
