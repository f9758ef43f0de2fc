"""Turns, requests and interactions of a transcript, on flat block positions (all from 0)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.transcript.model import Block, Message

if TYPE_CHECKING:
    from inspector.transcript.model import Transcript


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """The shape of one branch. Positions count from 0: `m` of a message, `b` of a block in the whole transcript.

    `first[m]` is the first block of message `m` (one entry more than messages), `owner[b]` the message of a block.
    `partner[b]` joins a tool call and its result (-1: none). `histories[r - 1]` is the number of messages before reply `r`,
    so request `r` has the messages `[0, histories[r - 1])`. `turn_of[m]` counts from 1 (0 never occurs once there is a message).
    """

    blocks: tuple[Block, ...]
    first: tuple[int, ...]
    owner: tuple[int, ...]
    partner: tuple[int, ...]
    calls: tuple[int, ...]
    results: tuple[int, ...]
    system: tuple[int, ...]
    histories: tuple[int, ...]
    turn_of: tuple[int, ...]
    turn_starts: tuple[int, ...]

    @property
    def requests(self) -> int:
        return len(self.histories)

    def name(self, block: int) -> str:
        """The block as a person writes it: `"6.1"` is the first block of the sixth message."""
        message = self.owner[block]
        return f"{message + 1}.{block - self.first[message] + 1}"

    def end(self, request: int) -> int:
        """One past the last block of the history of a request (from 1)."""
        return self.first[self.histories[request - 1]]

    def turn(self, request: int) -> int:
        """The turn (from 1) in which a request is made: the one of the last message before it."""
        history = self.histories[request - 1]
        return self.turn_of[history - 1] if history else 1

    def request_of(self, message: int) -> int:
        """The first request (from 1) whose history holds the message; one past the last request when none does."""
        return bisect_right(self.histories, message) + 1


def build(transcript: Transcript) -> Structure:
    """Work out the structure in one pass over the messages."""
    messages = transcript.messages
    blocks: list[Block] = []
    first: list[int] = []
    owner: list[int] = []
    for position, message in enumerate(messages):
        first.append(len(blocks))
        blocks.extend(message.blocks)
        owner.extend([position] * len(message.blocks))
    first.append(len(blocks))
    calls = [i for i, block in enumerate(blocks) if block.kind == "tool_use"]
    results = [i for i, block in enumerate(blocks) if block.kind == "tool_result"]
    partner = _pair(blocks, calls, results)
    starts = turn_starts(messages, first, partner)
    return Structure(
        blocks=tuple(blocks),
        first=tuple(first),
        owner=tuple(owner),
        partner=tuple(partner),
        calls=tuple(calls),
        results=tuple(results),
        system=tuple(i for i, message in enumerate(messages) if message.role in ("system", "developer")),
        histories=tuple(histories(messages)),
        turn_of=tuple(turns(len(messages), starts)),
        turn_starts=tuple(starts),
    )


def _pair(blocks: Sequence[Block], calls: Sequence[int], results: Sequence[int]) -> list[int]:
    """Join each result to the earlier call with its id; the first of each wins, whatever is left over stays alone."""
    partner = [-1] * len(blocks)
    waiting: dict[str, int] = {}
    for call in calls:
        if blocks[call].tool_id:
            waiting.setdefault(blocks[call].tool_id, call)
    for result in results:
        at = waiting.get(blocks[result].tool_id)
        if at is not None and at < result and partner[at] < 0:
            partner[at], partner[result] = result, at
    return partner


def histories(messages: Sequence[Message], start: int = 0) -> list[int]:
    """Messages before each reply, and before the request that would come next unless the record ends in a final reply.

    What the client put into the model's mouth, words that go with a summary or a copy of an earlier reply, is no reply.
    """
    found = [
        i for i in range(start, len(messages)) if messages[i].role == "assistant" and messages[i].author != "client"
    ]
    ended = bool(messages) and messages[-1].role == "assistant" and messages[-1].author != "client"
    if not ended or any(block.kind == "tool_use" for block in messages[-1].blocks):
        found.append(len(messages))
    return found


def turn_starts(
    messages: Sequence[Message], first: Sequence[int], partner: Sequence[int], start: int = 0, open_until: int = -1
) -> list[int]:
    """Positions of the prompts. Text that is typed while a tool runs belongs to the turn that it interrupts."""
    starts: list[int] = []
    for position in range(start, len(messages)):
        message = messages[position]
        blocks = message.blocks
        if message.role == "assistant":
            for block in range(first[position], first[position + 1]):
                if blocks[block - first[position]].kind == "tool_use" and partner[block] > open_until:
                    open_until = partner[block]
        elif (
            message.role == "user"
            and message.author == "human"
            and not message.interrupts
            and first[position] > open_until
            and not any(block.kind == "tool_result" for block in blocks)
        ):
            starts.append(position)
    return starts


def turns(count: int, starts: Sequence[int]) -> list[int]:
    """The turn of every message, from 1; what comes before the first prompt belongs to turn 1."""
    turns = [1] * count
    for number, start in enumerate(starts[1:], start=2):
        stop = starts[number] if number < len(starts) else count
        turns[start:stop] = [number] * (stop - start)
    return turns
