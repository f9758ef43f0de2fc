"""What is known of an agent that keeps sessions: where they lie, which files they are, what such a file says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from inspector.transcript.discover.ends import Ends
from inspector.transcript.formats.format import Format
from inspector.transcript.formats.sniff import recognise

Parts = tuple[str, ...]
"""The folders between a root and a file, and the file's name."""


class Machine(NamedTuple):
    """Where a person's folders are, and what the environment says about them."""

    home: Path
    environ: Mapping[str, str]

    def moved(self, variable: str, *usual: str) -> Path:
        """A folder that an environment variable can move; else the usual one in the home folder."""
        named = self.environ.get(variable, "")
        return Path(named).expanduser() if named else self.home.joinpath(*usual)


class Found(NamedTuple):
    """A file that is a session by its place and name. Nothing of it was read; `project` is what the place says."""

    path: str
    agent: str
    modified: float
    size: int
    project: str = ""


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


def anywhere(_: Parts) -> bool:
    """Every folder is entered."""
    return True


@dataclass(frozen=True)
class Agent:
    """One agent. `depth` is the number of folders entered below a root, `sign` a record by which the loader knows the format."""

    key: str
    name: str
    roots: Callable[[Machine], Iterable[Path]]
    wanted: Callable[[Parts], bool]
    describe: Callable[[Ends], Details]
    depth: int = 1
    sign: Mapping[str, Any] | None = None
    project: Callable[[Parts], str] = lambda parts: ""
    enter: Callable[[Parts], bool] = anywhere

    @cached_property
    def row(self) -> Format | None:
        """What the loader's own table makes of a file of this agent."""
        return recognise([dict(self.sign)]) if self.sign is not None else None

    @property
    def readable(self) -> bool:
        """Whether this program can load the format."""
        return self.row is not None and self.row.readable
