"""Kept answers: whole or not, for their owner alone, and never trusted when damaged."""

from __future__ import annotations

import json
import os
import stat
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from inspector import settings
from inspector.summary.answer import Answer, Usage
from inspector.summary.cassette import Cassette, default_folder, key

ANSWER = Answer("## Goal\n排查 order_404\n", "model-1", Usage(120, 30, 5, 0), 1.5)
ONE, TWO, THREE = (key("anthropic", "model-1", body) for body in (b"1", b"2", b"3"))


def test_an_answer_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    cassette = Cassette(tmp_path / "summaries")
    assert cassette.get(ONE) is None
    assert cassette.put(ONE, ANSWER, {"request": 7, "layer": "summary"}) == ANSWER
    found = cassette.get(ONE)
    assert found is not None
    assert found.kept
    assert (found.text, found.model, found.usage, found.seconds, found.stop) == (
        ANSWER.text,
        "model-1",
        ANSWER.usage,
        1.5,
        "end",
    )
    assert cassette.get(TWO) is None
    (entry,) = cassette.entries()
    assert entry.key == ONE
    assert entry.kept is not None
    assert entry.kept.about == {"request": 7, "layer": "summary"}


def test_the_default_folder_is_the_users(home: Path) -> None:
    assert default_folder() == settings.cache_dir() / "summaries"
    assert not default_folder().exists()
    Cassette().put(ONE, ANSWER, {})
    assert len(list(default_folder().iterdir())) == 1


def test_the_key_is_of_who_is_asked_and_of_the_exact_body() -> None:
    keys = {
        key("anthropic", "m", b"body"),
        key("command", "m", b"body"),
        key("anthropic", "n", b"body"),
        key("anthropic", "m", b"body "),
        key("anthropic", "m", {"a": 1}),
        key("anthropic", 'm", "', b"body"),
    }
    assert len(keys) == 6
    assert key("a", "m", {"a": 1, "b": "é\ud800"}) == key("a", "m", {"b": "é\ud800", "a": 1})


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "summaries"
    folder.mkdir(parents=True, mode=0o755)
    before = os.umask(0)
    try:
        Cassette(folder).put(ONE, ANSWER, {})
        Cassette(tmp_path / "b").put(ONE, ANSWER, {})
    finally:
        os.umask(before)
    for made in (folder, tmp_path / "b"):
        assert stat.S_IMODE(made.stat().st_mode) == 0o700
        assert [stat.S_IMODE(file.stat().st_mode) for file in made.iterdir()] == [0o600]


def _broken(data: bytes) -> list[bytes]:
    other = json.loads(data)
    other["text"] = "another text"
    return [
        b"",
        data[:-40],
        data.replace(b"order_404", b"order_405"),
        b"[" * 100_000,
        b"\xff\xfe\x00",
        b"[1]",
        b'{"schema": "kept-summary/2"}',
        json.dumps(other).encode(),
    ]


@pytest.mark.parametrize("at", range(8))
def test_a_damaged_answer_is_missing_and_told(tmp_path: Path, at: int) -> None:
    told: list[str] = []
    cassette = Cassette(tmp_path, told=told.append)
    cassette.put(ONE, ANSWER, {})
    file = tmp_path / f"{ONE}.json"
    file.write_bytes(_broken(file.read_bytes())[at])
    assert cassette.get(ONE) is None
    assert len(told) == 1
    assert str(file) in told[0]
    (entry,) = cassette.entries()
    assert entry.kept is None
    assert entry.damage
    cassette.put(ONE, ANSWER, {})
    assert cassette.get(ONE) is not None


def test_no_changed_byte_changes_an_answer(tmp_path: Path) -> None:
    cassette = Cassette(tmp_path)
    kept = cassette.put(ONE, ANSWER, {"request": 7})
    file = tmp_path / f"{ONE}.json"
    data = file.read_bytes()
    for at in range(len(data)):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        found = cassette.get(ONE)
        assert found is None or replace(found, kept=False) == kept, data[at - 10 : at + 10]


def test_damage_is_told_once(tmp_path: Path) -> None:
    told: list[str] = []
    cassette = Cassette(tmp_path, told=told.append)
    for name in (ONE, TWO):
        (tmp_path / f"{name}.json").write_text("{")
    assert [cassette.get(name) for name in (ONE, TWO, ONE, TWO)] == [None] * 4
    assert len(told) == 2


def test_an_answer_under_another_name_is_not_believed(tmp_path: Path) -> None:
    told: list[str] = []
    cassette = Cassette(tmp_path, told=told.append)
    cassette.put(ONE, ANSWER, {})
    (tmp_path / f"{TWO}.json").write_bytes((tmp_path / f"{ONE}.json").read_bytes())
    assert cassette.get(TWO) is None
    assert "another request" in told[0]


def test_links_pipes_folders_and_huge_files_are_not_read(tmp_path: Path) -> None:
    told: list[str] = []
    cassette = Cassette(tmp_path / "kept", told=told.append)
    cassette.put(ONE, ANSWER, {})
    kept = tmp_path / "kept"
    (kept / f"{ONE}.json").rename(tmp_path / "elsewhere")
    (kept / f"{ONE}.json").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(kept / f"{TWO}.json")
    (kept / f"{THREE}.json").mkdir()
    huge = key("a", "b", b"huge")
    with open(kept / f"{huge}.json", "wb") as file:
        file.truncate(6_000_000)
    assert [cassette.get(each) for each in (ONE, TWO, THREE, huge)] == [None] * 4
    assert len(told) == 4


@pytest.mark.parametrize("wrong", ["", "../../etc/passwd", "a" * 63, ONE.upper(), ONE + "\n", ONE + "/x"])
def test_a_key_is_no_path(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(ValueError, match="64 digits"):
        Cassette(tmp_path).get(wrong)
    with pytest.raises(ValueError, match="64 digits"):
        Cassette(tmp_path).put(wrong, ANSWER, {})


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(tmp_path: Path) -> None:
    (tmp_path / "summaries").write_text("a file where the folder should be")
    told: list[str] = []
    cassette = Cassette(tmp_path / "summaries", told=told.append)
    assert cassette.put(ONE, ANSWER, {}) == ANSWER
    assert "not kept" in told[0]
    assert (tmp_path / "summaries").read_text() == "a file where the folder should be"


def test_a_writer_that_dies_leaves_no_part_of_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cassette = Cassette(tmp_path)
    cassette.put(ONE, ANSWER, {})

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", dies)
    with pytest.raises(KeyboardInterrupt):
        cassette.put(ONE, Answer("new"), {})
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == [f"{ONE}.json"]
    found = cassette.get(ONE)
    assert found is not None
    assert found.text == ANSWER.text


def test_beyond_the_bound_the_least_used_goes(tmp_path: Path) -> None:
    cassette = Cassette(tmp_path)
    for each in (ONE, TWO):
        cassette.put(each, ANSWER, {})
    size = (tmp_path / f"{ONE}.json").stat().st_size
    os.utime(tmp_path / f"{ONE}.json", (1_000, 1_000))
    os.utime(tmp_path / f"{TWO}.json", (2_000, 2_000))
    assert cassette.get(ONE) is not None, "this one was used after the other"
    Cassette(tmp_path, most=size * 2 + 50).put(THREE, ANSWER, {})
    assert sorted(entry.key for entry in cassette.entries()) == sorted([ONE, THREE])
    Cassette(tmp_path, most=1).put(TWO, ANSWER, {})
    assert [entry.key for entry in cassette.entries()] == [TWO], "what was just paid for stays"


def test_an_answer_that_is_too_large_is_not_kept(tmp_path: Path) -> None:
    told: list[str] = []
    huge = Answer("x" * 5_000_001)
    assert Cassette(tmp_path, told=told.append).put(ONE, huge, {}) == huge
    assert list(tmp_path.iterdir()) == []
    assert "not kept" in told[0]


def test_clear_removes_answers_and_nothing_else(tmp_path: Path) -> None:
    cassette = Cassette(tmp_path)
    for each in (ONE, TWO, THREE):
        cassette.put(each, ANSWER, {})
    (tmp_path / "notes.json").write_text("mine")
    (tmp_path / f".{ONE}.json.0123.part").write_text("half")
    assert cassette.find(ONE[:12]) == (ONE,)
    assert cassette.clear((ONE,)) == 1
    assert len(cassette.entries()) == 2
    assert cassette.clear() == 2
    assert [file.name for file in tmp_path.iterdir()] == ["notes.json"]
    assert cassette.clear() == 0
    assert Cassette(tmp_path / "never").clear() == 0
    assert Cassette(tmp_path / "never").entries() == ()


def test_writers_and_readers_at_once_see_whole_answers(tmp_path: Path) -> None:
    told: list[str] = []
    texts = {f"{n} " * 20_000 for n in range(8)}
    start, seen = threading.Barrier(16), set[str]()

    def write(text: str) -> None:
        start.wait()
        for _ in range(5):
            Cassette(tmp_path, told=told.append).put(ONE, Answer(text), {})

    def read() -> None:
        start.wait()
        for _ in range(20):
            found = Cassette(tmp_path, told=told.append).get(ONE)
            seen.add(found.text if found else next(iter(texts)))

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    threads += [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == []
    assert seen <= texts
    assert [file.name for file in tmp_path.iterdir()] == [f"{ONE}.json"]
