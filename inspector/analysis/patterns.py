"""Regular expressions that can be stopped: no pattern that a person types may hang the program, nor fill its memory."""

from __future__ import annotations

import re
from math import prod
from typing import NamedTuple

import regex

REPEATS = 2_000
"""Copies that the counts of a pattern may ask for together: they are written out when it is compiled."""
PATIENCE, SPEED = 0.2, 4_000_000
"""Seconds that a pattern may take in one text, and characters a second that it may be as slow as in a long one."""
EMPTY = 2_000
"""Matches of nothing that are passed over in one text."""
_COUNTS = re.compile(r"\{\s*(\d*)\s*,?\s*(\d*)[^}]*\}")


class QueryError(ValueError):
    """A query that can mean nothing; its text says what would."""


class TooSlow(Exception):
    """A pattern took longer in one text than it may."""


class Pattern(NamedTuple):
    """A compiled pattern; `text` is how it was typed."""

    text: str
    code: regex.Pattern[str]

    def find(
        self, text: str, start: int = 0, stop: int | None = None, patience: float = PATIENCE
    ) -> tuple[int, int] | None:
        """The first match that is not empty, None when there is none. Raises `TooSlow`."""
        stop = len(text) if stop is None else stop
        try:
            matches = self.code.finditer(text, start, stop, timeout=patience + (stop - start) / SPEED)
            for count, match in enumerate(matches):
                if match.end() > match.start():
                    return match.start(), match.end()
                if count >= EMPTY:
                    break
        except TimeoutError as error:
            raise TooSlow from error
        return None

    def all(self, text: str, most: int, patience: float = PATIENCE) -> list[tuple[int, int]]:
        """The matches in a text that is shown, as many as are found in time."""
        found: list[tuple[int, int]] = []
        try:
            for match in self.code.finditer(text, timeout=patience):
                if match.end() > match.start():
                    found.append((match.start(), match.end()))
                if len(found) >= most:
                    break
        except TimeoutError:
            pass
        return found


def compiled(text: str, flags: str) -> Pattern:
    """A pattern ready for use; `^` and `$` mean lines. Raises `QueryError` with the reason."""
    counts = [max(int(low or 0), int(high or 0), 1) for low, high in _COUNTS.findall(text)]
    if any(count > REPEATS for count in counts) or prod(counts) > REPEATS:
        raise QueryError(f"/{text}/: its counts multiply to more than {REPEATS:,}: use * or + instead")
    options = regex.MULTILINE | (regex.IGNORECASE if "i" in flags else 0)
    try:
        return Pattern(f"/{text}/{flags}", regex.compile(text, options))
    except regex.error as error:
        raise QueryError(f"/{text}/: {error}") from error
    except (RecursionError, OverflowError, MemoryError, ValueError, IndexError, KeyError, TypeError) as error:
        raise QueryError(f"/{text}/ cannot be understood as a pattern") from error
