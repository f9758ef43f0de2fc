"""Claude Code: the chain of parents, forks, damage (formats.md §2.6; bug reports 21, 22, 33, 36)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.transcript import TranscriptError, load
from tests.transcript.cc import Writer, call, kinds, shape, text


def test_progress_links_are_dropped_after_the_walk(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.add("p1", "progress", data={"type": "hook_progress"})
    writer.add("p2", "progress", data={"type": "agent_progress", "message": {"role": "user", "content": "inner"}})
    writer.reply("a", "m", text("yes"))
    transcript = writer.load(tmp_path)
    assert shape(transcript) == [("user", ["go"]), ("assistant", ["yes"])]
    assert transcript.report.records["progress"] == 2


def fork() -> Writer:
    """A prompt that was taken back and typed anew."""
    writer = Writer()
    writer.user("u1", "first")
    writer.reply("a1", "m1", text("one"))
    writer.user("u2", "old prompt", parent="a1")
    writer.reply("a2", "m2", text("old reply"))
    writer.user("u3", "new prompt", parent="a1")
    writer.reply("a3", "m3", text("new reply"))
    return writer


def test_the_newest_leaf_is_shown_and_others_can_be_chosen(tmp_path: Path) -> None:
    newest = fork().load(tmp_path)
    assert [words for _, words in shape(newest)] == [["first"], ["one"], ["new prompt"], ["new reply"]]
    assert newest.branch == "a3"
    assert [(branch.leaf, branch.messages, branch.title, branch.line) for branch in newest.branches] == [
        ("a2", 4, "old prompt", 4)
    ]
    old = fork().load(tmp_path, leaf="a2")
    assert [words for _, words in shape(old)] == [["first"], ["one"], ["old prompt"], ["old reply"]]
    assert [branch.leaf for branch in old.branches] == ["a3"]
    assert len(fork().load(tmp_path, leaf="a1").messages) == 2


@pytest.mark.parametrize("leaf", ["a", "zz", ""])
def test_a_leaf_that_is_none_or_several(tmp_path: Path, leaf: str) -> None:
    if leaf:
        with pytest.raises(TranscriptError, match="record has an id"):
            fork().load(tmp_path, leaf=leaf)
    else:
        assert fork().load(tmp_path, leaf=leaf).branch == "a3"


def test_a_retried_reply_is_a_fork(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", text("first try"), parent="u")
    writer.reply("b", "m2", text("second try"), parent="u")
    transcript = writer.load(tmp_path)
    assert [words for _, words in shape(transcript)] == [["go"], ["second try"]]
    assert [branch.leaf for branch in transcript.branches] == ["a"]


def test_attachments_of_an_abandoned_try_do_not_come_back(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.attach("h1", "task_reminder", parent="u", content=[{"subject": "old", "status": "pending"}])
    writer.reply("a", "m1", text("first try"))
    writer.attach("h2", "task_reminder", parent="u", content=[{"subject": "new", "status": "pending"}])
    writer.reply("b", "m2", text("second try"))
    assert [words for _, words in shape(writer.load(tmp_path))] == [["go"], ["pending: new"], ["second try"]]


def test_a_lost_parent_goes_on_with_the_record_before(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", call("A"))
    writer.result("r", "A", "a", parent="never-written")
    transcript = writer.load(tmp_path)
    assert len(transcript.messages) == 3
    assert kinds(transcript) == ["broken-parent"]


def test_a_parent_in_another_file_is_the_beginning(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "resumed", parent="elsewhere")
    assert shape(writer.load(tmp_path)) == [("user", ["resumed"])]
    other = Writer()
    other.user("x", "an older session")
    other.session = "another-session"
    other.user("u", "resumed", parent="elsewhere")
    transcript = other.load(tmp_path)
    assert shape(transcript) == [("user", ["resumed"])]
    assert [branch.leaf for branch in transcript.branches] == ["x"]


def test_cycles_are_cut_and_reported(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "one", parent="b")
    writer.reply("a", "m", text("two"), parent="u")
    writer.user("b", "three", parent="a")
    transcript = writer.load(tmp_path)
    assert len(transcript.messages) == 3
    assert kinds(transcript) == ["cycle"]
    alone = Writer()
    alone.user("u", "self", parent="u")
    assert shape(alone.load(tmp_path)) == [("user", ["self"])]


def test_a_copied_record_is_used_once(tmp_path: Path) -> None:
    writer = Writer()
    record = writer.user("u", "go")
    writer.reply("a", "m", text("yes"))
    writer.records.append(dict(record))
    transcript = writer.load(tmp_path)
    assert len(transcript.messages) == 2
    assert kinds(transcript) == ["duplicate"]


def test_glued_records_keep_the_chain(tmp_path: Path) -> None:
    writer = Writer()
    first = writer.user("u", "strings with }{ in them")
    writer.records[-1] = json.dumps(first) + json.dumps({"type": "summary", "summary": "T", "leafUuid": "u"})
    writer.reply("a", "m", text("yes"))
    transcript = writer.load(tmp_path)
    assert len(transcript.messages) == 2
    assert (transcript.title, transcript.report.records["summary"]) == ("T", 1)


def test_a_damaged_line_costs_only_itself(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.raw('{"parentUuid":"u","type":"assistant","uuid":"lost","message":{"content":[{"type":"te')
    writer.reply("a", "m", text("yes"), parent="lost")
    transcript = writer.load(tmp_path)
    assert [words for _, words in shape(transcript)] == [["go"], ["yes"]]
    assert kinds(transcript) == ["damaged", "broken-parent"]
    assert [problem.line for problem in transcript.report.problems] == [2, 3]


def test_a_session_of_nothing_but_titles_is_empty(tmp_path: Path) -> None:
    writer = Writer()
    writer.beside("summary", summary="Only a title", leafUuid="elsewhere")
    transcript = writer.load(tmp_path)
    assert (transcript.messages, transcript.title, transcript.format) == ((), "Only a title", "claude-code")
    assert transcript.structure.requests == 1


def test_unknown_records_are_reported_and_known_ones_counted(tmp_path: Path) -> None:
    writer = Writer()
    writer.beside("mode", mode="normal")
    writer.user("u", "go")
    writer.beside("brand-new", x=1)
    writer.add("s", "system", subtype="brand_new")
    writer.attach("t", "brand_new_attachment", content="x")
    writer.beside("artifact-list")
    writer.records.append({"no": "type"})
    transcript = writer.load(tmp_path)
    assert kinds(transcript) == ["unknown-record"] * 4
    assert [(words, m.uncertain) for m, (_, words) in zip(transcript.messages, shape(transcript), strict=True)] == [
        (["go"], False),
        (["x"], True),
    ]
    assert transcript.report.records["mode"] == 1
    assert transcript.report.records["attachment/brand_new_attachment"] == 1
    assert transcript.report.lines == 7


def test_the_summary_of_another_session_is_no_title(tmp_path: Path) -> None:
    writer = Writer()
    writer.beside("summary", summary="Elsewhere", leafUuid="elsewhere")
    writer.user("u", "go")
    assert writer.load(tmp_path).title == ""
    writer.beside("summary", summary="Here", leafUuid="u")
    assert writer.load(tmp_path).title == "Here"


def test_the_last_title_wins_and_a_persons_before_the_clients(tmp_path: Path) -> None:
    writer = Writer()
    writer.beside("ai-title", aiTitle="first")
    writer.user("u", "go")
    writer.beside("ai-title", aiTitle="second")
    assert writer.load(tmp_path).title == "second"
    writer.beside("custom-title", customTitle="mine")
    assert writer.load(tmp_path).title == "mine"


def test_a_file_is_known_by_its_content(tmp_path: Path) -> None:
    writer = Writer()
    writer.beside("file-history-snapshot", messageId="x", snapshot={})
    writer.user("u", "go")
    assert load(writer.write(tmp_path, "pi-session.txt")).format == "claude-code"
