"""YAML text to nodes, given up as soon as there is more than any policy holds: what is refused need not be read to its end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.nodes import Node

MAX_FIELDS = 5_000
"""A policy has a hundred; whoever reads more than this waits for something that is none."""
MAX_DEPTH = 32
DEEP, MANY = "nested too deeply", f"more than {MAX_FIELDS:,} fields"


class TooMuch(Exception):
    """There is too much of something; `line` (from 1) is where that was known."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line, self.what = line, what


class Bounded(Composer):
    """Counts the nodes that are written out. A field is a key and a value, so there are two for each at most."""

    nodes = deep = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        self.nodes += 1
        if self.deep > MAX_DEPTH or self.nodes > 2 * MAX_FIELDS + 1:
            line = self.parser.peek_event().start_mark.line + 1
            raise TooMuch(line, DEEP if self.deep > MAX_DEPTH else MANY)
        self.deep += 1
        node = super().compose_node(parent, index)
        self.deep -= 1
        return node


@lru_cache(maxsize=4)
def compose(text: str) -> Node | None:
    """The one document of a text; None of an empty one. Raises `TooMuch`, and whatever the parser raises.

    Nobody changes the nodes. What was just written, and read to see that it is right, is often read again.
    """
    yaml = YAML(typ="safe", pure=True)
    yaml.Composer = Bounded
    node: Node | None = yaml.compose(text)
    return node
