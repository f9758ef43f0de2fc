"""What pi, Oh My Pi and OpenClaw had in the prompt after compactions, resets and edits; worked out by hand from their rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import inspector
from tests.transcript.formats.doubted import doubts
from tests.transcript.formats.fixtures_pi import Pi, call
from tests.transcript.formats.test_pi import loaded, said, seen

BEFORE = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"


def talk(pi: Pi, *texts: str) -> list[str]:
    """Questions, each with an answer; the ids of the questions."""
    ids = []
    for text in texts:
        ids.append(pi.user(text))
        pi.reply(f"{text}, answered")
    return ids


def view(transcript: Any, request: int) -> list[str]:
    """The texts of a recorded view."""
    shown = inspector.replay(transcript).view(request)
    return ["".join(block.text for block in message.blocks) for message in shown.messages]


def test_summary_first_then_what_was_kept_then_the_rest(tmp_path: Path) -> None:
    pi = Pi()
    ids = talk(pi, "one", "two", "three")
    pi.compaction("one was answered", ids[1], details={"readFiles": []})
    talk(pi, "four")
    found = loaded(pi, tmp_path)
    assert view(found, 4) == [
        f"{BEFORE}one was answered\n</summary>",
        *("two", "two, answered", "three", "three, answered", "four"),
    ]
    (compaction,) = found.compactions
    assert (compaction.summary, compaction.before, compaction.order) == (6, 6, (6, 2, 3, 4, 5))
    assert found.messages[6].blocks[0].kind == "summary"
    assert found.messages[6].extra["details"] == {"readFiles": []}
    assert view(found, 3) == ["one", "one, answered", "two", "two, answered", "three"]


def test_the_first_compaction_is_seen_by_the_second(tmp_path: Path) -> None:
    """earendil-works/pi#2608: u1 u2 u3 C1(first kept u2) u4 C2 — what C2 is made of includes u2 and u3."""
    pi = Pi()
    u1, u2, u3 = talk(pi, "u1", "u2", "u3")
    pi.compaction("C1", u2)
    pi.user("u4")
    found = loaded(pi, tmp_path)
    assert [text[-40:].strip() for text in view(found, 4)][1:] == ["u2", "u2, answered", "u3", "u3, answered", "u4"]
    pi.reply("u4, answered")
    pi.compaction("C2", u3)
    pi.user("u5")
    found = loaded(pi, tmp_path)
    assert view(found, 5) == [f"{BEFORE}C2\n</summary>", "u3", "u3, answered", "u4", "u4, answered", "u5"]
    assert u1


def test_an_older_compaction_in_the_kept_range_is_left_out(tmp_path: Path) -> None:
    """formats.md, section 21, idea 18."""
    pi = Pi()
    ids = talk(pi, "one", "two")
    pi.compaction("first", ids[1])
    talk(pi, "three")
    pi.compaction("second", ids[1])
    pi.user("four")
    assert seen(loaded(pi, tmp_path), 4) == [7, 2, 3, 5, 6, 8]


def test_several_in_a_row_that_kept_the_same(tmp_path: Path) -> None:
    """OpenClaw: the same first entry, and even the same summary, twice."""
    pi = Pi()
    ids = talk(pi, "one", "two")
    for _ in range(3):
        pi.compaction("again", ids[1], 0)
    pi.user("three")
    found = loaded(pi, tmp_path)
    assert seen(found, 3) == [6, 2, 3, 7]
    assert len(found.compactions) == 3


@pytest.mark.parametrize("first", ["ffff", "", None, 7, "…"])
def test_a_first_entry_that_is_not_there_keeps_nothing(tmp_path: Path, first: Any) -> None:
    """formats.md, section 21, idea 18. Null, and the compaction itself, are how newer versions say so."""
    pi = Pi()
    talk(pi, "one")
    pi.compaction("all of it", "self" if first == "…" else first, id="self")
    pi.user("two")
    found = loaded(pi, tmp_path)
    assert seen(found, 2) == [2, 3]
    assert [each.kind for each in found.report.problems] == ["kept-unknown"] * (first == "ffff")


def test_a_first_entry_on_another_branch_keeps_nothing(tmp_path: Path) -> None:
    pi = Pi()
    start = pi.user("one")
    aside = pi.reply("aside")
    pi.reply("yes", parent=start)
    pi.compaction("short", aside)
    pi.user("two")
    found = loaded(pi, tmp_path)
    assert view(found, 2) == [f"{BEFORE}short\n</summary>", "two"]
    assert [each.kind for each in found.report.problems] == ["kept-unknown"]


def test_what_was_written_after_a_compaction_does_not_cut_off_what_it_kept(tmp_path: Path) -> None:
    """OpenClaw: `openclaw.cache-ttl` has the compaction as its parent."""
    pi = Pi()
    ids = talk(pi, "one", "two")
    pi.compaction("short", ids[1])
    pi.add("custom", customType="openclaw.cache-ttl", data={"timestamp": 1})
    assert seen(loaded(pi, tmp_path), 3) == [4, 2, 3]


@pytest.mark.parametrize(
    ("index", "kept"), [(0, []), (1, [0, 1, 2]), (3, [2]), (99, []), (-1, []), (True, []), ("2", []), (None, [])]
)
def test_the_first_version_counts_all_records(tmp_path: Path, index: Any, kept: list[int]) -> None:
    pi = Pi(None)
    pi.user("one")
    pi.reply("yes")
    pi.user("two")
    pi.add("compaction", summary="short", firstKeptEntryIndex=index, tokensBefore=1)
    pi.user("three")
    found = loaded(pi, tmp_path)
    assert seen(found, 2) == [3, *kept, 4]
    assert len(found.report.problems) == (index not in (0, 1, 3) or index is True)


@pytest.mark.parametrize("tokens", [0, 16, 39, 1_489, 4_000, 500_000, -1, "40000", None, True, 2.5])
def test_a_size_that_does_not_fit_the_usage_is_not_believed(tmp_path: Path, tokens: Any) -> None:
    """formats.md, section 5: OpenClaw's `tokensBefore`. What was written stays beside the summary."""
    pi = Pi()
    pi.user("one")
    kept = pi.reply("yes", usage=(30, 20, 40_000, 100))
    pi.compaction("short", kept, tokens)
    found = loaded(pi, tmp_path)
    assert found.compactions[0].tokens_before is None
    assert found.messages[2].extra["tokensBefore"] == tokens


def test_a_size_that_fits_is_believed(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("one")
    kept = pi.reply("yes", usage=(30, 20, 40_000, 100))
    pi.reply("half", stop="aborted", usage=(1, 1))
    pi.compaction("short", kept, 40_150)
    pi.compaction("shorter", kept, 40_150)
    assert [each.tokens_before for each in loaded(pi, tmp_path).compactions] == [40_150, None]


def test_a_reset_keeps_words_and_whole_pairs(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("one")
    pi.reply(call("c1", "a"), call("c2", "b"))
    kept = pi.result("c1", "A")
    pi.add("custom_message", customType="x", content="note", display=False)
    pi.reply(call("c3", "c"))
    pi.result("c3", "C")
    pi.user("two")
    pi.add("reset", reason="new", firstKeptEntryId=kept)
    pi.user("three")
    found = loaded(pi, tmp_path)
    assert view(found, 3) == ["", "C", "two", "three"]
    assert (found.compactions[0].trigger, found.compactions[0].summary) == ("reset", None)


def test_a_reset_without_a_word_on_it_keeps_nothing(tmp_path: Path) -> None:
    pi = Pi()
    talk(pi, "one")
    pi.add("reset", reason="idle")
    talk(pi, "two")
    found = loaded(pi, tmp_path)
    assert (view(found, 2), found.report.problems) == (["two"], ())


def test_a_compaction_after_a_reset_and_a_reset_after_a_compaction(tmp_path: Path) -> None:
    pi = Pi()
    ids = talk(pi, "one", "two")
    pi.add("reset_boundary")
    later = talk(pi, "three")
    pi.compaction("short", later[0])
    talk(pi, "four")
    pi.add("reset_boundary")
    pi.user("five")
    found = loaded(pi, tmp_path)
    assert seen(found, 3) == [4]
    assert seen(found, 4) == [6, 4, 5, 7]
    assert seen(found, 5) == [9]
    assert ids


def test_an_edit_leaves_a_message_out(tmp_path: Path) -> None:
    pi = Pi()
    one, two = talk(pi, "one", "two")
    pi.add("context_edit", targetId=one, replacement=None)
    pi.user("three")
    found = loaded(pi, tmp_path)
    assert view(found, 2) == ["one", "one, answered", "two"]
    assert view(found, 3) == ["one, answered", "two", "two, answered", "three"]
    assert two


def test_an_edit_gives_other_words_and_the_last_one_counts(tmp_path: Path) -> None:
    pi = Pi()
    one, _ = talk(pi, "one", "two")
    pi.add("context_edit", targetId=one, replacement={"content": "uno"})
    pi.add("context_edit", targetId=one, replacement={"content": [{"type": "text", "text": "eins"}]})
    talk(pi, "three")
    pi.add("context_edit", targetId=one, replacement={"content": "une"})
    kept = pi.user("four")
    pi.reply("yes")
    pi.compaction("short", one)
    pi.user("five")
    found = loaded(pi, tmp_path)
    assert view(found, 3) == ["eins", "one, answered", "two", "two, answered", "three"]
    assert view(found, 4)[:2] == ["une", "one, answered"]
    assert view(found, 5)[1:3] == ["une", "one, answered"]
    assert view(found, 5)[-3:] == ["four", "yes", "five"]
    assert kept


def test_an_edit_of_a_result(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("read")
    pi.reply(call("c1", "a"), call("c2", "b"))
    one, two = pi.result("c1", "a long text"), pi.result("c2", "another")
    pi.add("context_edit", targetId=one, replacement={"content": [{"type": "text", "text": "(left out)"}]})
    pi.add("context_edit", targetId=two, replacement=None)
    pi.reply("read it")
    found = loaded(pi, tmp_path)
    assert [text for text in view(found, 2) if text][1:] == ["(left out)", "No result provided"]
    assert [each.kind for each in found.compactions] == ["micro"]


def test_an_edit_of_a_reply_makes_no_request(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("one")
    reply = pi.reply("yes")
    pi.add("context_edit", targetId=reply, replacement={"content": "no"})
    pi.user("two")
    pi.reply("fine")
    found = loaded(pi, tmp_path)
    assert found.structure.requests == 2
    assert view(found, 2) == ["one", "no", "two"]
    assert (found.messages[2].role, found.messages[2].author) == ("assistant", "client")


def test_an_edit_of_nothing_does_nothing(tmp_path: Path) -> None:
    pi = Pi()
    talk(pi, "one")
    for target in ("ffff", None, 7, {}, "5e55-1"):
        pi.add("context_edit", targetId=target, replacement=None)
    pi.user("two")
    assert loaded(pi, tmp_path).compactions == ()


def test_a_system_prompt_that_a_compaction_brought(tmp_path: Path) -> None:
    """pi since 0.86: system messages are in the record; those from before a compaction are folded into its own."""
    pi = Pi()
    tool = {"name": "read", "description": "Reads.", "parameters": {"type": "object"}}
    pi.message(
        "system", content="Be exact.", sections={"date": "Monday", "gone": None}, toolsAdded=[tool, {"name": "ls"}]
    )
    one, _ = talk(pi, "one", "two")
    pi.message("system", content="", sections={"date": "Tuesday"}, toolsRemoved=[{"name": "ls"}])
    system = {"role": "system", "content": "Be exact.", "sections": {"date": "Tuesday"}}
    pi.compaction("short", one, systemMessage=system)
    pi.user("three")
    found = loaded(pi, tmp_path)
    assert said(found)[0] == "Be exact.Monday"
    assert [tool["name"] for tool in found.tools] == ["read"]
    assert seen(found, 1) == [0, 1]
    assert [text.removeprefix(BEFORE) for text in view(found, 3)] == [
        *("Be exact.Tuesday", "short\n</summary>", "one", "one, answered", "two", "two, answered", "three")
    ]


def test_the_providers_own_history_is_not_known(tmp_path: Path) -> None:
    """Oh My Pi: a remote compaction sends what the provider gave, up to an entry."""
    pi = Pi()
    pi.add("mode_change", mode="none")
    one, two, three = talk(pi, "one", "two", "three")
    held = {"openaiRemoteCompaction": {"provider": "openai", "replacementHistory": [{"type": "compaction"}]}}
    pi.compaction("short", one, preserveData=held, providerReplayThroughEntryId=two)
    pi.user("four")
    found = loaded(pi, tmp_path)
    assert view(found, 4)[1:] == ["two, answered", "three", "three, answered", "four"]
    assert doubts(found, 4) == {6}
    assert "provider's own" in found.compactions[0].doubt
    assert three
