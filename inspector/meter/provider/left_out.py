"""Thinking that left the prompts: providers and clients leave out that of earlier turns when a new turn begins.

Anthropic, extended thinking: "thinking blocks from previous turns are removed" for models before Claude Opus 4.5; the Responses
API of OpenAI keeps reasoning items within one turn. A prompt that falls by it as a turn begins is no change of the fixed input.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from inspector.meter.provider.held import Held
from inspector.meter.provider.steps import Step
from inspector.transcript.model import Message, Transcript


class LeftOut(NamedTuple):
    """From `request` on the prompts have so many tokens fewer of a message (position): thinking of an earlier turn."""

    request: int
    message: int
    tokens: int


class Thinking:
    """Walks a stretch from prompt to prompt and knows what thinking is still in them. `gone` is shared by all stretches.

    Messages are looked at when thinking leaves for the first time, which it seldom does.
    """

    def __init__(self, transcript: Transcript, blocks: Sequence[int], gone: dict[int, int], held: Held) -> None:
        self._transcript, self._blocks, self._gone, self._held = transcript, blocks, gone, held
        self._seen = -1
        self._waiting: deque[tuple[int, int]] = deque()

    def missing(self, history: int) -> int:
        """Tokens that left earlier of messages that the prompt after so many messages holds."""
        kept, since = frozenset(self._held.kept), self._held.since
        return sum(tokens for at, tokens in self._gone.items() if at in kept or since <= at < history)

    def began(self, step: Step) -> int | None:
        """Where a person spoke between the two prompts of a step, in a running turn too; None where nobody did."""
        messages = self._transcript.messages
        said = (at for at in range(step.stop - 1, step.reply, -1) if is_said(messages[at]))
        return next(said, None)

    def _look(self, history: int) -> None:
        """Take in the messages of a prompt that were not looked at."""
        first, messages = self._transcript.structure.first, self._transcript.messages
        new = range(self._seen, history) if self._seen >= 0 else self._held.messages(history)
        self._seen = max(history, self._held.since)
        for at in new:
            blocks = messages[at].blocks
            found = sum(self._blocks[first[at] + i] for i, block in enumerate(blocks) if block.kind == "thinking")
            if found > self._gone.get(at, 0):
                self._waiting.append((at, found - self._gone.get(at, 0)))

    def leave(self, request: int, said: int, tokens: int) -> list[LeftOut]:
        """As much of `tokens` as the prompt can have lost in thinking before what was `said`, the oldest first."""
        found: list[LeftOut] = []
        self._look(said)
        while tokens > 0 and self._waiting:
            at, there = self._waiting.popleft()
            taken = min(there, tokens)
            tokens -= taken
            self._gone[at] = self._gone.get(at, 0) + taken
            found.append(LeftOut(request, at, taken))
            if taken < there:
                self._waiting.appendleft((at, there - taken))
        return found


def is_said(message: Message) -> bool:
    """Whether a person spoke."""
    spoke = message.role == "user" and message.author == "human"
    return spoke and not any(block.kind == "tool_result" for block in message.blocks)
