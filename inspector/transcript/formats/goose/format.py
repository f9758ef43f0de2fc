"""Goose: `sessions/<name>.jsonl` (to 1.9), exports, `sessions/sessions.db` (since 1.10), formats.md §17.

Source of the rules: block/goose, `session/session_manager.rs`, `conversation/message.rs`, `context_mgmt/mod.rs`. Parallel
calls of one reply are written as several messages, each followed by its result, as they are sent from then on: each is
shown as a reply. Neither the system prompt nor tools are recorded; tokens of a request are in the ledger, if there is one.
"""

from __future__ import annotations

from inspector.transcript.formats.format import Format, Records
from inspector.transcript.formats.goose import database
from inspector.transcript.formats.goose.lines import document, is_export, is_header, lines

FORMATS = (
    Format(
        "goose-export",
        "a Goose session",
        is_export,
        opens=database.opens,
        document=document,
        container=database.container,
        parts=database.parts,
        chooses=frozenset({"sidechain", "part"}),
        records=Records("no", "no", "no", "yes", "in the ledger"),
    ),
    Format("goose", "a Goose session", is_header, lines=lines, records=Records("no", "no", "no", "yes", "no")),
)
