"""The tree of pi, Oh My Pi and OpenClaw sessions: where the agent would go on, other ends, and links that lead nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from tests.transcript.formats.fixtures_pi import Pi, claw
from tests.transcript.formats.test_pi import loaded, said


def forked() -> tuple[Pi, str]:
    pi = Pi()
    pi.user("common", id="aa01")
    fork = pi.reply("yes", id="aa02")
    pi.user("left", id="bb01")
    pi.reply("left it is", id="bb02")
    pi.user("right", id="cc01", parent=fork)
    return pi, fork


def test_the_last_record_is_the_leaf_and_others_can_be_chosen(tmp_path: Path) -> None:
    pi, _ = forked()
    found = loaded(pi, tmp_path)
    assert (said(found), found.branch) == (["common", "yes", "right"], "cc01")
    (branch,) = found.branches
    assert (branch.leaf, branch.line, branch.messages, branch.title) == ("bb02", 5, 4, "left")
    assert said(loaded(pi, tmp_path, leaf="bb02")) == ["common", "yes", "left", "left it is"]
    assert said(loaded(pi, tmp_path, leaf="bb01")) == ["common", "yes", "left"]
    with pytest.raises(inspector.TranscriptError, match="more than one record"):
        loaded(pi, tmp_path, leaf="aa")
    with pytest.raises(inspector.TranscriptError, match="no record"):
        loaded(pi, tmp_path, leaf="dd")


@pytest.mark.parametrize("kind", ["label", "custom", "session_info", "model_change", "something_new"])
def test_a_record_of_any_type_is_the_leaf(tmp_path: Path, kind: str) -> None:
    """formats.md, section 21, idea 18: a label as the last entry."""
    pi, _ = forked()
    pi.add(kind, parent="bb02", targetId="aa01", label="x", customType="x")
    assert said(loaded(pi, tmp_path)) == ["common", "yes", "left", "left it is"]


def test_an_unknown_parent_is_a_beginning_and_is_reported(tmp_path: Path) -> None:
    pi, _ = forked()
    pi.user("lost", parent="ffff")
    pi.reply("found")
    found = loaded(pi, tmp_path)
    assert said(found) == ["lost", "found"]
    assert [(each.line, each.kind) for each in found.report.problems] == [(7, "broken-parent")]
    assert [branch.leaf for branch in found.branches] == ["cc01", "bb02"]


def test_in_openclaw_an_unknown_parent_is_the_record_before(tmp_path: Path) -> None:
    pi, _ = forked()
    pi.add("custom", customType="openclaw.cache-ttl", data={})
    pi.user("lost", parent="ffff")
    found = loaded(pi, tmp_path)
    assert said(found) == ["common", "yes", "right", "lost"]
    assert [(each.line, each.kind) for each in found.report.problems] == [(8, "broken-parent")]


def test_the_session_itself_is_no_missing_parent(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("hello", parent="5e55-1")
    found = loaded(pi, tmp_path)
    assert (said(found), found.report.problems) == (["hello"], ())


def test_no_parent_is_a_new_beginning_on_purpose(tmp_path: Path) -> None:
    pi, _ = forked()
    pi.user("anew", parent=None)
    found = loaded(pi, tmp_path)
    assert (said(found), found.report.problems) == (["anew"], ())


def test_circles_are_cut(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("one", id="a", parent="c")
    pi.reply("two", id="b", parent="a")
    pi.user("three", id="c", parent="b")
    pi.user("self", id="d", parent="d")
    found = loaded(pi, tmp_path)
    assert said(found) == ["self"]
    assert [each.kind for each in found.report.problems] == ["cycle", "broken-parent"]
    assert len(said(loaded(pi, tmp_path, leaf="c"))) == 3


def test_the_second_record_of_an_id_is_left_out(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("one", id="a")
    pi.reply("two", id="b")
    pi.user("again", id="a", parent="b")
    pi.user("three", id="c", parent="b")
    found = loaded(pi, tmp_path)
    assert said(found) == ["one", "two", "three"]
    assert [(each.line, each.kind) for each in found.report.problems] == [(4, "duplicate")]


def test_a_parent_may_come_later_in_a_file_of_pi(tmp_path: Path) -> None:
    pi = Pi()
    pi.reply("answer", id="b", parent="a")
    pi.user("question", id="a", parent=None)
    pi.user("more", id="c", parent="b")
    assert said(loaded(pi, tmp_path)) == ["question", "answer", "more"]


def test_records_without_ids_follow_each_other(tmp_path: Path) -> None:
    pi = Pi(None)
    for text in ("one", "two", "three"):
        pi.user(text)
    found = loaded(pi, tmp_path)
    assert (said(found), found.branch) == (["one", "two", "three"], "line:4")
    assert said(loaded(pi, tmp_path, leaf="line:3")) == ["one", "two"]


def test_the_header_may_come_late_and_may_be_missing(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("hello")
    pi.records.insert(0, {"type": "title", "v": 1, "title": "Tides", "updatedAt": "t", "pad": ""})
    found = loaded(pi, tmp_path)
    assert (found.session, found.title, said(found)) == ("5e55-1", "Tides", ["hello"])
    del pi.records[:2]
    found = loaded(pi, tmp_path)
    assert (found.session, said(found)) == ("", ["hello"])
    assert [each.kind for each in found.report.problems] == ["no-header"]


def test_a_mark_moves_the_leaf(tmp_path: Path) -> None:
    """OpenClaw `transcript-tree.ts`: `leaf` selects its target; a mark that names nothing is passed over."""
    pi, fork = forked()
    pi.add("leaf", targetId="bb02", appendParentId="bb02")
    assert said(loaded(pi, tmp_path))[-1] == "left it is"
    pi.user("more of the left", parent=pi.leaf)
    assert said(loaded(pi, tmp_path))[2:] == ["left", "left it is", "more of the left"]
    pi.add("leaf", targetId="nowhere")
    pi.add("leaf", targetId=7)
    found = loaded(pi, tmp_path)
    assert said(found)[-1] == "more of the left"
    assert [each.kind for each in found.report.problems] == ["broken-leaf", "broken-leaf"]
    pi.add("leaf", targetId=None)
    assert said(loaded(pi, tmp_path)) == []
    assert fork == "aa02"


def test_what_is_appended_aside_does_not_move_the_leaf(tmp_path: Path) -> None:
    pi, _ = forked()
    pi.reply("beside it", id="dd01", appendMode="side")
    pi.records[-1]["appendMode"] = "side"
    found = loaded(pi, tmp_path)
    assert said(found) == ["common", "yes", "right"]
    assert [branch.leaf for branch in found.branches] == ["dd01", "bb02"]


def test_nothing_gets_behind_a_reset(tmp_path: Path) -> None:
    """OpenClaw: an old writer's parent from before a reset is repaired to the leaf."""
    pi, fork = forked()
    reset = pi.add("reset", reason="new")
    pi.user("late", parent=fork)
    found = loaded(pi, tmp_path)
    assert said(found) == ["common", "yes", "right", "late"]
    assert found.compactions[0].before == 3
    assert reset


def test_branches_of_openclaw(tmp_path: Path) -> None:
    (branch,) = loaded(claw(), tmp_path).branches
    assert (branch.title, branch.messages) == ("open it", 7)
