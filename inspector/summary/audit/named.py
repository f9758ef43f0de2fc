"""The names that stand for runs: programs, scripts, files, targets and tests."""

from __future__ import annotations

import re
from functools import lru_cache

from inspector.summary.text import words as table

_WORD = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*(?:[ =]\d+)?|(?:\./)?[A-Za-z0-9@][A-Za-z0-9_.:/@+-]*[A-Za-z0-9+]")
_SIGNED = re.compile(r"[A-Za-z0-9][_./:-]+[A-Za-z0-9]|[a-z][A-Z]|[A-Z]{2}[a-z]|^--?[a-z]", re.A)
_TIME = re.compile(r"[\d.,:]+(?:s|ms|min|h|m\d+s|[kKMG]i?B?)?")
_CHAIN = re.compile(r"\s*(?:&&|;|\|\|?)\s*")
_BEFORE = re.compile(
    r"(?:\w+=\S+ |timeout (?:-\S+ )*\S+ |sudo |nice |time |env |xvfb-run |python3? (?:-m )?|npx |poetry run |uv run )+"
)
_MANIFOLD = frozenset(
    table("cargo npm pnpm yarn make dbt go rails mix bundle ./gradlew gradlew mvn ./mvnw just task tox nox")
)
"""Programs that are known by what they are told to do."""
LEAST = 5
"""Letters of a name of a test."""


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
def programs(called: str) -> frozenset[str]:
    """The programs that a command runs, by their last name."""
    parts = (_BEFORE.sub("", part, count=1).split() for part in _CHAIN.split(called))
    words = [part for part in parts if part]
    told = (part[1] for part in words if len(part) > 1 and part[0] in _MANIFOLD)
    return frozenset((*(part[0].rsplit("/", 1)[-1] for part in words), *told))


_SHELL = frozenset(table("cd cp mv ls cat echo for do done if then fi git rm mkdir export set true grep wc head tail"))
"""What stands in many commands and names none of them."""
_IN_LOOP = re.compile(r"(?:^|(?<=[;&] ))(?:do|then) ")


def kinds(called: str) -> frozenset[str]:
    """The programs that a command is known by, also within a loop."""
    plain = _IN_LOOP.sub("", called)
    return programs(plain) - _SHELL - _MANIFOLD


def starts(called: str) -> tuple[str, ...]:
    """The first two words of each program that a command runs."""
    parts = (_BEFORE.sub("", part, count=1).split() for part in _CHAIN.split(_IN_LOOP.sub("", called)))
    return tuple(" ".join(part[:2]) for part in parts if len(part) > 1 and part[0] not in _SHELL)
