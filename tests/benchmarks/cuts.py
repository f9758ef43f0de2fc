"""Where real sessions are cut: at the agent's own compactions, and at every quarter of what lies between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from inspector.engine.summariser import SummaryPart
from inspector.transcript import Transcript, TranscriptError, load
from inspector.transcript.model import Block, Message
from tests.benchmarks.later import all_things

AFTER = 20
"""Messages after the cut in which it is seen what is needed."""
LEAST_BEFORE = 40
LEAST_OWN, LEAST_OWN_AFTER = 10, 10
"""Messages before and after the agent's own compaction from which it is looked at: there are few of them."""
LEAST_NEEDED = 5
"""Things that must be needed later for a share of them to say something."""
QUARTERS = (0.25, 0.5, 0.75, 1.0)
_SAID = ("text", "thinking", "tool_use", "tool_result", "summary")


class Place:
    """A cut: the parts of the old history, the messages after it, and the agent's own summary where it made one here."""

    def __init__(self, name: str, parts: tuple[SummaryPart, ...], after: tuple[Message, ...], own: str = "") -> None:
        self.name, self.parts, self.after, self.own = name, parts, after, own

    @cached_property
    def text(self) -> str:
        """The old history as plain text."""
        return "\n".join(part.text for part in self.parts if part.text)

    @cached_property
    def needed(self) -> frozenset[str]:
        """Everything that stands after the cut and stood before it."""
        return self._met(block for message in self.after for block in message.blocks)

    @cached_property
    def used(self) -> frozenset[str]:
        """Of that only what a person typed and the agent itself said and called for."""
        return self._met(block for message in self.after for block in message.blocks if block.kind != "tool_result")

    @cached_property
    def _before(self) -> frozenset[str]:
        return all_things(content(part.source) for part in self.parts)

    def _met(self, blocks: Iterator[Block]) -> frozenset[str]:
        return all_things(content(block) for block in blocks) & self._before


class Session(NamedTuple):
    name: str
    places: tuple[Place, ...]


def sessions(folder: Path) -> Iterator[Session]:
    """Every session of the folder that can be read and is long enough to be cut somewhere."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".jsonl", ".json", ".traj"):
            try:
                found = tuple(places(load(path)))
            except TranscriptError:
                continue
            if found:
                yield Session(f"{path.parent.name}/{path.stem}", found)


def places(transcript: Transcript) -> Iterator[Place]:
    """The cuts of a session."""
    own = {c.before: c for c in transcript.compactions if c.kind == "full" and c.summary is not None}
    for start, end in pairwise([0, *sorted(own), len(transcript.messages)]):
        for cut in _quarters(start, end):
            yield from _place(transcript, f"at {cut}", start, cut, cut, end)
        if end in own and end - start >= LEAST_OWN:
            first = (own[end].summary or end) + 1
            last = min([at for at in own if at > end], default=len(transcript.messages))
            yield from _place(transcript, f"own, {end}", start, end, first, last)


def _quarters(start: int, end: int) -> Iterator[int]:
    """Cuts at every quarter of a stretch, with enough before and after."""
    cuts = {start + int((end - start) * quarter) for quarter in QUARTERS}
    yield from (cut for cut in sorted(cuts) if cut - start >= LEAST_BEFORE and end - cut >= AFTER)


def _place(transcript: Transcript, name: str, start: int, cut: int, first: int, end: int) -> Iterator[Place]:
    after = transcript.messages[first : min(first + AFTER, end)]
    if len(after) < LEAST_OWN_AFTER:
        return
    own = "\n".join(block.text for block in transcript.messages[cut].blocks) if first > cut else ""
    place = Place(name, parts(transcript, start, cut), after, own)
    if len(place.needed) >= LEAST_NEEDED:
        yield place


def parts(transcript: Transcript, start: int, end: int) -> tuple[SummaryPart, ...]:
    """The messages from `start` to `end` as a summariser is given them."""
    structure = transcript.structure
    tools = {block.tool_id: block.tool for block in structure.blocks if block.kind == "tool_use"}
    return tuple(
        SummaryPart(m.role, m.author, f"{m.number}.{at}", plain(block), block, tools.get(block.tool_id, ""))
        for m in transcript.messages[start:end]
        for at, block in enumerate(m.blocks, start=1)
    )


def plain(block: Block) -> str:
    """What a block says, as plain text; of a call its name and arguments, without the escapes of JSON."""
    if block.kind == "tool_use":
        return "\n".join([block.tool, *(f"{name}: {value}" for name, value in _values(block.input))])
    return block.text if block.kind in _SAID else ""


def content(block: Block) -> str:
    """The same without the names of tools and arguments: they stand in every call, whatever is needed."""
    if block.kind == "tool_use":
        return "\n".join(value for _, value in _values(block.input))
    return plain(block)


def _values(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _values(inner, str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _values(inner, name)
    else:
        yield name, str(value)
