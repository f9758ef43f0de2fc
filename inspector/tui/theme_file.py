"""One theme file: read, checked field by field, made into a Textual theme."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import Theme

from inspector.terminal_text import clip

FATES = ("verbatim", "truncated", "cleared", "folded", "deduplicated", "dropped", "summarised", "injected")
PARTS = (
    *("fixed", "durable", "summary", "user", "assistant", "thinking", "calls", "results"),
    *("new", "reserve", "margin", "free"),
)
INKS = ("key", "string", "number", "keyword", "comment", "name", "added", "gone")
COLOURS = (
    *("primary", "secondary", "accent", "warning", "error", "success"),
    *("foreground", "background", "surface", "panel", "boost"),
)
NUMBERS = {"luminosity_spread": (0.0, 1.0), "text_alpha": (0.1, 1.0)}
_MAPPINGS = {"fates": FATES, "parts": PARTS, "inks": INKS}
_KEYS = ("name", "dark", *COLOURS, *NUMBERS, *_MAPPINGS, "variables")

LARGEST = 100_000
"""Bytes. A theme file has a few thousand; anything beyond is not one, and is not read."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}").fullmatch
_TEXT_STYLES = {"none", "not", "bold", "b", "dim", "italic", "i", "underline", "u", "reverse", "strike", "blink"}
_AUTOMATIC = re.compile(r"auto( \d{1,3}%)?").fullmatch


class ThemeFileError(ValueError):
    """A file that is no theme: line, field and reason."""


class _FieldError(ValueError):
    """What is wrong with one field, given as a path of keys."""

    def __init__(self, field: tuple[str, ...], reason: str) -> None:
        super().__init__(reason)
        self.field = field


def read_theme(path: Path) -> tuple[Theme, list[str]]:
    """The theme in `path`, and remarks on keys that mean nothing. Raises `ThemeFileError`."""
    theme, remarks = _read(_text(path))
    return replace(theme, variables=dict(theme.variables)), list(remarks)


def _text(path: Path) -> str:
    """The file's text. Raises `ThemeFileError` where there is none."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise ThemeFileError(error.strerror or "cannot be read") from None
    if len(raw) > LARGEST:
        raise ThemeFileError(f"larger than {LARGEST:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ThemeFileError("not UTF-8 text") from None


@lru_cache(maxsize=32)
def _read(text: str) -> tuple[Theme, list[str]]:
    """What `read_theme` answers, once for every text: YAML takes ten milliseconds, and the defaults are a theme, too."""
    data = _document(text)
    try:
        theme = _theme(data)
    except _FieldError as problem:
        raise ThemeFileError(f"{_place(data, problem.field)}{problem}") from None
    return theme, [f"{_place(data, field)}unknown key, ignored" for field in _unknown(data)]


def _document(text: str) -> Mapping[Any, Any]:
    """The mapping, with line numbers. Raises `ThemeFileError` for whatever is no mapping in YAML."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    from inspector.policy.bounded import Bounded, TooMuch

    yaml = YAML(typ="rt")
    yaml.Composer = Bounded
    try:
        data = yaml.load(text)
    except TooMuch as found:
        raise ThemeFileError(f"line {found.line}: {found.what}") from None
    except YAMLError as error:
        raise ThemeFileError(_yaml_reason(error)) from None
    except (ValueError, RecursionError):
        raise ThemeFileError("not valid YAML") from None
    if not isinstance(data, Mapping):
        raise ThemeFileError("not a mapping of names to colours")
    return data


def _yaml_reason(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    reason = clip(str(getattr(error, "problem", None) or "not valid YAML"), 100)
    return f"line {mark.line + 1}: {reason}" if mark else reason


def _theme(data: Mapping[Any, Any]) -> Theme:
    """The Textual theme that the document describes. Raises `_FieldError` for the first field that is wrong."""
    name, dark = data.get("name"), data.get("dark", True)
    if not isinstance(name, str) or not _NAME(name):
        raise _FieldError(("name",), "needed: small letters, digits, - and _, at most 40")
    if not isinstance(dark, bool):
        raise _FieldError(("dark",), "must be true or false")
    if "primary" not in data:
        raise _FieldError(("primary",), "is missing: the one colour that every theme needs")
    colours = {key: _colour(data[key], (key,)) for key in COLOURS if key in data}
    numbers = {key: _number(data[key], key, *span) for key, span in NUMBERS.items() if key in data}
    variables = dict(_mapped(data)) | dict(_variables(data))
    return Theme(name=name, dark=dark, **colours, **numbers, variables=variables)  # type: ignore[arg-type]


def _colour(value: object, field: tuple[str, ...]) -> str:
    """An opaque colour as #RRGGBB. The terminal's own colours are none: their contrast cannot be known."""
    if value is None:
        raise _FieldError(field, 'is empty: a colour that begins with # must stand in quotes, "#6ea8dc"')
    try:
        colour = Color.parse(str(value))
    except ColorParseError:
        raise _FieldError(field, f"{clip(str(value), 40)!r} is not a colour") from None
    if colour.a != 1 or colour.ansi is not None or colour.auto:
        raise _FieldError(field, f'{clip(str(value), 40)!r}: only opaque colours such as "#6ea8dc" can be used')
    return colour.hex


def _number(value: object, key: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise _FieldError((key,), f"must be a number from {low:g} to {high:g}")
    return float(value)


def _section(data: Mapping[Any, Any], key: str) -> Mapping[Any, Any]:
    section = data.get(key)
    if section is None:
        return {}
    if not isinstance(section, Mapping):
        raise _FieldError((key,), "must be a mapping of names to colours")
    return section


def _mapped(data: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    """`fates`, `parts` and `inks` as variables `fate-…`, `part-…` and `ink-…`."""
    for key, names in _MAPPINGS.items():
        section = _section(data, key)
        for name in names:
            if name in section:
                yield f"{key[:-1]}-{name}", _colour(section[name], (key, name))


def _variables(data: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    """Other variables of the interface; a value that would break the style sheets is refused here."""
    for name, value in _section(data, "variables").items():
        if name not in _known_variables():
            continue
        field = ("variables", str(name))
        if str(name).endswith("-style") or "-style-" in str(name):
            if not set(words := str(value).split()) <= _TEXT_STYLES or not words:
                raise _FieldError(field, f"{clip(str(value), 40)!r} is not a text style")
            yield str(name), str(value)
        else:
            yield str(name), str(value) if _AUTOMATIC(str(value)) else _colour(value, field)


@cache
def _known_variables() -> frozenset[str]:
    """The names that Textual's own design system gives values to."""
    return frozenset(Theme(name="names", primary="#6ea8dc").to_color_system().generate())


def _unknown(data: Mapping[Any, Any]) -> Iterator[tuple[str, ...]]:
    """Keys that mean nothing: a slip of the pen that would otherwise go unnoticed."""
    yield from ((str(key),) for key in data if key not in _KEYS)
    for section, names in {**_MAPPINGS, "variables": _known_variables()}.items():
        yield from ((section, str(key)) for key in _section(data, section) if key not in names)


def _place(data: Any, field: tuple[str, ...]) -> str:
    """`line 12, fates.dropped: `, without the line where the field is not there."""
    line = None
    for key in field:
        if isinstance(data, Mapping) and key in data:
            line = data.lc.key(key)[0] + 1  # type: ignore[attr-defined]
            data = data[key]
    name = clip(".".join(field), 60)
    return f"line {line}, {name}: " if line else f"{name}: "
