"""What a source shows of how things ended, in order: its runs, the lines of their outputs, and what was said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from inspector.summary.audit.claims import sentences
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import bare, codes, endings, unreal
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.pieces import Piece
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Index
from inspector.summary.audit.units import subject, tokens, units
from inspector.transcript.shell import looks_only

PROSE, READ, LONGEST, CALLED = 30_000, 1_500, 600, 400
"""Characters that are read: of a text, at both ends of an output, of a line, of a call."""
_COMMAND = re.compile(r"^(?:bash|shell|execute|run|exec|terminal|command|local_shell|powershell)", re.I)
"""Tools that run a command; others read, write or search."""
_EXIT = re.compile(r"\s*(?:\w+ )?exit(?:ed)?(?: with)?(?: code| status)?:? ?\d+\s*$", re.I)
_NUMBERED = re.compile(r"\s*\d+(?:→|\t|\s*\||:)")
_PATH = re.compile(r"[\w.~-]*/[\w./~-]*|[\w-]+\.[a-z]{1,5}\b")
_TESTS = re.compile(
    r"\b(?:py\.?test|unittest|vitest|jest|mocha|karma|playwright|cypress|ctest|rspec|phpunit|tox|nox)\b"
    r"|\b(?:mvn|dotnet|xcodebuild)\b.*\b(?:test|verify)\b|gradlew?\b.*[tT]est"
)
_BUILDS = re.compile(r"\b(?:tsc|webpack|cmake|make|gradlew?\b.*\bassemble|mvn\b.*\bpackage)\b")
_KINDS = ((_TESTS, stems("tests")), (_BUILDS, stems("build")))
"""What programs do whose names do not say it."""


class Shown(NamedTuple):
    """Something that the source shows to have gone one way. `names` are the words that it goes by, `wide` those around them."""

    piece: int
    start: int
    text: str
    endings: frozenset[Ending]
    names: frozenset[str]
    wide: frozenset[str] = frozenset()
    kind: Literal["run", "line", "said"] = "said"
    codes: frozenset[int] = frozenset()
    deeds: frozenset[int] = frozenset()
    called: str = ""
    """The call that was answered, in words."""
    weak: bool = False
    """A run that only looked at something, or that nothing is told of: no proof that anything went well."""

    @property
    def mixed(self) -> bool:
        """A run of which some went well and some did not."""
        return self.kind == "run" and len(self.endings) > 1


class Runs(Index[Shown]):
    """All that is shown, found by the words that it shares with a claim."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        for place, piece in enumerate(source.pieces):
            for each in _shown(place, piece):
                self.add(each, each.names | each.wide)
        self.close()

    @property
    def unknown(self) -> float:
        """What a word weighs that nothing has: a paraphrase more often than another matter."""
        return 0.35 * self._log


def _shown(place: int, piece: Piece) -> Iterator[Shown]:
    if piece.voice == "tool":
        yield from _of_result(place, piece)
    elif piece.voice in ("person", "model", "summary"):
        yield from _of_prose(place, piece)


def _of_prose(place: int, piece: Piece) -> Iterator[Shown]:
    at = 0
    for line in piece.text[:PROSE].split("\n"):
        for start, sentence in sentences(line[:LONGEST]):
            for unit in units(sentence):
                if not unit.supposed and not unreal(unit.text):
                    begin = at + start + unit.start
                    wide, found = subject(sentence) | tokens(sentence), codes(unit.text)
                    yield Shown(
                        place,
                        begin,
                        unit.text,
                        unit.endings,
                        unit.own | tokens(unit.text),
                        wide,
                        "said",
                        found,
                        unit.deeds,
                    )
        at += len(line) + 1


def _of_result(place: int, piece: Piece) -> Iterator[Shown]:
    """A run as a whole, and each line of its output that tells of an ending."""
    ends = piece.text if len(piece.text) <= 2 * READ else piece.text[:READ] + "\n" + piece.text[-READ:]
    lines = [line for line in ends.split("\n") if not _NUMBERED.match(line) and "tool_use_error" not in line]
    telling = [(line[:LONGEST], told) for line in lines if not _EXIT.match(line) and (told := _told(line[:LONGEST]))]
    found = codes(ends)
    if _COMMAND.match(piece.about) or found:
        yield _run(place, piece, ends, found, telling)
    for line, told in telling:
        yield Shown(place, max(piece.text.find(line), 0), line, told, _words(line), kind="line")


def _run(
    place: int, piece: Piece, ends: str, found: frozenset[int], telling: list[tuple[str, frozenset[Ending]]]
) -> Shown:
    called = piece.about[:CALLED]
    names = _words(called).union(coded(found), *(words for form, words in _KINDS if form.search(called)))
    wide = frozenset[str]().union(*(_words(line) for line, _ in telling))
    looks = looks_only(called.split("command: ", 1)[-1])
    shown, weak = _ended(piece, found, frozenset(ending for _, told in telling for ending in told), looks)
    return Shown(place, 0, ends, shown, names, wide, "run", found, called=called, weak=weak)


def is_run(piece: Piece) -> bool:
    """Whether a result is that of a command."""
    return _COMMAND.match(piece.about) is not None


def command(piece: Piece) -> str:
    """The command whose result it is."""
    return piece.about[:CALLED].split("command: ", 1)[-1]


def _told(line: str) -> frozenset[Ending]:
    return endings(_PATH.sub(" ", line)) & {"well", "badly"}


def coded(found: frozenset[int]) -> frozenset[str]:
    """Exit codes as words: a run is known by a code other than 0 as well."""
    return frozenset(f"={code}" for code in found if code)


def _words(text: str) -> frozenset[str]:
    return stems(bare(text)) | tokens(text)


def _ended(piece: Piece, found: frozenset[int], told: frozenset[Ending], looks: bool) -> tuple[frozenset[Ending], bool]:
    """How a run ended, by its error flag, its exit codes and its lines, which may differ; and whether that is no proof."""
    if looks:
        return frozenset(["badly" if piece.failed or max(found, default=0) > 1 else "well"]), True
    if piece.failed or any(found):
        return told | {"badly"}, False
    return told or frozenset[Ending](["well"]), not (told or found)
