"""No writer of JSON takes values nested without end: what lies deeper than any real record is left out at load."""

from __future__ import annotations

from gc import get_referents, is_tracked
from typing import Any

DEEP = 200
"""Levels of nesting that are kept. Writers give up between 250 and 1,000."""

MARK = f"<nested more than {DEEP} levels, left out>"
"""What stands in the place of what was left out."""


def prune(value: Any) -> bool:
    """Cut a freshly parsed value in place, level by level (never by recursion). True when something was left out.

    An object that Python's collector does not follow holds no other: most are such, and nobody looks into them.
    """
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(DEEP - 1):
        if not level:
            return False
        found = filter(is_tracked, get_referents(*level))
        level = [each for each in found if type(each) is dict or type(each) is list]
    for item in level:
        _cut(item)
    return bool(level) and any(MARK in _values(item) for item in level)


def _values(item: Any) -> Any:
    return item.values() if isinstance(item, dict) else item


def _cut(item: Any) -> None:
    for key, each in item.items() if isinstance(item, dict) else enumerate(item):
        if isinstance(each, (dict, list)):
            item[key] = MARK
