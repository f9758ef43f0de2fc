"""The reader of lines of a plugged format, watched at each call. What the lines themselves raise is let through: it is ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.growth import Back, Branching, Growth
from inspector.transcript.lines import Line
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

Call = Callable[..., Any]


def guarded_growth(key: str, reader: Any, call: Call) -> Growth:
    """The reader behind a guard that has the same methods; `call(key, function, *given)` names the plug-in."""
    return GuardedBranching(key, reader, call) if isinstance(reader, Branching) else Guarded(key, reader, call)


class Guarded:
    """A `Growth`."""

    def __init__(self, key: str, reader: Any, call: Call) -> None:
        self._key, self._reader, self._call = key, reader, call
        self.problems: Problems = reader.problems

    def read(self, lines: Iterable[Line]) -> None:
        """Take lines."""
        watched = _Watched(lines)
        try:
            self._call(self._key, self._reader.read, watched)
        except TranscriptError:
            if watched.raised is not None:
                raise watched.raised from None
            raise

    def transcript(self) -> Transcript:
        """What was read so far."""
        return self._made(self._call(self._key, self._reader.transcript))

    def mark(self) -> Back:
        """Where it stands now."""
        back = self._call(self._key, self._reader.mark)
        return lambda: self._call(self._key, back)

    def _made(self, found: Any) -> Transcript:
        if isinstance(found, Transcript) and isinstance(found.messages, tuple):
            return found
        raise TranscriptError(f"the plug-in {self._key} gave no transcript")


class GuardedBranching(Guarded):
    """A `Branching`."""

    def branch(self, choice: Choice) -> Transcript:
        """What was chosen."""
        return self._made(self._call(self._key, self._reader.branch, choice))


class _Watched:
    """Lines, and what they raised while they were taken."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = lines
        self.raised: BaseException | None = None

    def __iter__(self) -> Iterator[Line]:
        try:
            yield from self._lines
        except GeneratorExit:
            raise
        except BaseException as error:
            self.raised = error
            raise
