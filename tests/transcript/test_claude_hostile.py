"""Trees that nobody wrote in good faith: loading costs about what their size costs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import load
from tests.pace import within

COUNT = 4_000


def record(uuid: str, parent: str | None, kind: str = "user", content: Any = "x", **fields: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content, "id": fields.pop("identity", uuid)}
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **fields}


def attachment(uuid: str, parent: str) -> dict[str, Any]:
    inner = {"type": "queued_command", "prompt": "x"}
    return {"type": "attachment", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "attachment": inner}


def star() -> Iterable[dict[str, Any]]:
    return (record(f"u{i}", "root" if i else None) for i in range(COUNT))


def comb() -> Iterable[dict[str, Any]]:
    for i in range(COUNT):
        yield record(f"m{i}", f"m{i - 1}" if i else None, "assistant", [{"type": "text", "text": "a"}])
        yield record(f"b{i}", f"m{i}")


def backwards() -> Iterable[dict[str, Any]]:
    return (record(f"u{i}", f"u{i + 1}") for i in range(COUNT))


def circle() -> Iterable[dict[str, Any]]:
    return (record(f"u{i}", f"u{(i + 1) % COUNT}") for i in range(COUNT))


def one_reply() -> Iterable[dict[str, Any]]:
    call = [{"type": "tool_use", "id": "t", "name": "x", "input": {}}]
    return (record(f"u{i}", f"u{i - 1}", "assistant", call, identity="same") for i in range(COUNT))


def results() -> Iterable[dict[str, Any]]:
    calls = [{"type": "tool_use", "id": f"t{i}", "name": "x", "input": {}} for i in range(COUNT)]
    yield record("a", None, "assistant", calls)
    for i in range(COUNT):
        yield record(f"r{i}", "a", "user", [{"type": "tool_result", "tool_use_id": f"t{i}", "content": "y"}])


def boundaries() -> Iterable[dict[str, Any]]:
    for i in range(COUNT):
        segment = {"preservedSegment": {"headUuid": "b0", "tailUuid": f"b{i}"}}
        yield {
            "type": "system",
            "subtype": "compact_boundary",
            "uuid": f"b{i}",
            "parentUuid": None,
            "compactMetadata": segment,
        }


def side_attachments() -> Iterable[dict[str, Any]]:
    yield record("u0", None)
    yield record("u1", "u0", "assistant", [])
    for i in range(COUNT):
        yield attachment(f"q{i}", f"q{i - 1}" if i else "u0")
    yield record("u2", "u1")


def sidechains() -> Iterable[dict[str, Any]]:
    for i in range(COUNT):
        yield record(f"u{i}", f"u{i - 1}" if i else None)
        yield record(f"s{i}", f"u{i}", isSidechain=True)


@pytest.mark.parametrize(
    "tree",
    [star, comb, backwards, circle, one_reply, results, boundaries, side_attachments, sidechains],
    ids=lambda t: t.__name__,
)
def test_strange_trees_load_in_reasonable_time(tmp_path: Path, tree: Any) -> None:
    path = tmp_path / "t"
    path.write_text("".join(json.dumps(value) + "\n" for value in tree()))
    with within(2):
        transcript = load(path)
        assert transcript.structure.requests >= 1


def test_a_comb_has_its_branches(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_text("".join(json.dumps(value) + "\n" for value in comb()))
    transcript = load(path)
    assert (len(transcript.messages), len(transcript.branches)) == (COUNT + 1, COUNT - 1)
    assert transcript.branches[0].messages == COUNT
    assert transcript.branches[-1].messages == 2
