"""The requests of a log, gathered: a node is a request in numbers of a pool, however long its prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.prompts import Pool, Request, conversations, told_apart
from inspector.transcript.formats.request_log.exchange import Exchange, exchange_of
from inspector.transcript.formats.request_log.messages import Maker
from inspector.transcript.lines import Line
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

CHAINED = "the prompt is put together from the responses that it names"
OPEN = "the prompt goes on from a response that is not in the record"


class Node(NamedTuple):
    """A request and the session that it names."""

    request: Request
    session: str


class Reader:
    """Takes one record after the other."""

    def __init__(self, problems: Problems) -> None:
        self.pool = Pool(Maker(problems))
        self._answered: dict[str, tuple[int, ...]] = {}
        """Response id → all messages up to it, for requests that name it instead of repeating them."""
        self._open: set[str] = set()
        """Ids of responses whose prompt goes on from one that is not in the record, directly or not."""

    def node(self, record: Any, line: int, problems: Problems) -> Node | None:
        """The request of one record; counted by what it is."""
        found = exchange_of(record)
        if found is None:
            problems.records["other"] += 1
            return None
        if found.counting:
            problems.records["count_tokens"] += 1
            return None
        problems.records["request"] += 1
        if found.reply.kind != "response":
            problems.records[found.reply.kind] += 1
        return Node(self._request(found, line), found.session)

    def _request(self, found: Exchange, line: int) -> Request:
        prompt, uncertain = self._prompt(found)
        reply = found.reply
        number = self.pool.reply(reply.record)
        if number is not None and not self.pool.entries[number].message.blocks:
            number = None
        if reply.id:
            self._answered[reply.id] = prompt if number is None else (*prompt, number)
            self._open |= {reply.id} if uncertain == OPEN else set()
        model = reply.model or found.body.get("model")
        return Request(
            prompt,
            number,
            reply.usage,
            model if isinstance(model, str) else "",
            found.timestamp,
            line,
            self.pool.tools(found.body.get("tools")),
            {"stop_reason": reply.stop} if reply.stop else {},
            reply.edits,
            uncertain,
            found.session,
        )

    def _prompt(self, found: Exchange) -> tuple[tuple[int, ...], str]:
        """All messages; those before a named response are not repeated, its instructions are not handed on."""
        own = self.pool.prompt(found.prompt)
        if not found.previous:
            return own, ""
        before = self._answered.get(found.previous)
        if before is None:
            return own, OPEN
        entries = self.pool.entries
        said = tuple([each for each in before if entries[each].message.role not in ("system", "developer")])
        rules = 1 if own and entries[own[0]].message.role == "system" else 0
        return (*own[:rules], *said, *own[rules:]), OPEN if found.previous in self._open else CHAINED

    def take(self, line: Line, problems: Problems) -> Node | None:
        """The node of a line."""
        return self.node(line.value, line.line, problems)

    def show(self, nodes: Sequence[Node], problems: Problems, choice: Choice) -> Transcript:
        """The conversations of all requests, the largest first."""
        found = conversations([node.request for node in nodes], self.pool)
        session = next((node.session for node in nodes if node.session), "")
        _tell_open(nodes, problems)
        return told_apart(found, self.pool, problems.report(), choice, format="request-log", session=session)


def _tell_open(nodes: Sequence[Node], problems: Problems) -> None:
    count = sum(node.request.uncertain == OPEN for node in nodes)
    if count:
        first = next(node.request.line for node in nodes if node.request.uncertain == OPEN)
        problems.add(first, "prompt-not-recorded", f"{count} requests: {OPEN}")
