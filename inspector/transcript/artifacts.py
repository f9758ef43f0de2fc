"""Full outputs kept outside the transcript: which file belongs to which block, and looking into it.

A folder holds `<session>/<file>`. Claude Code's own layout, `<session>/tool-results/<file>` beside the transcript, is understood
as well. Everything is opened below its folder without following a link, and only for the session that a transcript is of.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from typing import Any, Literal, NamedTuple

from inspector.transcript.line_file import LineFile, Row
from inspector.transcript.model import Block, Transcript
from inspector.transcript.names import name_fault
from inspector.transcript.nofollow import open_below
from inspector.transcript.pointers import ArtifactPointer, PointerFault, parse_pointer, session_of
from inspector.transcript.storefaults import fault_of
from inspector.transcript.stores import LocalStore

FOLDER = "artifacts"
"""The folder beside a transcript that holds its artifacts when nobody names another."""

NAMELESS = "session"
"""What a session is called where nothing names it."""

SPILLED = "tool-results"
"""The folder of a session in which Claude Code keeps outputs that were too large."""

FoundBy = Literal["pointer", "path", "tool id", "block name"]

_POINTER = re.compile(r"artifact:[^:\n]{1,200}:[^:\n]{1,200}:(?:[0-9a-f]{64}|[0-9a-f]{12})(?![0-9a-f])")
_SAVED = re.compile(
    r"(?:<persisted-output>\s*[^\n]{0,200}saved to: |\AOutput too large to read at once [^\n]{0,40}Saved to: )([^\n]{1,4000})"
)
"""How Claude Code and Copilot CLI tell where an output is that was too large."""

_TOLD = re.compile(r"Full output: (?!artifact:)([^\n\]]{1,4000})|artifact://([0-9]{1,9})(?![0-9])")
_TELL = ("pi", "oh-my-pi", "openclaw")
"""Formats whose outputs end with a word on where the rest of them is."""
_KEPT = re.compile(r"Full output saved to: ([^\n]{1,4000})")
_ASIDE = re.compile(r"(?:For full output see|Full (?:output|string) saved to): ([^\n\]]{1,4000})")
"""How Gemini CLI tells where an output is that was too large, or was masked."""
ASIDE = "tool-outputs"
"""The folder of a project in which Gemini CLI keeps these, those of a session in `session-<id>`."""
OUTPUTS = "tool-output"
"""The folder in which opencode keeps outputs that were too large, those of all sessions."""
_END = 4_000
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Artifact:
    """The file that holds the whole of a block. `digest` is what a pointer claims of it ("" without one), not yet checked."""

    session: str
    file: str
    path: Path
    size: int
    digest: str = ""
    found_by: FoundBy = "pointer"


class Preview(NamedTuple):
    """Some lines of an artifact. `next_line` (from 1) is where reading goes on; None when nothing was left out."""

    head: tuple[Row, ...]
    tail: tuple[Row, ...]
    next_line: int | None
    lines: int | None
    """How many lines there are, where that is known without reading everything."""
    size: int


def session_name(transcript: Transcript) -> str:
    """The session as its artifacts' folder is called."""
    try:
        return session_of(transcript)
    except PointerFault:
        return NAMELESS


class Artifacts:
    """The artifacts below a folder. `beside` is the transcript's own folder, where Claude Code's spilled outputs lie.

    `allowed` says whose artifacts may be looked at; by default only those of the transcript's own session, whatever its text
    names.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        beside: str | os.PathLike[str] | None = None,
        allowed: Callable[[str], bool] | None = None,
    ) -> None:
        self.folder = Path(folder).absolute()
        self._store = LocalStore(folder, "artifacts")
        self._beside = None if beside is None else Path(beside).absolute()
        self._outputs = () if self._beside is None else _output_folders(self._beside)
        self._allowed = allowed
        self._listed: dict[str, tuple[int, dict[str, str]]] = {}

    @classmethod
    def of(cls, transcript: Transcript, folder: str | os.PathLike[str] | None = None) -> Artifacts | None:
        """Those of an opened transcript: in the folder that was named, else beside it. None without either."""
        if not transcript.path:
            return None if folder is None else cls(folder)
        home = Path(os.path.realpath(transcript.path)).parent
        return cls(home / FOLDER if folder is None else folder, beside=home)

    def names(self, session: str) -> tuple[str, ...]:
        """The files of a session, sorted; links and what no pointer may name are left out. Empty when there are none."""
        if name_fault(session):
            return ()
        place = self.folder / session
        try:
            if place.is_symlink():
                return ()
            with os.scandir(place) as entries:
                found = [e.name for e in entries if e.is_file(follow_symlinks=False) and not name_fault(e.name)]
        except OSError:
            return ()
        return tuple(sorted(found))

    def path(self, session: str, file: str) -> Path:
        """Where an artifact is. Raises `Missing` or `Denied` (both `StoreFault`)."""
        return self._store.path(session, file)

    def digest(self, session: str, file: str) -> str:
        """SHA-256 of an artifact, read in pieces. Raises `StoreFault`."""
        found = hashlib.sha256()
        with self._store.open(session, file) as opened:
            while chunk := opened.read(_CHUNK):
                found.update(chunk)
            opened.confirm()
        return found.hexdigest()

    def lines(self, artifact: Artifact) -> LineFile:
        """The artifact by lines, for a viewer. Raises `StoreFault`."""
        for root in filter(None, (self.folder, self._beside, *self._outputs)):
            if artifact.path.is_relative_to(root):
                opener = partial(_open_parts, str(root), artifact.path.relative_to(root).parts)
                try:
                    return LineFile(artifact.path, opener=opener)
                except OSError as error:
                    raise fault_of(error) from None
        raise ValueError("the artifact is none of these folders'")

    def preview(self, artifact: Artifact, *, head: int = 0, tail: int = 40) -> Preview:
        """The first and last lines, and where to read on. Nothing between is read. Raises `StoreFault`."""
        with self.lines(artifact) as file:
            first = file.rows(1, head)
            end = first[-1].end if first else 0
            last = [row for row in file.last_rows(tail) if row.offset >= end]
            rest = last[0].offset if last else file.size
            following = None if rest <= end else len(first) + 1
            return Preview(tuple(first), tuple(last), following, file.count_known, file.size)

    def for_block(self, transcript: Transcript, block: int) -> Artifact | None:
        """The artifact of a block (by position), when there is one.

        By a pointer in its text or fields, else by the last parts of the path that Claude Code left in the output's place,
        else by a file that is called as the tool id, or as the block (`6.1.txt`). Only what can be opened is an answer.
        """
        source = transcript.structure.blocks[block]
        own = session_name(transcript)
        found_so = (self._pointed, self._spilled, self._told, self._set_aside)
        found = chain.from_iterable(how(transcript, source) for how in found_so)
        for artifact in chain(found, self._kept(transcript, block)):
            return artifact
        names: list[tuple[str, FoundBy]] = [(transcript.structure.name(block), "block name")]
        if source.kind == "tool_result" and source.tool_id:
            names.insert(0, (source.tool_id, "tool id"))
        for name, how in names:
            file = self._called(own).get(name)
            called = self._artifact((own, file), own, file, found_by=how) if file else None
            if called is not None:
                return called
        return None

    def _may(self, transcript: Transcript, session: str) -> bool:
        if self._allowed is not None:
            return self._allowed(session)
        return session in (session_name(transcript), PurePath(transcript.path).stem)

    def _pointed(self, transcript: Transcript, source: Block) -> Iterator[Artifact]:
        for text in dict.fromkeys(_pointers(source)):
            try:
                pointer = parse_pointer(text)
            except PointerFault:
                continue
            if isinstance(pointer, ArtifactPointer) and self._may(transcript, pointer.session):
                parts = (pointer.session, pointer.file)
                found = self._artifact(parts, *parts, digest=pointer.digest)
                if found is not None:
                    yield found

    def _spilled(self, transcript: Transcript, source: Block) -> Iterator[Artifact]:
        """`…/<session>/tool-results/<file>`: the path is another machine's, only its last parts mean something here."""
        saved = _SAVED.search(source.text[:8000])
        if saved is None:
            return
        parts = re.split(r"[/\\]", saved[1].strip())
        file, above = parts[-1], [part for part in parts[-3:-1] if part != SPILLED]
        sessions = dict.fromkeys((*reversed(above), session_name(transcript)))
        for session in sessions:
            if name_fault(session) or name_fault(file) or not self._may(transcript, session):
                continue
            for root, inside in ((self.folder, ()), (self.folder, (SPILLED,)), (self._beside, (SPILLED,))):
                found = root and self._artifact((session, *inside, file), session, file, found_by="path", root=root)
                if found:
                    yield found

    def _told(self, transcript: Transcript, source: Block) -> Iterator[Artifact]:
        """`Full output: /tmp/pi-bash-1.log` (pi), `artifact://7` (Oh My Pi: `<session>/7.bash.log` beside the session).

        Of a path only the file's name means something here; of a number the file whose name begins with it.
        """
        stem = PurePath(transcript.path).stem
        if not transcript.format.startswith(_TELL) or name_fault(stem) or not self._may(transcript, stem):
            return
        for full, number in _TOLD.findall(source.text[-_END:]):
            file = re.split(r"[/\\]", full)[-1] if full else ""
            for root in (self._beside, self.folder):
                if root is None:
                    continue
                name = file or _numbered(root / stem, number)
                if not name_fault(name) and (
                    found := self._artifact((stem, name), stem, name, found_by="path", root=root)
                ):
                    yield found

    def _kept(self, transcript: Transcript, block: int) -> Iterator[Artifact]:
        """`…/tool-output/tool_1` (opencode): the file that the record names, in a folder of that name near the session."""
        source = transcript.structure.blocks[block]
        if not transcript.format.startswith("opencode") or source.kind != "tool_result":
            return
        named = transcript.messages[transcript.structure.owner[block]].extra.get("outputs", {}).get(source.tool_id)
        paths = [*([named] if named else []), *_KEPT.findall(source.text[-_END:])]
        for file in dict.fromkeys(re.split(r"[/\\]", path.strip())[-1] for path in paths):
            for root in (*self._outputs, self.folder):
                own = session_name(transcript)
                found = None if name_fault(file) else self._artifact((file,), own, file, found_by="path", root=root)
                if found:
                    yield found

    def _set_aside(self, transcript: Transcript, source: Block) -> Iterator[Artifact]:
        """`…/tool-outputs/session-<id>/<file>` (Gemini CLI): beside the folder `chats` that the session lies in."""
        session = session_name(transcript)
        if transcript.format != "gemini" or source.kind != "tool_result" or not self._may(transcript, session):
            return
        for path in _ASIDE.findall(source.text[:_END]):
            file = re.split(r"[/\\]", path.strip())[-1]
            inside = (f"session-{session}", file)
            if any(map(name_fault, inside)):
                continue
            for root in (*self._outputs, self.folder):
                if found := self._artifact(inside, session, file, found_by="path", root=root):
                    yield found

    def _called(self, session: str) -> dict[str, str]:
        """Name, with and without its ending → file; listed again when the folder has changed."""
        try:
            changed = os.stat(self.folder / session).st_mtime_ns
        except (OSError, ValueError):
            return {}
        if session not in self._listed or self._listed[session][0] != changed:
            called: dict[str, str] = {}
            files = self.names(session)
            for file in files:
                called.setdefault(file.rpartition(".")[0] or file, file)
            self._listed[session] = (changed, called | {file: file for file in files})
        return self._listed[session][1]

    def _artifact(
        self,
        parts: tuple[str, ...],
        session: str,
        file: str,
        *,
        digest: str = "",
        found_by: FoundBy = "pointer",
        root: Path | None = None,
    ) -> Artifact | None:
        base = root or self.folder
        size = _size(str(base), parts)
        if size is None:
            return None
        return Artifact(session, file, base.joinpath(*parts), size, digest, found_by)


def _output_folders(beside: Path) -> tuple[Path, ...]:
    """Beside a database or an export; above the folders in which opencode's older store and Gemini CLI have their sessions."""
    chats = beside if beside.name == "chats" else beside.parent
    if chats.name == "chats":
        return (chats.parent / ASIDE,)
    above = (
        (beside.parents[1], beside.parents[2]) if beside.parent.name == "session" and len(beside.parents) > 2 else ()
    )
    return tuple(root / OUTPUTS for root in (beside, *above))


def _numbered(folder: Path, number: str) -> str:
    """The file of a folder that is called by a number, and whatever follows a dot; nothing where there is none, or a link."""
    try:
        with os.scandir(folder) as entries:
            return min((each.name for each in entries if each.name.split(".")[0] == number), default="")
    except (OSError, ValueError):
        return ""


def _size(root: str, parts: tuple[str, ...]) -> int | None:
    """Size of a plain file below a root; None when there is none, or a link on the way."""
    try:
        handle = open_below(root, parts)
    except (OSError, ValueError):
        return None
    try:
        found = os.fstat(handle)
        return found.st_size if stat.S_ISREG(found.st_mode) else None
    finally:
        os.close(handle)


def _open_parts(root: str, parts: tuple[str, ...], _path: str) -> int:
    """A descriptor below a root; the third argument is the path that an opener is called with."""
    return open_below(root, parts)


def _pointers(source: Block) -> Iterator[str]:
    """Everything in a block that looks like an artifact pointer: in its text, then in its fields."""
    if "artifact:" in source.text:
        yield from _POINTER.findall(source.text)
    waiting: list[Any] = [source.api]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if "artifact:" in value and value != source.text:
                yield from _POINTER.findall(value)
        elif isinstance(value, dict):
            waiting.extend(reversed(value.values()))
        elif isinstance(value, list | tuple):
            waiting.extend(reversed(value))
