"""The sessions of a database: which of them is meant, and what is said of what could not be seen of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.sqlite_database import Database
from inspector.transcript.model import Part
from inspector.transcript.problems import Problems


def chosen_id(choice: Choice, parts: Sequence[Part], known: Collection[str]) -> str:
    """The session that was named (its id or the beginning of it), else the newest of `parts`.

    Raises `TranscriptError` when there is none.
    """
    wanted = choice.sidechain or choice.part
    if wanted is None:
        if not parts:
            raise TranscriptError("the database holds no session")
        return parts[0].id
    found = [wanted] if wanted in known else [each for each in known if each.startswith(wanted)]
    if len(found) != 1:
        many = f"{len(found)} sessions" if found else "no session"
        raise TranscriptError(f"the database holds {many} {wanted[:80]!r}")
    return found[0]


def newest_first(parts: list[tuple[float, Part]]) -> tuple[Part, ...]:
    """Sessions by when they were written last."""
    return tuple(part for _, part in sorted(parts, key=lambda each: (-each[0], each[1].id)))


def tell(database: Database, problems: Problems) -> None:
    """Put into the report what is not seen."""
    if database.stale:
        problems.add(0, "not-seen", f"the database was read without what stands beside it: {database.stale}")
