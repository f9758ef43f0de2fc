"""Following a file: growth, truncation, replacement, deletion, damage; and what is said of each."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import Transcript, load
from inspector.transcript import follow as following
from inspector.transcript.follow import Follower, is_live
from inspector.transcript.growing import load_growing
from inspector.transcript.same import kept_messages
from tests.transcript.growth import assert_equal


def line(text: str) -> bytes:
    return json.dumps({"role": "user", "content": text}).encode() + b"\n"


def texts(transcript: Transcript | None) -> list[str]:
    assert transcript is not None
    return [message.blocks[0].text for message in transcript.messages]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "session.jsonl"
    found.write_bytes(line("one") + line("two"))
    return found


def follower(path: Path) -> tuple[Transcript, Follower]:
    transcript, growing = load_growing(path)
    return transcript, Follower(str(path), growing)


def append(path: Path, raw: bytes) -> None:
    with path.open("ab") as file:
        file.write(raw)


def test_nothing_new_is_the_same(path: Path) -> None:
    _, follow = follower(path)
    assert follow.look() == following.SAME
    os.utime(path)
    assert follow.look() == following.SAME


def test_new_lines_arrive_and_the_old_ones_stay(path: Path) -> None:
    before, follow = follower(path)
    append(path, line("three"))
    news = follow.look()
    assert (news.what, news.text) == ("grown", "")
    assert texts(news.transcript) == ["one", "two", "three"]
    assert news.transcript is not None
    assert kept_messages(before, news.transcript) == 2
    assert_equal(news.transcript, load(path))


def test_a_half_line_waits_for_its_end(path: Path) -> None:
    _, follow = follower(path)
    raw = line("drei 😀")
    append(path, raw[:-6])
    assert texts(follow.look().transcript) == ["one", "two"]
    append(path, raw[-6:])
    assert texts(follow.look().transcript) == ["one", "two", "drei 😀"]


def test_much_at_once_comes_in_pieces(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "STEP", 50)
    _, follow = follower(path)
    append(path, b"".join(line(str(number)) for number in range(20)))
    looks = 0
    while (news := follow.look()).more:
        looks += 1
    assert looks > 3
    assert texts(news.transcript)[-1] == "19"


@pytest.mark.parametrize("left", [line("uno"), line("one")])
def test_a_truncated_file_is_loaded_anew(path: Path, left: bytes) -> None:
    _, follow = follower(path)
    path.write_bytes(left)
    news = follow.look()
    assert news.what == "anew"
    assert "session.jsonl became shorter" in news.text
    assert news.text.endswith("bytes), loaded anew: 1 message")
    assert texts(news.transcript) == [json.loads(left)["content"]]
    append(path, line("more"))
    assert texts(follow.look().transcript)[-1] == "more"


def test_an_emptied_file_leaves_what_was_read_and_is_tried_again(path: Path) -> None:
    _, follow = follower(path)
    path.write_bytes(b"")
    news = follow.look()
    assert (news.what, news.transcript) == ("empty", None)
    assert "the file is empty" in news.text
    assert "what is shown is what was read before" in news.text
    assert follow.look() == following.SAME, "it is said once"
    append(path, line("again"))
    assert texts(follow.look().transcript) == ["again"]


def test_a_replaced_file_is_loaded_anew(path: Path) -> None:
    _, follow = follower(path)
    other = path.with_name("other")
    other.write_bytes(line("one") + line("two") + line("three"))
    os.replace(other, path)
    news = follow.look()
    assert news.what == "anew"
    assert "replaced by another file, loaded anew: 3 messages" in news.text
    assert texts(news.transcript) == ["one", "two", "three"]


def test_a_file_rewritten_in_place_is_noticed(path: Path) -> None:
    _, follow = follower(path)
    path.write_bytes(line("eins") + line("zwei") + line("drei"))
    news = follow.look()
    assert "was rewritten, loaded anew: 3 messages" in news.text
    assert texts(news.transcript) == ["eins", "zwei", "drei"]
    path.write_bytes(line("eins") + line("zwei") + line("vier"))
    assert texts(follow.look().transcript)[-1] == "vier", "the end of what was read is compared, too"


def test_a_deleted_file_stays_as_read_until_it_is_there_again(path: Path) -> None:
    _, follow = follower(path)
    path.unlink()
    news = follow.look()
    assert (news.what, news.transcript) == ("gone", None)
    assert "was deleted: what is shown is what was read" in news.text
    assert follow.look() == following.SAME
    path.write_bytes(line("back"))
    news = follow.look()
    assert "is there again, loaded anew: 1 message" in news.text
    assert texts(news.transcript) == ["back"]


def test_a_file_that_is_moved_away_and_back_is_the_same(path: Path) -> None:
    _, follow = follower(path)
    aside = path.with_name("aside")
    path.rename(aside)
    assert follow.look().what == "gone"
    aside.rename(path)
    news = follow.look()
    assert (news.what, news.transcript) == ("same", None)
    assert "there again, and unchanged" in news.text
    append(path, line("three"))
    assert texts(follow.look().transcript) == ["one", "two", "three"]


def test_another_kind_of_file_in_its_place_is_told(path: Path) -> None:
    _, follow = follower(path)
    path.write_bytes(b"\x7fELF" + bytes(range(32)) * 40)
    news = follow.look()
    assert news.what == "unreadable"
    assert "binary data" in news.text
    assert "tried again when it changes" in news.text


def test_a_folder_in_its_place_is_told(path: Path) -> None:
    _, follow = follower(path)
    path.unlink()
    path.mkdir()
    news = follow.look()
    assert news.what == "unreadable"
    assert "folder" in news.text


def test_what_may_not_be_read_is_told_and_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, follow = follower(path)
    append(path, line("three"))
    read = os.pread

    def refuse(*_: Any) -> bytes:
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "pread", refuse)
    news = follow.look()
    assert news.what == "unreadable"
    assert "no permission" in news.text
    monkeypatch.setattr(os, "pread", read)
    assert texts(follow.look().transcript) == ["one", "two", "three"]


def test_garbage_is_reported_and_what_follows_is_read(path: Path) -> None:
    _, follow = follower(path)
    for raw in (b"\xff\xfe garbage", b"{broken\n", b"\n\0\0\n", line("good"), b"{not\n", line("better")):
        append(path, raw)
        news = follow.look()
        assert news.transcript is not None
        assert_equal(news.transcript, load(path))
    assert texts(news.transcript) == ["one", "two", "good", "better"]
    assert news.transcript is not None
    assert news.transcript.report.problems


def test_a_document_is_loaded_anew_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text(json.dumps([{"role": "user", "content": "one"}]))
    _, follow = follower(path)
    path.write_text(json.dumps([{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]))
    news = follow.look()
    assert texts(news.transcript) == ["one", "two"]


def test_a_session_opened_without_a_reader_is_followed(path: Path) -> None:
    follow = Follower(str(path), None)
    append(path, line("three"))
    assert texts(follow.look().transcript) == ["one", "two", "three"]
    append(path, line("four"))
    news = follow.look()
    assert news.what == "grown"
    assert texts(news.transcript)[-1] == "four"


def test_what_came_between_loading_and_following_is_not_missed(path: Path) -> None:
    before = load(path)
    append(path, line("three"))
    follow = Follower(str(path), None, before.report.bytes)
    assert texts(follow.look().transcript) == ["one", "two", "three"]
    assert follow.look() == following.SAME


def test_long_numbers_make_it_be_read_anew(path: Path) -> None:
    _, follow = follower(path)
    call = {"type": "tool_use", "id": "q", "name": "n", "input": {"n": 12345678901234567890123}}
    append(path, json.dumps({"role": "assistant", "content": [call]}).encode() + b"\n")
    news = follow.look()
    assert news.transcript is not None
    assert news.text == ""
    assert_equal(news.transcript, load(path))


def test_only_files_of_late_are_live(path: Path) -> None:
    now = path.stat().st_mtime
    assert is_live(str(path), now + 35 * 3600)
    assert not is_live(str(path), now + 37 * 3600)
    assert not is_live(str(path.with_name("gone")), now)
