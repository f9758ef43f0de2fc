"""Colours that can be read in any theme: words on every ground, quiet text, and the line of the cursor. No app here.

Textual's own quiet colours are a share of the contrast that there is, which on many grounds is less than a reader needs;
its cursor takes so much of the theme's colour that coloured words drown in it; and some of its themes have colours that
are meant for grounds, not for words. What can be read already stays as the theme has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from textual.color import Color

LEAST = 4.6
"""Contrast of text, by WCAG 2: 4.5 is asked for, and colours are rounded on their way to the terminal."""
QUIET = {"text-muted": 66, "foreground-muted": 66, "text-disabled": 50, "foreground-disabled": 50}
"""Quiet colours, and how many hundredths of the foreground they begin with."""
CURSOR = "block-cursor-blurred-background"
GROUNDS = ("background", "surface", "panel")
WORDS = ("foreground", "primary", "secondary", "accent", "warning", "error", "success")
"""Colours of words; so are all fates, parts and inks."""
UNDER_NO_CURSOR = ("part-reserve", "part-margin", "part-free", "part-new", "primary", "secondary")
"""Colours that never stand in the line of the cursor."""


def legible(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of a theme, with everything that is read made readable."""
    return dict(_legible(tuple(variables.items())))


@lru_cache(maxsize=32)
def _legible(variables: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Remembered: Textual asks at every start and change of the theme, several times, for what takes milliseconds."""
    found = dict(variables)
    names = [*WORDS, *(name for name in found if name.startswith(("fate-", "part-", "ink-")))]
    if not all(_is_known(found.get(name, "")) for name in (*GROUNDS, *names)):
        return found  # the terminal's own colours: nobody knows how they look
    grounds = [Color.parse(found[name]) for name in GROUNDS]
    for name in names:
        found[name] = _readable(Color.parse(found[name]), grounds).hex
    words = [Color.parse(found[name]) for name in names if name not in UNDER_NO_CURSOR]
    found[CURSOR] = _cursor(found, words).hex
    grounds.append(Color.parse(found[CURSOR]))
    for name, share in QUIET.items():
        found[name] = _quiet(found, name, share, grounds)
    return found


def contrast(one: Color, other: Color) -> float:
    """By WCAG 2, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Color) -> float:
    parts = [part / 255 for part in colour.rgb]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _is_known(value: str) -> bool:
    return value.startswith("#")


def _is_dark(grounds: Sequence[Color]) -> bool:
    return all(_luminance(ground) < 0.18 for ground in grounds)


def _fits(colour: Color, grounds: Sequence[Color]) -> bool:
    return all(contrast(colour, ground) >= LEAST for ground in grounds)


def _readable(colour: Color, grounds: Sequence[Color]) -> Color:
    """The colour, or as little lighter (on a dark ground) or darker as it takes to be read."""
    end = Color(255, 255, 255) if _is_dark(grounds) else Color(0, 0, 0)
    return next((mixed for mixed in _between(colour, end, 0) if _fits(mixed, grounds)), end)


def _between(start: Color, end: Color, first: int) -> Iterator[Color]:
    return (start.blend(end, step / 100, alpha=1) for step in range(first, 101, 2))


def _cursor(variables: Mapping[str, str], words: Sequence[Color]) -> Color:
    """A ground in the theme's colour, as far from the other grounds as leaves every word readable."""
    surface, hue = Color.parse(variables["surface"]), Color.parse(variables["primary"]).hsl.h
    dark, own = _is_dark([surface]), surface.hsl.l
    steps = range(24, 4, -1) if dark else range(84, 98)
    tried = (Color.from_hsl(hue, 0.6 if dark else 0.85, step / 100) for step in steps)
    return next(
        (ground for ground in tried if all(_fits(word, [ground]) for word in words)), Color.from_hsl(hue, 0.3, own)
    )


def _quiet(variables: Mapping[str, str], name: str, share: int, grounds: Sequence[Color]) -> str:
    """What the theme has, if it can be read; else so much of the foreground, or as much more as it takes."""
    own = Color.parse(variables[name]) if _is_known(variables[name]) else None
    if own is not None and own.a == 1 and _fits(own, grounds):
        return own.hex
    surface, foreground = Color.parse(variables["surface"]), Color.parse(variables["foreground"])
    return next((mixed for mixed in _between(surface, foreground, share) if _fits(mixed, grounds)), foreground).hex
