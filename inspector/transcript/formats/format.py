"""What a format is to the rest of the program: how its files are known, how they are read, and what they record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NamedTuple

from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.growth import Growth
from inspector.transcript.model import Part, Transcript
from inspector.transcript.problems import Problems

Record = dict[str, Any]


class Source(NamedTuple):
    """Where a file is. `path` is empty when it was opened by somebody else: then nothing is looked for beside it.

    `path` is without the part: `store.db` of `store.db#ses_1`.
    """

    file: BinaryIO
    path: str
    choice: Choice = Choice()


class Records(NamedTuple):
    """What a format writes down, each "yes", "no" or in what case (formats.md, section 20)."""

    system: str = "no"
    tools: str = "no"
    prompts: str = "no"
    """The exact prompt of each request."""
    summaries: str = "no"
    usage: str = "no"


def never(_: Any) -> bool:
    """Answers to nothing."""
    return False


@dataclass(frozen=True, slots=True)
class Format:
    """One format. `key` is what `Transcript.format` says, `name` what a sentence calls a file ("a Codex rollout").

    A file is known by one record of its first lines or by its only JSON value (`test`), by its only value when that is a
    list (`listed`), or, where it is no text, by its first bytes (`opens`: `SQLite format 3`, a zip, …; it may look further
    into the file). It is read as lines (`lines`), as one JSON value (`document`), or by itself (`container`). A format with
    none of the three is known but cannot be read; a person is told its name.

    `lines` is given the file so that bodies may stay in it (`store_for`); what it makes is a `Branching` where the format
    has something to choose. Readers raise `TranscriptError` alone, and report every record that they cannot use.
    """

    key: str
    name: str
    test: Callable[[Record], bool] = never
    listed: Callable[[list[Any]], bool] = never
    opens: Callable[[Source, bytes], bool] | None = None
    lines: Callable[[Problems, Source], Growth] | None = None
    document: Callable[[Any, Problems, Source], Transcript] | None = None
    container: Callable[[Problems, Source], Transcript] | None = None
    several: Callable[[list[Record], Problems, Source], Transcript | None] | None = None
    """Several documents, one a line, as one transcript; None where they are not of one conversation."""
    chooses: frozenset[str] = frozenset()
    """Which fields of a `Choice` it understands: "leaf", "sidechain", "part"."""
    parts: Callable[[Source], tuple[Part, ...]] | None = None
    """The sessions of a file that holds several, newest first, without reading them; raises as readers do."""
    prunes: bool = False
    """Whether `document` itself cuts what is nested without end (`depth.prune`), where it keeps anything that may be; else
    the whole value is searched for it first."""
    records: Records = field(default=Records())
    advice: str = "that format is not supported yet"
    """What is said of a file that cannot be read, after what it is."""

    @property
    def readable(self) -> bool:
        """Whether files of the format can be loaded."""
        return not (self.lines is None and self.document is None and self.container is None)
