"""The bytes of a stored transcript as lines, a stretch at a time, and the first of them looked at before the rest is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice

from inspector.transcript.formats.sniff import LOOK, recognise
from inspector.transcript.lines import read_lines
from inspector.transcript.problems import Problems
from inspector.transcript.storefaults import Damaged

CHUNK = 1 << 18
"""Bytes read at once."""

LONGEST_LINE = 1 << 26
"""Bytes of one line; a longer one is no event."""

Read = Callable[[int], bytes]


def chunks(read: Read, size: int = CHUNK) -> Iterator[bytes]:
    while data := read(size):
        yield data


def lines(data: Iterator[bytes], longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Lines with their `\\n`; the last may lack it. `Damaged` for one that is too long."""
    held: list[bytes] = []
    size = 0
    for chunk in data:
        head, newline, rest = chunk.partition(b"\n")
        held.append(head + newline)
        size += len(head)
        if size > longest:
            raise Damaged(f"a line is longer than {longest >> 20} MiB")
        if not newline:
            continue
        yield b"".join(held)
        *whole, last = rest.split(b"\n")
        yield from (line + b"\n" for line in whole)
        held, size = [last] if last else [], len(last)
    if held:
        yield b"".join(held)


def first_stretch(data: Iterator[bytes], longest: int = LONGEST_LINE) -> list[bytes]:
    """The first chunks, up to the end of the first line that says something."""
    taken: list[bytes] = []
    size = 0
    for chunk in data:
        taken.append(chunk)
        size += len(chunk)
        if size > longest or b"\n" in chunk.strip():
            break
    return taken


def holds_events(head: bytes) -> bool:
    """Whether the whole lines of the beginning are event envelopes, sound or not."""
    whole = head[: head.rfind(b"\n") + 1] or head
    row = recognise(line.value for line in read_lines(islice(BytesIO(whole), LOOK), Problems()))
    return row is not None and row.key == "events"
