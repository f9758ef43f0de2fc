"""Recorded sessions: everything loads or is refused, and nothing that a branch holds is lost.

What is expected is worked out here from the raw lines, by other means than the loader's.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import Transcript, TranscriptError, load

pytestmark = pytest.mark.real

ROOT = Path(os.environ.get("INSPECTOR_TRANSCRIPTS") or Path(__file__).parents[2].parent / "shared" / "transcripts")
ALL = (
    sorted(path for path in ROOT.rglob("*") if path.is_file() and path.name != "MANIFEST.tsv") if ROOT.is_dir() else []
)
CLAUDE = [path for path in ALL if path.parent.name == "claude-code"]
REDACTED = ("agsess-claude-drift", "agsess-subagent")
"""Hand-cut fixtures whose ids were replaced or left out: they load, but have no structure to check."""
CHECKED = [path for path in CLAUDE if not path.name.startswith(REDACTED)]

Record = dict[str, Any]


def records(path: Path) -> list[Record]:
    """Every object of the file; a line that is no JSON is mended at its escapes and split where objects touch."""
    found: list[Record] = []
    decoder = json.JSONDecoder(strict=False)
    for line in path.read_bytes().decode("utf-8", "replace").split("\n"):
        rest = re.sub(r"\\\\|\\u(?![0-9a-fA-F]{4})", lambda found: found[0].replace("\\u", "\\\\u"), line).strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            found.append(value)
            rest = rest[end:].strip()
    return found


def branch(rows: list[Record], transcript: Transcript) -> list[Record]:
    """Records on the way from the shown leaf to the beginning. A lost parent, and a boundary's, is the record before."""
    rows = [row for row in rows if row.get("uuid") and bool(row.get("isSidechain")) == side(rows)]
    at = {row["uuid"]: number for number, row in reversed(list(enumerate(rows)))}
    way: list[Record] = []
    seen: set[int] = set()
    here: int | None = at.get(transcript.branch)
    while here is not None and here not in seen and here >= 0:
        seen.add(here)
        row = rows[here]
        way.append(row)
        if row.get("parentUuid") or "parentUuid" not in row:
            same = here > 0 and rows[here - 1].get("sessionId") == row.get("sessionId")
            here = at.get(row.get("parentUuid", ""), here - 1 if same else None)
        else:
            here = at.get(row["logicalParentUuid"], here - 1) if row.get("subtype") == "compact_boundary" else None
    return way[::-1]


def side(rows: list[Record]) -> bool:
    """Whether the file is a subagent's own."""
    return all(row.get("isSidechain") for row in rows if row.get("type") in ("user", "assistant"))


def is_reply(row: Record) -> bool:
    return (
        row["type"] == "assistant" and row["message"].get("model") != "<synthetic>" and not row.get("isApiErrorMessage")
    )


def parts(row: Record, kind: str) -> Iterator[Record]:
    content = (row.get("message") or {}).get("content")
    yield from (part for part in (content if isinstance(content, list) else []) if part["type"] == kind)


def key(row: Record) -> str:
    return str(row["message"].get("id") or row.get("requestId") or row["uuid"])


@pytest.mark.parametrize("path", CLAUDE, ids=lambda path: path.name)
def test_every_session_of_claude_code_loads(path: Path) -> None:
    transcript = load(path)
    assert transcript.format == "claude-code"
    assert transcript.messages
    assert transcript.report.lines == path.read_bytes().count(b"\n") + (not path.read_bytes().endswith(b"\n"))
    assert transcript.structure.requests >= 1


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.name)
def test_requests_are_the_distinct_replies_of_the_branch(path: Path) -> None:
    transcript = load(path)
    way = branch(records(path), transcript)
    replies = {key(row): row for row in way if is_reply(row)}
    messages = transcript.messages
    calls = {
        part["id"]
        for row in records(path)
        if row["type"] == "assistant"
        for part in parts(row, "tool_use")
        if replies and key(row) == list(replies)[-1]
    }
    ended = messages[-1].role == "assistant" and not calls
    assert transcript.structure.requests == len(replies) + (not ended)


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.name)
def test_no_result_of_the_branch_is_lost(path: Path) -> None:
    transcript = load(path)
    rows = records(path)
    replies = {key(row) for row in branch(rows, transcript) if is_reply(row)}
    calls = [
        part["id"]
        for row in rows
        if row["type"] == "assistant" and key(row) in replies
        for part in parts(row, "tool_use")
    ]
    results = {
        part["tool_use_id"]: part["content"]
        for row in rows
        if row["type"] == "user"
        for part in parts(row, "tool_result")
    }
    structure = transcript.structure
    loaded = {block.tool_id: block for block in structure.blocks if block.kind == "tool_result"}
    assert {block.tool_id for block in structure.blocks if block.kind == "tool_use"} == set(calls)
    for call in calls:
        if call in results:
            content = results[call]
            expected = content if isinstance(content, str) else "\n".join(p["text"] for p in content if p.get("text"))
            assert loaded[call].text == re.sub("[\ud800-\udfff]", "\ufffd", expected)
    for number in structure.calls:
        answered = structure.partner[number]
        assert answered < 0 or structure.owner[answered] == structure.owner[number] + 1


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.name)
def test_nothing_that_a_person_typed_on_the_branch_is_lost(path: Path) -> None:
    transcript = load(path)
    kept = "\n".join(block.text for message in transcript.messages for block in message.blocks)
    for row in branch(records(path), transcript):
        if row["type"] == "user" and not row.get("isMeta"):
            content = row["message"]["content"]
            said = [content] if isinstance(content, str) else [part["text"] for part in parts(row, "text")]
            assert all(text in kept for text in said)
        if row["type"] == "attachment" and row["attachment"].get("type") == "queued_command":
            assert row["attachment"]["prompt"] in kept


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.name)
def test_compactions_are_found_with_summary_and_preserved_messages(path: Path) -> None:
    transcript = load(path)
    way = branch(records(path), transcript)
    full = [row for row in way if row.get("subtype") == "compact_boundary"]
    micro = [row for row in way if row.get("subtype") == "microcompact_boundary"]
    found = transcript.compactions
    assert [(c.kind, c.trigger) for c in found if c.kind == "full"] == [
        ("full", row["compactMetadata"]["trigger"]) for row in full
    ]
    assert [c.cleared for c in found if c.kind == "micro"] == [
        frozenset(row["microcompactMetadata"]["compactedToolIds"]) for row in micro
    ]
    by_uuid = {
        uuid: place
        for place, m in enumerate(transcript.messages)
        for uuid in [m.id, *m.extra.get("uuids", [m.extra.get("uuid")])]
    }
    for row, compaction in zip(full, [c for c in found if c.kind == "full"], strict=True):
        summary = transcript.messages[compaction.summary if compaction.summary is not None else -1]
        assert summary.blocks[0].kind == "summary"
        assert compaction.summary == compaction.before
        listed = row["compactMetadata"].get("preservedMessages", {}).get("uuids", [])
        assert compaction.preserved == tuple(sorted({by_uuid[uuid] for uuid in listed if uuid in by_uuid}))
        assert bool(compaction.preserved) == bool(listed)
        assert compaction.tokens_before == row["compactMetadata"]["preTokens"]
    assert sum(block.kind == "summary" for m in transcript.messages for block in m.blocks) == len(full)


@pytest.mark.parametrize("path", CLAUDE, ids=lambda path: path.name)
def test_bodies_on_demand_say_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = load(path)
    monkeypatch.setattr("inspector.transcript.store.HOLD_BELOW", 0)
    stored = load(path)
    for one, other in zip(held.structure.blocks, stored.structure.blocks, strict=True):
        assert (one.text, one.api, one.images) == (other.text, other.api, other.images)


@pytest.mark.parametrize("path", CLAUDE, ids=lambda path: path.name)
def test_every_other_branch_and_subagent_can_be_shown(path: Path) -> None:
    transcript = load(path)
    for branch_ in transcript.branches:
        assert load(path, leaf=branch_.leaf).branch == branch_.leaf
    for sidechain in transcript.sidechains:
        assert load(path, sidechain=sidechain.id).messages


@pytest.mark.parametrize(
    "path", [path for path in ALL if path not in CLAUDE], ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_every_other_file_loads_or_says_what_it_is(path: Path) -> None:
    try:
        transcript = load(path)
    except TranscriptError as error:
        text = str(error).removeprefix(f"{path}: ")
        assert "\n" not in text
        assert re.match(r"this is an? ", text)
    else:
        assert transcript.messages or transcript.report.records, (
            "a session of nothing but messages to the person is one too"
        )
