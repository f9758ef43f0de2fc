"""opencode's compactions: what each request was made of, as its own messages say."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.engine.recorded import compacted_since
from inspector.transcript import Transcript
from tests.transcript.formats.doubted import doubts
from tests.transcript.formats.fixtures_opencode import (
    LATER,
    START,
    Record,
    export,
    marker,
    reply,
    sample,
    summary,
    text,
    tokens,
    tool,
    user,
    written,
)

BEGINNING = (
    user(1, "one"),
    reply(2, "first", parent=1, tokens=tokens(100_000)),
    user(3, "two"),
    reply(4, "second", parent=3, tokens=tokens(235_000)),
)


def loaded(tmp_path: Path, *messages: Record) -> Transcript:
    return inspector.load(written(tmp_path / "session.json", export(*messages)))


def view(transcript: Transcript, request: int) -> list[str]:
    """The texts that a request sent."""
    return [
        block.text
        for message in inspector.replay(transcript).view(request).messages
        for block in message.blocks
        if block.text
    ]


def test_before_may_2026_kept_messages_come_before_the_summary(tmp_path: Path) -> None:
    rest = (
        marker(5, tail_start_id="msg_0003"),
        summary(6, "SUMMARY", 5),
        user(7, "three"),
        reply(8, "third", parent=7),
    )
    found = loaded(tmp_path, *BEGINNING, *rest)
    assert found.messages[5].blocks[0].kind == "summary"
    assert view(found, 3) == ["one", "first", "two", "second", "What did we do so far?"]
    assert view(found, 4) == ["two", "second", "What did we do so far?", "SUMMARY", "three"]
    assert doubts(found, 3) == frozenset()
    assert doubts(found, 4) == {2, 3}
    assert "before the summary" in found.compactions[0].doubt
    assert found.compactions[0].trigger == "auto"


def test_since_may_2026_the_summary_comes_first(tmp_path: Path) -> None:
    rest = (
        marker(5, at=LATER, tail_start_id="msg_0003", auto=False),
        summary(6, "SUMMARY", 5, at=LATER),
        user(7, "three", at=LATER),
        reply(8, "third", parent=7, at=LATER),
    )
    found = loaded(tmp_path, *BEGINNING, *rest)
    assert view(found, 4) == ["What did we do so far?", "SUMMARY", "two", "second", "three"]
    assert found.compactions[0].trigger == "manual"
    assert "after the summary" in found.compactions[0].doubt


def test_without_a_tail_all_before_is_gone(tmp_path: Path) -> None:
    found = loaded(tmp_path, *BEGINNING, marker(5), summary(6, "SUMMARY", 5), user(7, "three"), reply(8, "x", parent=7))
    assert view(found, 4) == ["What did we do so far?", "SUMMARY", "three"]
    assert found.compactions[0].doubtful == frozenset()


def test_a_tail_that_is_not_in_the_record_is_told(tmp_path: Path) -> None:
    found = loaded(
        tmp_path, *BEGINNING, marker(5, tail_start_id="msg_none"), summary(6, "SUMMARY", 5), user(7, "three")
    )
    assert view(found, 4) == ["What did we do so far?", "SUMMARY", "three"]
    assert "not in the record" in found.compactions[0].doubt


@pytest.mark.parametrize("failed", [{"error": {"name": "APIError"}}, {"finish": None}])
def test_a_summary_that_failed_cuts_nothing(tmp_path: Path, failed: Record) -> None:
    """anomalyco/opencode#42283: a marker with `tail_start_id`, the summary with an error: the whole history."""
    rest = (marker(5, tail_start_id="msg_0003"), summary(6, "half of it", 5, **failed), user(7, "three"))
    found = loaded(tmp_path, *BEGINNING, *rest)
    assert found.compactions == ()
    last = found.structure.requests
    kept = [each for each in view(found, last) if each != "half of it"]
    assert kept == ["one", "first", "two", "second", "What did we do so far?", "three"]


def test_a_second_try_counts(tmp_path: Path) -> None:
    rest = (marker(5), summary(6, "no", 5, error={"name": "APIError"}), summary(7, "SUMMARY", 5), user(8, "three"))
    found = loaded(tmp_path, *BEGINNING, *rest)
    assert view(found, found.structure.requests) == ["What did we do so far?", "SUMMARY", "three"]


def test_the_tokens_of_the_summary_are_no_context(tmp_path: Path) -> None:
    """openchamber/openchamber#3628: 235k, unknown, 9k; the summarising request's 41k belong to another prompt."""
    rest = (
        marker(5),
        summary(6, "SUMMARY", 5, tokens=tokens(41_000)),
        user(7, text("Continue if you have next steps", synthetic=True)),
        reply(8, "third", parent=7, tokens=tokens(9_000)),
    )
    found = loaded(tmp_path, *BEGINNING, *rest)
    replies = [m for m in found.messages if m.role == "assistant"]
    assert [m.usage and m.usage.context for m in replies] == [100_000, 235_000, None, 9_000]
    assert replies[2].extra["tokens"] == tokens(41_000)


def test_each_window_has_usage_of_its_own(tmp_path: Path) -> None:
    """Tarquinen/opencode-dynamic-context-pruning#563: what is not in the messages is told from the window's own requests."""
    rest = (marker(5), summary(6, "SUMMARY", 5), user(7, "three"), reply(8, "third", parent=7, tokens=tokens(25_000)))
    found = loaded(tmp_path, *BEGINNING, *rest)
    assert [compacted_since(found, request) for request in (1, 2, 3, 4)] == [False, False, False, True]
    first = found.messages[found.structure.histories[3]]
    assert first.usage is not None
    assert first.usage.context == 25_000


def test_the_second_compaction_summarises_what_the_first_left(tmp_path: Path) -> None:
    rest = (
        marker(5, tail_start_id="msg_0003"),
        summary(6, "FIRST", 5),
        user(7, "three"),
        reply(8, "third", parent=7),
        marker(9, tail_start_id="msg_0007"),
        summary(10, "SECOND", 9),
        user(11, "four"),
        reply(12, "fourth", parent=11),
    )
    found = loaded(tmp_path, *BEGINNING, *rest)
    asked = "What did we do so far?"
    assert view(found, 5) == ["two", "second", asked, "FIRST", "three", "third", asked]
    assert view(found, 6) == ["three", "third", asked, "SECOND", "four"]


def test_a_summary_of_the_time_without_markers(tmp_path: Path) -> None:
    alone = summary(5, "SUMMARY", 3, finish=None)
    del alone["info"]["finish"]
    found = loaded(tmp_path, *BEGINNING, alone, user(6, "three"), reply(7, "third", parent=6))
    assert view(found, 4) == ["SUMMARY", "three"]


def test_a_tail_that_begins_at_a_running_call(tmp_path: Path) -> None:
    """anomalyco/opencode#27594: the stub that is sent stands in the view, and the call is not alone."""
    rest = (
        user(1, "one"),
        reply(2, tool("a", status="running"), parent=1),
        marker(3, tail_start_id="msg_0002"),
        summary(4, "SUMMARY", 3),
        user(5, "two"),
        reply(6, "done", parent=5),
    )
    found = loaded(tmp_path, *rest)
    shown = inspector.replay(found).view(3)
    kinds = [block.kind for message in shown.messages for block in message.blocks]
    assert kinds == ["tool_use", "tool_result", "text", "summary", "text"]
    assert shown.messages[1].blocks[0].text == "[Tool execution was interrupted]"


def test_a_prompt_that_was_too_big_is_sent_again(tmp_path: Path) -> None:
    rest = (
        user(5, "the big one"),
        marker(6, overflow=True),
        summary(7, "SUMMARY", 6),
        user(8, "the big one"),
        reply(9, "x", parent=8),
    )
    found = loaded(tmp_path, *BEGINNING, *rest)
    assert [m.author for m in found.messages if m.role == "user"] == ["human", "human", "human", "client", "client"]
    assert found.compactions[0].trigger == "overflow"


def test_pruned_results_are_cleared_from_the_next_request_on(tmp_path: Path) -> None:
    """Results are pruned after a turn: the first request that begins later has the placeholder, the one before has not."""
    cleared = {"start": START, "end": START + 1, "compacted": START + 4500}
    found = loaded(
        tmp_path,
        user(1, "one"),
        reply(2, tool("a", time=cleared), tool("skill", "skill"), parent=1),
        reply(3, "so", parent=1),
        user(4, "two"),
        reply(5, "done", parent=4),
        user(6, "three"),
    )
    assert [view(found, request)[1] for request in (2, 3, 4)] == [
        "output of a",
        "[Old tool result content cleared]",
        "[Old tool result content cleared]",
    ]
    assert view(found, 3)[2] == "output of skill"
    assert found.messages[2].blocks[0].text == "output of a"
    (micro,) = found.compactions
    assert (micro.kind, micro.before, micro.trigger) == ("micro", 5, "prune")


def test_what_was_pruned_after_the_last_reply_is_cleared_in_the_next_request(tmp_path: Path) -> None:
    cleared = {"start": START, "end": START + 1, "compacted": START + 999_000}
    found = loaded(
        tmp_path, user(1, "one"), reply(2, tool("a", time=cleared), parent=1), reply(3, "so"), user(4, "two")
    )
    assert view(found, 2)[1] == "output of a"
    assert view(found, 3)[1] == "[Old tool result content cleared]"


def test_the_sample(tmp_path: Path) -> None:
    found = inspector.load(written(tmp_path / "session.json", sample()))
    assert view(found, 5)[:2] == ["mend it", "called the read tool"]
    assert [c.kind for c in found.compactions] == ["full"]
