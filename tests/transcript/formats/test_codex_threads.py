"""Forks, rollbacks and subagents of Codex: what belongs to a thread, and what belongs to another one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from inspector.transcript import Transcript, TranscriptError, load
from inspector.transcript.growing import load_growing
from inspector.transcript.model import Usage
from tests.transcript.formats.fixtures_codex import (
    AFTER,
    AGENTS,
    BORN,
    PLACE,
    RIGHTS,
    SEALED,
    THREAD,
    Rollout,
    message,
    opened,
)

PARENT = "019fc000-0000-7000-8000-000000000001"
CHILD = "019fc8d0-0000-7000-8000-000000000002"
"""Made on the same day as THREAD."""


def spent(transcript: Transcript) -> list[Usage | None]:
    return [m.usage for m in transcript.messages if m.role == "assistant"]


def words(transcript: Transcript) -> list[str]:
    return [m.blocks[0].text.split("\n")[0] for m in transcript.messages]


# ---------------------------------------------------------------- forks


def fork(**fields: object) -> Rollout:
    """Its own header, the parent's, and the parent's records (sums 100 and 250) stamped with the time of the fork."""
    rollout = Rollout(forked_from_id=PARENT, **fields)
    rollout.meta(PARENT, at=BORN)
    rollout.event("task_started", at=BORN, turn_id="turn-1")
    for text, size in (("one", 90), ("two", 140)):
        rollout.says("user", text, at=BORN)
        rollout.says("assistant", f"{text}!", at=BORN)
        rollout.tokens(size, at=BORN)
    return rollout


def test_a_copy_is_history_and_its_usage_is_not_counted(tmp_path: Path) -> None:
    """ccusage/ccusage#897, #1370: parent sums 100 and 250, then 400: the child adds 150."""
    rollout = fork()
    rollout.turn(2)
    rollout.typed("three")
    rollout.reply("three!")
    rollout.tokens(140)
    found = rollout.load(tmp_path)
    assert rollout.used[4] == 400
    assert spent(found) == [None, None, Usage(140, 0, 0, 10, 0)]
    assert sum(u.context + u.output for u in spent(found) if u) == 150
    assert (found.session, words(found)) == (THREAD, ["one", "one!", "two", "two!", "three", "three!"])
    assert [m.extra.get("copied", False) for m in found.messages] == [True] * 4 + [False] * 2


def test_a_turn_that_follows_at_once_is_the_forks_own(tmp_path: Path) -> None:
    """A turn says when it began; the parent's began before the fork did, whatever stamp the copy has."""
    rollout = Rollout(forked_from_id=PARENT)
    rollout.meta(PARENT, at=BORN)
    rollout.event("task_started", at=BORN, turn_id="turn-1", started_at=AFTER - 9000)
    rollout.says("user", "one", at=BORN)
    rollout.says("assistant", "one!", at=BORN)
    rollout.tokens(90, at=BORN)
    rollout.event("task_started", at=BORN, turn_id="turn-2", started_at=AFTER)
    rollout.says("user", "two", at=BORN)
    rollout.says("assistant", "two!", at=BORN)
    rollout.tokens(140, at=BORN)
    assert spent(rollout.load(tmp_path)) == [None, Usage(140, 0, 0, 10, 0)]


def test_turn_ids_that_hold_a_time_tell_as_well(tmp_path: Path) -> None:
    rollout = Rollout(forked_from_id=PARENT)
    rollout.add("turn_context", {"turn_id": PARENT, "model": "old"}, BORN)
    rollout.says("assistant", "one!", at=BORN)
    rollout.tokens(90, at=BORN)
    rollout.add("turn_context", {"turn_id": CHILD, "model": "new"}, BORN)
    rollout.says("assistant", "two!", at=BORN)
    rollout.tokens(140, at=BORN)
    found = rollout.load(tmp_path)
    assert [(m.model, m.usage is None) for m in found.messages] == [("old", True), ("new", False)]


def test_a_fork_that_nobody_went_on_with_has_spent_nothing(tmp_path: Path) -> None:
    assert spent(fork().load(tmp_path)) == [None, None]


def test_a_subagent_that_was_given_the_history(tmp_path: Path) -> None:
    """It names no fork, but the header of the thread that started it follows its own."""
    source = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "depth": 1}}}
    rollout = Rollout(source=source)
    rollout.meta(PARENT, at=BORN)
    rollout.says("assistant", "one!", at=BORN)
    rollout.tokens(90, at=BORN)
    rollout.event("task_started", turn_id="turn-2", started_at=AFTER)
    rollout.reply("two!")
    rollout.tokens(140)
    assert spent(rollout.load(tmp_path)) == [None, Usage(140, 0, 0, 10, 0)]


def test_a_session_that_was_resumed_is_no_fork(tmp_path: Path) -> None:
    rollout = Rollout()
    rollout.meta(THREAD)
    rollout.reply("one!")
    rollout.tokens(90)
    assert spent(rollout.load(tmp_path)) == [Usage(90, 0, 0, 10, 0)]


# ---------------------------------------------------------------- rollbacks


def taken_back() -> Rollout:
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.reply("one")
    rollout.turn(2)
    rollout.says("developer", "<collaboration_mode>plan</collaboration_mode>")
    rollout.typed("second")
    rollout.reply("two")
    rollout.turn(3)
    rollout.typed("third")
    rollout.reply("three")
    rollout.back(2)
    rollout.turn(4)
    rollout.typed("fourth")
    rollout.reply("four")
    return rollout


CONTEXT = [RIGHTS.split("\n")[0], AGENTS.split("\n")[0]]


def test_turns_that_were_taken_back_are_left_out_with_their_context(tmp_path: Path) -> None:
    found = taken_back().load(tmp_path)
    assert words(found) == [*CONTEXT, "first", "one", "fourth", "four"]
    assert [m.number for m in found.messages] == [1, 2, 3, 4, 5, 6]
    assert found.branch == "newest"


def test_what_was_taken_back_can_be_chosen(tmp_path: Path) -> None:
    path = taken_back().write(tmp_path)
    (branch,) = load(path).branches
    assert (branch.leaf, branch.messages, branch.title) == ("rollback-1", 5, "second")
    for leaf in ("rollback-1", "roll"):
        found = load(path, leaf=leaf)
        assert words(found)[2:] == [
            "first",
            "one",
            "<collaboration_mode>plan</collaboration_mode>",
            "second",
            "two",
            "third",
            "three",
        ]
        assert (found.branch, [each.leaf for each in found.branches]) == ("rollback-1", ["newest"])
    assert words(load(path, leaf="newest"))[-1] == "four"
    with pytest.raises(TranscriptError, match="no branch"):
        load(path, leaf="other")


def test_more_turns_than_there_are_leave_the_context(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.reply("one")
    rollout.back(9)
    rollout.back(1)
    found = rollout.load(tmp_path)
    assert words(found) == CONTEXT
    assert [each.leaf for each in found.branches] == ["rollback-1"]


def test_a_message_of_another_agent_is_a_turn_of_its_own(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.item("agent_message", author="/root/one", content=[{"type": "input_text", "text": "found it"}])
    rollout.reply("one")
    rollout.back(1)
    assert words(rollout.load(tmp_path)) == [*CONTEXT, "first"]


def test_a_compaction_in_a_turn_that_was_taken_back_is_ignored(tmp_path: Path) -> None:
    """formats.md, section 3.6: rollbacks are counted first."""
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.reply("one")
    rollout.turn(2)
    rollout.typed("second")
    rollout.compacted([message("user", "first"), message("user", "second"), SEALED])
    rollout.reply("two")
    kept = rollout.load(tmp_path)
    rollout.back(1)
    found = rollout.load(tmp_path)
    assert (len(kept.compactions), len(found.compactions)) == (1, 0)
    assert words(found) == [*CONTEXT, "first", "one"]
    assert len(load(rollout.write(tmp_path), leaf="rollback-1").compactions) == 1


def test_a_compaction_before_it_stays(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.compacted([message("user", "first"), SEALED, message("user", AGENTS, PLACE)])
    rollout.typed("second")
    rollout.back(1)
    (compaction,) = rollout.load(tmp_path).compactions
    assert compaction.order == (2, 3, 1)


# ---------------------------------------------------------------- subagents


def parent(folder: Path, **more: object) -> Path:
    rollout = opened(Rollout())
    rollout.typed("find the bug")
    rollout.calls("c1", "spawn_agent", message="look into it")
    fields = {"call_id": "c1", "new_thread_id": CHILD, "new_agent_nickname": "Ada", "prompt": "look into it"}
    rollout.event("collab_agent_spawn_end", **{**fields, **more})
    rollout.event("sub_agent_activity", agent_thread_id=CHILD, agent_path="/root/ada")
    rollout.output("c1", json.dumps({"agent_id": CHILD}))
    return rollout.write(folder / "sessions" / "2026" / "08" / "03")


def child(folder: Path, day: str = "2026/08/03", name: str = f"rollout-2026-08-03T18-00-00-{CHILD}.jsonl") -> Path:
    rollout = Rollout(CHILD, parent_thread_id=THREAD)
    rollout.says("user", "look into it")
    rollout.reply("line 4")
    return rollout.write(folder / "sessions" / day, name)


@pytest.mark.parametrize("day", ["2026/08/03", "2026/08/04", "2026/08/02"])
def test_subagents_are_found_in_the_folders_of_their_day(tmp_path: Path, day: str) -> None:
    """Their ids say when they were made; the folder is that of the local day."""
    beside = child(tmp_path, day)
    path = parent(tmp_path)
    (found,) = load(path).sidechains
    assert (found.id, found.title, found.parent_tool_id, found.path) == (CHILD, "Ada", "c1", str(beside))
    assert found.messages == 2
    inside = load(path, sidechain=CHILD)
    assert (words(inside), inside.session, inside.path) == (["look into it", "line 4"], CHILD, str(beside))
    assert load(beside).sidechains == ()


def test_a_subagent_that_begins_later_is_found_when_the_rollout_grows(tmp_path: Path) -> None:
    path = parent(tmp_path)
    found, growing = load_growing(path)
    assert found.sidechains == ()
    assert growing is not None
    child(tmp_path)
    grown = growing.take(b'{"type":"event_msg","payload":{"type":"warning"}}\n')
    assert grown is not None
    assert [each.id for each in grown.sidechains] == [CHILD]


def test_only_named_threads_are_linked(tmp_path: Path) -> None:
    """S2thend/claude-code-history#7: other sessions of the same folder are not this one's subagents."""
    child(tmp_path)
    child(tmp_path, name=f"rollout-2026-08-03T18-00-01-{PARENT}.jsonl")
    assert [each.id for each in load(parent(tmp_path)).sidechains] == [CHILD]


def test_a_subagent_that_is_not_there(tmp_path: Path) -> None:
    path = parent(tmp_path)
    assert load(path).sidechains == ()
    with pytest.raises(TranscriptError, match="no rollout of a subagent"):
        load(path, sidechain=CHILD)


@pytest.mark.parametrize("name", ["../../../etc/passwd", "..", "x" * 900, "", "a/b", f"{CHILD}.jsonl"])
def test_ids_that_are_no_names_lead_nowhere(tmp_path: Path, name: str) -> None:
    child(tmp_path)
    path = parent(tmp_path, new_thread_id=name)
    assert all(each.id == CHILD for each in load(path).sidechains)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_is_followed_to_a_subagent(tmp_path: Path) -> None:
    secret = child(tmp_path / "elsewhere")
    path = parent(tmp_path)
    (path.parent / secret.name).symlink_to(secret)
    assert load(path).sidechains == ()
    (path.parents[1] / "04").symlink_to(secret.parent)
    assert load(path).sidechains == ()


def test_threads_that_speak_to_each_other_are_not_their_own_subagents(tmp_path: Path) -> None:
    rollout = Rollout(parent_thread_id=CHILD)
    rollout.event("sub_agent_activity", agent_thread_id=CHILD)
    rollout.event("sub_agent_activity", agent_thread_id=THREAD)
    child(tmp_path)
    assert load(rollout.write(tmp_path / "sessions" / "2026" / "08" / "03")).sidechains == ()
