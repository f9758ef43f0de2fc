"""The two samples with evidence: event logs, artifacts and a durable state; what resolves, what does not, and the stories."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

import inspector
from inspector.engine.durable_json import load_durable
from inspector.settings import data_dir, sample
from inspector.transcript.resolver import SourcePointerResolver
from inspector.transcript.stores import LocalStore
from tests.samples.durable_facts import FALSE_SUMMARY, OUTPUTS, TICKET
from tests.samples.parallel_zh_outputs import CAUSE

FOLDER = data_dir("sample_transcripts")
ARTIFACTS = FOLDER / "artifacts"
NAMES = ["parallel-zh", "durable-facts"]
POINTER = re.compile(r"artifact:([\w-]+):([\w.-]+):([0-9a-f]{12})")
EXPECTED = {
    "transcript:durable-facts:3": "available",
    "import-2025-05-06.log": "available",
    "minutes-2025-03-14.txt": "missing",
    "lending-rules.txt": "corrupt",
    "dry-run-shard-2.log": "denied",
    "transcript:durable-facts:19": "available",
    "transcript:durable-facts:1": "available",
}
"""Pointer, or file of an artifact → what comes of it, in the order in which the durable state names them."""


def events(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


def texts(replay: inspector.Replay, request: int) -> str:
    return "\n".join(block.text for message in replay.view(request).messages for block in message.blocks)


def replayed(name: str) -> inspector.Replay:
    return inspector.replay(inspector.load(sample(name).path), sample(name).policy)


def digest(session: str, file: str) -> str:
    return hashlib.sha256((ARTIFACTS / session / file).read_bytes()).hexdigest()


@pytest.mark.parametrize("name", NAMES)
def test_events_are_numbered_without_gaps_and_dated_with_a_zone(name: str) -> None:
    found = events(name)
    assert len(found) > 60
    assert [event["sequence"] for event in found] == list(range(1, len(found) + 1))
    assert {event["session_id"] for event in found} == {name}
    assert len({event["event_id"] for event in found}) == len(found)
    times = [datetime.fromisoformat(event["timestamp"]) for event in found]
    assert all(time.tzinfo for time in times)
    assert times == sorted(times)
    assert all(set(event["message"]) == {"role", "content"} for event in found)
    assert inspector.load(sample(name).path).session == name


def test_every_pointer_of_the_parallel_session_is_true() -> None:
    found = set(POINTER.findall((FOLDER / "parallel-zh.jsonl").read_text("utf-8")))
    assert {(session, file) for session, file, _ in found} == {
        ("parallel-zh", path.name) for path in (ARTIFACTS / "parallel-zh").iterdir()
    }
    assert all(digest(session, file).startswith(claimed) for session, file, claimed in found)


def test_artifacts_are_big_and_their_previews_say_where_to_read_on() -> None:
    sizes = [path.stat().st_size for path in (ARTIFACTS / "parallel-zh").iterdir()]
    assert len(sizes) == 6
    assert 30_000 <= min(sizes) <= max(sizes) <= 200_000
    previews = [
        block["content"]
        for event in events("parallel-zh")
        if event["message"]["role"] == "user" and isinstance(event["message"]["content"], list)
        for block in event["message"]["content"]
        if POINTER.search(block["content"])
    ]
    assert len(previews) == 6
    assert all("从第 13 行继续读" in preview and len(preview) < 4_000 for preview in previews)


def test_calls_are_parallel_and_answered_together() -> None:
    messages = [event["message"] for event in events("parallel-zh")]
    batches = []
    for message, following in pairwise(messages):
        calls = [block["id"] for block in message["content"] if isinstance(block, dict) and block["type"] == "tool_use"]
        if calls:
            batches.append(len(calls))
            assert [block["tool_use_id"] for block in following["content"]] == calls
    assert {2, 3, 4} <= set(batches)
    assert max(batches) == 4
    assert sum(count > 1 for count in batches) > 20


def test_session_is_chinese_with_joined_emoji_and_skin_tones() -> None:
    text = (FOLDER / "parallel-zh.jsonl").read_text("utf-8")
    assert len(re.findall("[\u4e00-\u9fff]", text)) > 1_000
    assert "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" in text
    assert re.search("[\U0001f3fb-\U0001f3ff]\u200d", text)
    assert {tone in text for tone in "🏻🏼🏽🏾🏿"} == {True}


def test_cause_stands_in_the_middle_of_one_artifact_only() -> None:
    rows = (ARTIFACTS / "parallel-zh" / "dry-run-shard-2.log").read_text("utf-8").splitlines()
    places = [number for number, row in enumerate(rows) if any(row.endswith(cause) for cause in CAUSE)]
    assert len(places) == 3
    assert len(rows) / 3 < places[0] < places[-1] < len(rows) * 2 / 3
    others = [path for path in FOLDER.rglob("*") if path.is_file() and path.name != "dry-run-shard-2.log"]
    assert not [path.name for path in others if "keep-first" in path.read_text("utf-8")]


def test_preview_with_the_pointer_is_cleared_by_the_next_batch() -> None:
    replay = replayed("parallel-zh")
    pointer = "artifact:parallel-zh:dry-run-shard-2.log:"
    seen = [request for request in range(1, replay.requests + 1) if pointer in texts(replay, request)]
    assert len(seen) == 1
    assert seen[0] < replay.requests - 10
    recorded = inspector.replay(replay.transcript)
    assert pointer in texts(recorded, recorded.requests)


def test_sources_of_the_durable_state_resolve_as_the_story_says() -> None:
    state = load_durable(FOLDER / "durable-facts.durable.json")
    resolver = SourcePointerResolver(
        LocalStore(FOLDER, "transcripts"),
        LocalStore(ARTIFACTS, "artifacts"),
        lambda each: each.session == "durable-facts",
    )
    found = {text if text.startswith("transcript") else text.split(":")[2]: text for text in state.pointers}
    assert {short: resolver.resolve(text).status for short, text in found.items()} == EXPECTED
    assert list(found) == list(EXPECTED)
    for text in found.values():
        assert bool(resolver.resolve(text).sha256) == (resolver.resolve(text).status == "available")


def test_what_is_not_available_has_one_cause_each() -> None:
    """The denied artifact is there and true; the corrupt one is there; the missing one is not."""
    pointers = load_durable(FOLDER / "durable-facts.durable.json").pointers
    claims = {file: (session, claimed) for text in pointers for session, file, claimed in POINTER.findall(text)}
    session, claimed = claims["dry-run-shard-2.log"]
    assert session == "parallel-zh"
    assert digest(session, "dry-run-shard-2.log").startswith(claimed)
    assert not digest("durable-facts", "lending-rules.txt").startswith(claims["lending-rules.txt"][1])
    for file in ("lending-rules.txt", "minutes-2025-03-14.txt"):
        assert hashlib.sha256(OUTPUTS[file].encode()).hexdigest().startswith(claims[file][1])
    assert {path.name for path in (ARTIFACTS / "durable-facts").iterdir()} == {
        "import-2025-05-06.log",
        "lending-rules.txt",
    }


def test_facts_say_what_their_sources_say() -> None:
    state = load_durable(FOLDER / "durable-facts.durable.json")
    ticket = events("durable-facts")[2]["message"]["content"][0]["content"]
    assert ticket == TICKET
    assert "SQLite in WAL mode" in ticket
    assert "SQLite in WAL mode" in state.facts[0].content
    assert "15.00 euro" in OUTPUTS["minutes-2025-03-14.txt"]
    assert "runs for 21 days" in OUTPUTS["lending-rules.txt"]
    assert "37 rejected" in (ARTIFACTS / "durable-facts" / "import-2025-05-06.log").read_text("utf-8")
    assert [item.status for item in state.pending_items] == ["open", "open", "blocked"]
    assert [each.conflict_key for each in state.retrieval_evidence] == ["database", None]


def test_summary_says_the_opposite_of_the_durable_state() -> None:
    replay = replayed("durable-facts")
    summaries = [row.request for row in replay.rows() if "summary" in row.fired]
    assert len(summaries) == 2
    by_limit, by_call = summaries
    assert "WAL" in texts(replay, 2)
    for request in range(by_limit, by_call + 1):
        assert "WAL" not in texts(replay, request)
    assert FALSE_SUMMARY not in texts(replay, by_call - 1)
    assert FALSE_SUMMARY in texts(replay, by_call)
    again = next(request for request in range(by_call, replay.requests + 1) if "WAL" in texts(replay, request))
    assert again > by_call + 5
