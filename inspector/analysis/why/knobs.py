"""Which knobs a layer reads: those of its own rule, and those of the gate that lets it work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.policy.model import Policy
from inspector.policy.uses import Use, uses

_ROOM = ("budget",)


class Read(NamedTuple):
    """Names of knobs, in the order of the document: of the layer's own rule, and of its gate."""

    rule: tuple[str, ...]
    gate: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, the rule's first."""
        return tuple(dict.fromkeys((*self.rule, *self.gate)))


def knobs_of(policy: Policy, layer: str) -> Read:
    """The knobs that decide what a layer does; none for a policy without a document, or a layer that it does not have."""
    if policy.document is None:
        return Read((), ())
    spec = policy.document.spec
    place = next((at for at, each in enumerate(spec.layers) if each.id == layer), None)
    if place is None:
        return Read((), ())
    own = [use for use in uses(spec) if use.loc[:2] == ("layers", place)]
    apart = (("when",), ("input",), ("output",), ("recent_files",), ("changed_files",))
    rule = [use for use in own if use.loc[2:3] not in apart]
    return Read(_names(rule), _names(_gate(policy, place, own)))


def _gate(policy: Policy, place: int, own: list[Use]) -> Iterator[Use]:
    """The numbers that let a layer work: of its own `when`, else of the policy's `start`, with the budget behind it."""
    assert policy.document is not None
    spec = policy.document.spec
    when = getattr(spec.layers[place], "when", None)
    if when is not None:
        yield from (use for use in own if use.loc[2:3] == ("when",))
        return
    yield from (use for use in uses(spec) if use.loc[:1] == ("start",))
    if spec.start is not None and spec.start.of != "size":
        yield from (use for use in uses(spec) if use.loc[:1] == _ROOM)


def _names(found: Iterator[Use] | list[Use]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(use.number)[1:] for use in found if str(use.number).startswith("$")))
