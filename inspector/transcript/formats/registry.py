"""All formats, in the order in which they are tried: the first that answers to a record is the format of the file.

A new format is one new file here and its name in `BUILT_IN`: a module that holds `FORMATS`, a tuple of `Format`, and reads
with what it names there. Look at `document` for one JSON value, at `gathering` for lines: it does the
bookkeeping that every reader of lines needs. `format.Format` says what the fields mean.

A package of its own adds formats by an entry point in the group `compaction_inspector.formats` whose value is such a tuple
(or one `Format`). These come after the program's own but for the last, the plain ones. One that cannot be imported, or whose
fields are of the wrong types, is left out. Each is kept apart from the rest (`guarded`): where its `test`, `listed` or `opens`
raises, the answer is no, and the load report of the file says so (a problem of kind "plug-in"); where a reader raises anything
but a `TranscriptError`, or gives no `Transcript`, the file is refused with the plug-in's key and what was raised.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from inspector.transcript.formats.format import Format
from inspector.transcript.formats.guarded import FAILURES, guarded, sound

GROUP = "compaction_inspector.formats"
HOME = "inspector.transcript.formats"

BUILT_IN = (
    "claude_code.format",
    "codex.format",
    "copilot.format",
    "events",
    "pi.format",
    "pi.trajectory",
    "gemini.format",
    "goose.format",
    "hermes.format",
    "opencode.format",
    "swe_agent.format",
    "inspect_log.format",
    "request_log.format",
    "cline.format",
    "langchain.format",
    "atif.format",
    "openhands.format",
    "known",
)
"""Modules of this folder. One whose test is wide comes after those that it would hide."""

PLAIN = ("document", "known_late", "message_lines")
"""Formats of no agent in particular, tried last."""


@cache
def plugged() -> tuple[Format, ...]:
    """Formats that installed packages add. Looking for them takes some 20 ms, so they are asked when no own one has an answer."""
    return tuple(_plugged())


def formats() -> Iterator[Format]:
    """Every format in the order of trying; imported as far as it is asked for: most sessions are of the first few."""
    for name in BUILT_IN:
        yield from _in(name)
    yield from plugged()
    for name in PLAIN:
        yield from _in(name)


def format_of(key: str) -> Format:
    """The format with this key. Raises `KeyError`."""
    for each in formats():
        if each.key == key:
            return each
    raise KeyError(key)


@cache
def _in(name: str) -> tuple[Format, ...]:
    """The formats of a module of this folder."""
    found: tuple[Format, ...] = import_module(f"{HOME}.{name}").FORMATS
    return found


def _plugged() -> Iterator[Format]:
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        try:
            found = entry.load()
        except FAILURES:  # somebody else's code: it must not keep our own formats from being read
            continue
        listed = (found,) if isinstance(found, Format) else found
        if isinstance(listed, tuple | list):
            yield from (guarded(each) for each in listed if isinstance(each, Format) and sound(each))
