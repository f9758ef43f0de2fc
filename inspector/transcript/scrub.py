"""Lone surrogates (half an emoji, cut off by somebody) can be neither encoded nor counted: U+FFFD takes their place."""

from __future__ import annotations

import re
from typing import Any

_LONE = re.compile("[\ud800-\udfff]")


def scrub(value: Any) -> tuple[Any, int]:
    """A copy without lone surrogates, and how many were replaced by U+FFFD. RecursionError when nested too deeply."""
    if isinstance(value, str):
        return _scrub_text(value)
    if isinstance(value, dict):
        pairs = [(_scrub_text(key), scrub(item)) for key, item in value.items()]
        return {key[0]: item[0] for key, item in pairs}, sum(key[1] + item[1] for key, item in pairs)
    if isinstance(value, list):
        items = [scrub(item) for item in value]
        return [item[0] for item in items], sum(item[1] for item in items)
    return value, 0


def _scrub_text(text: str) -> tuple[str, int]:
    return (text, 0) if text.isascii() else _LONE.subn("\ufffd", text)
