"""The parts of a summarise layer: what the summariser is given, what it is asked for, and where its answer goes."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema

from inspector.policy.errors import did_you_mean
from inspector.policy.fields import Notice, Number, Part, TextUnit, Words, describe, wrong
from inspector.policy.sections import KINDS, SECTION_SETS

_SPEC = r"^(?:|extractive|recorded|none|stub:[0-9_,]+|(?:command|anthropic):[^\x00-\x1f\x7f]+)$"


def _spec(value: Any) -> Any:
    if isinstance(value, str) and len(value) <= 500 and re.search(_SPEC, value):
        return value
    forms = "extractive, recorded, none, stub:N, command:PROGRAM or anthropic:MODEL"
    raise wrong(f"must name a summariser ({forms}), not {describe(value)}")


SummariserSpec = Annotated[str, BeforeValidator(_spec), WithJsonSchema({"type": "string", "pattern": _SPEC})]
"""The name of a summariser, in the form that `--summariser` takes. What it means is known a floor above."""


class PerItemSpec(Part):
    """How long one block of the summariser's input may be; of a longer one the beginning is given."""

    model_config = ConfigDict(title="Summariser input, one block")

    max: Annotated[Number, Field(description="so much of each block at the most")]
    unit: Annotated[TextUnit | None, Field(description="unit of the number; a $knob brings its own")] = None
    notice: Annotated[Notice, Field(description="text behind what was kept, with slots such as {bytes}")] = ""
    results_only: Annotated[bool, Field(description="true: only tool results are cut; all else is given whole")] = False


class InputSpec(Part):
    """What the summariser is given: the newest (or oldest) part when all of it is too much, and no block longer than a limit."""

    model_config = ConfigDict(title="Summariser input")

    max: Annotated[
        Number | None,
        Field(description="size of the input at the most, in bytes, an earlier summary in it; or no limit"),
    ] = None
    unit: Literal["bytes"] | None = None
    notice: Annotated[Notice, Field(description="text in the place of what was left out, with the slot {bytes}")] = ""
    keep: Annotated[
        Literal["newest", "oldest"] | None, Field(description="which end is given; newest when left out")
    ] = None
    per_item: Annotated[PerItemSpec | None, Field(description="left out: blocks of any length")] = None


class OutputSpec(Part):
    """How long a summary may be."""

    model_config = ConfigDict(title="Summary length")

    max: Annotated[Number, Field(description="length of the summary at the most")]
    unit: Annotated[TextUnit | None, Field(description="unit of the number; a $knob brings its own")] = None


class AssembleSpec(Part):
    """What stands in the place of the summarised history; the kept tail follows it."""

    model_config = ConfigDict(title="Assembly")

    role: Annotated[Literal["user", "assistant"], Field(description="role of the summary message")]
    summary: Annotated[
        Notice, Field(description="the summary message: {summary}, and {focus}, {files}, {changed_files} where used")
    ]
    focus: Annotated[Notice, Field(description="what {focus} becomes when the agent said what to keep")] = ""
    files: Annotated[Notice, Field(description="what {files} becomes when files were read")] = ""
    changed_files: Annotated[Notice, Field(description="what {changed_files} becomes when files were changed")] = ""
    acknowledgement: Annotated[
        Notice, Field(description="a fixed assistant message after the summary; empty for none")
    ] = ""


class RecentFilesSpec(Part):
    """Files that calls named, whose list goes with the summary."""

    model_config = ConfigDict(title="Recent files")

    max: Annotated[
        Number, Field(description="how many files at the most; the oldest leaves, a re-read moves to the end")
    ]
    unit: Literal["files"] | None = None
    tools: Annotated[list[Words], Field(min_length=1, description="the tools that read (or change) files")]
    arguments: Annotated[list[Words], Field(min_length=1, description="the arguments that may hold the path")]
    order: Annotated[
        Literal["recent", "name"], Field(description="listed by when they were named last, or by their names")
    ] = "recent"
    of: Annotated[
        Literal["all", "summarised"],
        Field(description="all calls before the request, or those alone that the summary stands for"),
    ] = "all"


class ManualSpec(Part):
    """A tool by which the agent itself asks for a summary."""

    model_config = ConfigDict(title="Manual compaction")

    tools: Annotated[list[Words], Field(min_length=1, description="names of the tool")]
    focus: Annotated[Words, Field(description="the argument of the call that says what to keep")] = "focus"


def _known_kind(value: Any) -> Any:
    if isinstance(value, str) and value in KINDS:
        return value
    near = did_you_mean(value, KINDS) if isinstance(value, str) else ""
    raise wrong(f"{describe(value)} is no kind of content{near}; kinds: {', '.join(KINDS)}")


SectionKind = Annotated[str, BeforeValidator(_known_kind), WithJsonSchema({"type": "string", "enum": list(KINDS)})]


class SectionSpec(Part):
    """A section that a summary must have."""

    model_config = ConfigDict(title="Section")

    title: Annotated[Words, Field(description="its heading")]
    holds: Annotated[Words, Field(description="in one line, what belongs into it")]
    kinds: Annotated[
        list[SectionKind],
        Field(max_length=len(KINDS), description="the sorts of things it holds, for summarisers without a model"),
    ] = []


class _OrName:
    """The JSON Schema of a list that may also be the name of a known set."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(core), {"type": "string", "enum": list(SECTION_SETS)}]}


def _named_set(value: Any) -> Any:
    """`sections: evo-agent` is short for the sections of that system."""
    if isinstance(value, list):
        return value
    known = ", ".join(SECTION_SETS)
    if not isinstance(value, str):
        raise wrong(f"must be the name of a set ({known}) or a list of sections, not {describe(value)}")
    if value not in SECTION_SETS:
        near = did_you_mean(value, SECTION_SETS)
        raise wrong(
            f"there is no set of sections {value[:40]!r}{near}; sets: {known}; or list them as {{title, holds}}"
        )
    return [SectionSpec(title=s.title, holds=s.holds, kinds=list(s.kinds)) for s in SECTION_SETS[value]]


SectionList = Annotated[list[SectionSpec], Field(max_length=40), _OrName(), BeforeValidator(_named_set)]
"""Sections, written out or by the name of a known set."""
