"""The files that were opened last. No Textual here."""

from __future__ import annotations

from pathlib import Path

from inspector import settings
from inspector.tui.paths import is_file

RECENT = "recent files"
"""Name of the remembered list of paths."""
KEPT = 8


def recent() -> list[Path]:
    """The files opened last that still exist, newest first."""
    kept = settings.recall(RECENT, [])
    paths = [path for path in kept if isinstance(path, str) and "\0" not in path] if isinstance(kept, list) else []
    return [Path(path) for path in paths if is_file(path)]


def remember(path: str) -> None:
    """Put a file at the top of the recent ones."""
    here = str(Path(path).resolve())
    settings.remember(RECENT, [here, *[str(old) for old in recent() if str(old) != here]][:KEPT])
