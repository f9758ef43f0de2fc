"""Paths as a person types them: what is wrong with one, how it may go on, which sessions a folder holds. No Textual here."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from inspector.transcript.formats.choice import path_of

SUFFIXES = (".jsonl", ".json", ".ndjson", ".db", ".sqlite", ".txt", ".md", ".yaml")
"""Endings of files that may be sessions."""
SEEN, LISTED = 5_000, 200
"""Entries of a folder that are looked at, and files of it that are offered."""


def trouble(path: Path) -> str:
    """Why a path cannot be opened, for the end of a sentence; empty for a file, and for a folder with sessions."""
    if is_file(path):
        return ""
    if is_folder(path):
        return "" if sessions_in(path) else "is a folder without a session in it"
    return "is no plain file" if exists(path) else "does not exist"


def is_file(path: Path | str) -> bool:
    """Whether there is such a file, also by the address of a part of it. No name is too long or too odd to be asked about."""
    return os.path.isfile(path_of(os.fspath(path)))


def is_folder(path: Path | str) -> bool:
    """Whether there is such a folder."""
    return os.path.isdir(path)


def exists(path: Path) -> bool:
    """Whether there is anything of that name."""
    return os.path.exists(path)


def sessions_in(folder: Path) -> list[Path]:
    """The files of a folder that may be sessions, newest first."""
    found: list[tuple[float, Path]] = []
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, SEEN):
                if entry.name.lower().endswith(SUFFIXES) and entry.is_file():
                    found.append((entry.stat().st_mtime, folder / entry.name))
    except OSError:
        return []
    return [path for _, path in sorted(found, key=lambda one: (-one[0], one[1]))][:LISTED]


def completed(text: str) -> str | None:
    """A typed path with the name it begins written out, the first by name; None when there is none."""
    folder, start = os.path.split(text)
    if not text or (not start and not folder):
        return None
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            names = [
                entry.name + ("/" if entry.is_dir() else "")
                for entry in islice(entries, SEEN)
                if entry.name.startswith(start) and (start or not entry.name.startswith("."))
            ]
    except (OSError, ValueError):
        return None
    return os.path.join(folder, min(names)) if names else None
