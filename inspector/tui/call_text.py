"""The arguments of a tool call, written out: an edit as a diff, long texts as they read, all else as indented JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from inspector.transcript.call_deeds import COMMANDS
from inspector.tui.inks import DIFF, FIELDS, PLAIN, Kind
from inspector.tui.inks.diff import MINUS
from inspector.tui.inks.which import of_language, of_path, of_text, path_of

LARGEST = 20_000
"""Characters of the arguments of a call that is written out in a form of its own."""
COMPARED = 400
"""Lines on each side that are compared with each other; longer texts stand one below the other."""
_EDITS = (("old_string", "new_string"), ("old_str", "new_str"), ("old_text", "new_text"), ("oldText", "newText"))
_PAIRS = (*_EDITS, ("search", "replace"), ("oldString", "newString"))
"""Names of arguments that hold a text and what it becomes."""
_SEVERAL = "edits"
"""Name of an argument that holds a list of such edits."""
_PATCH = "*** Begin Patch"


class Part(NamedTuple):
    """A stretch of a text that is read in one way."""

    text: str
    kind: Kind


class Written(NamedTuple):
    """A call in words: its parts one below the other, and what was done to them."""

    parts: tuple[Part, ...]
    said: str


def written(arguments: Mapping[str, Any]) -> Written | None:
    """A form that reads better than JSON; None where there is none, and for arguments that are large."""
    if not small(arguments):
        return None
    return _edited(arguments) or _patched(arguments) or _spelt(arguments)


def small(arguments: Mapping[str, Any]) -> bool:
    """Whether the texts of a call, at any depth that an edit is at, are short enough to be laid out."""
    return sum(_length(value) for value in arguments.values()) <= LARGEST


def _length(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return sum(_length(item) for item in value)
    if isinstance(value, Mapping):
        return sum(_length(item) if isinstance(item, str) else 8 for item in value.values())
    return 8


# -------------------------------------------------------------------- edits


def _edited(arguments: Mapping[str, Any]) -> Written | None:
    several = arguments.get(_SEVERAL)
    edits = [edit for edit in (_pair(arguments), *_listed(several)) if edit is not None]
    used = {name for pair in _PAIRS for name in pair} | {_SEVERAL}
    if not edits or (isinstance(several, list) and len(edits) < len(several)):
        return None
    rest = _heads({name: value for name, value in arguments.items() if name not in used})
    diffs = [Part("\n".join(diff_lines(old, new)), DIFF) for old, new in edits]
    between = [part for diff in diffs for part in (Part("⋮", PLAIN), diff)][1:]
    return Written((*rest, *between), "as a diff")


def _listed(several: Any) -> Iterator[tuple[str, str] | None]:
    if isinstance(several, list):
        yield from (_pair(item) for item in several if isinstance(item, Mapping))


def _pair(value: Mapping[str, Any]) -> tuple[str, str] | None:
    for before, after in _PAIRS:
        old, new = value.get(before), value.get(after)
        if isinstance(old, str) and isinstance(new, str):
            return old, new
    return None


def diff_lines(old: str, new: str) -> Iterator[str]:
    """Both texts line by line: what is gone after −, what is new after +, what stays after a blank."""
    before, after = old.split("\n"), new.split("\n")
    if max(len(before), len(after)) > COMPARED:
        yield from (f"{MINUS} {line}" for line in before)
        yield from (f"+ {line}" for line in after)
        return
    for what, low, high, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            yield from (f"  {line}" for line in before[low:high])
        else:
            yield from (f"{MINUS} {line}" for line in before[low:high])
            yield from (f"+ {line}" for line in after[first:last])


def _patched(arguments: Mapping[str, Any]) -> Written | None:
    """A patch that is handed over as text: as it was recorded."""
    for name, value in arguments.items():
        found = value[-1] if isinstance(value, list) and value else value
        if isinstance(found, str) and "\n" in found and (of_text(found) == DIFF or _PATCH in found[:200]):
            rest = _heads({other: item for other, item in arguments.items() if other != name})
            return Written((*rest, Part(found, DIFF)), "the patch as it is")
    return None


# -------------------------------------------------------------------- texts


def _spelt(arguments: Mapping[str, Any]) -> Written | None:
    """Texts of several lines as they read, each below its name; None where there are none."""
    long = {name: value for name, value in arguments.items() if isinstance(value, str) and "\n" in value.strip()}
    if not long:
        return None
    parts = [*_heads({name: value for name, value in arguments.items() if name not in long})]
    for name, value in long.items():
        parts += [Part(f"{_word(name)}:", FIELDS), Part(value, _kind(name, value, arguments))]
    return Written(tuple(parts), "texts as they read")


def _kind(name: str, value: str, arguments: Mapping[str, Any]) -> Kind:
    if name in COMMANDS:
        return of_language("bash") or PLAIN
    language = arguments.get("language")
    named = of_language(language) if isinstance(language, str) and language.isalpha() else None
    if name == "code":
        return named or of_language("python") or PLAIN
    return of_path(path_of(arguments)) or of_text(value) or PLAIN


def _heads(arguments: Mapping[str, Any]) -> list[Part]:
    """Arguments of one line: `name: value`."""
    lines = [f"{_word(name)}: {_plain(value)}" for name, value in arguments.items()]
    return [Part("\n".join(lines), FIELDS)] if lines else []


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _word(name: str) -> str:
    """The name of an argument on one line."""
    return json.dumps(name, ensure_ascii=False)[1:-1]
