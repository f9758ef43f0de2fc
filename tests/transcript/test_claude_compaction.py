"""Claude Code: recorded compactions (formats.md §2.8; bug reports 21, 22, 24)."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.transcript import Transcript
from tests.transcript.cc import Writer, call, shape, text


def talk(writer: Writer, start: int, stop: int) -> None:
    """Ten messages: prompts have even numbers, replies odd ones."""
    for number in range(start, stop):
        if number % 2 == 0:
            writer.user(f"n{number}", f"text {number}")
        else:
            writer.reply(f"n{number}", f"m{number}", text(f"text {number}"))


def words(transcript: Transcript) -> list[str]:
    return [block.text for message in transcript.messages for block in message.blocks]


def test_a_full_compaction(tmp_path: Path) -> None:
    writer = Writer()
    talk(writer, 0, 4)
    writer.boundary("b", "n3", trigger="auto", preTokens=155_000, postTokens=13_000)
    writer.summary("s", "This session is being continued. Goal: x.")
    writer.attach(
        "f", "file", filename="/a", content={"type": "text", "file": {"filePath": "/a", "content": "file text"}}
    )
    talk(writer, 4, 6)
    transcript = writer.load(tmp_path)
    assert words(transcript)[3:7] == ["text 3", "This session is being continued. Goal: x.", "file text", "text 4"]
    summary = transcript.messages[4]
    assert (summary.role, summary.author, summary.blocks[0].kind, summary.uncertain) == (
        "user",
        "client",
        "summary",
        False,
    )
    assert dict(summary.blocks[0].api) == {"type": "text", "text": summary.blocks[0].text}
    assert (transcript.messages[5].author, transcript.messages[5].uncertain) == ("client", True)
    (compaction,) = transcript.compactions
    assert (compaction.kind, compaction.before, compaction.summary, compaction.preserved) == ("full", 4, 4, ())
    assert (compaction.trigger, compaction.tokens_before, compaction.tokens_after, compaction.line) == (
        "auto",
        155_000,
        13_000,
        5,
    )
    assert transcript.structure.requests == 3
    assert len(transcript.structure.turn_starts) == 3


@pytest.mark.parametrize("logical", ["unknown", None, "n5"])
def test_the_record_before_stands_in_for_an_unknown_logical_parent(tmp_path: Path, logical: str | None) -> None:
    writer = Writer()
    talk(writer, 0, 6)
    writer.boundary("b", logical)
    writer.summary("s")
    talk(writer, 6, 8)
    transcript = writer.load(tmp_path)
    assert len(transcript.messages) == 9
    assert transcript.compactions[0].before == 6


def test_a_file_that_begins_with_a_boundary(tmp_path: Path) -> None:
    writer = Writer()
    writer.boundary("b", "in a deleted session", trigger="auto")
    writer.summary("s")
    talk(writer, 0, 2)
    transcript = writer.load(tmp_path)
    assert len(transcript.messages) == 3
    assert (transcript.compactions[0].before, transcript.compactions[0].summary) == (0, 0)


def test_preserved_messages_are_found_before_the_boundary(tmp_path: Path) -> None:
    writer = Writer()
    talk(writer, 0, 10)
    kept = {"anchorUuid": "s", "uuids": ["n7", "never-written", "n9"], "allUuids": ["n7", "x", "n9"]}
    writer.boundary("b", "n9", preservedMessages=kept)
    writer.summary("s")
    talk(writer, 10, 12)
    assert writer.load(tmp_path).compactions[0].preserved == (7, 9)


def test_a_preserved_segment_without_a_list(tmp_path: Path) -> None:
    writer = Writer()
    talk(writer, 0, 10)
    writer.boundary("b", "n9", preservedSegment={"headUuid": "n7", "anchorUuid": "s", "tailUuid": "n9"})
    writer.summary("s")
    assert writer.load(tmp_path).compactions[0].preserved == (7, 8, 9)


def test_a_preserved_line_stands_for_its_whole_message(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", call("A"))
    writer.reply("b", "m", call("B"))
    writer.result("ra", "A", "a", parent="a")
    writer.result("rb", "B", "b", parent="b")
    writer.boundary("x", "rb", preservedMessages={"uuids": ["b", "ra", "rb"]})
    writer.summary("s")
    transcript = writer.load(tmp_path)
    assert shape(transcript)[1:3] == [("assistant", ["A", "B"]), ("user", ["a", "b"])]
    assert transcript.compactions[0].preserved == (1, 2)


def test_two_compactions(tmp_path: Path) -> None:
    writer = Writer()
    talk(writer, 0, 4)
    writer.boundary("b1", "n3")
    writer.summary("s1", "first summary")
    talk(writer, 4, 6)
    writer.boundary("b2", "n5")
    writer.summary("s2", "second summary")
    talk(writer, 6, 8)
    transcript = writer.load(tmp_path)
    assert [(c.before, c.summary) for c in transcript.compactions] == [(4, 4), (7, 7)]
    assert len(transcript.messages) == 10


def test_a_micro_compaction_cuts_nothing(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", call("A"), call("B"))
    writer.result("ra", "A", "long a")
    writer.result("rb", "B", "long b")
    metadata = {"trigger": "auto", "preTokens": 58_573, "tokensSaved": 20_801, "compactedToolIds": ["A", "B", "zz"]}
    writer.add("mb", "system", subtype="microcompact_boundary", microcompactMetadata=metadata)
    writer.reply("c", "m2", text("on"))
    transcript = writer.load(tmp_path)
    assert words(transcript) == ["go", "", "", "long a", "long b", "on"]
    (compaction,) = transcript.compactions
    assert (compaction.kind, compaction.before, compaction.summary) == ("micro", 3, None)
    assert compaction.cleared == {"A", "B", "zz"}
    assert (compaction.tokens_before, compaction.tokens_after) == (58_573, 37_772)


def test_a_summary_without_a_boundary_is_a_compaction(tmp_path: Path) -> None:
    writer = Writer()
    talk(writer, 0, 4)
    writer.add("s", "user", None, message={"role": "user", "content": "summary"}, isCompactSummary=True)
    talk(writer, 4, 6)
    transcript = writer.load(tmp_path)
    assert [(c.before, c.summary) for c in transcript.compactions] == [(4, 4)]
    assert len(transcript.messages) == 7


def test_a_boundary_at_the_end_of_the_file(tmp_path: Path) -> None:
    writer = Writer()
    talk(writer, 0, 4)
    writer.boundary("b", "n3")
    transcript = writer.load(tmp_path)
    assert [(c.before, c.summary) for c in transcript.compactions] == [(4, None)]


def test_a_reply_before_and_after_a_boundary_stays_two(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "same", text("before"))
    writer.boundary("b", "a")
    writer.summary("s")
    writer.reply("c", "same", text("after"))
    assert [words for _, words in shape(writer.load(tmp_path))][1::2] == [["before"], ["after"]]
