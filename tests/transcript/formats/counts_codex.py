"""Codex rollouts, counted by their response items: one reply is what stands between two things that are none.

A header with a system prompt is a message. What a compaction lists is one where nothing said before is equal to it.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.transcript.formats.counts import Counts, Record, records, requests

FOLDERS = ("codex",)

SAID = ("message", "agent_message")
SILENT = ("ghost_snapshot",)
KNOWN = ("session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state")
BESIDE = ("inter_agent_communication_metadata",)


def expected(path: Path) -> Counts:
    rows = records(path)
    roles: list[str] = []
    said: list[str] = []
    results = compactions = untold = 0
    sums: object = None
    calls = False
    head = next((row["payload"] for row in rows if row["type"] == "session_meta"), {})
    if (head.get("base_instructions") or {}).get("text"):
        roles.append("system")
    fresh = True
    """Whether an item of the model would begin another reply."""
    for row in rows:
        payload = row["payload"]
        kind = payload.get("type")
        if row["type"] == "response_item" and kind not in SILENT:
            role = role_of(payload)
            if role != "assistant" or fresh:
                roles.append(role)
                calls = False
            calls = calls or (role == "assistant" and kind.endswith("call") and "call_id" in payload)
            fresh = role != "assistant"
            results += role == "tool"
            said.append(words(payload))
        elif row["type"] == "compacted":
            left = [item for item in payload.get("replacement_history") or [] if item["type"] not in SILENT]
            before = list(map(words, left))
            new = [each for each in before if not each or not taken(each, said)]
            roles += ["client"] * (len(new) if left else 1)
            said += [each for each in before if each]
            compactions, fresh, calls = compactions + 1, True, False
        elif kind == "token_count" and payload.get("info"):
            total = payload["info"].get("total_token_usage")
            if total and total != sums and total["input_tokens"]:
                sums, fresh = total, True
        elif kind in ("task_started", "task_complete", "turn_aborted"):
            fresh = True
        if kind == "context_compacted":
            untold += not any(each["type"] == "compacted" for each in rows[: rows.index(row)])
    unknown = {kind_of(row) for row in rows} - {""}
    return Counts(len(roles), requests(roles, calls), compactions + untold, results, len(unknown) + untold)


def role_of(item: Record) -> str:
    if item["type"] in SAID:
        return str(item.get("role") or "user")
    return "tool" if item["type"].endswith("output") else "assistant"


def words(item: Record) -> str:
    """What an item says, for those that may be kept."""
    if item["type"] not in SAID:
        return ""
    fields = ("text", "image_url", "encrypted_content")
    return json.dumps([item.get("role"), [[part.get(name) for name in fields] for part in item["content"]]])


def taken(wanted: str, said: list[str]) -> bool:
    """Whether something said before is equal; it is then taken for that, and out of the list."""
    if wanted in said:
        said.remove(wanted)
        return True
    return False


def kind_of(row: Record) -> str:
    """The type of a record that no version of Codex writes; nothing for one that is known."""
    if row["type"] == "event_msg" and "." in row["payload"]["type"]:
        return str(row["payload"]["type"])
    return "" if row["type"] in (*KNOWN, *BESIDE) else str(row["type"])
