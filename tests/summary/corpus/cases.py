"""The sessions of the corpus with their summaries."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

import orjson

from inspector.library import load, load_messages
from inspector.transcript.model import Transcript
from tests.summary.corpus.record import messages_of

HERE = Path(__file__).parent
SAMPLES = Path(__file__).resolve().parents[3] / "sample_transcripts"

Half = Literal["dev", "check", "report"]
Writing = Literal["close", "prose", "other"]
"""In the record's own words, nearly; in words of one's own; no whole sentences."""
HALVES: tuple[Half, ...] = ("dev", "check", "report")

_HEAD = re.compile(r"^=== (.+)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Summary:
    """A true summary: how it is written, and its words."""

    style: str
    text: str

    @property
    def is_prose(self) -> bool:
        """Whole sentences; not so tables, questions with answers, and telegram style."""
        return not re.search(r"\b(?:table|questions?|terse)\b|表|问答|简短", self.style)

    @property
    def writing(self) -> Writing:
        """How near to the record it is written: the style of those that keep its words begins with `close`."""
        if self.style.startswith("close"):
            return "close"
        return "prose" if self.is_prose else "other"


@dataclass(frozen=True, eq=False)
class Case:
    """One session with its true summaries, and sentences about its user that are not true.

    `not_false` holds what a corruption makes that is not false or no sentence: the kind, and a stretch of the words after.
    """

    half: Half
    name: str
    transcript: Transcript
    summaries: tuple[Summary, ...]
    invented: tuple[str, ...]
    not_false: tuple[tuple[str, str], ...] = ()

    @cached_property
    def words(self) -> str:
        """All that the session says, in lower case: texts, results, and the arguments of calls."""
        blocks = [block for message in self.transcript.messages for block in message.blocks]
        parts = [part for block in blocks for part in (block.text, *_leaves(block.input))]
        return "\n".join(parts).lower()


def _leaves(value: object) -> list[str]:
    """The strings of a call's arguments, as they were written."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value if isinstance(value, str) else orjson.dumps(value).decode()]


@cache
def cases(half: Half | None = None) -> tuple[Case, ...]:
    """The sessions of one half, or of all that there are."""
    return tuple(_case(path, each) for each in HALVES if half in {None, each} for path in _files(each))


def present() -> tuple[Half, ...]:
    """The halves that have sessions."""
    return tuple(each for each in HALVES if _files(each))


def _files(half: Half) -> list[Path]:
    return sorted((HERE / half).glob("*.md"))


def _case(path: Path, half: Half) -> Case:
    *texts, last = _sections(path.read_text(encoding="utf-8"))
    summaries = tuple(Summary(style, text) for style, text in texts if style != "not false")
    excluded = [line for style, text in texts if style == "not false" for line in text.splitlines() if line.strip()]
    return Case(
        half, path.stem, _transcript(path), summaries, tuple(last[1].splitlines()), tuple(map(_excluded, excluded))
    )


def _excluded(line: str) -> tuple[str, str]:
    kind, _, stretch = line.partition("|")
    return kind.strip(), stretch.strip()


def _sections(text: str) -> list[tuple[str, str]]:
    """Heading and words; the last section holds what was never said."""
    _, *pieces = _HEAD.split(text)
    return [(style, words.strip("\n")) for style, words in zip(pieces[::2], pieces[1::2], strict=True)]


def _transcript(path: Path) -> Transcript:
    record = path.with_suffix(".session")
    if record.exists():
        return load_messages(messages_of(record.read_text(encoding="utf-8")))
    return load(next(SAMPLES.glob(f"{path.stem}.json*")))
