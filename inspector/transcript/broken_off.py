"""Where one JSON value breaks off, and whose session it would have been: what is said of a file that ends in the middle."""

from __future__ import annotations

import json
import re
from typing import Any, BinaryIO, NamedTuple

from inspector.transcript.formats.format import Format
from inspector.transcript.formats.sniff import recognise, recognise_list

MOST = 64 << 20
"""Bytes that are looked at; the fault of a longer file is not looked for."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},]|"', re.DOTALL)
_CLOSERS = {"{": "}", "[": "]"}
_LOOSE = json.JSONDecoder(strict=False)


class Broken(NamedTuple):
    """A fault in the JSON of a document. `line` and `byte` count from 1; `cut`: the file ends there."""

    format: Format
    line: int
    byte: int
    cut: bool


def broken_off(file: BinaryIO) -> Broken | None:
    """The fault of a file that is one JSON value, not whole, of a format that is known by its beginning; None for any other."""
    file.seek(0)
    raw = file.read(MOST + 1)
    if len(raw) > MOST:
        return None
    text = raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    whole = text.rstrip(" \t\r\n\0")
    at, value = len(whole), _parsed(_closed(whole))
    if value is None:
        at = _fault(whole)
        value = _parsed(_closed(whole[:at]))
    found = None if value is None else _format(value)
    if found is None:
        return None
    before = whole[:at]
    return Broken(found, before.count("\n") + 1, len(before.encode("utf-8", "replace")) + 1, at == len(whole))


def words(broken: Broken) -> str:
    """What is wrong and what to do, in a line."""
    place = f"line {broken.line:,}, byte {broken.byte:,}"
    name = broken.format.name
    if broken.cut:
        return f"this is {name} that breaks off at its end, {place}: copy it again, whole, or close its JSON there"
    return f"this is {name} whose JSON is damaged at {place}: copy it again, or mend it there"


def _closed(text: str) -> str:
    """The text up to its last whole element, with the brackets closed that are open there; "" where it is no open value."""
    stack: list[str] = []
    end = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in _CLOSERS:
            stack.append(_CLOSERS[sign])
        elif sign in ("}", "]"):
            if not stack or stack.pop() != sign:
                return ""
        elif sign == '"':
            break
        elif sign != ",":
            continue
        if not stack:  # one whole value, with or without others behind it
            return ""
        end = token.start() if sign == "," else token.end()
    return text[:end] + "".join(reversed(stack)) if end else ""


def _parsed(text: str) -> Any:
    try:
        return _LOOSE.decode(text) if text else None
    except (ValueError, RecursionError):
        return None


def _fault(text: str) -> int:
    """Where parsing fails."""
    try:
        _LOOSE.decode(text)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        pass
    return len(text)


def _format(value: Any) -> Format | None:
    if isinstance(value, list):
        return recognise_list(value) if value else None
    found = recognise([value]) if isinstance(value, dict) else None
    return found if found is not None and found.readable else None
