"""Which requests of a log belong together: conversations mixed in one log are told apart by what their prompts share."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from inspector.transcript.formats.prompts.changes import said
from inspector.transcript.formats.prompts.conversation import Conversation
from inspector.transcript.formats.prompts.identity import spoken
from inspector.transcript.formats.prompts.known_lanes import KnownLanes, Split, split
from inspector.transcript.formats.prompts.pool import Pool, Request
from inspector.transcript.formats.prompts.wording import SHORTEST, core, looks_like_summary, repeats

HEARD = 8
"""Replies that are remembered, to be found again as somebody's summary."""

_LEAST = 4
"""Messages that a conversation has before somebody summarises it."""

SUMMARISER = "summariser"
ASIDE = "asked aside, or taken back"


def conversations(requests: Iterable[Request], pool: Pool) -> list[Conversation]:
    """The conversations of a log, in the order in which they began.

    A request goes on with the conversation whose last prompt (and reply) it begins with. Where it begins with none, it is
    a compaction of the last one with its system prompt and model whose messages or whose summary it holds, or of the last one
    with its system prompt where the record tells of a compaction just before it (`Request.compaction`). Else it is new.
    """
    lanes = _Lanes(pool)
    for number, request in enumerate(requests, start=1):
        lanes.give(request, number)
    return [each for each in lanes.all if each.asked]


def main(found: Sequence[Conversation]) -> Conversation | None:
    """The largest one; of equals the first."""
    return max(found, key=lambda each: each.messages, default=None)


class _Lanes:
    """The conversations so far."""

    def __init__(self, pool: Pool) -> None:
        self.all: list[Conversation] = []
        self._pool = pool
        self._entries = pool.entries
        self._known = KnownLanes(pool.entries)
        self._heard: deque[tuple[str, Conversation]] = deque(maxlen=HEARD)

    def give(self, request: Request, number: int) -> None:
        """Find the conversation of a request and add it there."""
        parts = split(request, self._entries)
        lane = self._known.continued(request, parts) or self._compacted(request, parts)
        lane = lane or self._told(request, parts)
        if lane is None:
            lane = self._new(f"request-{number}")
        others = [(text, one) for text, one in self._heard if one is not lane]
        marks = len(lane.marked)
        aside = lane.take(request, [text for text, _ in others])
        if aside is not None:
            self._set_aside(lane, aside, number)
        elif len(lane.marked) > marks:
            self._name_summariser(lane, others)
        self._known.add(lane, request, parts)
        self._remember(lane, request)

    def _new(self, identity: str) -> Conversation:
        lane = Conversation(self._pool, identity)
        self.all.append(lane)
        return lane

    def _compacted(self, request: Request, parts: Split) -> Conversation | None:
        """A conversation with the same system prompt of which the request holds messages, or a summary."""
        summary: bool | None = None
        for lane in self._known.ruled_alike(request, parts):
            if self._holds_its(lane, parts.rest):
                return lane
            last = lane.last
            if last is not None and lane.messages >= _LEAST and last.model == request.model:
                summary = self._begins_with_summary(parts.rest) if summary is None else summary
                if summary:
                    return lane
        return None

    def _told(self, request: Request, parts: Split) -> Conversation | None:
        """The conversation that the record says was compacted; not the one that only made the summary."""
        if not request.compaction:
            return None
        texts = [block.text for at in parts.rest for block in self._entries[at].message.blocks if block.kind == "text"]
        lanes = self._known.ruled_alike(request, parts)
        spoken_last = ((lane, said(self._entries, lane.last)) for lane in lanes if lane.last is not None)
        others = (lane for lane, words in spoken_last if not words or not any(core(words) in text for text in texts))
        return next(others, lanes[0] if lanes else None)

    def _holds_its(self, lane: Conversation, rest: Sequence[int]) -> bool:
        """Whether a prompt has two of its messages, or one that nobody says twice by chance."""
        shared = [number for number in rest if number in lane.known.same]
        return len(shared) > 1 or any(self._entries[each].message.role in ("assistant", "tool") for each in shared)

    def _begins_with_summary(self, rest: Sequence[int]) -> bool:
        """Whether one of the first messages is a summary, by its words or since somebody replied it."""
        heard = [text for text, _ in self._heard]
        opening = [self._entries[number].message for number in rest[:3]]
        return any(looks_like_summary(each, sure=True) or repeats(each, heard) for each in opening)

    def _set_aside(self, lane: Conversation, aside: Request, number: int) -> None:
        apart = self._new(f"aside-{number - 1}")
        apart.take(aside)
        summary = any(what == "summary" for at, what in lane.marked.items() if at >= lane.asked[-1].start)
        apart.title = SUMMARISER if summary else ASIDE

    def _name_summariser(self, lane: Conversation, others: Sequence[tuple[str, Conversation]]) -> None:
        """A conversation whose reply stands as a summary in another one was that one's summariser."""
        new = [at for at, what in lane.marked.items() if what == "summary" and at >= lane.asked[-1].start]
        for at in new:
            message = self._entries[lane.known.union[at]].message
            for text, other in others:
                if repeats(message, [text]):
                    other.title = SUMMARISER

    def _remember(self, lane: Conversation, request: Request) -> None:
        if request.reply is not None:
            text = spoken(self._entries[request.reply].message)
            if len(core(text)) >= SHORTEST:
                self._heard.append((text, lane))
