"""How a shell command is read, by its words alone: which files it shows, whether it may change any, looks, or is habit.

Nothing is executed or expanded. Each question has a list of its own, since each has another way to be wrong: who asks which
files were shown must not take a search for a look at a file; who asks how a command ended must know every command that
only looks.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

_CHAIN = re.compile(r"\s*(?:&&|;|\|\|)\s*")
_SHOWS = re.compile(r"(?:cat|head|tail|less|more|bat|nl)\b|sed\s+-n\b")
_CHANGES = re.compile(
    r"\b(?:sed\s+-i|rm|mv|cp|tee|touch|patch|git\s+(?:checkout|restore|apply|stash|reset|merge|rebase|pull|switch)|chmod)\b|>"
)
_ROUTINE = re.compile(
    r"\b(?:pytest|unittest|vitest|jest|mocha|ctest|rspec|phpunit|tox|nox|ruff|mypy|eslint|tsc|prettier|flake8|clippy"
    r"|make|cmake|ninja|gradlew?|mvn|cargo\s+(?:test|build|check|run)|go\s+(?:test|build|vet)|npm\s+(?:test|run)|pnpm|yarn"
    r"|dotnet\s+(?:test|build)|git\s+(?:status|diff|log|add|commit|push|branch)"
    r"|kubectl\s+(?:get|top)|docker\s+(?:compose\s+)?(?:ps|stats)|systemctl\s+status|terraform\s+plan|ls|pwd|date|ps|df|du|top|sleep)\b"
)
_QUIET = re.compile(
    r"(?:cd \S+ && )?(?:ls|cat|pwd|echo|head|tail|wc|find|grep|rg|sed -n|cd|which|sleep|tree|git (?:status|log|diff|show))\b"
)
_LOOKS = re.compile(
    r"\s*(?:\w+=\S+ )*(?:sudo )?(?:timeout \S+ )?"
    r"(?:grep|rg|ag|cat|bat|head|tail|less|ls|ll|tree|find|fd|sed -n|awk|wc|file|stat|echo|pwd|which|env|ps|df|du|free|nproc|cd"
    r"|date|sleep|jq|dmesg|journalctl|zcat|strings|squeue|sacct|curl|sqlite3|psql|mysql|bq (?:query|show)|adb logcat|true"
    r"|git (?:-C \S+ )?(?:log|show|diff|status|blame|branch|remote|rev-parse)|kubectl (?:-\S+ \S+ )*(?:get|describe|logs|top)"
    r"|docker (?:ps|logs|inspect|images)|gh (?:run|pr|issue) (?:view|list)|gsutil (?:cat|ls)|systemctl status)\b",
)


def chained(command: str) -> list[str]:
    """The commands of a chain, of which each has an end of its own, in order; a pipe is one command."""
    return _CHAIN.split(command)


def shown_files(command: str) -> Iterator[str]:
    """The files that a command only shows, as they were written; none where it does anything else."""
    shown = [part for part in chained(command.strip()) if part and not re.match(r"cd\s", part)]
    if not shown or not all(_SHOWS.match(part) for part in shown) or may_change(command):
        return
    for part in shown:
        yield from (word for word in _words(part.split("|", 1)[0]) if not word.startswith("-") and _is_path(word))


def may_change(command: str) -> bool:
    """Whether a command may change a file."""
    return _CHANGES.search(command) is not None


def is_routine(command: str) -> bool:
    """Whether a command is run again and again by habit: tests, builds, a look at the state of things."""
    return _ROUTINE.search(command) is not None


def is_quiet(line: str) -> bool:
    """Whether the first line of a command only looks, so that it is worth little to who reads what was done."""
    return _QUIET.match(line) is not None


def looks_only(command: str) -> bool:
    """Whether a command only looks at something: how it ended says nothing of what it looked at."""
    return all(_LOOKS.match(part) for part in chained(command))


def _words(command: str) -> list[str]:
    """What stands behind the name of the program; quotes are taken off where they close."""
    try:
        return shlex.split(command)[1:]
    except ValueError:
        return command.split()[1:]


def _is_path(word: str) -> bool:
    return "/" in word or re.search(r"\w\.\w", word) is not None
