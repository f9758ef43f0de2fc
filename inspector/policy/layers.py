"""The layers of a policy document: one model for each operation, named by `do`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from inspector.policy.fields import Notice, Number, Part, TextUnit, Words
from inspector.policy.gates import OverSpec, When
from inspector.policy.places import KeepHistorySpec, KeepTextSpec, SelectSpec, WhereSpec

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]


class _Layer(Part):
    id: Annotated[Id, Field(description="name of the layer, unique in the policy, in small letters")]
    enabled: Annotated[bool, Field(description="false: the layer is skipped")] = True
    when: Annotated[When | None, Field(description="the layer's own gate; left out: the policy's start")] = None


class _ItemLayer(_Layer):
    select: Annotated[SelectSpec | None, Field(description="which blocks may be touched")] = None
    where: Annotated[WhereSpec | None, Field(description="in which part of the history; left out: everywhere")] = None
    over: Annotated[OverSpec | None, Field(description="only items over this limit; left out: of any size")] = None


class TruncateSpec(_ItemLayer):
    """Shorten a block's text, never splitting a character, and say so in its place."""

    model_config = ConfigDict(title="truncate")

    do: Literal["truncate"]
    keep: KeepTextSpec
    notice: Annotated[Notice, Field(description="text in the place of what was cut, with slots such as {bytes}")]
    externalise: Annotated[
        bool, Field(description="true: the whole text becomes an artifact, and {pointer} in the notice leads to it")
    ] = False


class ClearSpec(_ItemLayer):
    """Replace the text of a tool result by a placeholder; the call and its result stay."""

    model_config = ConfigDict(title="clear")

    do: Literal["clear"]
    notice: Annotated[Notice, Field(description="the placeholder, with slots such as {bytes}")]


class FoldSpec(_ItemLayer):
    """Replace prose or thinking of the assistant by a placeholder."""

    model_config = ConfigDict(title="fold")

    do: Literal["fold"]
    notice: Annotated[Notice, Field(description="the placeholder, with slots such as {bytes}")]


class DedupeSpec(_Layer):
    """Of several interactions with the same key keep one, whole; the others leave the view, call and result."""

    model_config = ConfigDict(title="dedupe")

    do: Literal["dedupe"]
    key: Annotated[
        Literal["path", "call", "content"],
        Field(description="path: the file that was read; call: tool and arguments; content: text of the result"),
    ]
    keep: Literal["newest", "oldest"] = "newest"
    tools: Annotated[list[Words], Field(description="path: the tools that read files; call: only these tools")] = []
    arguments: Annotated[
        list[Words], Field(description="path: the arguments that may hold the path; the first one there counts")
    ] = []


class DropSpec(_Layer):
    """Leave out everything between the first and the last."""

    model_config = ConfigDict(title="drop")

    do: Literal["drop"]
    keep: KeepHistorySpec


class InputSpec(Part):
    """What the summariser is given: the newest part, when all of it is too much."""

    model_config = ConfigDict(title="Summariser input")

    max: Annotated[Number, Field(description="size of the input at the most, in bytes")]
    unit: Literal["bytes"] | None = None
    notice: Annotated[Notice, Field(description="text in the place of what was left out, with the slot {bytes}")] = ""


class OutputSpec(Part):
    """How long a summary may be."""

    model_config = ConfigDict(title="Summary length")

    max: Annotated[Number, Field(description="length of the summary at the most")]
    unit: Annotated[TextUnit | None, Field(description="unit of the number; a $knob brings its own")] = None


class AssembleSpec(Part):
    """What stands in the place of the summarised history; the kept tail follows it."""

    model_config = ConfigDict(title="Assembly")

    role: Annotated[Literal["user", "assistant"], Field(description="role of the summary message")]
    summary: Annotated[Notice, Field(description="the summary message: {summary}, and {focus} and {files} where used")]
    focus: Annotated[Notice, Field(description="what {focus} becomes when the agent said what to keep")] = ""
    files: Annotated[Notice, Field(description="what {files} becomes when files were read")] = ""
    acknowledgement: Annotated[
        Notice, Field(description="a fixed assistant message after the summary; empty for none")
    ] = ""


class RecentFilesSpec(Part):
    """The files last read, whose list goes with the summary."""

    model_config = ConfigDict(title="Recent files")

    max: Annotated[
        Number, Field(description="how many files at the most; the oldest leaves, a re-read moves to the end")
    ]
    unit: Literal["files"] | None = None
    tools: Annotated[list[Words], Field(min_length=1, description="the tools that read files")]
    arguments: Annotated[list[Words], Field(min_length=1, description="the arguments that may hold the path")]


class ManualSpec(Part):
    """A tool by which the agent itself asks for a summary."""

    model_config = ConfigDict(title="Manual compaction")

    tools: Annotated[list[Words], Field(min_length=1, description="names of the tool")]
    focus: Annotated[Words, Field(description="the argument of the call that says what to keep")] = "focus"


class SummariseSpec(_Layer):
    """Put a summary in the place of everything before the kept tail; a previous summary is carried into the next."""

    model_config = ConfigDict(title="summarise")

    do: Literal["summarise"]
    keep: KeepHistorySpec
    assemble: AssembleSpec
    input: Annotated[InputSpec | None, Field(description="left out: everything is given to the summariser")] = None
    output: Annotated[OutputSpec | None, Field(description="left out: the summary may have any length")] = None
    recent_files: Annotated[RecentFilesSpec | None, Field(description="left out: no list of files")] = None
    manual: Annotated[ManualSpec | None, Field(description="left out: only the gate starts a summary")] = None


LayerSpec = Annotated[
    TruncateSpec | ClearSpec | FoldSpec | DedupeSpec | DropSpec | SummariseSpec, Field(discriminator="do")
]
