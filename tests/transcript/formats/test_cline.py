"""Cline, Roo and Kilo: messages and who wrote them, usage beside them, and what each of their compactions left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError, load
from inspector.transcript.model import UnreadableUsage, Usage
from tests.transcript.formats.fixtures_cline import (
    COPY,
    ENV,
    MANIFEST,
    ROO_SCREEN,
    SDK,
    START,
    XML,
    reply,
    roo,
    said,
    screen,
    session,
    started,
    task,
    text,
    usage,
    user,
    written,
)

Record = dict[str, Any]


def opened(tmp_path: Path, value: Any, name: str = "file.json") -> Transcript:
    (tmp_path / name).write_text(json.dumps(value))
    return load(tmp_path / name)


def authors(transcript: Transcript) -> list[str]:
    return [message.author for message in transcript.messages]


def view(transcript: Transcript, request: int) -> list[str]:
    """The recorded view of a request: the first words of each message, and all results."""
    found = []
    for message in inspector.replay(transcript).view(request).messages:
        kinds = [b for b in message.blocks if not b.text.startswith("<environment_details>")]
        found.append(" ".join("call" if b.kind == "tool_use" else b.text for b in kinds))
    return found


# ── messages ────────────────────────────────────────────────────────────────────────────────────────────


def test_old_tasks_call_tools_in_their_text(tmp_path: Path) -> None:
    found = opened(tmp_path, XML)
    assert found.format == "cline"
    assert authors(found) == ["human", "model", "tool", "model", "human", "client"]
    assert {b.kind for m in found.messages for b in m.blocks} == {"text"}
    assert found.messages[1].timestamp == "2025-10-09T08:53:21.000Z"
    assert (found.structure.requests, len(found.structure.turn_starts)) == (3, 2)


def test_a_plain_list_of_messages_is_none_of_theirs(tmp_path: Path) -> None:
    plain = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes"}]
    assert opened(tmp_path, plain).format == "anthropic"
    assert opened(tmp_path, [*plain, user("next")]).format == "cline"
    assert opened(tmp_path, [{**plain[0], "ts": START}]).format == "cline"


def test_typed_words_beside_results_are_a_persons(tmp_path: Path) -> None:
    rejected = user(
        {"type": "tool_result", "tool_use_id": "c1", "content": "denied"}, "<feedback>\nrather not\n</feedback>"
    )
    found = opened(tmp_path, [*task(1)[:2], rejected])
    assert authors(found) == ["human", "model", "human"]


def test_reasoning_that_is_kept_apart_belongs_to_its_reply(tmp_path: Path) -> None:
    """Roo keeps encrypted reasoning as an item of its own; it makes no request of its own."""
    apart = {"role": "assistant", "type": "reasoning", "encrypted_content": "x" * 40, "summary": [], "ts": START}
    found = opened(tmp_path, [user("go", ts=START), apart, reply("yes", ts=START)])
    assert [b.kind for b in found.messages[1].blocks] == ["opaque", "text"]
    assert found.structure.requests == 1


def test_what_is_no_message_is_told(tmp_path: Path) -> None:
    found = opened(tmp_path, [user("go"), 5, {"role": "robot", "content": "x"}, reply("yes")])
    assert len(found.messages) == 2
    assert [p.kind for p in found.report.problems] == ["unknown-record"] * 2


# ── usage and cuts of Cline ─────────────────────────────────────────────────────────────────────────────


def test_usage_lies_beside_the_messages(tmp_path: Path) -> None:
    found = load(written(tmp_path, task(), ui_messages=screen({})))
    usages = [m.usage for m in found.messages if m.role == "assistant"]
    assert usages == [Usage(10 * n, 100 * n, 7, n) for n in range(1, 6)]
    assert (found.title, found.compactions) == ("port the timetable", ())


def test_a_request_that_was_made_again_counts_once(tmp_path: Path) -> None:
    shown = [started(1, -1, **usage(1)), started(2, -1, **usage(2)), started(3, 1, **usage(3))]
    found = load(written(tmp_path, task(1), ui_messages=shown))
    assert [m.usage for m in found.messages if m.usage] == [Usage(20, 200, 7, 2), Usage(30, 300, 7, 3)]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"tokensIn": 1000, "cacheReads": 900, "cacheWrites": 40, "tokensOut": 5}, Usage(1000, 900, 40, 5)),
        ({"apiProtocol": "openai", "tokensIn": 1000, "cacheReads": 900, "cacheWrites": 40}, Usage(60, 900, 40, 0)),
        ({"apiProtocol": "anthropic", "tokensIn": 4, "cacheReads": 900, "cacheWrites": 40}, Usage(4, 900, 40, 0)),
        ({"tokensIn": "many"}, UnreadableUsage()),
    ],
)
def test_whether_input_includes_the_cache(tmp_path: Path, told: Record, expected: Usage | None) -> None:
    messages = [user("go", ts=START), reply("yes", ts=START + 9_000)]
    found = load(written(tmp_path, messages, ui_messages=[started(0, **told)]))
    assert found.messages[1].usage == expected


def test_a_range_that_is_left_out(tmp_path: Path) -> None:
    """Items 0 and 1, and those after the range; results go whose calls are in it, and a stub for the lost one is told."""
    found = load(written(tmp_path, task(), ui_messages=screen({4: [2, 3]})))
    (compaction,) = found.compactions
    assert (compaction.before, compaction.order, compaction.doubtful) == (6, (0, 1, 6, 5, 7), {6})
    assert "'result missing'" in compaction.doubt
    assert view(found, 3)[1:] == ["look at 1 call", "content 1", "look at 2 call", "content 2"]
    assert view(found, 4) == ["<task>\nport the timetable\n</task>", "look at 1 call", "", "look at 3 call",
                              "content 3"]  # fmt: skip
    assert view(found, 5)[-2:] == ["look at 4 call", "content 4"]


def test_a_second_range_takes_more(tmp_path: Path) -> None:
    found = load(written(tmp_path, task(6), ui_messages=screen({4: [2, 3], 6: [2, 7]}, 6)))
    assert [c.before for c in found.compactions] == [6, 11]
    assert view(found, 6)[2:] == ["", "look at 5 call", "content 5"]


def test_what_the_range_begins_with_is_not_looked_at(tmp_path: Path) -> None:
    """`ContextManager.ts`: messages 0 and 1 always stay."""
    found = load(written(tmp_path, task(), ui_messages=screen({4: [1, 3]})))
    assert view(found, 4)[:2] == ["<task>\nport the timetable\n</task>", "look at 1 call"]


def test_only_the_task_list_knows_of_a_range(tmp_path: Path) -> None:
    history = [{"id": "other", "conversationHistoryDeletedRange": [2, 7]}, {"id": "t-1", "task": "Port",
               "conversationHistoryDeletedRange": [2, 3]}]  # fmt: skip
    found = load(written(tmp_path, task(), history=history))
    (compaction,) = found.compactions
    assert (compaction.before, found.title) == (8, "Port")
    assert "does not say from which request" in compaction.doubt
    assert view(found, 5)[1:4] == ["look at 1 call", "", "look at 3 call"]


NOTE, SEEN = "[NOTE] Some previous history was removed", "[[NOTE] This file read has been removed]"


def test_results_that_say_something_else(tmp_path: Path) -> None:
    """`context_history.json`: a file content that is there again later; a text beside calls is told as a doubt."""
    edits = [
        [1, [0, [[0, [[START + 35_000, "text", [NOTE], []]]]]]],
        [6, [2, [[0, [[START + 45_000, "text", [SEEN], []]]]]]],
    ]
    found = load(written(tmp_path, task(), ui_messages=screen({4: [2, 3]}), context_history=edits))
    assert [c.replaced for c in found.compactions] == [{}, {"c3": SEEN}]
    assert [1 in c.doubtful and NOTE in c.doubt for c in found.compactions] == [True, True]
    assert view(found, 4)[1:] == ["look at 1 call", "", "look at 3 call", "content 3"]
    assert view(found, 5)[1:5] == ["look at 1 call", "", "look at 3 call", SEEN]
    assert found.structure.requests == 6


def test_texts_that_say_something_else(tmp_path: Path) -> None:
    """In tasks whose calls are text, every change is one: the changed message is sent in the place of the one before."""
    edits = [
        [1, [0, [[0, [[START + 15_000, "text", [NOTE], []]]]]]],
        [2, [2, [[1, [[START + 25_000, "text", [SEEN], []]]]]]],
    ]
    messages = [*XML[:4], user("<feedback>\non\n</feedback>"), reply("ok")]
    shown = [started(1, -1), started(2, 1), started(3, 3)]
    found = load(written(tmp_path, messages, ui_messages=shown, context_history=edits))
    assert view(found, 2)[1:] == [NOTE, "[read_file for 'a.py'] Result: one\ntwo"]
    assert view(found, 3)[1:3] == [NOTE, f"[read_file for 'a.py'] Result: {SEEN}"]
    assert found.structure.requests == 3, "a copy of a reply is no reply"


def test_neighbours_are_not_followed_out_of_the_storage(tmp_path: Path) -> None:
    path = written(tmp_path / "store", task())
    away = tmp_path / "ui.json"
    away.write_text(json.dumps(screen({4: [2, 3]})))
    (path.parent / "ui_messages.json").symlink_to(away)
    assert load(path).compactions == ()


def test_condensing_leaves_a_summary_in_the_text(tmp_path: Path) -> None:
    """Cline's `/smol`, hermes-agent#86234: it is not an ordinary user message."""
    again = "This session is being continued from a previous conversation that ran out of context.\nWe port it."
    found = opened(tmp_path, [user("go"), reply("yes"), user(again), user(f"quoted: {again}")])
    assert [m.author for m in found.messages] == ["human", "model", "client", "human"]
    assert [b.kind for b in found.messages[2].blocks] == ["summary", "text"]


# ── Roo ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_roos_tags(tmp_path: Path) -> None:
    found = load(written(tmp_path, roo(), ui_messages=ROO_SCREEN))
    condensed, cut = found.compactions
    assert (condensed.before, condensed.summary, condensed.order) == (4, 4, (4,))
    assert (condensed.tokens_before, condensed.tokens_after, condensed.doubt) == (9000, 500, "")
    assert view(found, 3) == ["## Conversation Summary\nWe port the timetable."]
    assert view(found, 4) == ["## Conversation Summary\nWe port the timetable.", "on call", "more"], "not cut yet"
    assert cut.doubt == ""
    assert view(found, 5) == ["## Conversation Summary\nWe port the timetable.", "[Sliding window truncation]",
                              "kept call", "kept too"]  # fmt: skip
    assert [m.blocks[0].kind for m in found.messages if m.author == "client"] == ["summary", "text"]


def test_without_what_was_shown_the_time_of_a_truncation_is_doubtful(tmp_path: Path) -> None:
    found = opened(tmp_path, roo())
    assert [bool(c.doubt) for c in found.compactions] == [False, True]


def test_a_tag_whose_summary_is_gone_counts_for_nothing(tmp_path: Path) -> None:
    """formats.md §21, 23: an orphan `condenseParent` is visible."""
    messages = [{**m, "condenseParent": "gone"} for m in task(1)]
    marker = {"role": "assistant", "content": "cut", "isTruncationMarker": True, "truncationId": "x", "ts": START}
    found = opened(tmp_path, [*messages, marker, user("next", ts=START)])
    assert len(view(found, found.structure.requests)) == 6
    assert opened(tmp_path, messages).compactions == ()


def test_an_old_summary_keeps_the_first_message(tmp_path: Path) -> None:
    """Before summaries were user messages, the first message and the last three stayed."""
    hidden = [{**m, "condenseParent": "k"} for m in task(2)[1:4]]
    summary = reply("what was done", isSummary=True, condenseId="k")
    found = opened(tmp_path, [task(2)[0], *hidden, summary, user("on", ts=START), reply("yes")])
    assert view(found, found.structure.requests)[0] == "<task>\nport the timetable\n</task>"
    assert (found.messages[4].blocks[0].kind, found.messages[4].author) == ("summary", "client")


# ── the SDK ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_session_of_the_sdk(tmp_path: Path) -> None:
    found = opened(tmp_path, SDK)
    assert (found.format, found.session, authors(found)) == (
        "cline",
        "s-1",
        ["system", "human", "model", "tool", "model", "human", "model"],
    )
    assert [(b.kind, b.text) for b in found.messages[1].blocks] == [("text", "port it"), ("document", "one\ntwo")]
    assert found.messages[3].blocks[0].text == '[{"query": "a.py", "result": "one", "success": true}]'
    assert (found.messages[2].usage, found.messages[2].model) == (Usage(60, 900, 40, 20), "m-1")


def test_a_working_copy_is_a_transcript_of_its_own(tmp_path: Path) -> None:
    found = opened(tmp_path, COPY)
    assert authors(found) == ["system", "client", "client", "human", "model"]
    assert (found.messages[1].blocks[0].kind, found.structure.requests) == ("summary", 1)
    assert found.messages[2].usage is None, "a reply of before is counted where it was made"


def test_a_working_copy_beside_its_session_is_the_prompt(tmp_path: Path) -> None:
    (tmp_path / "s-1.compaction.json").write_text(json.dumps(COPY))
    found = opened(tmp_path, SDK, "s-1.messages.json")
    (compaction,) = found.compactions
    assert (compaction.before, compaction.summary, compaction.order, compaction.doubt) == (5, 5, (0, 5, 4), "")
    assert view(found, 3) == ["You are Cline.", "Context summary:\n\n## Goal\nPort it.", "done", "and the fares?"]
    (tmp_path / "s-1.compaction.json").write_text(json.dumps({**COPY, "sessionId": "s-2"}))
    assert load(tmp_path / "s-1.messages.json").compactions == ()


def test_a_basic_compaction_changes_prompts(tmp_path: Path) -> None:
    notice = "<SYSTEM_NOTICE>\nEarlier context was compacted. Summary of your actions"
    kept = said("a2", "assistant", "done", ts=3000, metadata={"compaction": "preserved"})
    copy = session(said("u1", "user", "port it", notice, metadata={"kind": "compaction"}), kept)
    (tmp_path / "s-1.compaction.json").write_text(json.dumps(copy))
    found = opened(tmp_path, SDK, "s-1.messages.json")
    assert view(found, 3) == ["You are Cline.", f"port it {notice}", "done", "and the fares?"]
    assert "does not say" in found.compactions[0].doubt


def test_a_manifest_says_where_the_messages_are(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(json.dumps(MANIFEST))
    with pytest.raises(TranscriptError, match=r"this is a Cline session manifest; .*\.messages\.json beside it"):
        load(tmp_path / "m.json")


@pytest.mark.parametrize(
    "beside",
    [
        {"ui_messages": {"a": 1}, "context_history": [[1, [0, [[0, [[[], "text", [5]]]]]]], [9e9, 1], [1, 2, 3], 4]},
        {"ui_messages": [5, {"say": "api_req_started", "text": [1], "ts": "x", "conversationHistoryIndex": 2**70}]},
        {"ui_messages": screen({4: [0, 10**12], 5: [3, 1]}), "context_history": {"1": []}},
        {
            "ui_messages": [started(1, 10**9)],
            "history": [1, {"id": "t-1", "conversationHistoryDeletedRange": [5, 900]}],
        },
    ],
)
def test_neighbours_of_any_shape(tmp_path: Path, beside: Record) -> None:
    found = load(written(tmp_path, task(), **beside))
    assert len(found.messages) >= 10
    inspector.replay(found).view(found.structure.requests)


@pytest.mark.parametrize(
    "value",
    [
        [
            user("x", ts=1),
            {"role": "user", "content": {"a": [1]}, "ts": "NaN", "isSummary": True, "condenseId": {"a": 1}},
        ],
        [user("x"), {"role": ["user"]}, {"role": "assistant", "isTruncationMarker": True, "condenseParent": [1]}],
        session(
            1, None, {"role": "user", "content": [{"type": "file", "path": 3, "content": []}, [], None], "ts": 1e400}
        ),
        session(
            {"role": "assistant", "content": [text("x")], "metadata": [], "metrics": 5, "modelInfo": "m"},
            system_prompt=[1],
        ),
        [{"role": "user", "content": [ENV, {"type": ["text"], "text": 4}], "ts": True}],
    ],
)
def test_fields_of_any_type(tmp_path: Path, value: Any) -> None:
    found = opened(tmp_path, value)
    inspector.replay(found).view(found.structure.requests)
