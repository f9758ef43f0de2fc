"""Where a layer works and what it keeps: selections, regions, kept text, kept history."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from inspector.policy.fields import Number, NumberOrOff, Part, TextUnit, Words, wrong

Kind = Literal["text", "thinking", "tool_result"]


def _as_mapping(value: Any) -> Any:
    """`select: tool_result` and `select: [text, thinking]` are short for `select: {kinds: […]}`."""
    if isinstance(value, str):
        return {"kinds": [value]}
    return {"kinds": value} if isinstance(value, list) else value


def _with_short_forms(schema: dict[str, Any]) -> None:
    """The JSON Schema takes the short forms too; the mapping comes first."""
    whole = dict(schema)
    kinds = whole["properties"]["kinds"]["items"]
    schema.clear()
    schema["anyOf"] = [whole, kinds, {"type": "array", "items": kinds}]


class SelectSpec(Part):
    """Which blocks a layer may touch. What is left out means: any."""

    model_config = ConfigDict(title="Selection", json_schema_extra=_with_short_forms)

    kinds: Annotated[list[Kind], Field(description="kinds of block")] = []
    roles: Annotated[list[Literal["user", "assistant", "tool"]], Field(description="roles of the message")] = []
    tools: Annotated[list[Words], Field(description="only calls of these tools, and their results")] = []
    not_tools: Annotated[list[Words], Field(description="never calls of these tools, nor their results")] = []

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, value: Any) -> Any:
        return _as_mapping(value)


class WhereSpec(Part):
    """The part of the history in which a layer works, seen from the end. Without `where` a layer works everywhere."""

    model_config = ConfigDict(
        title="Region",
        json_schema_extra={"oneOf": [{"required": ["outside_last"]}, {"required": ["inside_last"]}]},
    )

    outside_last: Annotated[Number | None, Field(description="work on what is older than the last so many")] = None
    inside_last: Annotated[Number | None, Field(description="work only on the last so many messages")] = None
    unit: Annotated[
        Literal["messages", "results"] | None,
        Field(description="what is counted: messages, or tool results; a $knob brings its own unit"),
    ] = None
    protect_last_batch: Annotated[
        bool,
        Field(description="with results: also protect every result of the last batch, which the model has not seen"),
    ] = False
    results_apart: Annotated[
        bool,
        Field(description="with messages: count each tool result as a message of its own"),
    ] = False

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if (self.outside_last is None) == (self.inside_last is None):
            raise wrong("needs either outside_last or inside_last")
        return self

    @property
    def number(self) -> int | str:
        number = self.outside_last if self.outside_last is not None else self.inside_last
        assert number is not None
        return number


class KeepTextSpec(Part):
    """The part of a text that a truncate layer keeps."""

    model_config = ConfigDict(
        title="Kept text",
        json_schema_extra={"oneOf": [{"required": ["head"]}, {"required": ["tail"]}, {"required": ["ends"]}]},
    )

    head: Annotated[Number | None, Field(description="keep so much from the beginning")] = None
    tail: Annotated[Number | None, Field(description="keep so much from the end")] = None
    ends: Annotated[Number | None, Field(description="keep so much in all, from the beginning and from the end")] = None
    head_percent: Annotated[
        Number | None, Field(description="with ends: the beginning's share in percent; 50 when left out")
    ] = None
    unit: Annotated[TextUnit | None, Field(description="unit of the number; a $knob brings its own")] = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if sum(number is not None for number in (self.head, self.tail, self.ends)) != 1:
            raise wrong("needs exactly one of head, tail and ends")
        if self.head_percent is not None and self.ends is None:
            raise wrong("head_percent goes with ends only")
        return self

    @property
    def number(self) -> int | str:
        return next(number for number in (self.head, self.tail, self.ends) if number is not None)


class KeepHistorySpec(Part):
    """The part of a history that a drop or summarise layer keeps: whole messages or turns at its two ends, or newest tokens."""

    model_config = ConfigDict(title="Kept history")

    first: Annotated[Number, Field(description="how many at the beginning stay")] = 0
    last: Annotated[Number, Field(description="how many at the end stay; an unfinished turn stays beside them")]
    unit: Annotated[
        Literal["messages", "turns", "tokens"] | None,
        Field(
            description="what is counted; a $knob brings its own unit. tokens (summarise only, in the meter's count): the newest "
            "messages that hold so many, from the next message on that is no tool result"
        ),
    ] = None
    split_turn: Annotated[
        NumberOrOff,
        Field(
            description="when no whole turn can go, cut the open turn: its goal and its last so many messages stay; "
            "off: an open turn is never cut"
        ),
    ] = "off"
