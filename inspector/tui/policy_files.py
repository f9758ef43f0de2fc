"""Policies in files: those of the user's folder, those used last, and what each says about itself. No Textual here."""

from __future__ import annotations

import os
import re
from pathlib import Path

from inspector import settings

RECENT = "recent policies"
"""Name of the remembered list of paths."""
KEPT, LISTED = 8, 50
"""Files that are remembered, and those of the folder that are listed."""
HEAD = 4_096
"""Bytes at the beginning of a file in which its line about itself is looked for."""
ENDINGS = (".yaml", ".yml")
_ABOUT = re.compile(r"^about:[ \t]*(.+)$", re.MULTILINE)


def folder() -> Path:
    """Where the user's own policies lie. It need not exist."""
    return settings.config_dir() / "policies"


def own() -> list[Path]:
    """The policies of the user's folder, by name."""
    try:
        found = [path for path in folder().iterdir() if path.suffix.lower() in ENDINGS and path.is_file()]
    except OSError:
        return []
    return sorted(found)[:LISTED]


def recent() -> list[Path]:
    """The policy files used last that still exist and lie elsewhere, newest first."""
    kept = settings.recall(RECENT, [])
    paths = [path for path in kept if isinstance(path, str) and "\0" not in path] if isinstance(kept, list) else []
    here = folder()
    return [Path(path) for path in paths[:KEPT] if os.path.isfile(path) and Path(path).parent != here]


def remember(path: str) -> None:
    """Put a file at the top of those used last."""
    top = os.path.abspath(path)
    settings.remember(RECENT, [top, *(str(old) for old in recent() if str(old) != top)][:KEPT])


def about(path: Path) -> str:
    """What a policy file says about itself, as far as that can be told without reading all of it."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            head = file.read(HEAD).decode("utf-8", "replace")
    except OSError:
        return ""
    line = _ABOUT.search(head)
    return line[1].strip().strip("\"'") if line else ""


def short(path: Path) -> str:
    """A path as a person writes it: with ~ for the home folder."""
    home = os.path.expanduser("~")
    text = str(path)
    return f"~{text[len(home) :]}" if home != "/" and text.startswith(home + os.path.sep) else text
