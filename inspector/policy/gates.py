"""Gates and limits of a policy document: each says its comparison."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, Tag, model_validator
from pydantic.types import Discriminator

from inspector.policy.fields import Number, Part, TextUnit, wrong
from inspector.policy.model import Comparison

_ONE_COMPARISON: dict[str, Any] = {"oneOf": [{"required": [">"]}, {"required": [">="]}]}


class _Compared(Part):
    above: Annotated[Number | None, Field(alias=">", description="reached when the size is greater than this")] = None
    at_least: Annotated[
        Number | None, Field(alias=">=", description="reached when the size is this or greater than this")
    ] = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if (self.above is None) == (self.at_least is None):
            raise wrong('needs exactly one comparison, such as {">=": $soft_threshold}: either ">" or ">="')
        return self

    @property
    def op(self) -> Comparison:
        return ">" if self.above is not None else ">="

    @property
    def number(self) -> int | str:
        number = self.above if self.above is not None else self.at_least
        assert number is not None
        return number


class GateSpec(_Compared):
    """A threshold for the whole history, in the meter's unit."""

    model_config = ConfigDict(title="Gate", json_schema_extra=_ONE_COMPARISON)

    of: Annotated[
        Literal["size", "required", "usage"],
        Field(
            description="what is compared: the size of the history; all that the request requires "
            "(fixed + durable + history + new + reserve + margin of the budget); or usage: the provider's own count at the "
            "last reply, and an estimate of what came since, beside the budget's reserve and margin. Without usage the "
            "whole history is estimated, and the reason says so"
        ),
    ] = "size"
    unit: Annotated[TextUnit | None, Field(description="must be the meter's unit; may be left out")] = None


class OverSpec(_Compared):
    """A threshold for each single item: an item is touched only when its text is over it."""

    model_config = ConfigDict(title="Item limit", json_schema_extra=_ONE_COMPARISON)

    unit: Annotated[TextUnit | None, Field(description="unit of the number; a $knob brings its own")] = None


def _always_or_gate(value: Any) -> str:
    return "gate" if isinstance(value, dict | GateSpec) else "always"


def _only_always(value: Any) -> Any:
    if value != "always":
        raise wrong('must be the word always or a gate such as {">": $context_limit}')
    return value


When = Annotated[
    Annotated[Literal["always"], BeforeValidator(_only_always), Tag("always")] | Annotated[GateSpec, Tag("gate")],
    Discriminator(_always_or_gate),
]
"""A layer's own gate, or `always` for none at all."""
