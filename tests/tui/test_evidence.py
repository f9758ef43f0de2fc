"""The durable state as a person changes it, without a screen: ids, undo, what is saved, whose file it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.engine import (
    DurableContextState,
    DurableFact,
    DurableStateError,
    PendingItem,
    load_durable,
    save_durable,
)
from inspector.transcript import load_messages
from inspector.transcript.resolver import Resolution
from inspector.tui.evidence import Evidence
from inspector.tui.evidence_file import gather, home_of, suggested, write
from inspector.tui.evidence_rows import entries, headlines, standing
from inspector.tui.source_text import laid_out, told

AT = "2025-05-07T08:35:40+00:00"
ONE, TWO = "transcript:s:1", "artifact:s:log.txt:0123456789ab"
HASH = "0123456789ab" + "0" * 52


def state() -> DurableContextState:
    return DurableContextState(
        (DurableFact("fact-7", "it is SQLite", ONE, AT), DurableFact("named", "21 days", TWO, AT)),
        (PendingItem("restore", "restore the backup", ONE, AT),),
    )


def test_ids_go_on_from_the_highest_and_are_never_given_twice() -> None:
    evidence = Evidence(state())
    assert evidence.pin("a", ONE, AT).fact_id == "fact-8"
    evidence.take_out("fact-8")
    assert evidence.pin("b", ONE, AT).fact_id == "fact-9"
    assert Evidence().next_id() == "fact-1"


def test_every_change_can_be_taken_back_and_made_again() -> None:
    evidence = Evidence(state())
    evidence.pin("a", TWO, AT)
    evidence.take_out("named")
    evidence.confirm("restore", "done", "Ada", AT)
    after = evidence.state
    assert evidence.unsaved
    assert [evidence.undo() for _ in range(4)] == [True, True, True, False]
    assert evidence.state == state()
    assert not evidence.unsaved
    assert [evidence.redo() for _ in range(4)] == [True, True, True, False]
    assert evidence.state == after
    evidence.undo()
    evidence.pin("another", ONE, AT)
    assert not evidence.redo()


def test_what_is_refused_changes_nothing() -> None:
    evidence = Evidence(state())
    with pytest.raises(DurableStateError):
        evidence.pin("   ", ONE, AT)
    with pytest.raises(DurableStateError):
        evidence.confirm("restore", "done", " ", AT)
    with pytest.raises(DurableStateError):
        evidence.take_out("nobody")
    assert evidence.state == state()
    assert not evidence.undo()


def test_a_source_that_nobody_looked_up_is_no_evidence() -> None:
    evidence = Evidence(state())
    assert evidence.unresolved == (ONE, TWO)
    assert evidence.durable is not None
    assert "source_status=available" not in evidence.durable.text
    evidence.take([Resolution(ONE, "available", HASH, "", "THE EXCERPT"), Resolution(TWO, "corrupt", None, "no")])
    assert evidence.unresolved == ()
    assert f"evidence_sha256={HASH}" in evidence.durable.text
    assert "THE EXCERPT" not in evidence.durable.text
    assert [entry.source[2] for entry in entries(evidence) if entry.source] == ["available", "corrupt", "available"]


def test_an_empty_state_goes_nowhere_and_is_not_shown() -> None:
    evidence = Evidence()
    assert evidence.durable is None
    assert not evidence.shown
    evidence.pin("a", ONE, AT)
    assert evidence.shown
    evidence.undo()
    assert not evidence.shown


def test_headline_says_the_same_shorter_and_shorter() -> None:
    evidence = Evidence(state())
    evidence.take([Resolution(ONE, "available", HASH, ""), Resolution(TWO, "denied", None, "no leave")])
    words = ["".join(part.text for part in form) for form in headlines(evidence, 12_310, "tokens", True)]
    assert words[0] == "durable 2 facts · 1 open · ≈ 12,310 tokens · sources 1 ✓ 1 ⊘ denied"
    assert words[-1] == "durable 2 facts · 1 pending · ≈ 12k tokens · 1 ✓ 1 ⊘"
    assert len(words[1]) > len(words[2]) > len(words[3])
    assert standing(Evidence()) == []


def test_the_audit_names_who_relies_on_a_source() -> None:
    evidence = Evidence(state())
    evidence.take([Resolution(ONE, "available", HASH, "", "a \x1b[2J b\n" * 5_000)])
    said = {stretch.label: stretch.text for stretch in told(evidence, ONE)}
    assert said["sha-256"] == HASH
    assert "fact-7" in said["fact"]
    assert "restore" in said["pending"]
    lines = laid_out(told(evidence, ONE), 40)
    assert len(lines) < 2_100
    assert not any("\x1b" in line.text for line in lines)


def test_files_are_found_read_written_and_left_alone(tmp_path: Path) -> None:
    transcript = load_messages([{"role": "user", "content": "a"}])
    assert home_of(transcript) is None
    assert suggested(Evidence(), transcript).name == "session.durable.json"
    path = tmp_path / "x.durable.json"
    assert "cannot be read" in gather(transcript, path).trouble
    save_durable(path, state())
    evidence = gather(transcript, path)
    assert evidence.state == state()
    assert evidence.owns(path)
    assert not evidence.unsaved
    evidence.pin("a", ONE, AT)
    assert write(evidence, path) == ""
    assert not evidence.unsaved
    assert load_durable(path) == evidence.state
    save_durable(path, DurableContextState())
    assert not evidence.owns(path)
    path.write_text("{broken", "utf-8")
    broken = gather(transcript, path)
    assert "no durable file" in broken.trouble
    assert broken.shown
    assert not broken.owns(path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind here")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "another place" in write(Evidence(state()), tmp_path / "x.json")


def test_a_file_where_a_folder_is_needed_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    evidence = Evidence(state())
    evidence.pin("a", ONE, AT)
    assert "another place" in write(evidence, tmp_path / "file" / "x.json")
    assert evidence.unsaved
