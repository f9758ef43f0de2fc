"""The colour themes: YAML files of the shipped folder and of the user's, as Textual themes.

A broken file costs its own theme and never the start: what is wrong is said in one line (file, line, field, reason).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from textual.theme import Theme

from inspector import settings
from inspector.terminal_text import clip
from inspector.tui.theme_file import FATES, INKS, PARTS, ThemeFileError, read_theme

DEFAULT = "inspector-dark"
"""The theme to start with."""

_MIDDLE = "#7f8ea3"
_FALLBACK = {
    f"{kind}-{name}": _MIDDLE for kind, names in (("fate", FATES), ("part", PARTS), ("ink", INKS)) for name in names
}
"""For an installation without its theme files: readable on dark and light, told apart by sign alone."""

_KIN = {True: "inspector-dark.yaml", False: "inspector-light.yaml"}
"""Shipped files that lend their fates, parts and inks to a theme without its own, by `dark`."""


def load_themes(folders: Iterable[Path] | None = None) -> tuple[list[Theme], list[str]]:
    """All themes in the order of their first file, and a line for every problem.

    `folders`: the shipped one and the user's unless given, later ones winning over earlier ones of the same name.
    """
    themes: dict[str, Theme] = {}
    problems: list[str] = []
    for path in _files(settings.find_theme_dirs() if folders is None else folders):
        try:
            theme, remarks = read_theme(path)
        except ThemeFileError as broken:
            problems.append(f"{clip(str(path), 200)}: {broken}; this theme is skipped")
            continue
        theme.variables = variable_defaults(theme.dark) | theme.variables
        themes[theme.name] = theme
        problems += [f"{clip(str(path), 200)}: {remark}" for remark in remarks]
    return list(themes.values()), problems


@cache
def variable_defaults(dark: bool = True) -> dict[str, str]:
    """`fate-…`, `part-…` and `ink-…` for a theme that has none, such as Textual's own.

    `App.get_theme_variable_defaults` must return them: the style sheets of the widgets name these variables.
    """
    try:
        theme, _ = read_theme(settings.data_dir("themes") / _KIN[dark])
    except ThemeFileError:
        return dict(_FALLBACK)
    return _FALLBACK | {name: colour for name, colour in theme.variables.items() if name in _FALLBACK}


def _files(folders: Iterable[Path]) -> list[Path]:
    """Theme files, folder by folder: the dark one first, so that lists begin with it; then by name."""
    found: list[Path] = []
    for folder in folders:
        try:
            paths = [path for path in folder.iterdir() if path.suffix in (".yaml", ".yml") and _readable(path)]
        except OSError:
            continue
        found += sorted(paths, key=lambda path: (path.stem != DEFAULT, path.name))
    return found


def _readable(path: Path) -> bool:
    """A file, or a link to nowhere (which is a problem to report); no folder, pipe or device."""
    return path.is_file() or not path.exists()
