"""What is known of an agent that keeps sessions: where they lie, which files they are, what such a file says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from inspector.transcript.discover.ends import Ends, read_ends
from inspector.transcript.formats.format import Format
from inspector.transcript.formats.sniff import recognise

Parts = tuple[str, ...]
"""The folders between a root and a file, and the file's name."""


class Machine(NamedTuple):
    """Where a person's folders are, and what the environment says about them."""

    home: Path
    environ: Mapping[str, str]
    here: Path | None = None
    """The folder that a person works in: some programs write below it."""

    def moved(self, variable: str, *usual: str) -> Path:
        """A folder that an environment variable can move; else the usual one in the home folder."""
        return self.named(variable) or self.home.joinpath(*usual)

    def named(self, variable: str) -> Path | None:
        """The folder that an environment variable names. The address of a service is none."""
        value = self.environ.get(variable, "")
        return Path(value).expanduser() if value and "://" not in value else None


class Found(NamedTuple):
    """What is a session by its place and name: a file, or a folder of events. Nothing of it was read.

    `modified` is in seconds since 1970, `size` in bytes, `project` what the place says.
    """

    path: str
    agent: str
    modified: float
    size: int
    project: str = ""
    subagent: bool = False
    """It lies where the agent keeps what its subagents did."""
    told: Details | None = None
    """What whoever found it knows of it already: the row of a database says what else the ends of a file do."""


class Details(NamedTuple):
    """What the two ends of a file tell. `compactions` is None when nothing was seen and not all of the file was looked at."""

    title: str = ""
    model: str = ""
    compactions: int | None = None
    more: bool = False
    """There may be more compactions: the middle of the file was not looked at."""
    project: str = ""
    format: str = ""
    """Whose file it is, where the place of the file did not tell."""
    readable: bool = True
    agent: str = ""
    """The key of the agent whose file it is; none for messages that any program may write."""
    kind: str = ""
    """The key of its format, as the loader has it."""
    subagent: bool = False
    """It says of itself that another session started it."""
    trouble: str = ""
    """Why it could not be read at all."""


DATABASE = Details(title="a database", more=True)
"""What the ends of a database tell."""


def anywhere(_: Parts) -> bool:
    """Every folder is entered."""
    return True


def nothing(_: Parts) -> bool:
    """There is none."""
    return False


@dataclass(frozen=True)
class Agent:
    """One agent. `depth` is the number of folders entered below a root, `sign` a record by which the loader knows the format.

    `folder` says which folders are sessions themselves, `subagent` which files are what a subagent did, down to `deepest`
    folders below the root. `read` gives the ends of one session; it raises `OSError`. `mark` tells a file of this agent
    from one of another agent that writes the same format. `databases`: it also keeps many sessions in one.
    `formats`: keys of formats that it writes, beside its own.
    """

    key: str
    name: str
    roots: Callable[[Machine], Iterable[Path]]
    wanted: Callable[[Parts], bool]
    describe: Callable[[Ends], Details]
    depth: int = 1
    sign: Mapping[str, Any] | None = None
    project: Callable[[Parts], str] = lambda parts: ""
    enter: Callable[[Parts], bool] = anywhere
    folder: Callable[[Parts], bool] = nothing
    subagent: Callable[[Parts], bool] = nothing
    deepest: int = 0
    read: Callable[[str], Ends] = read_ends
    mark: Callable[[Ends], bool] | None = None
    databases: bool = False
    formats: tuple[str, ...] = ()

    @cached_property
    def row(self) -> Format | None:
        """What the loader's own table makes of a file of this agent."""
        return recognise([dict(self.sign)]) if self.sign is not None else None

    @property
    def readable(self) -> bool:
        """Whether this program can load the format."""
        return self.row is not None and self.row.readable
