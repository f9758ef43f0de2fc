"""Paths as terminals paste them when files are dropped: quoted, escaped, as URLs, several at once. No Textual here."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from urllib.parse import unquote, urlsplit

_STARTS = ("/", "~", "./", "../", "file:", "'/", '"/', "'~", '"~', "'file:", '"file:', "\\\\")
_DRIVE = re.compile(r"['\"]?[A-Za-z]:[\\/]")


def looks_like_a_path(text: str) -> bool:
    """Whether a text is meant as a path and not as words to look for."""
    text = text.strip()
    return text.startswith(_STARTS) or _DRIVE.match(text) is not None or text in (".", "..")


def paths_in(text: str) -> list[Path]:
    """The paths that a text means; one at least where it says anything. What exists as it stands is taken so."""
    text = text.strip().replace("\r", "\n").replace("\0", "")
    if not text:
        return []
    plain = _path(text.strip("'\""))
    if "\n" not in text and _exists(plain):
        return [plain]
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return [path for line in lines for path in _of_line(line)]


def _of_line(line: str) -> list[Path]:
    """One path with blanks in it, when there is such a file; else as a shell would read the line."""
    plain = _path(line.strip("'\""))
    if _exists(plain):
        return [plain]
    try:
        words = shlex.split(line)
    except ValueError:  # a quote that is never closed
        words = [line.strip("'\"")]
    several = [_path(word) for word in words if word]
    rest = any(not looks_like_a_path(word) and not _exists(_path(word)) for word in words)
    return [plain] if rest or not several else several


def _path(text: str) -> Path:
    if text.startswith("file:"):
        parts = urlsplit(text)
        named = unquote(parts.path) if parts.netloc in ("", "localhost") else f"//{parts.netloc}{unquote(parts.path)}"
        text = named[1:] if _DRIVE.match(named[1:]) else named
    return Path(os.path.expanduser(text))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
