"""Which runs a sentence names outright: by a command in backticks, a program, a script, a file, a target or a test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from inspector.summary.audit.ended import Ended, Run
from inspector.summary.text import words as table

_QUOTED = re.compile(r"`([^`\n]{4,200})`")
_WORD = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*(?:[ =]\d+)?|(?:\./)?[A-Za-z0-9@][A-Za-z0-9_.:/@+-]*[A-Za-z0-9+]")
_SIGNED = re.compile(r"[A-Za-z0-9][_./:-]+[A-Za-z0-9]|[a-z][A-Z]|[A-Z]{2}[a-z]|^--?[a-z]", re.A)
_TIME = re.compile(r"[\d.,:]+(?:s|ms|min|h|m\d+s|[kKMG]i?B?)?")
_CHAIN = re.compile(r"\s*(?:&&|;|\|\|?)\s*")
_BEFORE = re.compile(
    r"(?:\w+=\S+ |timeout (?:-\S+ )*\S+ |sudo |nice |time |env |xvfb-run |python3? (?:-m )?|npx |poetry run |uv run )+"
)
_COMMON = frozenset(
    table(
        """
        the and for with time test tests run make git bash ssh python python3 cargo npm node docker go kubectl sh cd diff
        find cat sort install timeout build check while out set all not done then true sed rm mv cp mkdir echo
        """
    )
)
"""Programs that are run for many things, or are words of a sentence as well."""
_MANIFOLD = frozenset(
    table("cargo npm pnpm yarn make dbt go rails mix bundle ./gradlew gradlew mvn ./mvnw just task tox nox")
)
"""Programs that are known by what they are told to do."""
FIRST = re.compile(r"\b(?:at first|the first|first run|first time|initially)\b|第一次|起初|最初", re.I)
LAST = re.compile(r"\b(?:last|latest|final|finally)\b|最后一次", re.I)
LEAST = 5
"""Letters of a name of a test."""


class Named:
    """The runs that hold all that a sentence names, and the names."""

    def __init__(self, runs: Ended, text: str) -> None:
        self.names: list[str] = []
        self.runs: Sequence[Run] = [run for run in runs.all if run.called]
        programs = frozenset[str]().union(*(_programs(run.called) for run in self.runs))
        for name in _names(text):
            if (name.startswith("-") or _TIME.fullmatch(name)) and not self.names:
                continue
            plain = _SIGNED.search(name) is None and " " not in name and not _TIME.fullmatch(name)
            if plain and (name.lower() not in programs or name.lower() in _COMMON):
                continue
            self._narrow(name.lower(), plain)
        if not self.names:
            self.runs = []
        self.all = self.runs
        if FIRST.search(text):
            self.runs = self.runs[:1]
        elif LAST.search(text):
            self.runs = self.runs[-1:]

    def _narrow(self, name: str, program: bool) -> None:
        holding = [run for run in self.runs if (name in _programs(run.called) if program else holds(run.called, name))]
        if holding:
            self.runs = holding
            self.names.append(name)


def _names(text: str) -> Iterator[str]:
    """What may be names, in order: what stands in backticks, words with signs, plain words."""
    yield from (found[1] for found in _QUOTED.finditer(text) if " " in found[1])
    for found in _WORD.finditer(text):
        if not found[0].isdigit():
            yield found[0].rstrip(".:-")


def signed(text: str) -> list[str]:
    """The names with signs of a text: tests, files, identifiers."""
    words = (found[0].rstrip(".:-") for found in _WORD.finditer(text) if not _TIME.fullmatch(found[0]))
    return [word.lower() for word in words if len(word) >= LEAST and _SIGNED.search(word) and word[0] != "-"]


@lru_cache(maxsize=4_096)
def _form(name: str) -> re.Pattern[str]:
    start, end = (r"(?<!\S)", r"(?!\w)") if name[0] == "-" else (r"(?<![\w-])", r"(?![\w-])")
    return re.compile(start + re.escape(name) + end, re.A)


def holds(text: str, name: str) -> bool:
    """Whether a text in small letters has a name as a whole word, with or without the ending of a file."""
    return name in text and _form(name).search(text) is not None


@lru_cache(maxsize=1_024)
def _programs(called: str) -> frozenset[str]:
    """The programs that a command runs, by their last name."""
    parts = (_BEFORE.sub("", part, count=1).split() for part in _CHAIN.split(called))
    words = [part for part in parts if part]
    told = (part[1] for part in words if len(part) > 1 and part[0] in _MANIFOLD)
    return frozenset((*(part[0].rsplit("/", 1)[-1] for part in words), *told))
