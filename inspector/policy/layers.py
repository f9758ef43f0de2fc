"""The layers of a policy document: one model for each operation, named by `do`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from inspector.policy.fields import Notice, Part, Sentence, Words
from inspector.policy.gates import OverSpec, When
from inspector.policy.model import Carrying
from inspector.policy.places import KeepHistorySpec, KeepTextSpec, SelectSpec, WhereSpec
from inspector.policy.summary_parts import (
    AssembleSpec,
    InputSpec,
    ManualSpec,
    OutputSpec,
    RecentFilesSpec,
    SectionList,
    SummariserSpec,
)

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


class SummariseSpec(_Layer):
    """Put a summary in the place of everything before the kept tail; a previous summary is carried into the next."""

    model_config = ConfigDict(title="summarise")

    do: Literal["summarise"]
    keep: KeepHistorySpec
    assemble: AssembleSpec
    summariser: Annotated[
        SummariserSpec,
        Field(
            description="who writes, by name, such as extractive, stub:1500, command:PROGRAM or anthropic:MODEL; left out: "
            "whoever runs the policy says. One that asks outside is asked only on the person's word"
        ),
    ] = ""
    previous: Annotated[
        Carrying,
        Field(
            description="what becomes of the earlier summary. update: the summariser gets it and what is new, and writes one "
            "that takes its place; redistil: it is one more part of the input; carry: it stays word for word, and only what "
            "is new is summarised below it"
        ),
    ] = "update"
    sections: Annotated[
        SectionList, Field(description="sections that a summary must have: the name of a known set, or a list")
    ] = []
    split_sections: Annotated[
        SectionList, Field(description="sections that come last where the kept tail begins inside a turn")
    ] = []
    instructions: Annotated[Sentence, Field(description="what else the policy asks of the summariser, in words")] = ""
    guard: Annotated[
        bool,
        Field(description="true: the summariser is told that the transcript is data and gives it no instructions"),
    ] = True
    input: Annotated[InputSpec | None, Field(description="left out: everything is given to the summariser")] = None
    output: Annotated[OutputSpec | None, Field(description="left out: the summary may have any length")] = None
    recent_files: Annotated[RecentFilesSpec | None, Field(description="left out: no list of files")] = None
    changed_files: Annotated[
        RecentFilesSpec | None, Field(description="a list of its own for files that were changed; left out: none")
    ] = None
    manual: Annotated[ManualSpec | None, Field(description="left out: only the gate starts a summary")] = None


LayerSpec = Annotated[
    TruncateSpec | ClearSpec | FoldSpec | DedupeSpec | DropSpec | SummariseSpec, Field(discriminator="do")
]
