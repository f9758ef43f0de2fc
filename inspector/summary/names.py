"""The names that a block holds: paths, symbols, hashes, versions, hosts, ids. Known by their form alone, each word once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from inspector.engine.summariser import SummaryPart
from inspector.summary.text import clean, windows, words
from inspector.transcript.model import Block

HEAD, TAIL = 3_000, 1_000
"""Characters of a text that are looked at, from its start and from its end."""
SHORTEST, LONGEST = 4, 120
"""Characters of a name."""
SHORT, SHORTS = 400, 20_000
"""Characters of texts that are remembered by themselves, and how many of them: calls and placeholders say the same often."""
KNOWN = 60_000
"""Words that are remembered."""

_MARKS = bytes(code for code in range(128) if not (chr(code).isalnum() or chr(code) in "_./-#:@~+"))
_SPACED = bytes.maketrans(_MARKS, b" " * len(_MARKS))
_WIDE = re.compile(r"[^\x00-\u024f\u0370-\u1fff]+")
"""What no spaced script is written with: a name may stand between such characters without a space."""
_EDGES = ".-:@+#/"
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_PLACE = re.compile(r"(?::\d+)+$")
_NAME = re.compile(
    r"(?=.*[a-z])[A-Za-z]\w*[a-z0-9][A-Z]\w*|[A-Z]{2,}[a-z]{2,}\w*"  # humps
    r"|\w*[A-Za-z]\w*_\w*[A-Za-z0-9]|_+\w*[A-Za-z]\w*"  # underscores
    r"|[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+"  # dots between letters
    r"|[A-Za-z_]\w*(?:::\w+)+"
    r"|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|v?\d+\.\d+\.\d+(?:[-.+]\w[\w.]*)?|v\d+\.\d+"
    r"|[A-Z]{2,10}-\d{1,7}|#\d{1,7}"
    r"|(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{2,5}"
)

_USUAL = words(
    "file_path notebook_path old_string new_string replace_all edit_mode output_mode head_limit run_in_background is_error"
    " in_progress activeForm active_form subagent_type tool_use tool_result tool_use_id tool_use_error system-reminder"
    " TodoWrite TodoRead TaskCreate TaskUpdate MultiEdit NotebookEdit WebFetch WebSearch ToolSearch AskUserQuestion"
    " read_file write_file edit_file apply_patch"
)
"""Names of tools and of their arguments: they stand in every session and tell nothing of one."""
_memo: WeakKeyDictionary[Block, tuple[int, str]] = WeakKeyDictionary()
"""Names as one text: unlike a set of them, it is nothing that a collection of garbage must look into."""
_short: dict[str, str] = {}
_plain: set[bytes] = set()
_telling: dict[bytes, tuple[str, ...]] = {}
"""Words that hold no name, and the names of the others."""


def names(part: SummaryPart) -> list[str]:
    """The names of a part, each once. Of a call those of its arguments. Remembered for as long as the block lives."""
    text = part.text
    if text and len(text) <= SHORT:
        return (_short.get(text) or _of_short(text, part)).split()
    form = hash(text)
    known = _memo.get(part.source)
    if known is None or known[0] != form:
        known = _memo[part.source] = (form, " ".join(_read(part)))
    return known[1].split()


def _of_short(text: str, part: SummaryPart) -> str:
    if len(_short) >= SHORTS:
        _short.clear()
    found = _short[text] = " ".join(_read(part)) or " "
    return found


def reach(part: SummaryPart) -> int:
    """The characters of a part that are looked at, about."""
    return min(len(part.text), HEAD + TAIL)


def _read(part: SummaryPart) -> set[str]:
    text = part.text
    if part.source.kind == "tool_use":
        text = _unescaped(text) if text else "\n".join(_strings(part.source.input))
    if len(text) <= HEAD + TAIL:
        return names_in(text)
    return names_in("\n".join(windows(text, HEAD, TAIL)))


def _unescaped(text: str) -> str:
    """A call in words without the escapes of its JSON. Its arguments themselves would be read from the file again."""
    if "\\" not in text:
        return text
    for escape in ("\\\\", "\\n", "\\t", "\\r", '\\"'):
        text = text.replace(escape, " ")
    return text


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


def names_in(text: str) -> set[str]:
    """The names of a text."""
    if "\x1b" in text:
        text = clean(text)
    unknown = set(text.encode("utf-8", "replace").translate(_SPACED).split())
    unknown -= _plain
    found: set[str] = set()
    for word in unknown:
        found.update(_telling.get(word) or _told(word))
    return found


def _told(word: bytes) -> tuple[str, ...]:
    """The names that a word between spaces holds; the answer is remembered."""
    told: tuple[str, ...] = ()
    if len(word) <= 4 * LONGEST:
        text = word.decode("utf-8", "replace")
        pieces = [text] if word.isascii() else _WIDE.split(text)
        told = tuple(name for piece in pieces if piece.isascii() and (name := _name(piece)))
    if len(_plain) + len(_telling) >= KNOWN:
        _plain.clear()
        _telling.clear()
    if told:
        _telling[word] = told
    else:
        _plain.add(word)
    return told


def _name(word: str) -> str:
    """The word without the punctuation about it, if it is a name."""
    word = word.lstrip("-:@+").rstrip(_EDGES)
    if ":" in word and "://" not in word and not word.startswith("localhost"):
        word = _PLACE.sub("", word)
    if not SHORTEST <= len(word) <= LONGEST:
        return word if re.fullmatch(r"#\d{1,7}", word) else ""
    if "/" in word:
        return word if _is_path(word) else ""
    return word if word not in _USUAL and _NAME.fullmatch(word) else ""


def _is_path(word: str) -> bool:
    """Whether what has slashes is surely a path or an address, and no fraction and no choice of words."""
    if "://" in word:
        return word.startswith(("http", "ws", "ssh", "git", "file", "postgres", "redis", "s3"))
    if not any(character.isalpha() for character in word) or "//" in word or ":" in word:
        return False
    return word.startswith(("./", "../", "~/")) or word.count("/") > 1 or _EXTENSION.search(word) is not None
