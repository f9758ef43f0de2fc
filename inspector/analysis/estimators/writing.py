"""What a text is written in, told by its beginning: another script than Latin, JSON, a diff, a log, paths, code, prose."""

from __future__ import annotations

import re
from typing import Final

HEAD: Final = 6_000
"""Characters that are looked at."""

NOTHING, MEDIA = "no words", "pictures"
JSON, DIFF, LOG, PATHS, CODE = "JSON", "diff", "log", "paths", "code"
LATIN, OTHER = "prose, Latin", "other scripts"
SCRIPTS: Final = {
    "Cyrillic": "\u0400-\u052f",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Chinese or Japanese": "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f",
    "Korean": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    "Arabic": "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff",
    "Hebrew": "\u0590-\u05ff",
    "Devanagari": "\u0900-\u097f",
    "Thai": "\u0e00-\u0e7f",
}
"""Blocks of Unicode, by the name that is shown."""

_FOREIGN: Final = 0.2
"""The part of its letters from which on a text is of another script than Latin: such letters cost the most."""
_MOST: Final = 0.5
"""The part of its lines that makes a text a log, a diff, paths."""
_CODE: Final = 0.3
"""The part of its lines that makes a text code: lines of prose among it are comments."""

_LETTERS = {name: re.compile(f"[{found}]") for name, found in SCRIPTS.items()}
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-z\u00aa-\u024f\u1e00-\u1eff]")
_NUMBERED = re.compile(r"^\s{0,8}\d{1,6}(?:→|\t|: ?|\| ?)")
_DIFF = re.compile(r"^(?:diff --git |index [0-9a-f]{6}|@@ |--- |\+\+\+ |\*\*\* (?:Begin|Update|Add|Delete|End) )", re.M)
_LOG = re.compile(
    r"^\W{0,2}(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\w{3} [ \d]\d \d\d:\d\d)|\b(?:DEBUG|INFO|WARN(?:ING)?|"
    r"ERROR|FATAL|PASSED|FAILED)\b"
)
_PATH = re.compile(r"^[-dlrwx@+. \d]*\S*/\S*$|^\S+/\S+:\d+(?::.*)?$|^\S+\.\w{1,5}$")
_CODE_LINE = re.compile(
    r"[;{}\[(,]$|^\s*(?:def|class|import|from|return|if|for|while|else|elif|try|except|func|fn|let|const|var|export|public|"
    r"private|static|package|use|type|struct|impl|interface|async|await|raise|throw|with|#include|@\w+)\b.*[:;(){}=]"
    r"|^\s*[\w.\[\]]+(?:: [\w\[\], |]+)? ?[-+|]?= ?\S|^\s*[)}\]]+[,;]?$|\)$|=>|->|^\s*</?\w+[^>]*>$"
)


def writing(text: str) -> str:
    """The name of what a text is written in. Another script wins over everything; JSON is known by its ends."""
    head = text[:HEAD].strip()
    if not head:
        return NOTHING
    if not head.isascii() and (found := _script(head)):
        return found
    if head[0] in "{[" and text[-HEAD:].rstrip()[-1:] in "}]" and ('"' in head or head == "{}"):
        return JSON
    lines = [bare for line in head.splitlines() if (bare := _NUMBERED.sub("", line)).strip()]
    return _by_lines(head, lines)


def _script(head: str) -> str:
    """The script that most of the letters that are not Latin have, where there are enough of them."""
    letters = len(_LETTER.findall(head))
    foreign = letters - len(_LATIN.findall(head))
    if not letters or foreign < _FOREIGN * letters:
        return ""
    counts = {name: len(found.findall(head)) for name, found in _LETTERS.items()}
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] * 2 > foreign else OTHER


def _by_lines(head: str, lines: list[str]) -> str:
    if len(_DIFF.findall(head)) >= 2:
        return DIFF
    if _share(_LOG, lines) >= _MOST:
        return LOG
    if len(lines) > 1 and _share(_PATH, lines) >= _MOST:
        return PATHS
    return CODE if len(lines) > 1 and _share(_CODE_LINE, lines) >= _CODE else LATIN


def _share(pattern: re.Pattern[str], lines: list[str]) -> float:
    return sum(1 for line in lines if pattern.search(line[:400].rstrip())) / len(lines) if lines else 0.0
