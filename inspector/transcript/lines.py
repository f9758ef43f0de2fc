"""Reading bytes as lines of JSON: only `\\n` ends a line, and whatever is whole on a damaged line is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from inspector.transcript.long_lines import WHOLE, Overlong, bounded
from inspector.transcript.long_numbers import has_long, keeping
from inspector.transcript.problems import Problems
from inspector.transcript.repair import Repaired, repair, with_digits

BOM = b"\xef\xbb\xbf"
_JOIN_LINES = 10_000
_JOIN_BYTES = 32_000_000
"""How many lines, and bytes, one object may be spread over before it is given up."""


class Line(NamedTuple):
    """One object of a line. `exact`: the bytes `[offset, offset + length)` of the file are this object and nothing else."""

    value: dict[str, Any]
    line: int
    offset: int
    length: int
    exact: bool


def read_lines(file: Iterable[bytes], problems: Problems, lines: int = 0, start: int = 0) -> Iterator[Line]:
    """The objects of a line format in order; everything dropped, repaired or half written goes to `problems`.

    `file` gives physical lines with their `\\n` (an open binary file does), `lines` and `start` say how many lines and
    bytes are before them. The fast path is one call of orjson a line.
    """
    loads = orjson.loads
    keep = keeping()
    make = tuple.__new__  # a NamedTuple without the cost of its own constructor; this loop is the floor of loading
    number, offset, held_from = lines, start, 0
    held: list[_Raw] = []
    for raw in bounded(file):
        number += 1
        start, offset = offset, offset + len(raw)
        try:
            value = loads(raw)
        except orjson.JSONDecodeError:
            if not held and raw.isspace():
                continue
            if type(raw) is Overlong:
                yield from _settle(held, problems)
                held = []
                problems.add(number, "too-long", f"a line of more than {WHOLE >> 20} MiB is not read", len(raw))
                continue
            held.append(_Raw(raw, number, start))
            held_from = start if len(held) == 1 else held_from
            if len(held) >= _JOIN_LINES or offset - held_from >= _JOIN_BYTES:
                yield from _settle(held, problems)
                held = []
            continue
        if held:
            if not isinstance(value, dict) or not value:  # it may be the middle of an object over several lines
                held.append(_Raw(raw, number, start))
                continue
            yield from _settle(held, problems)
            held = []
        if type(value) is dict and not (keep and has_long(raw)):
            yield make(Line, (value, number, start, offset - start, True))
        elif isinstance(value, dict):
            yield Line(with_digits(raw, value), number, start, offset - start, False)
        else:
            problems.add(number, "not-an-object", "the line is JSON, but not an object", len(raw))
    problems.lines, problems.bytes = number, offset
    if held:
        yield from _settle(held, problems, last=True)


def settled(lines: Iterable[bytes]) -> int:
    """How many of these lines stand on their own, whatever comes after them.

    A line that does not parse may be the beginning of an object over several lines, and is undecided until another
    object follows.
    """
    count = done = held = size = 0
    for raw in lines:
        count += 1
        try:
            value = orjson.loads(raw)
        except orjson.JSONDecodeError:
            if not held and raw.isspace():
                done = count
                continue
            held, size = held + 1, size + len(raw)
            if held < _JOIN_LINES and size < _JOIN_BYTES:
                continue
        else:
            if held and (not isinstance(value, dict) or not value):
                held, size = held + 1, size + len(raw)
                continue
        done, held, size = count, 0, 0
    return done


class _Raw(NamedTuple):
    """A physical line that orjson would not take."""

    raw: bytes
    line: int
    offset: int


def _settle(held: list[_Raw], problems: Problems, last: bool = False) -> Iterator[Line]:
    """Save what can be saved of a run of lines that did not parse: each alone first, then what is left of them together."""
    at = 0
    joinable = True
    while at < len(held):
        item = held[at]
        mended = repair(item.raw)
        if joinable and not mended.values and mended.damage and at + 1 < len(held):
            joined = _join(held[at:])
            joinable = joined is not None  # one failed attempt a run: a run of rubbish must not cost its square
            if joined is not None:
                used, mended = joined
                mended.notes.append(f"one object over {used} lines")
                yield from _emit(item, mended, problems, in_progress=False)
                at += used
                continue
        at += 1
        open_end = last and at == len(held) and not item.raw.endswith(b"\n")
        yield from _emit(item, mended, problems, in_progress=open_end)


def _join(held: list[_Raw]) -> tuple[int, Repaired] | None:
    """The first object that is complete once lines are put together again, and how many lines it took."""
    if not held[0].raw.lstrip(b" \t\r\0").startswith((b"{", BOM)):
        return None
    used = 2
    while True:  # doubling keeps the work linear in the size of the run
        mended = repair(b"".join(item.raw for item in held[:used]))
        if mended.values and not mended.damage:
            return min(used, len(held)), mended
        if used >= len(held):
            return (len(held), mended) if mended.values else None
        used *= 2


def _emit(item: _Raw, mended: Repaired, problems: Problems, in_progress: bool) -> Iterator[Line]:
    size = len(item.raw)
    if mended.notes:
        problems.add(item.line, "repaired", "; ".join(mended.notes), size)
    if mended.damage:
        kind = "in-progress" if in_progress else "damaged"
        reason = "the last line is only half written" if in_progress else mended.reason
        problems.add(item.line, kind, reason, mended.damage)
    for value in mended.values:
        if isinstance(value, dict):
            yield Line(value, item.line, item.offset, size, False)
        else:
            problems.add(item.line, "not-an-object", "the line is JSON, but not an object", size)
