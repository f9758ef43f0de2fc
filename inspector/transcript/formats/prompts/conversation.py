"""One conversation, built request by request: its messages, each once, and what was done to them on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.transcript.formats.prompts import changes, edits
from inspector.transcript.formats.prompts.placing import NEW, Expected, Index, Known, place, place_reply
from inspector.transcript.formats.prompts.pool import Pool, Request
from inspector.transcript.formats.prompts.state import Asked, State
from inspector.transcript.model import Compaction

__all__ = ["Conversation"]


class _Placed(NamedTuple):
    """A prompt and where its messages are."""

    request: Request
    found: list[int]


class Conversation:
    """What `requests` of one conversation tell. `identity` is one of its own, that stays when requests are added."""

    def __init__(self, pool: Pool, identity: str, title: str = "") -> None:
        self.identity, self.title = identity, title
        self.entries = pool.entries
        self.known = Known([], Index(), Index())
        self.facts: list[Request] = []
        """The request by which each message came."""
        self.compactions: list[Compaction] = []
        self.asked: list[Asked] = []
        self.marked: dict[int, str] = {}
        """Positions of messages that the client wrote: "summary" or "client"."""
        self.forms: dict[tuple[int, int], dict[str, str]] = {}
        """Pairs of a message and another form of it: the results that have another text there."""
        self.provided = False
        """Whether the provider compacted, at any time."""
        self.replies: set[int] = set()
        """Positions of replies that the record has by themselves, not only in later prompts."""
        self._now = State()
        self._before: State | None = None

    @property
    def messages(self) -> int:
        return len(self.known.union)

    @property
    def last(self) -> Request | None:
        """The newest request."""
        return self.asked[-1].request if self.asked else None

    def take(self, request: Request, heard: Sequence[str] = (), mixed: bool = True) -> Request | None:
        """Add a request. `heard` are replies of other conversations that may stand in its prompt as a summary.

        `mixed`: the record may hold what is none of the conversation.

        The request before is given back where this one shows that it was none of the conversation: a question asked aside,
        or the client's order to summarise.
        """
        placed = self._placed(request)
        aside = self._aside(placed) if mixed else None
        if aside is not None:
            self._back()
            placed = self._placed(request)
            heard = [*heard, changes.said(self.entries, aside)]
        self._add(placed, heard)
        return aside

    def _placed(self, request: Request) -> _Placed:
        now = self._now
        expected = Expected([*now.view], now.prompt)
        reply = (now.reply, self.known.union[now.reply]) if now.reply is not None else None
        if reply is not None:
            expected = Expected([*now.view, reply[0]], (*now.prompt, reply[1]))
        found = place(request.prompt, expected, self.known, self.entries)
        place_reply(request.prompt, reply, found, self.entries)
        return _Placed(request, found)

    def _aside(self, placed: _Placed) -> Request | None:
        """The request before, when nothing of it is left in this one."""
        before, now = self._before, self._now
        if before is None or now.reply is None or not before.view:
            return None
        last = self.asked[-1].request
        if max(placed.found, default=NEW) >= before.messages:
            return None
        whole = [*before.view, *([before.reply] if before.reply is not None else [])]
        if placed.found[: len(whole)] == whole or changes.repeated(self.entries, placed.request, placed.found, last):
            return last
        return None

    def _back(self) -> None:
        """Forget the last request."""
        assert self._before is not None
        self._now, self._before = self._before, None
        count = self._now.messages
        for position in range(count, self.messages):
            self.replies.discard(position)
            self.marked.pop(position, None)
        self.known.cut(count, self.entries)
        del self.facts[count:], self.compactions[self._now.compactions :]
        self.asked.pop()

    def _add(self, placed: _Placed, heard: Sequence[str]) -> None:
        request, found = placed
        start = self.messages
        for at in [at for at, position in enumerate(found) if position == NEW]:
            found[at] = self._append(request.prompt[at], request)
        change = changes.changed(self, self._now, found, request, start, heard)
        self.asked.append(Asked(request, self.messages, change.doubt, start))
        reply = self.messages if request.reply is not None else None
        if request.reply is not None:
            self.replies.add(self._append(request.reply, request))
        self._before = self._now
        self._now = State(
            found,
            request.prompt,
            reply,
            self.messages,
            len(self.compactions),
            change.base,
            change.rest,
            change.notices,
            edits.counts(request) if request.edits else self._now.edits,
        )
        if reply is not None:
            self._now = changes.after_reply(self, self._now, reply, request)

    def _append(self, number: int, request: Request) -> int:
        self.known.add(number, self.entries)
        self.facts.append(request)
        return self.messages - 1
