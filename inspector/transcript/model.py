"""What was recorded: messages, blocks and what is known about them. Immutable; positions here count from 0, numbers from 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from inspector.transcript.structure import Structure

BlockKind = Literal["text", "thinking", "tool_use", "tool_result", "image", "document", "summary", "opaque"]
Role = Literal["system", "developer", "user", "assistant", "tool"]
Author = Literal["human", "model", "tool", "client", "system"]
"""Who wrote a message: a person, the model, a tool, or the client (injected text, a recorded summary)."""

Json = Mapping[str, Any]


class Body(Protocol):
    """Where the text of a block is: held in memory, or read from the file on demand."""

    @property
    def text(self) -> str: ...
    @property
    def api(self) -> Json: ...


class Held(NamedTuple):
    """A body in memory. `api` is the block as recorded in API form; its base64 was replaced by a reference."""

    text: str
    api: Json


class ImageRef(NamedTuple):
    """A picture that was taken out of the text at load. `width` and `height` are 0 when its header could not be read."""

    media_type: str
    bytes: int
    sha256: str
    width: int = 0
    height: int = 0


class BlockSlots:
    """Where a block keeps its fields: in slots of its own, so that `make.py` can fill them before it is a `Block`."""

    __slots__ = ("__weakref__", "body", "images", "kind", "tool", "tool_id")


@dataclass(frozen=True, slots=True, eq=False)
class Block(BlockSlots):
    """One part of a message.

    `text` is what the block says in words: the text, the thinking, the joined text of a tool result, a summary; a tool call
    has none. `api` is the block in Anthropic API form, unknown fields kept. `tool_id` joins a call to its result;
    `tool` is the name of the called tool (on calls only).
    """

    kind: BlockKind
    body: Body
    tool_id: str = ""
    tool: str = ""
    images: tuple[ImageRef, ...] = ()

    @property
    def text(self) -> str:
        return self.body.text

    @property
    def api(self) -> Json:
        return self.body.api

    @property
    def input(self) -> Json:
        """The arguments of a tool call; empty for any other block and for arguments that are not an object."""
        value = self.body.api.get("input") if self.kind == "tool_use" else None
        return value if isinstance(value, Mapping) else {}


class Usage(NamedTuple):
    """Tokens that the provider reported for one reply, in disjoint parts (`reasoning` is a part of `output`)."""

    uncached_input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0

    @property
    def context(self) -> int:
        """Size of the prompt of this one request, in the provider's tokens."""
        return self.uncached_input + self.cache_read + self.cache_write


class UnreadableUsage(Usage):
    """A report of which something is no count of tokens; the numbers are what could be read, and say nothing of the prompt."""

    __slots__ = ()


class MessageSlots:
    """Where a message keeps its fields; see `BlockSlots`."""

    __slots__ = (
        "author", "blocks", "doubt", "extra", "id", "interrupts", "line", "model", "number", "plain", "role", "timestamp",
        "usage",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Message(MessageSlots):
    """One message, as it was sent or received.

    `plain` says that the content was recorded as one string instead of a list of blocks. `line` is the (first) line of the
    file it came from, from 1. `extra` holds the fields of the recorded envelope that no other field carries.
    """

    number: int
    role: Role
    blocks: tuple[Block, ...]
    plain: bool = False
    author: Author = "human"
    line: int = 0
    id: str = ""
    timestamp: str = ""
    model: str = ""
    usage: Usage | None = None
    extra: Json = field(default_factory=dict)
    doubt: str = ""
    """Why it is not certain that it was part of the prompt, or so (a client attachment of unclear effect); a clause."""
    interrupts: bool = False
    """Typed while a turn was running: it belongs to that turn and opens none."""

    @property
    def uncertain(self) -> bool:
        """Whether it was part of the prompt is not certain."""
        return bool(self.doubt)


@dataclass(frozen=True, slots=True)
class LoadProblem:
    """A line that could not be used, or not as it stood. `line` counts from 1; 0 speaks of the file as a whole."""

    line: int
    kind: str
    reason: str
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What loading met: every line that was dropped, repaired or unknown, and how many records of each type were seen.

    `lines`: of a file of lines; 0 where it is one value or a database.
    """

    lines: int = 0
    bytes: int = 0
    problems: tuple[LoadProblem, ...] = ()
    records: Mapping[str, int] = field(default_factory=dict)
    """Record type → how often it occurred, bookkeeping types that are no message among them."""
    usage: Mapping[str, int] = field(default_factory=dict)
    """What was mended in reported usage, and how often: `repeated` (the lines of one reply, or the same report again: counted
    once), `snapshot` (a line written before its reply was complete: the largest counts), `cumulative` (sums of the whole
    session: what each request added counts), `zero` (no numbers but the client's estimate: not taken for a prompt), `copied`
    (of another thread, which this one went on from: not counted here)."""


@dataclass(frozen=True, slots=True)
class Compaction:
    """A compaction that the agent itself recorded.

    `before` is the position (from 0) of the first message that came after it. `full`: the prompt then starts at `before`
    (a summary message), followed by the `preserved` messages (positions, in order); or, where the record says all of it,
    consists of `order`. `micro`: results were replaced from there on, those of the `cleared` tool ids by a placeholder of
    unknown wording, those of `replaced` by the text that is given.
    """

    kind: Literal["full", "micro"]
    before: int
    trigger: str = ""
    line: int = 0
    summary: int | None = None
    preserved: tuple[int, ...] = ()
    cleared: frozenset[str] = frozenset()
    tokens_before: int | None = None
    tokens_after: int | None = None
    estimated: bool = False
    """`tokens_after` is the client's own estimate; no provider counted it."""
    order: tuple[int, ...] | None = None
    """All messages with which the prompt went on, in their order, each once; system messages too, where they stayed.

    Messages that the compaction brought itself are among them, at `before` and after; what follows the last of these
    follows in the prompt too.
    """
    replaced: Mapping[str, str] = field(default_factory=dict)
    """Tool id → the text that stood in the prompt for its result from there on. Of a full compaction too."""
    doubtful: frozenset[int] = frozenset()
    """Messages (positions) of which the record does not say for sure that the prompt held them after it, or how."""
    doubt: str = ""
    """Why, in words, where something is doubtful."""

    @property
    def rest(self) -> int:
        """The position from which on everything follows, after what the compaction left and brought."""
        if self.order is not None:
            return max((at + 1 for at in self.order if at >= self.before), default=self.before)
        if self.summary is not None and self.summary >= self.before:
            return self.summary + 1
        return self.before

    @property
    def since(self) -> int:
        """How many messages a history has at the least whose prompt is compacted.

        A full compaction comes with its messages (the summary). A micro one adds no message: it is written down before the
        reply to the prompt in which the results are cleared already (the usage of that reply says so).
        """
        return self.rest if self.order is not None else self.before + (self.kind == "full")


@dataclass(frozen=True, slots=True)
class Branch:
    """A leaf of a recorded tree that can be shown instead of the newest one."""

    leaf: str
    line: int
    messages: int
    timestamp: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Sidechain:
    """A subagent's conversation that lies in the same file or beside it; loaded as a transcript of its own."""

    id: str
    messages: int
    title: str = ""
    path: str = ""
    parent_tool_id: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Another session that lies in the same file; opened as `FILE#ID`."""

    id: str
    title: str = ""
    messages: int | None = None
    timestamp: str = ""
    """When it was written last, as far as its row tells."""
    project: str = ""
    model: str = ""
    parent: str = ""
    """The session that started it as its subagent."""


@dataclass(frozen=True, eq=False)
class Transcript:
    """Everything that was recorded, one branch of it at a time. Never changed after loading."""

    format: str
    messages: tuple[Message, ...]
    report: LoadReport = LoadReport()
    session: str = ""
    path: str = ""
    title: str = ""
    system: str = ""
    """A system prompt that the user supplied because the record has none; not a message, and without a number."""
    tools: tuple[Json, ...] = ()
    """Tool definitions, recorded with the request or supplied."""
    compactions: tuple[Compaction, ...] = ()
    branch: str = ""
    branches: tuple[Branch, ...] = ()
    sidechains: tuple[Sidechain, ...] = ()
    is_prompt: bool = False
    """The record is a request body: the last request is stored exactly as it was sent."""
    exact: frozenset[int] = frozenset()
    """Requests (from 1) whose prompt the record holds itself, and the recorded view equals."""
    incomplete: str = ""
    """Why the first prompts held more than the record does, in words: it goes on from something that is not in it."""
    doubts: Mapping[int, str] = field(default_factory=dict)
    """Request (from 1) → why it is not certain that its prompt was what the record tells, in words."""
    part: str = ""
    """Which session of its file this is; empty where a file is a session."""
    parts: tuple[Part, ...] = ()
    """All sessions of the file, newest first, where it holds several."""

    @cached_property
    def structure(self) -> Structure:
        """Turns, requests, interactions and flat block positions; worked out once."""
        from inspector.transcript.structure import build

        return build(self)

    @cached_property
    def model(self) -> str:
        """The model of the last reply that names one."""
        return next((m.model for m in reversed(self.messages) if m.model), "")
