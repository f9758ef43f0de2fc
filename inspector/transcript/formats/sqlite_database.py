"""A database that was opened: its plain tables, their columns, their rows. Nothing that it defines itself is run.

A file from somebody else may hold views, triggers, virtual tables, generated columns and indexes whose definitions are
code. Only plain tables are read, by name, and only their stored columns; an authoriser refuses everything else, functions
of extensions are not trusted, and work is bounded by the size of the file: pages that point to each other never end.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.sqlite_copy import States
from inspector.transcript.formats.sqlite_values import Value, text_of

if TYPE_CHECKING:
    import sqlite3

ROW = 256 << 20
"""Bytes that one value may have at the most."""

_STEP = 20_000
_STEPS = 20_000_000
"""Instructions that reading may take, beside sixteen for each byte of the file."""

_FUNCTIONS = frozenset({"count", "max", "min", "length", "substr", "coalesce", "ifnull"})
_SETTINGS = (
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA mmap_size=0",
    "PRAGMA locking_mode=EXCLUSIVE",  # a copy: no `-shm` is needed
    "PRAGMA query_only=ON",
)


class Database:
    """An open database. `states` are those of the files when it is read where it lies, `stale` says what is not seen."""

    def __init__(self, uri: str, size: int, states: States | None = None, stale: str = "") -> None:
        self.states, self.stale = states, stale
        self._left = [(_STEPS + 16 * size) // _STEP, 4 * size + (1 << 20)]
        self.connection = _connect(uri, min(ROW, max(size, 1 << 20)), self._left)
        weakref.finalize(self, self.connection.close)

    @cached_property
    def tables(self) -> frozenset[str]:
        """Names of the plain tables, no views and no virtual tables."""
        rows = self.connection.execute("SELECT name, sql FROM sqlite_master WHERE type='table' AND rootpage > 0")
        return frozenset(text_of(name) for name, sql in rows if text_of(sql)[:13].upper() == "CREATE TABLE ")

    def columns(self, table: str) -> frozenset[str]:
        """Names of the columns that a table stores, in small letters; none when there is no such table."""
        if table not in self.tables:
            return frozenset()
        return frozenset(
            text_of(row[1]).lower() for row in self.connection.execute(f"PRAGMA table_info({_name(table)})")
        )

    def rows(
        self, table: str, columns: Sequence[str], where: str = "", values: Sequence[str | int] = (), order: str = ""
    ) -> Iterator[tuple[Value, ...]]:
        """Rows of a table; a column that it does not have is None throughout, a table that is not there has no rows.

        `where` and `order` are ours, never the file's; a column in `order` that is missing must not be named.
        """
        there = self.columns(table)
        if not there:
            return
        wanted = ", ".join(_name(column) if column.lower() in there else "NULL" for column in columns)
        query = f"SELECT {wanted} FROM {_name(table)}"
        query += (f" WHERE {where}" if where else "") + (f" ORDER BY {order}" if order else "")
        left = self._left
        for row in self.connection.execute(query, tuple(values)):
            left[1] -= sum([len(value) for value in row if isinstance(value, bytes)])
            if left[1] < 0:
                raise TranscriptError("the SQLite database cannot be read: it gives more than its size")
            yield row

    def counts(self, table: str, column: str) -> dict[str, int]:
        """How many rows have each value of a column; none where there is no such table or column."""
        if column.lower() not in self.columns(table):
            return {}
        query = f"SELECT {_name(column)}, count(*) FROM {_name(table)} GROUP BY 1"
        return {text_of(value): count for value, count in self.connection.execute(query)}


def _connect(uri: str, longest: int, left: list[int]) -> sqlite3.Connection:
    import sqlite3

    try:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=16)
    except sqlite3.Error as error:
        raise TranscriptError(f"the SQLite database cannot be opened: {error}") from error
    try:
        _restrict(connection, longest, left)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.Error, UnicodeError) as error:
        connection.close()
        raise TranscriptError(f"the SQLite database cannot be read: {' '.join(str(error).split())[:200]}") from error
    return connection


def _restrict(connection: sqlite3.Connection, longest: int, left: list[int]) -> None:
    """Only reading, only so much of it."""
    import sqlite3

    connection.text_factory = bytes
    for category, limit in (
        (sqlite3.SQLITE_LIMIT_LENGTH, longest),
        (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
        (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
    ):
        connection.setlimit(category, limit)
    for setting in _SETTINGS:
        connection.execute(setting).fetchall()
    connection.set_authorizer(_may)
    connection.set_progress_handler(lambda: _spent(left), _STEP)


def _may(action: int, one: str | None, two: str | None, _database: str | None, inside: str | None) -> int:
    """Whether a statement may do something. `inside` names the view or trigger whose code it is."""
    import sqlite3

    fine = inside is None and (
        action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ)
        or (action == sqlite3.SQLITE_FUNCTION and two in _FUNCTIONS)
        or (action == sqlite3.SQLITE_PRAGMA and one == "table_info")
    )
    return sqlite3.SQLITE_OK if fine else sqlite3.SQLITE_DENY


def _spent(left: list[int]) -> int:
    left[0] -= 1
    return int(left[0] < 0)


def _name(name: str) -> str:
    """A name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'
