"""The table of models: windows and output limits, each row with its date and its source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

_MILLION = "[1m]"
"""What Claude Code appends to a name that is used with a window of a million tokens."""


@dataclass(frozen=True, slots=True)
class Model:
    """Limits of a model in its provider's tokens: `window` for prompt and reply, `output` for the reply alone."""

    name: str
    provider: str
    window: int
    output: int
    as_of: date
    source: str


@cache
def table() -> dict[str, list[dict[str, Any]]]:
    """The file: `models` and `prices`."""
    from ruamel.yaml import YAML

    text = files("inspector.meter").joinpath("models.yaml").read_text(encoding="utf-8")
    loaded: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load(text)
    return loaded


@cache
def models() -> tuple[Model, ...]:
    """All rows, in the order of the file. Raises `TypeError` for a row whose fields are not those of `Model`."""
    return tuple(Model(**row) for row in table()["models"])


def find_model(name: str) -> Model | None:
    """The row with the longest name that the given one begins with, or None.

    `anthropic/claude-…` and `us.anthropic.claude-…` are read as the model itself. A version is never taken for another
    one: `gpt-5.9` is not `gpt-5`.
    """
    bare = name.lower().rsplit("/", 1)[-1].rsplit("anthropic.", 1)[-1]
    fitting = [model for model in models() if _begins(bare, model.name)]
    found = max(fitting, key=lambda model: len(model.name), default=None)
    return replace(found, window=1_000_000) if found and bare.endswith(_MILLION) else found


def _begins(name: str, prefix: str) -> bool:
    following = name[len(prefix) : len(prefix) + 1]
    return name.startswith(prefix) and not (following == "." or following.isalnum())
