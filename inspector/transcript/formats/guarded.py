"""Formats of other packages, kept apart: what they raise names them, and never keeps a file of another format from being read.

A question that raises is answered with no, and what was raised is told in the load report of the file (`faults`). A reader
that raises anything but a `TranscriptError`, or gives something else than was asked for, is refused with its name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from inspector.transcript.errors import TranscriptChanged, TranscriptError, TranscriptUnsupported
from inspector.transcript.formats.format import Format, Records
from inspector.transcript.formats.guarded_growth import guarded_growth
from inspector.transcript.model import Part, Transcript

T = TypeVar("T")

FAILURES = (Exception, SystemExit)
"""What somebody else's code may raise. Running out of memory, which is an `Exception` too, is let through by all of it."""

_READERS = ("lines", "document", "container", "several", "parts")
_OURS = (TranscriptError, TranscriptUnsupported, TranscriptChanged)
_LONGEST = 120


class _Heard(threading.local):
    def __init__(self) -> None:
        self.faults: dict[str, str] = {}


_heard = _Heard()


def forget() -> None:
    """A file is looked at from the beginning: nothing has failed yet."""
    _heard.faults.clear()


def faults() -> tuple[str, ...]:
    """What the questions to plugged formats raised since `forget`, in this thread; one sentence a format."""
    return tuple(_heard.faults.values())


def sound(format: Format) -> bool:
    """Whether the fields of a format are what they must be, as far as that can be seen without calling anything."""
    asked = [getattr(format, name) for name in ("opens", *_READERS)]
    return (
        all(isinstance(text, str) for text in (format.key, format.name, format.advice, *format.records))
        and isinstance(format.records, Records)
        and isinstance(format.chooses, frozenset | set)
        and callable(format.test)
        and callable(format.listed)
        and all(each is None or callable(each) for each in asked)
    )


def guarded(format: Format) -> Format:
    """The same format, with everything that can be called watched."""
    key = format.key
    changes: dict[str, Any] = {name: _asked(key, getattr(format, name)) for name in ("test", "listed")}
    if format.opens is not None:
        changes["opens"] = _asked(key, format.opens)
    for name in _READERS:
        reader = getattr(format, name)
        if reader is not None:
            changes[name] = _reader(key, reader, name)
    return replace(format, **changes)


def _asked(key: str, question: Callable[..., Any]) -> Callable[..., bool]:
    def ask(*given: Any) -> bool:
        try:
            return bool(question(*given))
        except MemoryError:
            raise
        except FAILURES as error:
            _heard.faults[key] = str(failed(key, error))
            return False

    return ask


def _reader(key: str, reader: Callable[..., Any], name: str) -> Callable[..., Any]:
    def read(*given: Any) -> Any:
        return _checked(key, name, called(key, reader, *given))

    return read


def _checked(key: str, name: str, found: Any) -> Any:
    """What a reader gave, where it is what was asked for."""
    if name == "lines":
        if all(hasattr(found, field) for field in ("problems", "read", "transcript", "mark")):
            return guarded_growth(key, found, called)
    elif name == "parts":
        if isinstance(found, tuple) and all(isinstance(each, Part) for each in found):
            return found
    elif (name == "several" and found is None) or (isinstance(found, Transcript) and isinstance(found.messages, tuple)):
        return found
    raise TranscriptError(f"the plug-in {shown(key)} gave no {name if name == 'parts' else 'transcript'}")


def called(key: str, function: Callable[..., T], *given: Any) -> T:
    """What a plug-in's function gives. Raises `TranscriptError` with the plug-in's name, or its own one."""
    try:
        return function(*given)
    except MemoryError:
        raise
    except FAILURES as error:
        if type(error) in _OURS:
            raise
        raise failed(key, error) from error


def failed(key: str, error: BaseException) -> TranscriptError:
    """What is said of a plug-in that raised, in one line."""
    try:
        text = " ".join(str(error).split())[:_LONGEST]
    except FAILURES:
        text = ""
    kind = type(error).__name__
    return TranscriptError(f"the plug-in {shown(key)} failed ({kind}{': ' if text else ''}{shown(text)})")


def shown(text: str) -> str:
    return text if text.isprintable() else repr(text)
