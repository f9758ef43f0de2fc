"""A policy's YAML as read and checked: its text with comments, the place of every field, and the validated document."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from pydantic import ValidationError

from inspector.policy.errors import Fault, PolicyError
from inspector.policy.faults import MOST, field_path, translate
from inspector.policy.parse import Tree, parse
from inspector.policy.rules import broken
from inspector.policy.schema import PolicySpec


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """`text` is kept as it was written, for an export with comments; `spec` is what it says, `$knob`s and all."""

    text: str
    origin: str
    tree: Tree
    spec: PolicySpec

    def line(self, *loc: str | int) -> int:
        """The line of a field, such as `line("layers", 0, "keep")`, or of what is around it where it is left out."""
        return self.tree.line(loc)


def read(text: str, origin: str) -> Document:
    """Read a policy document. Raises `PolicyError` with every fault, its line and field; `origin` names the file."""
    text = text.removeprefix("\ufeff")
    tree = parse(text, origin)
    if not isinstance(tree.data, dict):
        what = "a list" if isinstance(tree.data, list) else "a single value"
        fault = Fault(1, "", f"a policy is a mapping that starts with schema: compaction-policy/1, not {what}")
        raise PolicyError([fault], origin)
    spec = _validated(tree, origin)
    if faults := [Fault(tree.line(loc), field_path(loc, tree.data), text) for loc, text in islice(broken(spec), MOST)]:
        raise PolicyError(sorted(faults, key=_by_line), origin)
    return Document(text, origin, tree, spec)


def _validated(tree: Tree, origin: str) -> PolicySpec:
    try:
        return PolicySpec.model_validate(tree.data)
    except ValidationError as error:
        raise PolicyError(sorted(translate(error, tree), key=_by_line), origin) from None


def _by_line(fault: Fault) -> int:
    return fault.line or 0
