"""Saving what is whole on a line that a strict parser refuses."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import orjson

from inspector.transcript.depth import MARK, prune
from inspector.transcript.long_numbers import has_long, keeping
from inspector.transcript.pieces import in_pieces
from inspector.transcript.problems import Problems
from inspector.transcript.scrub import scrub

_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})|\\')
_NUL = re.compile(rb"\x00+")
_UTF8 = "invalid UTF-8 replaced by U+FFFD"
_ATTEMPTS = 200
"""Places tried as the start of an object on one damaged line; keeps a hostile line from costing its square."""


@dataclass(slots=True)
class Repaired:
    """What a line gave: its objects, what was mended, and how many bytes (about) could not be used, with the reason."""

    values: list[Any] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    damage: int = 0
    reason: str = ""


def repair(raw: bytes) -> Repaired:
    """Take a line apart. Never raises; a blank line gives nothing and is no damage."""
    result = Repaired()
    body = raw.removeprefix(b"\xef\xbb\xbf")
    body = _without_nul(body, result).strip()
    if body and not _parse(body, result):
        _salvage(body.decode("utf-8", "replace"), result)
        if "\ufffd" in repr(result.values) and not _is_utf8(body):
            result.notes.append(_UTF8)
    return result


def _without_nul(body: bytes, result: Repaired) -> bytes:
    """The bytes without NULs: a crash leaves them where it had not written yet. That there were any is noted."""
    if b"\0" not in body:
        return body
    shorter = _NUL.sub(b"", body)
    gone = len(body) - len(shorter)
    result.notes.append(f"{gone} NUL byte{'' if gone == 1 else 's'} skipped")
    return shorter


def parse_whole(raw: bytes, problems: Problems) -> Any:
    """The same as `parse_value`, without what is nested too deep."""
    value = parse_value(raw, problems)
    if prune(value):
        problems.add(0, "repaired", MARK, len(raw))
    return value


def parse_value(raw: bytes, problems: Problems) -> Any:
    """The file as one value (None when it is not), mended where nothing is lost by it."""
    result = Repaired()
    body = _without_nul(raw, result)
    clean = body[:1] in (b"{", b"[") and body[-2:].strip()[-1:] in (b"}", b"]")  # most are; no copy is made then
    value = in_pieces(body) if clean and not keeping() else None
    if value is not None:
        result.values.append(value)
    elif not _parse(body if clean else body.removeprefix(b"\xef\xbb\xbf").strip(), result):
        return None
    if result.notes:
        problems.add(0, "repaired", "; ".join(result.notes), len(raw))
    return result.values[0]


def parse_text(text: str) -> Any:
    """JSON inside a string; None when it is not strict JSON. Lone surrogates are replaced."""
    try:
        value = orjson.loads(text)
        return with_digits(text.encode(), value) if keeping() and has_long(text.encode()) else value
    except orjson.JSONDecodeError:
        try:
            return scrub(json.loads(text, parse_int=_integer))[0]
        except (ValueError, RecursionError):
            return None


def with_digits(body: bytes, value: Any) -> Any:
    """The value that these bytes were parsed to, its whole numbers with all their digits."""
    try:
        return _LOOSE.decode(body.decode("utf-8", "replace").strip())
    except (ValueError, RecursionError):
        return value


def _parse(body: bytes, result: Repaired) -> bool:
    """One value on the line: as it stands, or after the repairs that lose nothing."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return _lenient(body, result)
    result.values.append(with_digits(body, value) if keeping() and has_long(body) else value)
    return True


def _lenient(body: bytes, result: Repaired) -> bool:
    """What Python's own parser takes: lone surrogates, raw control characters, numbers without end."""
    text = body.decode("utf-8", "replace")
    for attempt in (text, _mend_escapes(text)):
        try:
            value = _LOOSE.decode(attempt)
            clean, lone = scrub(value)
        except (ValueError, RecursionError):
            continue
        result.values.append(clean)
        _note(result, body, text, attempt, lone)
        return True
    return False


def _note(result: Repaired, body: bytes, text: str, attempt: str, lone: int) -> None:
    notes = result.notes
    before = len(notes)
    if lone:
        notes.append(f"{lone} lone surrogate{'' if lone == 1 else 's'} replaced by U+FFFD")
    if text.count("\ufffd") and not _is_utf8(body):
        notes.append(_UTF8)
    if attempt != text:
        notes.append("invalid escapes kept as text")
    if len(notes) == before:
        notes.append("not strict JSON (control characters or numbers)")


def _salvage(text: str, result: Repaired) -> None:
    """Keep every complete object of the line, whatever stands before, between or after them."""
    at, lost, attempts = 0, 0, 0
    mended = _mend_escapes(text)
    if mended != text:
        text = mended
    while at < len(text):
        start = text.find("{", at)
        if start < 0:
            lost += len(text) - at
            break
        lost += len(text[at:start].strip())
        attempts += 1
        value, end = _decode(text, start)
        if value is not None and _ends_well(text, end):
            result.values.append(value)
            at = end
            continue
        if end < 0:
            result.reason = "nested too deeply"
            lost += len(text) - start
            break
        after = end if value is not None else _next_start(text, start, end, attempts > _ATTEMPTS)
        if attempts > 2 * _ATTEMPTS:  # hopeless
            after = len(text)
        lost += after - start
        at = after
    _conclude(result, lost)


def _decode(text: str, start: int) -> tuple[Any, int]:
    """The object at `start` and where it ends; or None and where parsing failed (-1: nested too deeply)."""
    try:
        value, end = _LOOSE.raw_decode(text, start)
        return scrub(value)[0], end
    except json.JSONDecodeError as error:
        return None, max(error.pos, start)
    except (ValueError, RecursionError):
        return None, -1


def _ends_well(text: str, end: int) -> bool:
    """A whole record is followed by the end of the line or by another one; a part of a broken one is not."""
    rest = text[end : end + 64].lstrip()
    return not rest or rest[0] == "{"


def _next_start(text: str, start: int, failed: int, hurry: bool) -> int:
    """Where a record may begin that was glued to a broken one: just before the failure, else the next brace.

    In a hurry only where one object ends and another begins.
    """
    near = text.rfind('{"', start + 1, failed + 2)
    if near > start:
        value, end = _decode(text, near)
        if value is not None and _ends_well(text, end):
            return near
    following = text.find('}{"', start + 1) + 1 if hurry else text.find("{", start + 1)
    return following if following > 0 else len(text)


def _conclude(result: Repaired, lost: int) -> None:
    if len(result.values) > 1:
        result.notes.append(f"{len(result.values)} objects glued on one line")
    elif result.values:
        result.notes.append("a complete object was found on a damaged line")
    if lost or not result.values:
        result.damage = max(lost, 1)
        result.reason = result.reason or "not valid JSON"


def _mend_escapes(text: str) -> str:
    """A backslash that begins no valid escape is doubled: it was text (a path, a redaction)."""
    return _ESCAPE.sub(lambda match: match[0] if len(match[0]) > 1 else "\\\\", text)


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _integer(digits: str) -> int | str:
    """Python refuses to convert thousands of digits; they stay as text."""
    return int(digits) if len(digits) < 4000 else digits


_LOOSE = json.JSONDecoder(strict=False, parse_int=_integer, parse_constant=lambda _: None)
