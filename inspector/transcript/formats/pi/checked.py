"""Whether the recorded view of a request is what the sidecar holds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any

from inspector.transcript.formats.pi.compiled import Compiled
from inspector.transcript.model import Block, Compaction, Message
from inspector.transcript.problems import Problems
from inspector.transcript.structure import histories

Said = tuple[str, tuple[Any, ...]]


class Check:
    """The requests of one way. `way` is the index on it by the name of a record, `at` that of each message."""

    def __init__(
        self, messages: Sequence[Message], compactions: Sequence[Compaction], at: Sequence[int], way: dict[str, int]
    ) -> None:
        self.messages, self.compactions, self.at, self.way = messages, compactions, at, way
        self._histories = histories(messages)
        self._full = [each for each in compactions if each.kind == "full"]
        self._since = [each.since for each in self._full]
        self._replacing = [each for each in compactions if each.replaced]

    def request(self, prompt: Compiled) -> int | None:
        """The request (from 1) that a prompt was compiled for: the first after its leaf and what was typed then."""
        if prompt.leaf is not None and prompt.leaf not in self.way:
            return None
        start = bisect_right(self.at, self.way[prompt.leaf]) if prompt.leaf is not None else 0
        after = bisect_left(self._histories, start)
        return after + 1 if after < len(self._histories) else None

    def exact(self, prompts: Iterable[Compiled], problems: Problems) -> frozenset[int]:
        """Requests whose recorded view equals the prompt that was compiled last for them; differences are reported."""
        last = {request: each for each in prompts if (request := self.request(each)) is not None}
        return frozenset([request for request, each in last.items() if self._equal(request, each, problems)])

    def _equal(self, request: int, prompt: Compiled, problems: Problems) -> bool:
        history = self._histories[request - 1]
        replaced = self._replaced(history)
        sure = prompt.whole
        for number, (position, other) in enumerate(zip_longest(self._prompt(history), _told(prompt)), start=1):
            message = self.messages[position] if position is not None else None
            own = _said(message.role, message.blocks, replaced) if message is not None else None
            if own != other:
                if prompt.whole:
                    line = message.line if message is not None else 0
                    problems.add(line, "sidecar-differs", _words(request, number, prompt.line, own, other))
                return False
            sure = sure and message is not None and not message.uncertain
        return sure

    def _prompt(self, history: int) -> Iterator[int]:
        """Positions of the recorded view (see `engine.recorded`)."""
        last = bisect_right(self._since, history) - 1
        if last < 0:
            return iter(range(history))
        return chain(self._full[last].order or (), range(self._full[last].rest, history))

    def _replaced(self, history: int) -> dict[str, str]:
        found: dict[str, str] = {}
        for each in self._replacing:
            if each.since <= history:
                found |= each.replaced
        return found


def _told(prompt: Compiled) -> Iterator[Said]:
    """The prompt of the sidecar, message by message."""
    if prompt.system:
        yield "system", (("text", prompt.system),)
    for node in prompt.messages:
        yield _said(node.role or "", node.blocks, {})
    if prompt.prompt:
        yield "user", (("text", prompt.prompt),)


def _said(role: str, blocks: Sequence[Block], replaced: dict[str, str]) -> Said:
    """What a message says, apart from signatures and the data of pictures."""
    told: list[tuple[Any, ...]] = []
    for block in blocks:
        if block.kind == "tool_result":
            told.append((block.kind, replaced.get(block.tool_id, block.text), block.tool_id))
        elif block.kind == "tool_use":
            told.append((block.kind, block.tool_id, block.tool, dict(block.input)))
        else:
            told.append(("text" if block.kind == "summary" else block.kind, block.text))
    return role, tuple(told)


def _words(request: int, number: int, line: int, own: Said | None, other: Said | None) -> str:
    where = f"request {request}: message {number} of the prompt"
    if own is None or other is None:
        return f"{where} is in {'the sidecar' if own is None else 'the session'} alone (line {line} of the sidecar)"
    if own[0] != other[0]:
        return f"{where} has the role {own[0]}, in the sidecar (line {line}) {other[0]}"
    return f"{where} is not what the sidecar holds (line {line})"
