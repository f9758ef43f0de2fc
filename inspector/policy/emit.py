"""Plain data as YAML text, laid out like the presets: blocks outside, short mappings and lists on one line."""

from __future__ import annotations

import json
import re
from typing import Any

WIDTH = 110
_PLAIN = re.compile(r"\$?[A-Za-z][A-Za-z0-9_./-]*")
_RESERVED = re.compile(r"(?i:true|false|null|yes|no|on|off|y|n)")


def emit(data: dict[str, Any]) -> str:
    """A mapping as a YAML document."""
    return "\n".join(_lines(data)) + "\n"


def _lines(data: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    for key, value in data.items():
        one = f"{_scalar(key)}: {_flow(value)}"
        if value in ({}, []) or (len(one) <= WIDTH and not _deep(value)) or not isinstance(value, dict | list):
            lines.append(one)
        elif isinstance(value, dict):
            lines += [f"{_scalar(key)}:", *(f"  {line}" for line in _lines(value))]
        else:
            lines += [f"{_scalar(key)}:", *(line for item in value for line in _item(item))]
    return lines


def _deep(value: Any) -> bool:
    """Layers and knobs stand in blocks: a mapping or list that holds mappings."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(item, dict) for item in inside)


def _item(value: Any) -> list[str]:
    if not isinstance(value, dict):
        return [f"  - {_flow(value)}"]
    return [("  - " if at == 0 else "    ") + line for at, line in enumerate(_lines(value))]


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    plain = _PLAIN.fullmatch(value) and (not _RESERVED.fullmatch(value) or value == "off")
    return value if plain else json.dumps(value, ensure_ascii=False)
