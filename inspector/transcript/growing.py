"""A transcript that grows with its file: what is new is read, what was there stays as it is."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import BinaryIO

from inspector.transcript.collector import collector_paused
from inspector.transcript.formats.choice import Choice, divided
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.growth import Growth
from inspector.transcript.line_growth import Progress, divide, final_end, lines_until
from inspector.transcript.lines import Line, read_lines
from inspector.transcript.load import lines_of, named, opened, reader_of, sniff, whole
from inspector.transcript.long_numbers import all_digits, keeping, reading_on
from inspector.transcript.model import Transcript
from inspector.transcript.opening import check_piece, entry_of
from inspector.transcript.problems import Problems
from inspector.transcript.unpack import unpacked


class Growing:
    """The reader of one file, at the place that it has come to. Not safe to be used from two threads at once."""

    def __init__(self, path: str, reader: Growth, digits: bool) -> None:
        self.path = path
        self._reader, self._digits = reader, digits
        self._offset = self._lines = 0
        self._tail = b""
        """What came after the last final line."""

    @property
    def size(self) -> int:
        """Bytes that were taken."""
        return self._offset + len(self._tail)

    def begin(self, file: BinaryIO, size: int, progress: Progress | None = None) -> Transcript:
        """The first `size` bytes of the file."""
        end = max(0, final_end(file.fileno(), size))
        file.seek(0)
        self._commit(read_lines(lines_until(file, end, size, progress), self._reader.problems), end)
        file.seek(end)
        found = self._more(file.read(size - end))
        assert found is not None
        return found

    def take(self, fresh: bytes) -> Transcript | None:
        """The transcript with the bytes that follow; None when the file must be read anew to understand them.

        It equals what loading all these bytes would give, and shares with the transcript before whatever is the same.
        """
        with collector_paused():
            found, lossy = reading_on(self._digits, lambda: self._more(fresh))
        return None if lossy else found

    def _more(self, fresh: bytes) -> Transcript:
        final, self._tail = divide(self._tail + fresh)
        if final:
            lines = read_lines(final, self._reader.problems, self._lines, self._offset)
            self._commit(lines, self._offset + sum(map(len, final)))
        return named(self._with_tail(), self.path)

    def _commit(self, lines: Iterable[Line], end: int) -> None:
        self._reader.read(lines)
        self._offset, self._lines = end, self._reader.problems.lines

    def _with_tail(self) -> Transcript:
        """What is final, and what can be said of the rest as long as nothing follows."""
        reader = self._reader
        if not self._tail:
            return reader.transcript()
        back = reader.mark() if self._rest(Problems()) else None
        mark = reader.problems.mark()
        lines = self._rest(reader.problems)
        if back is None:
            found = reader.transcript()
            reader.problems.back(mark)
            return found
        reader.read(lines)
        found = reader.transcript()
        back()
        return found

    def _rest(self, problems: Problems) -> list[Line]:
        tail = [line + b"\n" for line in self._tail.split(b"\n")]
        tail[-1] = tail[-1][:-1]
        return list(read_lines([line for line in tail if line], problems, self._lines, self._offset))


def load_growing(path: str | os.PathLike[str], progress: Progress | None = None) -> tuple[Transcript, Growing | None]:
    """Read a session like `load`, and keep what it takes to go on; None where the format cannot be read on.

    `progress` is told bytes read and all bytes; what it raises ends the reading. Raises `TranscriptError` as `load` does.
    """
    address = entry_of(os.fspath(path))
    name, part = divided(address)
    return opened(
        name, lambda file: all_digits(lambda: _load(Source(file, name, Choice(part=part)), address, progress))
    )


def _load(source: Source, address: str, progress: Progress | None) -> tuple[Transcript, Growing | None]:
    """A packed file does not grow: what would be added to it is packed anew."""
    check_piece(source.path)
    with unpacked(source.file, progress) as file:
        if file is source.file:
            return _load_plain(source, address, progress)
        found, _ = _load_plain(source._replace(file=file), address, progress)
        return found, None


def _load_plain(source: Source, address: str, progress: Progress | None) -> tuple[Transcript, Growing | None]:
    file = source.file
    size = os.fstat(file.fileno()).st_size
    if progress is not None:
        progress(0, size)
    document = whole(source)
    if document is not None:
        return named(document, address), None
    format = sniff(file)
    reader = reader_of(format, source)
    if reader is None or source.choice.part is not None or final_end(file.fileno(), size) < 0:
        return named(lines_of(source), address), None
    growing = Growing(address, reader, keeping())
    found = growing.begin(file, size, progress)
    return found, growing if _first_is_sound(file) else None


def _first_is_sound(file: BinaryIO) -> bool:
    """Whether it is certain that the file stays lines: its first line is an object."""
    file.seek(0)
    first = next((raw for raw in file if raw.strip()), b"")
    return bool(first) and first.endswith(b"\n") and not divide(first).rest
