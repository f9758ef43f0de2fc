"""Databases are read as of one moment while their owner writes, and nothing is made or changed beside them."""

from __future__ import annotations

import gc
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats import sqlite as opener
from inspector.transcript.formats import sqlite_copy
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.sqlite_copy import State, States
from inspector.transcript.formats.sqlite_copy import _belong_together as belong
from inspector.transcript.formats.sqlite_database import Database
from inspector.transcript.formats.sqlite_values import text_of

WRITER = """
import sqlite3, sys
path, mode = sys.argv[1:]
db = sqlite3.connect(path, isolation_level=None)
db.execute(f"PRAGMA journal_mode={mode}")
db.execute("PRAGMA wal_autocheckpoint=0")
db.execute("PRAGMA cache_size=2")
db.execute("CREATE TABLE IF NOT EXISTS message(id INTEGER PRIMARY KEY, data TEXT)")
db.execute("INSERT INTO message(data) VALUES ('committed')")
db.execute("BEGIN IMMEDIATE")
db.executemany("INSERT INTO message(data) VALUES (?)", [("open" * 500,)] * 200)
print("ready", flush=True)
sys.stdin.readline()
if mode == "delete":
    import os
    os._exit(1)  # dies with a hot journal
db.execute("ROLLBACK")
"""


@contextmanager
def writer(path: Path, mode: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has committed one row and holds a transaction open with 200 more."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.communicate("\n", timeout=20)


def made(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in ("PRAGMA synchronous=off", *statements):
            db.execute(statement)
    return path


def simple(path: Path, rows: int = 3) -> Path:
    return made(
        path,
        "CREATE TABLE message(id INTEGER PRIMARY KEY, data TEXT)",
        *[f"INSERT INTO message(data) VALUES ('row {number}')" for number in range(rows)],
    )


def data(path: Path) -> list[str]:
    """The texts of the table."""
    return look(path, lambda db: [text_of(row[0]) for row in db.rows("message", ["data"])])


def look(path: Path, work):  # type: ignore[no-untyped-def]
    with path.open("rb") as file:
        return opener.read(Source(file, str(path)), work)


def rest(path: Path) -> None:
    """As a file that nobody wrote for a while."""
    os.utime(path, ns=(1_700_000_000_000_000_000,) * 2)


def folder(path: Path) -> dict[str, tuple[bytes, int, int]]:
    """Every file of a folder: bytes, time of change, inode."""
    return {
        each.name: (each.read_bytes(), each.stat().st_mtime_ns, each.stat().st_ino) for each in sorted(path.iterdir())
    }


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made_at = tmp_path / "home"
    made_at.mkdir()
    return made_at


def test_a_writer_in_wal_mode_is_not_disturbed_and_what_it_committed_is_read(home: Path) -> None:
    path = home / "store.db"
    with writer(path, "wal"):
        before = folder(home)
        assert set(before) == {"store.db", "store.db-wal", "store.db-shm"}
        assert data(path) == ["committed"]
        assert folder(home) == before


def test_frames_that_were_not_copied_into_the_file_are_read_when_the_writer_is_gone(home: Path) -> None:
    path = home / "store.db"
    with writer(path, "wal") as process:
        process.kill()
    before = folder(home)
    assert "store.db-wal" in before
    assert data(path) == ["committed"]
    assert folder(home) == before


def test_a_wal_without_its_index_gets_none(home: Path) -> None:
    path = home / "store.db"
    with writer(path, "wal") as process:
        process.kill()
    (home / "store.db-shm").unlink()
    before = folder(home)
    assert data(path) == ["committed"]
    assert folder(home) == before


def test_a_folder_that_cannot_be_written(home: Path) -> None:
    path = home / "store.db"
    with writer(path, "wal"):
        os.chmod(home, 0o500)
        try:
            before = folder(home)
            assert data(path) == ["committed"]
            assert folder(home) == before
        finally:
            os.chmod(home, 0o700)


def test_a_transaction_in_rollback_mode_is_not_seen_while_it_is_open(home: Path) -> None:
    path = home / "store.db"
    with writer(path, "delete"):
        before = folder(home)
        assert set(before) == {"store.db", "store.db-journal"}
        assert data(path) == ["committed"]
        assert folder(home) == before


def test_a_hot_journal_is_rolled_back_in_the_copy_alone(home: Path) -> None:
    path = home / "store.db"
    with writer(path, "delete"):
        pass
    before = folder(home)
    assert set(before) == {"store.db", "store.db-journal"}
    assert b"openopenopen" in before["store.db"][0]
    assert data(path) == ["committed"]
    assert folder(home) == before


def test_a_journal_that_names_another_deletes_nothing(home: Path) -> None:
    """Rolling back such a journal, SQLite deletes the file that it names, wherever that is."""
    path, victim = home / "store.db", home / "victim"
    with writer(path, "delete"):
        pass
    victim.write_bytes(b"precious")
    name = str(victim).encode()
    with (home / "store.db-journal").open("ab") as journal:
        journal.write((0).to_bytes(4) + name + len(name).to_bytes(4) + sum(name).to_bytes(4))
        journal.write(bytes.fromhex("d9d505f920a163d7"))
    before = folder(home)
    assert data(path) == ["committed"]
    assert folder(home) == before


def test_a_file_at_rest_is_read_where_it_lies(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = simple(home / "store.db")
    rest(path)
    monkeypatch.setattr(sqlite_copy.Place, "copy", None)
    before = folder(home)
    assert data(path) == ["row 0", "row 1", "row 2"]
    assert folder(home) == before


def test_a_file_of_wal_mode_at_rest_is_read_where_it_lies(home: Path) -> None:
    path = made(home / "store.db", "PRAGMA journal_mode=wal", "CREATE TABLE message(id, data)")
    made(path, "INSERT INTO message VALUES (1, 'one')")
    rest(path)
    before = folder(home)
    assert set(before) == {"store.db"}
    assert data(path) == ["one"]
    assert folder(home) == before


def test_a_file_that_is_written_while_it_is_read_where_it_lies_is_read_again(home: Path) -> None:
    path = simple(home / "store.db")
    rest(path)
    seen: list[int] = []

    def work(db: Database) -> int:
        if not seen:
            made(path, "INSERT INTO message(data) VALUES ('more')")
        seen.append(len(list(db.rows("message", ["data"]))))
        return seen[-1]

    assert look(path, work) == 4
    assert len(seen) == 2


def test_one_that_is_too_big_to_be_copied_is_read_without_the_last_changes(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(home / "store.db", "PRAGMA journal_mode=wal", "CREATE TABLE message(id, data)")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO message VALUES (1, 'in the wal')")
        monkeypatch.setattr(opener, "COPIED", 100)
        before = folder(home)
        assert look(path, lambda found: (found.stale, len(list(found.rows("message", ["data"]))))) == (opener.STALE, 0)
        assert folder(home) == before


def test_without_room_for_a_copy_the_file_is_read_where_it_lies(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "store.db"
    monkeypatch.setattr(opener, "ROOM", 1 << 60)
    with writer(path, "wal"):
        before = folder(home)
        assert look(path, lambda found: found.stale) == opener.STALE
        assert folder(home) == before


def test_while_a_process_writes_and_copies_its_log_back_every_reading_is_of_one_moment(home: Path) -> None:
    """The two tables are always written together, so they are as long as each other at every moment."""
    path = made(
        home / "store.db", "PRAGMA journal_mode=wal", "CREATE TABLE message(id, data)", "CREATE TABLE part(id, data)"
    )
    done = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA wal_autocheckpoint=20")
            db.execute("PRAGMA synchronous=off")
            while not done.is_set():
                db.execute("BEGIN")
                db.execute("INSERT INTO message VALUES (1, ?)", ("x" * 3000,))
                db.execute("INSERT INTO part VALUES (1, ?)", ("y" * 3000,))
                db.execute("COMMIT")
                time.sleep(0.002)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        counts = [
            look(path, lambda db: tuple(len(list(db.rows(table, ["data"]))) for table in ("message", "part")))
            for _ in range(25)
        ]
    finally:
        done.set()
        thread.join()
    assert all(one == other for one, other in counts)
    assert counts[-1][0] > counts[0][0]


def test_what_was_read_before_is_not_what_is_copied(home: Path) -> None:
    """The beginning of the file is in a buffer since its format was looked for."""
    path = simple(home / "store.db", 1)
    with path.open("rb", buffering=1 << 20) as file:
        file.read(4096)
        made(path, *[f"INSERT INTO message(data) VALUES ('{number} {'x' * 900}')" for number in range(20)])
        assert opener.read(Source(file, str(path)), lambda db: len(list(db.rows("message", ["data"])))) == 21


def test_what_was_copied_belongs_together() -> None:
    """In WAL mode as long as the log is the same; else only when nothing was written, and not just now."""
    log = State((1, 3), 4000, 5, b"w" * 32)
    wal = States(State((1, 2), 8192, 5, b"x" * 18 + b"\2\2" + b"x" * 12), log, State())
    old = wal._replace(main=State((1, 2), 8192, 5, b"x" * 18 + b"\1\1" + b"x" * 12))
    assert belong(wal, wal._replace(main=wal.main._replace(written=9), wal=log._replace(size=9000, written=9)))
    assert not belong(wal, wal._replace(wal=log._replace(head=b"v" * 32)))
    assert not belong(wal, wal._replace(wal=State()))
    assert belong(old, old)
    assert not belong(old, old._replace(main=old.main._replace(written=9)))
    fresh = old.main._replace(written=time.time_ns())
    assert not belong(old._replace(main=fresh), old._replace(main=fresh))


def test_no_copy_is_left(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    path = home / "store.db"
    with writer(path, "wal"):
        data(path)
    gc.collect()
    assert list(copies.iterdir()) == []


def test_a_wal_that_is_a_link_is_refused(home: Path, tmp_path: Path) -> None:
    path = simple(home / "store.db")
    (tmp_path / "elsewhere").write_bytes(b"x" * 100)
    (home / "store.db-wal").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="link"):
        data(path)


HOSTILE = (
    "CREATE VIEW message AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT x id, x data FROM r",
    "CREATE VIRTUAL TABLE message USING fts5(data)",
    "CREATE TABLE part(id, data TEXT GENERATED ALWAYS AS (upper(id)) VIRTUAL)",
)


@pytest.mark.parametrize("statement", HOSTILE)
def test_only_stored_columns_of_plain_tables_are_read(home: Path, statement: str) -> None:
    path = made(home / "store.db", statement, "INSERT INTO part(id) VALUES (1)" if "part" in statement else "SELECT 1")
    assert data(path) == []
    assert look(path, lambda db: list(db.rows("part", ["data"]))) in ([], [(None,)])


def test_missing_tables_and_columns_give_nothing(home: Path) -> None:
    path = simple(home / "store.db", 1)
    assert look(path, lambda db: list(db.rows("message", ["ID", "nothing", "data"]))) == [(1, None, b"row 0")]
    assert look(path, lambda db: list(db.rows("nothing", ["id"]))) == []
    assert look(path, lambda db: db.columns("nothing")) == frozenset()


def test_nothing_but_reading_is_allowed(home: Path) -> None:
    path = simple(home / "store.db", 1)
    for statement in (
        "DELETE FROM message",
        "ATTACH ':memory:' AS other",
        "PRAGMA query_only=OFF",
        "SELECT load_extension('x')",
        "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT x FROM r",
    ):
        with pytest.raises(TranscriptError):
            look(path, lambda db, statement=statement: db.connection.execute(statement).fetchall())


def test_a_query_without_end_is_ended(home: Path) -> None:
    path = simple(home / "store.db", 2000)
    crossed = "message, message AS b, message AS c, message AS d"
    with pytest.raises(TranscriptError, match="interrupted"):
        look(path, lambda db: db.connection.execute(f"SELECT count(*) FROM {crossed}").fetchall())


@pytest.mark.parametrize("cut", [0, 100, 4096])
def test_what_is_damaged_is_a_load_error(home: Path, cut: int) -> None:
    path = simple(home / "store.db", 500)
    raw = path.read_bytes()
    path.write_bytes(raw[:cut] + b"\xff" * 300 + raw[cut + 300 : -2000])
    with pytest.raises(TranscriptError):
        data(path)


def test_a_file_in_memory_is_read_and_says_when_it_may_lack_changes(home: Path) -> None:
    import io

    path = made(home / "store.db", "PRAGMA journal_mode=wal", "CREATE TABLE message(id, data)")
    source = Source(io.BytesIO(path.read_bytes()), "")
    assert opener.read(source, lambda db: (db.stale, db.tables)) == (opener.STALE, {"message"})
