"""A file seen as lines from either end: right for any bytes, bounded for any size, followed while it changes."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.transcript import line_file
from inspector.transcript.line_file import LineFile, Row, read_at
from tests.pace import within

TAIL = b"".join(b"line %d of the tail\n" % number for number in range(1, 1001))


def filed(folder: Path, data: bytes, **more: int) -> LineFile:
    path = folder / "artifact.txt"
    path.write_bytes(data)
    return LineFile(path, **more)


def told(data: bytes, cell: int) -> list[tuple[int, int]]:
    """Start and end of every line, worked out the slow way."""
    starts = [0, *(at + 1 for at in range(len(data)) if data[at : at + 1] == b"\n")]
    starts += [at for at in range(cell, len(data), cell) if b"\n" not in data[at - cell : at]]
    starts = sorted({at for at in starts if at < len(data)})
    return list(zip(starts, [*starts[1:], len(data)], strict=False))


def spans(rows: list[Row]) -> list[tuple[int, int]]:
    return [(row.offset, row.end) for row in rows]


BYTES = st.lists(
    st.sampled_from([b"a", b"\n", b"\n\n", b"b" * 7, b"c" * 30, "é".encode(), b"\xff", b"\r\n"]), max_size=40
)


@given(data=BYTES.map(b"".join), first=st.integers(1, 40), count=st.integers(0, 12))
def test_every_way_of_reading_tells_the_same_lines(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, first: int, count: int
) -> None:
    """Pieces of 8 bytes and cells of 16 make every border happen."""
    with filed(tmp_path_factory.mktemp("lines"), data, piece=8, cell=16) as file:
        lines = told(data, 16)
        assert spans(file.last_rows(count)) == (lines[-count:] if count else [])
        assert spans(file.rows(first, count)) == lines[first - 1 : first - 1 + count]
        assert spans(file.rows(1, 1000)) == lines
        assert [row.number for row in file.rows(1, 1000)] == list(range(1, len(lines) + 1))
        for number, (start, end) in enumerate(lines):
            assert spans(file.rows_before(start, 3)) == lines[max(0, number - 3) : number]
            assert spans(file.rows_from(end, 3)) == lines[number + 1 : number + 4]
            for at in range(start, end):
                row = file.row_at(at)
                assert row is not None
                assert (row.offset, row.end) == (start, end)
                assert row.goes_on == (data[end - 1 : end] != b"\n" and end < len(data))
        assert file.count()
        assert file.count_known == len(lines)
        assert file.row_at(len(data)) is None
        assert file.row_at(-1) is None


@given(
    data=BYTES.map(b"".join),
    text=st.sampled_from(["a", "b", "bbc", "\n", "é", "cc", "A", "zz", ""]),
    offset=st.integers(0, 60),
    fold=st.booleans(),
)
def test_search_finds_the_next_and_the_last(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, text: str, offset: int, fold: bool
) -> None:
    needle = text.encode()
    hay = data.lower() if fold else data
    needle = needle.lower() if fold else needle
    with filed(tmp_path_factory.mktemp("search"), data, piece=8, cell=16) as file:
        found = file.search(text, offset, ignore_case=fold)
        expected = hay.find(needle, offset) if needle else -1
        assert (found.at if found.row else -1) == expected
        assert found.finished is (expected < 0)
        back = file.search(text, offset, backward=True, ignore_case=fold)
        expected = hay.rfind(needle, 0, min(offset, len(hay)) + len(needle) - 1) if needle else -1
        assert (back.at if back.row else -1) == expected
        if found.row:
            assert found.row.offset <= found.at < found.row.end


@given(data=BYTES.map(b"".join), text=st.sampled_from(["bbc", "cc", "\n\n", "a"]), backward=st.booleans())
def test_a_search_in_steps_finds_what_one_search_finds(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, text: str, backward: bool
) -> None:
    with filed(tmp_path_factory.mktemp("steps"), data, piece=8, cell=16) as file:
        start = len(data) if backward else 0
        whole = file.search(text, start, backward=backward)
        at, steps = start, 0
        while True:
            step = file.search(text, at, backward=backward, budget=8)
            if step.row or step.finished:
                break
            assert step.at != at
            at, steps = step.at, steps + 1
        assert (step.row, step.at if step.row else None) == (whole.row, whole.at if whole.row else None)
        assert steps <= len(data)


def test_lines_are_shown_as_text(tmp_path: Path) -> None:
    with filed(
        tmp_path, "first\r\n日志 🧭\n\n\xff\n".encode() + b"bad \xff\xfe utf-8\n\0nul\x1b[31m\nunfinished"
    ) as file:
        assert file.lines(1, 10) == [
            "first",
            "日志 🧭",
            "",
            "ÿ",
            "bad \ufffd\ufffd utf-8",
            "\0nul\x1b[31m",
            "unfinished",
        ]
        assert file.last(2) == ["\0nul\x1b[31m", "unfinished"]
        assert file.lines(3, 1) == [""]
        assert file.lines(0, 1) == ["first"]
        assert file.lines(8, 5) == []
        assert file.lines(1, 0) == file.last(0) == []
        assert [row.length for row in file.rows(1, 2)] == [5, len("日志 🧭".encode())]


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    with filed(tmp_path, b"") as file:
        assert file.lines(1, 10) == file.last(10) == []
        assert file.count_known == 0
        assert file.search("a").finished
        assert file.row_at(0) is None


def test_a_long_line_is_cut_and_its_true_length_told(tmp_path: Path) -> None:
    with filed(tmp_path, b"short\n" + "日".encode() * 5000 + b"\nend\n", limit=10) as file:
        (row,) = file.rows(2, 1)
        assert (row.text, row.length, row.cut, row.goes_on) == ("日" * 10, 15_000, True, False)
        assert file.lines(1, 3) == ["short", "日" * 10 + " … [15,000 bytes]", "end"]
    with filed(tmp_path, b"x" * 10 + b"\n" + b"y" * 11, limit=10) as file:
        assert file.lines(1, 2) == ["x" * 10, "y" * 10 + " … [11 bytes]"]


def test_a_cut_never_splits_a_character(tmp_path: Path) -> None:
    for shift in range(4):
        data = b"a" * shift + "🧭".encode() * 100
        with filed(tmp_path, data, limit=3) as file:
            assert "\ufffd" not in file.lines(1, 1)[0]


def test_a_line_without_end_goes_on_as_another(tmp_path: Path) -> None:
    with filed(tmp_path, b"a\n" + b"x" * 100 + b"\nlast\n", piece=8, cell=16, limit=5) as file:
        rows = file.rows(1, 100)
        assert [row.goes_on for row in rows] == [False, *[True] * (len(rows) - 3), False, False]
        assert sum(row.length for row in rows[1:-1]) == 100
        assert str(rows[1]) == f"xxxxx … [{rows[1].length} bytes, and the line goes on]"
        assert file.last(1) == ["last"]


# ── a file that changes ─────────────────────────────────────────────────────────────────────────────────────


def test_growth_is_followed(tmp_path: Path) -> None:
    with filed(tmp_path, b"one\ntwo\nthr", piece=8, cell=64) as file:
        assert file.last(2) == ["two", "thr"]
        assert file.count_known is None
        assert file.count()
        assert file.count_known == 3
        with open(file.path, "ab") as more:
            more.write(b"ee\nfour\n")
        assert file.look() == "grown"
        assert file.last(2) == ["three", "four"]
        assert file.lines(3, 5) == ["three", "four"]
        assert file.notice == ""
        file.count()
        assert file.count_known == 4
        assert file.look() == "same"


def test_a_file_that_became_shorter_says_so(tmp_path: Path) -> None:
    with filed(tmp_path, b"0123456\n" * 100, piece=8, cell=64) as file:
        file.count()
        assert file.count_known == 100
        os.truncate(file.path, 20)
        assert file.lines(90, 5) == []
        assert file.notice == "the file became shorter: it had 800 bytes and has 20"
        assert file.last(2) == ["0123456", "0123"]
        assert file.lines(1, 9) == ["0123456", "0123456", "0123"]
        assert file.rows_from(600, 3) == []
        assert [row.text for row in file.rows_before(600, 1)] == ["0123"]
        file.count()
        assert file.count_known == 3
        os.truncate(file.path, 0)
        assert file.last(2) == []


def test_a_file_that_shrinks_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is looked up, and it is cut before the bytes are read: no error, no endless loop, only what is there."""
    calls: list[Callable[[LineFile], object]] = [
        lambda file: file.lines(1, 5),
        lambda file: file.lines(50, 5),
        lambda file: file.last(5),
        lambda file: file.search("zzz"),
        lambda file: file.search("zzz", 800, backward=True),
        lambda file: file.count(),
        lambda file: file.row_at(500),
        lambda file: file.rows_before(400, 2),
    ]
    for call in calls:
        with filed(tmp_path, b"0123456\n" * 100, piece=8, cell=64) as file:

            def cut(handle: int, offset: int, size: int, path: str = file.path) -> bytes:
                os.truncate(path, 4)
                return read_at(handle, offset, size)

            with monkeypatch.context() as patch:
                patch.setattr(line_file, "read_at", cut)
                file._index = file._new_index()
                call(file)
            assert file.last(3) == ["0123"]
            assert "became shorter" in file.notice


def test_another_file_in_its_place_and_none(tmp_path: Path) -> None:
    with filed(tmp_path, b"old\n") as file:
        (tmp_path / "new").write_bytes(b"new one\n")
        os.replace(tmp_path / "new", file.path)
        assert file.last(1) == ["old"], "what is open stays"
        assert file.refresh() == "replaced"
        assert file.notice == "another file has taken its place"
        assert file.last(1) == ["new one"]
        os.unlink(file.path)
        assert file.refresh() == "gone"
        assert file.last(1) == ["new one"]
        assert "gone" in file.notice


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no ordinary file"):
        LineFile(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no ordinary file"):
        LineFile(tmp_path / "pipe")
    with pytest.raises(FileNotFoundError):
        LineFile(tmp_path / "nothing")


def test_the_file_is_given_back(tmp_path: Path) -> None:
    def handles() -> int:
        return len(os.listdir("/dev/fd"))

    before = handles()
    for _ in range(50):
        filed(tmp_path, b"a\n").close()
        filed(tmp_path, b"a\n")
    assert handles() <= before + 1


# ── size ────────────────────────────────────────────────────────────────────────────────────────────────────


def opened_at_its_end_soon(path: Path) -> None:
    """The last lines, one page before them and a search in them are there at once; memory is bounded."""
    tracemalloc.start()
    try:
        with within(1), LineFile(path) as file:
            rows = file.last_rows(40)
            assert [row.text for row in rows] == [f"line {n} of the tail" for n in range(961, 1001)]
            assert all(row.number is None for row in rows)
            assert len(file.rows_before(rows[0].offset, 40)) == 40
            assert file.search("line 990", file.size, backward=True).row is not None
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


def sparse(path: Path, size: int) -> Path:
    """Nothing but NULs, then a real tail: as hard as it gets, the first line has no end."""
    with open(path, "wb") as file:
        file.truncate(size - len(TAIL) - 1)
        file.seek(0, os.SEEK_END)
        file.write(b"\n" + TAIL)
    return path


def test_64_megabytes_are_opened_at_their_end(tmp_path: Path) -> None:
    opened_at_its_end_soon(sparse(tmp_path / "big", 64 << 20))


@pytest.mark.slow
def test_a_gigabyte_is_opened_at_its_end_in_under_a_second(tmp_path: Path) -> None:
    """Acceptance 5, second half; then read over the border of the line that has no end, counted, and searched whole."""
    path = sparse(tmp_path / "big", 1 << 30)
    opened_at_its_end_soon(path)
    tracemalloc.start()
    with LineFile(path) as file:
        with within(2):
            rows = file.last_rows(1002)
            assert [row.goes_on for row in rows[:2]] == [True, False]
            assert rows[0].length > 0
        while not file.count():
            pass
        assert file.count_known == 1000 + 32, "cells of 32 MiB"
        assert file.lines(file.count_known, 1) == ["line 1000 of the tail"]
        at = 0
        while not (found := file.search("of the tail", at)).row:
            at = found.at
        assert found.row.number == 33
    assert tracemalloc.get_traced_memory()[1] < 8_000_000
    tracemalloc.stop()


@pytest.mark.slow
def test_a_gigabyte_of_lines(tmp_path: Path) -> None:
    """No holes: every line is there, and each is found by its number."""
    line = b"%012d " + b"x" * 86 + b"\n"
    with open(tmp_path / "log", "wb") as out:
        for block in range(1074):
            out.write(b"".join(line % number for number in range(block * 10_000, (block + 1) * 10_000)))
    with LineFile(tmp_path / "log") as file:
        with within(1):
            assert file.last(1)[0].startswith("000010739999 ")
        assert file.lines(5_000_001, 1)[0].startswith("000005000000 ")
        while not file.count():
            pass
        assert file.count_known == 10_740_000
