"""YAML text to plain data, with line and span of every field. Hostile and oversized documents are refused early."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from inspector.policy.bounded import DEEP, MANY, MAX_DEPTH, MAX_FIELDS, TooMuch, compose
from inspector.policy.errors import Fault, Loc, PolicyError

MAX_BYTES = 256 * 1024
"""A policy is a page or two; the parser needs about a second for this much."""


class Place(NamedTuple):
    """Where a value stands: its line from 1, the characters `[start, stop)` of the text, `key` the start of its key."""

    line: int
    start: int
    stop: int
    key: int
    flow: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed document: plain data, and the place of every field."""

    data: Any
    places: Mapping[Loc, Place]

    def line(self, loc: Loc) -> int:
        """The line of a field, or of the nearest thing around it that is there."""
        while loc and loc not in self.places:
            loc = loc[:-1]
        return self.places[loc].line if loc in self.places else 1


def parse(text: str, origin: str) -> Tree:
    """Parse one YAML document. Raises `PolicyError` for bad syntax, repeated keys, and what is too big or too deep."""
    if len(text) > MAX_BYTES:
        raise PolicyError(f"too big for a policy: {len(text):,} characters, at most {MAX_BYTES:,}", origin)
    node = _compose(text, origin)
    if node is None:
        raise PolicyError([Fault(1, "", "the file is empty; a policy starts with schema: compaction-policy/1")], origin)
    walk = _Walk(origin)
    data = walk.value(node, (), node.start_mark.index)
    if walk.faults:
        raise PolicyError(walk.faults, origin)
    return Tree(data, walk.places)


def _compose(text: str, origin: str) -> Node | None:
    try:
        return compose(text)
    except TooMuch as found:
        raise _too_much(found.line, found.what, origin) from None
    except MarkedYAMLError as error:
        raise PolicyError([_syntax(error)], origin) from None
    except RecursionError:
        raise PolicyError("nested too deeply for a policy", origin) from None
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        fault = Fault(line, "", f"no YAML: the character U+{ord(text[error.position]):04X} must not be in it")
        raise PolicyError([fault], origin) from None
    except (YAMLError, ValueError) as error:
        raise PolicyError(f"no YAML: {' '.join(str(error).split())}", origin) from None


def _too_much(line: int, what: str, origin: str) -> PolicyError:
    return PolicyError([Fault(line, "", f"too big for a policy, its aliases followed: {what}")], origin)


def _syntax(error: MarkedYAMLError) -> Fault:
    mark = error.problem_mark or error.context_mark
    problem = " ".join(f"{error.problem or error.context or 'bad syntax'}".split())
    if "'\\t'" in problem:
        problem = "a tab is used for indentation; YAML wants spaces"
    elif "another document" in problem:
        problem = "a second document starts here; a policy is one document"
    return Fault(mark.line + 1 if mark else None, "", f"no YAML: {problem}")


@dataclass(slots=True)
class _Walk:
    """Turns nodes into data. Aliases are followed, so the count of fields bounds what a few lines can blow up to."""

    origin: str
    places: dict[Loc, Place] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def value(self, node: Node, loc: Loc, key: int) -> Any:
        line = node.start_mark.line + 1
        if len(self.places) >= MAX_FIELDS or len(loc) > MAX_DEPTH:
            raise _too_much(line, MANY if len(loc) <= MAX_DEPTH else DEEP, self.origin)
        if node.tag is not None and not str(node.tag).startswith("tag:yaml.org,2002:"):
            self._fault(line, f"the tag {str(node.tag)[:40]} is not understood; write a plain value")
        flow = bool(getattr(node, "flow_style", False))
        self.places[loc] = Place(line, node.start_mark.index, node.end_mark.index, key, flow)
        if isinstance(node, MappingNode):
            return self._mapping(node, loc)
        if isinstance(node, SequenceNode):
            return [self.value(item, (*loc, at), item.start_mark.index) for at, item in enumerate(node.value)]
        assert isinstance(node, ScalarNode)
        return self._scalar(node)

    def _mapping(self, node: MappingNode, loc: Loc) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            name = key.value if isinstance(key, ScalarNode) else None
            if name is None:
                self._fault(line, "a key must be a single word")
            elif name == "<<":
                self._fault(line, "merge keys (<<) are not understood; write the fields out")
            elif name in data:
                first = self.places[(*loc, name)].line
                self._fault(line, f"the key {name} is written twice (first in line {first}); keep one of them")
            else:
                data[name] = self.value(value, (*loc, name), key.start_mark.index)
        return data

    def _scalar(self, node: ScalarNode) -> Any:
        kind = str(node.tag).removeprefix("tag:yaml.org,2002:")
        text: str = node.value
        if kind in ("str", "timestamp"):
            return text
        if kind == "null":
            return None
        if kind == "bool":
            return text.lower() in ("true", "yes", "on")
        if kind in ("int", "float"):
            return _number(text)
        self._fault(node.start_mark.line + 1, f"the tag !!{kind[:40]} is not understood; write a plain value")
        return None

    def _fault(self, line: int, text: str) -> None:
        self.faults.append(Fault(line, "", text))


def _number(text: str) -> int | float:
    """Whole numbers as such; anything else, and absurdly long ones, as a float, which no field takes."""
    if re.fullmatch(r"[-+]?[0-9][0-9_]{0,30}", text):
        return int(text.replace("_", ""))
    if re.fullmatch(r"0[xo][0-9a-fA-F_]{1,30}", text):
        return int(text, 0)
    try:
        return float(re.sub(r"\.(inf|nan)$", r"\1", text.replace("_", "").lower()))  # as YAML writes them
    except ValueError:
        return float("nan")
