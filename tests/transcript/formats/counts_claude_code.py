"""Claude Code sessions, counted by uuid and id: the way from the leaf, the lines and results that belong to its replies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.transcript.formats.counts import Counts, Record, records

FOLDERS = ("claude-code",)

BY_HAND = {
    "agsess-claude-drift.jsonl": Counts(8, 2, 1, 1, 48),
}
"""A catalogue of records of many sessions whose uuids were replaced by a few: 44 repeat one, three parents are in no record,
one is its own. The newest with a uuid of its own hangs on the reply of line 29: with its result and six attachments that
say something it follows the boundary of line 21."""

SILENT = frozenset(
    {
        "hook_non_blocking_error", "hook_cancelled", "command_permissions", "structured_output", "budget_usd", "auto_mode",
        "plan_mode", "plan_mode_exit", "plan_mode_reentry", "ultra_effort_enter", "ultra_effort_exit",
    }
)  # fmt: skip
SAID_IN = {
    "queued_command": "prompt",
    "compact_file_reference": "filename",
    "edited_text_file": "snippet",
    "opened_file_in_ide": "filename",
    "hook_blocking_error": "blockingError",
    "task_status": "description",
    "date_change": "newDate",
    "invoked_skills": "skills",
    "dynamic_skill": "skillNames",
    "deferred_tools_delta": "addedLines",
    "agent_listing_delta": "addedLines",
    "mcp_instructions_delta": "addedBlocks",
    "total_tokens_reminder": "text",
    "batching_reminder_sent": "text",
    "silent_turn_reminder": "text",
    "read_truncation_notice": "banner",
}
"""Type of attachment → the field that is sent; `content` of all others."""


def expected(path: Path) -> Counts | str:
    if path.name in BY_HAND:
        return BY_HAND[path.name]
    rows = records(path)
    way = list(walk([row for row in rows if row.get("uuid")]))
    replies = {key(row) for row in way if is_reply(row)}
    calls = {
        part.get("id", ""): key(row)
        for row in rows
        if row["type"] == "assistant" and key(row) in replies
        for part in parts(row, "tool_use")
    }
    answers = {id(row): found for row in rows if row["type"] == "user" and (found := results(row) & calls.keys())}
    typed = [row for row in way if row["type"] in ("user", "summary") and id(row) not in answers]
    answered = {calls[each] for found in answers.values() for each in found}
    inside = {id(row) for row in way} | answers.keys()
    inside |= {id(row) for row in rows if row["type"] == "assistant" and is_reply(row) and key(row) in replies}
    by_uuid = {row["uuid"]: row for row in rows if row.get("uuid")}
    attached = [row for row in rows if row["type"] == "attachment" and says(row) and belongs(row, inside, by_uuid)]
    last = max((row for row in rows if id(row) in inside and row["type"] in ("user", "assistant")), key=rows.index)
    open_calls = is_reply(last) and key(last) in calls.values()
    return Counts(
        len(replies) + len(typed) + len(answered) + len(attached),
        len(replies) + (not is_reply(last) or open_calls),
        sum(row.get("subtype") in ("compact_boundary", "microcompact_boundary") for row in way),
        len({each for found in answers.values() for each in found} | {each for row in typed for each in results(row)}),
        problems(path, rows),
    )


def walk(rows: list[Record]) -> Iterator[Record]:
    """From the newest record back: the parent; where that is lost, and at a boundary, the record before."""
    own = all(row.get("isSidechain") for row in rows if row["type"] in ("user", "assistant"))
    rows = [row for row in rows if bool(row.get("isSidechain")) == own]
    at = {row["uuid"]: number for number, row in reversed(list(enumerate(rows)))}
    parents = {
        row.get("parentUuid") for row in rows if row["type"] != "progress" and row["uuid"] != row.get("parentUuid")
    }
    here: int | None = max(
        number
        for number, row in enumerate(rows)
        if row["uuid"] not in parents and row["type"] != "progress" and (row["type"] != "assistant" or is_reply(row))
    )
    seen: set[int] = set()
    while here is not None and here >= 0 and here not in seen:
        seen.add(here)
        row = rows[here]
        yield row
        before = here - 1 if here and rows[here - 1].get("sessionId") == row.get("sessionId") else None
        if row.get("subtype") == "compact_boundary":
            here = at.get(row.get("logicalParentUuid", ""), here - 1)
        else:
            here = (
                at.get(row.get("parentUuid", ""), before) if row.get("parentUuid") or "parentUuid" not in row else None
            )


def key(row: Record) -> str:
    return str(row["message"].get("id") or row.get("requestId") or row["uuid"])


def is_reply(row: Record) -> bool:
    if row["type"] != "assistant":
        return False
    return bool(row["message"].get("model") != "<synthetic>" and not row.get("isApiErrorMessage"))


def parts(row: Record, kind: str) -> Iterator[Record]:
    content = (row.get("message") or {}).get("content")
    yield from (part for part in (content if isinstance(content, list) else []) if part["type"] == kind)


def results(row: Record) -> set[str]:
    return {part.get("tool_use_id", "") for part in parts(row, "tool_result")}


def says(row: Record) -> bool:
    """Whether an attachment adds text to the prompt."""
    attachment = row["attachment"]
    kind = attachment["type"]
    if kind in SILENT or (
        kind == "hook_success" and attachment.get("hookEvent") not in ("SessionStart", "UserPromptSubmit")
    ):
        return False
    return bool(attachment.get(SAID_IN.get(kind, "content")))


def belongs(row: Record, inside: set[int], by_uuid: dict[str, Record]) -> bool:
    """Whether an attachment hangs on the branch, perhaps by other records that are no messages."""
    seen: set[int] = set()
    here: Record | None = row
    while here is not None and id(here) not in seen:
        if id(here) in inside:
            return True
        if here["type"] in ("user", "assistant"):
            return False
        seen.add(id(here))
        here = by_uuid.get(here.get("parentUuid") or "")
    return False


def problems(path: Path, rows: list[Record]) -> int:
    """Lines that do not parse, uuids that come again, lost parents, replies that the client made up, unknown types."""
    bad = sum(not parses(line) for line in path.read_bytes().split(b"\n") if line.strip())
    uuids = [row["uuid"] for row in rows if row.get("uuid")]
    lost = [row for row in rows if row.get("uuid") and row.get("parentUuid") and row["parentUuid"] not in set(uuids)]
    made_up = [row for row in rows if row["type"] == "assistant" and not is_reply(row)]
    unknown = [row for row in rows if row["type"] in ("tool_use", "tool_result")]
    return bad + len(uuids) - len(set(uuids)) + len(lost) + len(made_up) + len(unknown)


def parses(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
