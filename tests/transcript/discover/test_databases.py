"""Sessions of a database are entries of their own; a database that is unknown, broken or too big is one entry."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from inspector.transcript.discover import (
    Found,
    Machine,
    Session,
    Wanted,
    below,
    databases,
    details,
    file_found,
    find,
    on_machine,
)
from inspector.transcript.formats.format import Format, Source
from inspector.transcript.formats.sqlite import read, tables_of
from inspector.transcript.formats.sqlite_values import text_of
from inspector.transcript.model import Part, Transcript


def _parts(source: Source) -> tuple[Part, ...]:
    rows = read(source, lambda database: list(database.rows("session", ("id", "title", "parent"), order="id DESC")))
    return tuple(
        Part(
            text_of(key), text_of(title), timestamp="2026-01-02T03:04:05Z", project="/srv/mole", parent=text_of(parent)
        )
        for key, title, parent in rows
    )


def _container(*_: object) -> Transcript:
    raise AssertionError("nothing is read")


KEPT = Format(
    "opencode",
    "an opencode store",
    opens=lambda source, head: tables_of(source, head) >= {"session", "part"},
    container=_container,
    parts=_parts,
)
SOON = 1767323045.0
"""2026-01-02T03:04:05Z."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "formats", lambda: (KEPT,))


def store(home: Path, *rows: tuple[str, str, str | None]) -> Path:
    path = home / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE session (id TEXT, title TEXT, parent TEXT)")
        connection.execute("CREATE TABLE part (id TEXT)")
        connection.executemany("INSERT INTO session VALUES (?, ?, ?)", rows)
    connection.close()
    return path


ROWS = (("ses_1", "Paint  the\nmole", None), ("ses_2", "Dig", None), ("ses_3", "helper", "ses_2"))


def listed(home: Path, subagents: bool = False) -> list[Session]:
    return on_machine(Machine(home, {}), Wanted(subagents=subagents)).sessions


def test_each_session_is_an_entry_with_an_address(tmp_path: Path) -> None:
    path = store(tmp_path, *ROWS)
    found = listed(tmp_path)
    assert [each.found.path for each in found] == [f"{path}#ses_1", f"{path}#ses_2"]
    first = found[0]
    assert (first.details.title, first.project, first.found.modified) == ("Paint the mole", "/srv/mole", SOON)
    assert (first.details.compactions, first.details.more, first.readable) == (None, True, True)
    assert first.agent is not None
    assert first.agent.key == "opencode"
    assert [each.found.path for each in listed(tmp_path, subagents=True)][-1] == f"{path}#ses_3"
    assert sorted(each.path for piece in find(Machine(tmp_path, {})) for each in piece) == [
        f"{path}#ses_{number}" for number in (1, 2, 3)
    ]


def test_a_session_that_is_in_the_older_store_too_is_listed_once(tmp_path: Path) -> None:
    path = store(tmp_path, *ROWS)
    folder = path.parent / "storage/session/p"
    folder.mkdir(parents=True)
    for name in ("ses_1", "ses_9"):
        (folder / f"{name}.json").write_text(f'{{"id":"{name}","title":"old"}}')
    assert {each.found.path for each in listed(tmp_path)} == {
        f"{path}#ses_1",
        f"{path}#ses_2",
        str(folder / "ses_9.json"),
    }


def test_what_cannot_be_listed_is_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store(tmp_path, *ROWS)
    monkeypatch.setattr(databases, "formats", lambda: ())
    (one,) = listed(tmp_path)
    assert (one.found.path, one.details.title, one.readable) == (str(path), "a database", False)
    monkeypatch.setattr(databases, "formats", lambda: (KEPT,))
    path.unlink()
    store(tmp_path)
    assert listed(tmp_path) == []
    path.write_bytes(path.read_bytes()[:3000])
    assert [each.found.path for each in listed(tmp_path)] == [str(path)]
    path.write_bytes(b"SQLite format 3\0" + bytes(84))
    assert [each.found.path for each in listed(tmp_path)] == [str(path)]
    path.write_bytes(b"no database")
    assert [each.found.path for each in listed(tmp_path)] == [str(path)]


def test_a_database_in_use_is_listed_and_nothing_is_made_beside_it(tmp_path: Path) -> None:
    path = store(tmp_path, *ROWS)
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode=WAL")
    with writer:
        writer.execute("INSERT INTO session VALUES ('ses_4', 'new', NULL)")
    before = sorted(each.name for each in path.parent.iterdir())
    assert [each.found.path for each in listed(tmp_path)].count(f"{path}#ses_4") == 1
    assert sorted(each.name for each in path.parent.iterdir()) == before
    writer.close()


def test_a_big_one_in_use_is_read_where_it_lies_and_stays_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written last is not seen there: it is the newest session of the database that its own entry opens."""
    path = store(tmp_path, *ROWS)
    monkeypatch.setattr(databases, "COPIED", 100)
    with sqlite3.connect(path) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("INSERT INTO session VALUES ('ses_4', 'new', NULL)")
        writer.commit()
        before = sorted(each.name for each in path.parent.iterdir())
        found = listed(tmp_path)
        assert [each.found.path for each in found] == [str(path), f"{path}#ses_1", f"{path}#ses_2"]
        assert (found[0].details.title, found[0].readable) == ("a database of sessions", True)
        assert sorted(each.name for each in path.parent.iterdir()) == before
    writer.close()


def test_named_databases_and_sessions_of_them(tmp_path: Path) -> None:
    path = store(tmp_path, *ROWS)
    assert [each.found.path for each in below([str(path.parent)], Wanted()).sessions] == [
        f"{path}#ses_1",
        f"{path}#ses_2",
    ]
    (one,) = below([f"{path}#ses_2"], Wanted()).sessions
    assert (one.details.title, one.agent and one.agent.key) == ("Dig", "opencode")
    assert below([f"{path}#ses_7"], Wanted()).sessions == []


def test_what_is_told_is_not_looked_up_again() -> None:
    told = databases.Details(title="t")
    assert details(Found("/nowhere.db#1", "opencode", 0, 0, told=told)) is told


def test_a_path_that_was_opened_before_tells_its_session(tmp_path: Path) -> None:
    path = store(tmp_path, *ROWS).rename(tmp_path / "kept")
    for address, title in ((f"{path}#ses_2", "Dig"), (str(path), "helper")):
        found = file_found(address)
        assert found is not None
        assert (details(found).title, details(found).readable) == (title, True)
