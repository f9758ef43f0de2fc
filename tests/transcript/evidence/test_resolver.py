"""The five answers, each by its own cause, and leave asked for before anything is touched."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import load, nofollow
from inspector.transcript.pointers import ArtifactPointer, Pointer, TranscriptPointer, pointer_to
from inspector.transcript.resolver import Resolution, SourcePointerResolver
from inspector.transcript.storefaults import Damaged, Denied, Missing, StoreFault
from inspector.transcript.stores import NoStore, transcripts_beside
from tests.transcript.cc import Writer
from tests.transcript.evidence.files import House, event, line, lines, sha256
from tests.transcript.evidence.watch import Watch, watching


def status(house: House, pointer: str, **options: Any) -> str:
    resolution = house.resolver(**options).resolve(pointer)
    assert resolution.pointer == pointer
    assert (resolution.sha256 is not None) == (resolution.status == "available")
    assert bool(resolution.reason) == (resolution.status != "available")
    assert str(house.base) not in resolution.reason
    return resolution.status


# available


def test_an_event_has_the_hash_of_its_line(house: House) -> None:
    house.transcript(event(1), event(2, "second"), event(3))
    resolution = house.resolver().resolve("transcript:s1:2")
    assert resolution == Resolution("transcript:s1:2", "available", sha256(line(event(2, "second"))[:-1]), "")


@pytest.mark.parametrize("digits", [12, 64])
def test_an_artifact_has_the_hash_of_its_bytes(house: House, digits: int) -> None:
    pointer = house.artifact("输出 output\n".encode() * 1000)
    text = pointer[: len(pointer) - 64 + digits]
    assert house.resolver().resolve(text) == Resolution(text, "available", pointer[-64:], "")


def test_what_comes_after_the_event_does_not_matter(house: House) -> None:
    house.transcript(event(1), event(2), event(9), b"\xff\n", b"{half")
    assert status(house, "transcript:s1:2") == "available"


def test_the_last_line_needs_no_newline_and_blank_lines_are_nothing(house: House) -> None:
    house.transcript(event(1), b"\n", line(event(2))[:-1])
    assert status(house, "transcript:s1:2") == "available"


def test_an_empty_artifact(house: House) -> None:
    assert status(house, house.artifact(b"")) == "available"


# missing


def test_no_file(house: House) -> None:
    assert status(house, "transcript:s1:1") == "missing"
    assert status(house, "artifact:s1:out.txt:" + "0" * 12) == "missing"
    house.artifact()
    assert status(house, "artifact:s1:other.txt:" + "0" * 12) == "missing"


def test_no_such_event(house: House) -> None:
    house.transcript(event(1), event(2))
    resolution = house.resolver().resolve("transcript:s1:3")
    assert (resolution.status, resolution.reason) == ("missing", "the transcript ends at event 2")


def test_a_folder_or_a_file_in_the_wrong_place(house: House) -> None:
    (house.artifacts / "s1" / "out.txt").mkdir(parents=True)
    (house.artifacts / "s2").write_bytes(b"")
    (house.transcripts / "s1.jsonl").mkdir()
    assert status(house, "artifact:s1:out.txt:" + "0" * 12) == "missing"
    assert status(house, "artifact:s2:out.txt:" + "0" * 12) == "missing"
    assert status(house, "transcript:s1:1") == "missing"


def test_no_root(house: House) -> None:
    house.artifacts.rmdir()
    assert status(house, "artifact:s1:out.txt:" + "0" * 12) == "missing"
    assert SourcePointerResolver(NoStore(), NoStore()).resolve("transcript:s1:1").status == "missing"


# missing: races


def during_read(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Does something to the files after the first stretch was read."""
    really, done = os.read, []

    def read(handle: int, size: int) -> bytes:
        data = really(handle, min(size, 100))
        if not done:
            done.append(act())
        return data

    monkeypatch.setattr(os, "read", read)


def test_removed_while_it_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    pointer = house.artifact(b"x" * 5000)
    during_read(monkeypatch, (house.artifacts / "s1" / "out.txt").unlink)
    assert status(house, pointer) == "missing"


def test_cut_while_it_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    pointer = house.artifact(b"x" * 5000)
    during_read(monkeypatch, lambda: os.truncate(house.artifacts / "s1" / "out.txt", 300))
    assert status(house, pointer) == "missing"


def test_replaced_while_it_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    pointer = house.artifact(b"x" * 5000)
    house.artifact(b"y" * 5000, file="new.txt")
    folder = house.artifacts / "s1"
    during_read(monkeypatch, lambda: (folder / "new.txt").replace(folder / "out.txt"))
    assert status(house, pointer) == "missing"


@pytest.mark.parametrize("sequence", [1, 30])
def test_transcript_removed_or_cut_while_it_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch, sequence: int
) -> None:
    path = house.transcript(*map(event, range(1, 41)))
    during_read(monkeypatch, lambda: os.truncate(path, 1000))
    assert status(house, f"transcript:s1:{sequence}") == "missing"
    monkeypatch.undo()
    house.transcript(*map(event, range(1, 41)))
    during_read(monkeypatch, path.unlink)
    assert status(house, f"transcript:s1:{sequence}") == "missing"


def test_gone_between_the_folder_and_the_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    pointer = house.artifact()
    really = nofollow._enter

    def enter(folder: int, part: str) -> int:
        handle = really(folder, part)
        (house.artifacts / "s1" / "out.txt").unlink()
        return handle

    monkeypatch.setattr(nofollow, "_enter", enter)
    assert status(house, pointer) == "missing"


# denied


def test_no_leave(house: House) -> None:
    pointer = house.artifact()
    assert status(house, pointer, authorise=lambda p: False) == "denied"


@pytest.mark.parametrize("answer", [None, 1, "yes", object()])
def test_only_true_is_leave(house: House, answer: object) -> None:
    assert status(house, house.artifact(), authorise=lambda p: answer) == "denied"


def test_a_failing_question_is_a_refusal(house: House) -> None:
    def fail(pointer: Pointer) -> bool:
        raise RuntimeError("the directory of tenants is down: key=hunter2")

    resolution = house.resolver(authorise=fail).resolve(house.artifact())
    assert resolution.status == "denied"
    assert "hunter2" not in resolution.reason


def test_leave_is_asked_for_each_pointer(house: House) -> None:
    house.transcript(event(1), event(2))
    asked: list[Pointer] = []

    def leave(pointer: Pointer) -> bool:
        asked.append(pointer)
        return isinstance(pointer, TranscriptPointer) and pointer.sequence == 1

    artifact = house.artifact()
    answers = house.resolver(authorise=leave).resolve_all(["transcript:s1:1", "transcript:s1:2", artifact])
    assert [answer.status for answer in answers] == ["available", "denied", "denied"]
    events = [TranscriptPointer("s1", 1), TranscriptPointer("s1", 2)]
    assert asked == [*events, ArtifactPointer("s1", "out.txt", artifact[-64:])]


def test_nothing_is_touched_before_leave_and_nothing_without(house: House, watch: Watch) -> None:
    """No opening is announced, and every call by which a path could be looked at would fail the test."""
    pointers = ["transcript:warm:1", house.artifact(session="warm"), "transcript:nobody:1"]
    untouched: list[bool] = []

    def leave(pointer: Pointer) -> bool:
        untouched.append(not watch.names)
        return False

    resolver = house.resolver(authorise=leave)
    watch.clear()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("open", "stat", "lstat", "fstat", "scandir", "listdir", "readlink", "access"):
            patch.setattr(os, name, lambda *_, **__: pytest.fail("the file system was touched"))
        answers = [resolver.resolve(pointer) for pointer in pointers] + list(resolver.resolve_all(pointers))
    assert [answer.status for answer in answers] == ["denied"] * 6
    assert untouched == [True] * 6
    assert watch.names == []


def test_leave_comes_before_the_look_up_when_it_is_given(house: House, watch: Watch) -> None:
    pointer = house.artifact(session="warm")
    watch.clear()
    opened: list[int] = []
    assert status(house, pointer, authorise=lambda p: opened.append(len(watch.names)) is None) == "available"
    assert opened == [0]
    assert watch.names


def test_unreadable(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    pointer = house.artifact()
    really = os.open

    def refuse(path: str, *arguments: Any, **options: Any) -> int:
        if path == "out.txt":
            raise PermissionError(13, "Permission denied", path)
        return really(path, *arguments, **options)

    monkeypatch.setattr(os, "open", refuse)
    assert status(house, pointer) == "denied"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is unreadable to this user")
def test_unreadable_by_its_mode(house: House) -> None:
    pointer = house.artifact()
    (house.artifacts / "s1" / "out.txt").chmod(0)
    assert status(house, pointer) == "denied"


@pytest.mark.parametrize("stepwise", [True, False])
def test_links_are_not_followed(house: House, monkeypatch: pytest.MonkeyPatch, stepwise: bool) -> None:
    monkeypatch.setattr(nofollow, "STEPWISE", stepwise and nofollow.STEPWISE)
    inside = house.artifact()
    folder = house.artifacts / "s1"
    (folder / "link.txt").symlink_to(house.outside / "secret.txt")
    (folder / "own.txt").symlink_to(folder / "out.txt")
    (folder / "dangling.txt").symlink_to("nowhere")
    (folder / "loop.txt").symlink_to("loop.txt")
    (house.artifacts / "s2").symlink_to(house.outside)
    (house.transcripts / "secret.jsonl").symlink_to(house.outside / "secret.jsonl")
    digest = sha256(house.secret)
    for pointer in (
        f"artifact:s1:link.txt:{digest}",
        inside.replace("out.txt", "own.txt"),
        f"artifact:s1:dangling.txt:{digest}",
        f"artifact:s1:loop.txt:{digest}",
        f"artifact:s2:secret.txt:{digest}",
        "transcript:secret:1",
    ):
        resolution = house.resolver().resolve(pointer)
        assert (resolution.status, resolution.reason) == ("denied", "a link is not followed"), pointer
    assert status(house, inside) == "available"


def test_a_pipe_does_not_make_it_wait(house: House) -> None:
    house.artifact()
    os.mkfifo(house.artifacts / "s1" / "pipe.txt")
    assert status(house, "artifact:s1:pipe.txt:" + "0" * 12) == "denied"


# corrupt


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([event(1), event(3), event(4)], "line 2: sequence 3 where 2 was expected"),
        ([event(2), event(3)], "line 1: sequence 2 where 1 was expected"),
        ([event(1), event(1, event_id="x"), event(2)], "line 2: sequence 1 where 2 was expected"),
        ([event(1), event(2, session="s2"), event(3)], "line 2: the event belongs to another session"),
        ([event(n, session="s2") for n in (1, 2, 3)], "line 1: the event belongs to another session"),
        ([event(1), event(2, event_id="e1"), event(3)], "line 2: an earlier event has the same event_id"),
        ([event(1), event(2, event_id=None), event(3)], "line 2: event_id is no text, or empty"),
        ([event(1), event(2, timestamp="2025-03-01T09:00:00"), event(3)], "line 2: the timestamp is no time with a zone"),
        ([event(1), event("2"), event(3)], "line 2: sequence is no positive number"),
        ([event(1), event(2, message=[]), event(3)], "line 2: message is no object"),
        ([event(1), line(event(2, "bad: ??")).replace(b"??", b"\xff\xfe"), event(3)], "line 2 is not UTF-8"),
        ([line(event(1, "bad: ??")).replace(b"??", b"\xff\xfe"), event(2), event(3)], "line 1 is not UTF-8"),
        ([event(1), line(event(2))[:-9] + b"\n", event(3)], "line 2 is not JSON"),
        ([event(1), b"[]\n", event(3)], "line 2 is no event"),
    ],
)  # fmt: skip
def test_an_unsound_envelope_up_to_the_event(house: House, records: list[Any], reason: str) -> None:
    house.transcript(*records)
    resolution = house.resolver().resolve("transcript:s1:3")
    assert (resolution.status, resolution.reason) == ("corrupt", reason)


def test_a_gap_where_the_event_should_be_is_no_absence(house: House) -> None:
    house.transcript(event(1), event(2), event(4))
    assert status(house, "transcript:s1:3") == "corrupt"


def test_a_changed_artifact(house: House) -> None:
    pointer = house.artifact(b"what was said")
    house.artifact(b"what is said now")
    assert status(house, pointer) == "corrupt"
    assert status(house, pointer[:-52]) == "corrupt"


@pytest.mark.parametrize("data", [b"", b"words\n", b"\x00\x01\x02\x03" * 50, b"{}\n" * 300])
def test_what_is_no_transcript(house: House, data: bytes) -> None:
    house.transcript(data)
    assert status(house, "transcript:s1:1") == "corrupt"


def test_a_line_without_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from inspector.transcript import evidence_lines

    monkeypatch.setattr(evidence_lines.lines, "__defaults__", (1000,))
    house.transcript(event(1), event(2, "x" * 2 * evidence_lines.CHUNK), event(3))
    assert status(house, "transcript:s1:1") == "available"
    assert status(house, "transcript:s1:3") == "corrupt"


def test_no_pointer(house: House) -> None:
    assert status(house, "words") == "corrupt"
    assert status(house, "artifact:../s1:out.txt:" + "0" * 12) == "corrupt"
    assert house.resolver().resolve(None).status == "corrupt"  # type: ignore[arg-type]


# unsupported


def test_no_owner(house: House) -> None:
    asked: list[Pointer] = []
    for pointer in (
        "memory:m1",
        "https://example.org/a",
        "file:///etc/passwd",
        "C:\\x",
        "s3://b/k",
        "Artifact:s1:a:" + "0" * 12,
    ):
        assert status(house, pointer, authorise=lambda p: asked.append(p) is None) == "unsupported"
    assert asked == []


def test_a_known_format_that_is_not_read(house: House) -> None:
    house.transcript({"v": 1, "agent": "codex", "type": "user"})
    assert status(house, "transcript:s1:1") == "unsupported"


# other formats


def test_messages_by_number_in_a_line_format(house: House) -> None:
    records = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    house.transcript(*records, session="talk")
    resolution = house.resolver(excerpt=10).resolve("transcript:talk:2")
    assert (resolution.status, resolution.sha256, resolution.excerpt) == (
        "available",
        sha256(line(records[1])[:-1]),
        "b",
    )
    assert status(house, "transcript:talk:3") == "missing"


def test_messages_of_one_document_have_its_hash(house: House) -> None:
    path = house.transcripts / "talk.jsonl"
    path.write_text('[\n {"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]')
    assert house.resolver().resolve("transcript:talk:2").sha256 == sha256(path.read_bytes())


def test_a_recorded_id_must_be_the_pointers(house: House) -> None:
    writer = Writer()
    writer.user("u1", "hello")
    house.transcript(*writer.records, session=writer.session)
    house.transcript(*writer.records, session="stolen")
    assert status(house, f"transcript:{writer.session}:1") == "available"
    assert status(house, "transcript:stolen:1") == "corrupt"


def test_bad_bytes_in_the_line_of_a_message(house: House) -> None:
    house.transcript({"role": "user", "content": "a"}, b'{"role": "user", "content": "\xff"}\n', session="talk")
    assert status(house, "transcript:talk:1") == "available"
    assert status(house, "transcript:talk:2") == "corrupt"


def test_nothing_beside_another_format_is_opened(house: House, watch: Watch) -> None:
    writer = Writer()
    writer.user("u1", "hello")
    house.transcript(*writer.records, session=writer.session)
    house.transcript(*writer.records, session="agent-1")
    house.resolver().resolve(f"transcript:{writer.session}:1")
    watch.clear()
    assert status(house, f"transcript:{writer.session}:1") == "available"
    assert watch.opened == 2
    assert watch.only_within(house.transcripts)


def test_an_opened_transcript_is_found_whatever_its_file_is_called(tmp_path: Path) -> None:
    for name, records in {
        "events of today.log": [event(1), event(2)],
        "talk.json": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}],
    }.items():
        path = tmp_path / name
        path.write_bytes(lines(*records))
        transcript = load(path)
        resolver = SourcePointerResolver(transcripts_beside(transcript), NoStore())
        assert resolver.resolve(pointer_to(transcript, 1)).status == "available"


# many at once, excerpts, and what a resolution may be


def test_many_are_answered_once_each_in_the_order_first_seen(house: House) -> None:
    house.transcript(event(1), event(2), event(4))
    artifact = house.artifact()
    asked = ["transcript:s1:4", artifact, "memory:1", "transcript:s1:1", artifact, "transcript:s1:4", "transcript:s9:1"]
    resolver = house.resolver(excerpt=20)
    answers = resolver.resolve_all(asked)
    assert [answer.pointer for answer in answers] == list(dict.fromkeys(asked))
    assert [answer.status for answer in answers] == ["corrupt", "available", "unsupported", "available", "missing"]
    assert answers == tuple(resolver.resolve(pointer) for pointer in dict.fromkeys(asked))


def test_a_transcript_is_read_once_for_many(house: House) -> None:
    house.transcript(*map(event, range(1, 50)))
    with watching() as seen:
        answers = house.resolver().resolve_all([f"transcript:s1:{n}" for n in range(1, 50)])
    assert {answer.status for answer in answers} == {"available"}
    assert seen.opened == 2


@pytest.mark.parametrize("limit", [0, 1, 7, 1000])
def test_an_excerpt_is_bounded(house: House, limit: int) -> None:
    house.transcript(
        event(1, "说" * 300), event(2, [{"type": "tool_use", "id": "t", "name": "read", "input": {"a": 1}}])
    )
    resolver = house.resolver(excerpt=limit)
    assert resolver.resolve("transcript:s1:1").excerpt == ("说" * 300)[:limit]
    assert resolver.resolve("transcript:s1:2").excerpt == 'read {"a":1}'[:limit]
    assert resolver.resolve(house.artifact(("话" * 700 + "\n").encode())).excerpt == ("话" * 700 + "\n")[:limit]
    assert resolver.resolve("transcript:s1:3").excerpt == ""


def test_only_what_is_available_has_a_hash_or_an_excerpt() -> None:
    for wrong in (
        ("missing", "0" * 64, "", ""),
        ("available", None, "", ""),
        ("denied", None, "", "words"),
    ):
        with pytest.raises(ValueError, match="exactly when"):
            Resolution("transcript:s1:1", *wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fault", "expected"),
    [(Missing("m"), "missing"), (Denied("d"), "denied"), (Damaged("x"), "corrupt"), (PermissionError(13, "p"), "denied"),
     (OSError(5, "Input/output error"), "missing"), (FileNotFoundError(2, "n"), "missing")],
)  # fmt: skip
def test_what_any_store_raises(fault: StoreFault | OSError, expected: str) -> None:
    class Failing:
        def open(self, session: str, name: str = "") -> Any:
            raise fault

    resolver = SourcePointerResolver(Failing(), Failing())
    assert resolver.resolve("transcript:s1:1").status == expected
    assert resolver.resolve("artifact:s1:a:" + "0" * 12).status == expected
