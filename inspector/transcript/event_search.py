"""Finding events of a transcript of envelopes: each one on the way is checked, nothing after the last wanted one is read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import orjson

from inspector.transcript.findings import Finding, found_fault, words
from inspector.transcript.formats.envelope import Envelopes
from inspector.transcript.formats.events import blocks_of_event
from inspector.transcript.repair import parse_text
from inspector.transcript.storefaults import Damaged, StoreFault


def find_events(lines: Iterable[bytes], session: str, wanted: frozenset[int], excerpt: int) -> dict[int, Finding]:
    """An answer for each wanted sequence. An unsound envelope before an event makes it, and all later ones, corrupt.

    The hash of an event is the SHA-256 of the bytes of its line, without the `\\n` that ends it.
    """
    found: dict[int, Finding] = {}
    envelopes = Envelopes(session)
    try:
        for number, raw in enumerate(lines, start=1):
            if raw.isspace():
                continue
            record = _sound(raw, number, envelopes)
            if envelopes.last in wanted:
                found[envelopes.last] = _finding(raw, record, excerpt)
                if len(found) == len(wanted):
                    break
        rest = Finding("missing", f"the transcript ends at event {envelopes.last}")
    except StoreFault as fault:
        rest = found_fault(fault)
    return {sequence: found.get(sequence, rest) for sequence in wanted}


def _sound(raw: bytes, number: int, envelopes: Envelopes) -> dict[str, Any]:
    """The event of a line; `Damaged` for anything that the next event may not be."""
    record = _parsed(raw, number)
    for fault in envelopes.faults(record):
        raise Damaged(f"line {number}: {fault.reason}")
    return record


def _parsed(raw: bytes, number: int) -> dict[str, Any]:
    try:
        record = orjson.loads(raw)
    except orjson.JSONDecodeError:
        if not is_utf8(raw):
            raise Damaged(f"line {number} is not UTF-8") from None
        record = parse_text(raw.decode("utf-8"))  # an escaped half of an emoji is JSON all the same
        if record is None:
            raise Damaged(f"line {number} is not JSON") from None
    if not isinstance(record, dict):
        raise Damaged(f"line {number} is no event")
    return record


def is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _finding(raw: bytes, record: dict[str, Any], excerpt: int) -> Finding:
    digest = hashlib.sha256(raw.removesuffix(b"\n")).hexdigest()
    said = words(blocks_of_event(record), excerpt) if excerpt > 0 else ""
    return Finding("available", "", digest, said)
