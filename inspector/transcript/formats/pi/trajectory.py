"""A trajectory of OpenClaw opened itself: the conversation as its exact prompts tell it.

The prompt of a run's first request is in the record. What happened in the run stands in the prompt of the next one, and at the
end of the last one in `model.completed` (`messagesSnapshot`): the requests in between are worked out, not recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inspector.transcript.formats.blocks import kind_words, text_block, words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Format, Records, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.pi.compiled import KIND, compiled, is_trajectory, messages
from inspector.transcript.formats.pi.node import NOTHING, Node
from inspector.transcript.formats.prompts import Conversation, Pool, Request, main, told_apart
from inspector.transcript.lines import Line
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Compaction, Message, Role, Transcript
from inspector.transcript.problems import Problems

Record = dict[str, Any]

KEY = "openclaw-trajectory"
QUIET = frozenset(
    (
        *(
            "session.started",
            "trace.metadata",
            "prompt.submitted",
            "trace.artifacts",
            "session.ended",
            "trace.truncated",
        ),
        *("prompt.skipped", "tool.call", "tool.result", "model.fallback_step"),
    )
)
ENDED = "model.completed"
AFTER = "it is what was said when the run had ended"


class Events:
    """The events of a file as requests. `Gathering` keeps them; the pool keeps their messages, each once."""

    def __init__(self) -> None:
        self._pool = Pool(lambda made: made)

    def take(self, line: Line, problems: Problems) -> Request | None:
        """The request that an event tells of."""
        record = line.value
        kind = record.get("type")
        kind = kind if isinstance(kind, str) else kind_words(kind)
        found = (
            self._compiled(line, problems) if kind == KIND else self._ended(line, problems) if kind == ENDED else None
        )
        if found is None and kind not in (*QUIET, KIND, ENDED) and not problems.records[kind]:
            problems.add(line.line, "unknown-record", f"event of an unknown type: {kind[:60]!r}")
        problems.records[kind] += 1
        return found

    def show(self, nodes: Sequence[Request], problems: Problems, choice: Choice) -> Transcript:
        """The conversation; others that lie in the same file are its sidechains."""
        talks: dict[str, Conversation] = {}
        for each in self._with_system(nodes):
            talk = talks.setdefault(each.group, Conversation(self._pool, each.group or "session"))
            talk.take(each)
        listed = list(talks.values())
        told = told_apart(listed, self._pool, problems.report(), choice, format=KEY)
        largest = main(listed)
        compactions = tuple([_with_summary(each, told.messages) for each in told.compactions])
        session = choice.sidechain or (largest.identity if largest is not None else "")
        return replace(told, session=session, compactions=compactions)

    def _with_system(self, nodes: Sequence[Request]) -> list[Request]:
        """What was said when a run had ended comes without the system prompt: it is that of its first request."""
        found: list[Request] = []
        system: tuple[int, ...] = ()
        for each in nodes:
            first = each.prompt[:1]
            if first and self._pool.entries[first[0]].message.role == "system":
                system = first
            after = each.uncertain == AFTER
            found.append(each._replace(prompt=system + each.prompt) if after and first != system else each)
        return found

    def _compiled(self, line: Line, problems: Problems) -> Request | None:
        prompt = compiled(line.value, line.line, problems)
        if prompt is None:
            problems.add(
                line.line, "cut", "the prompt of this request was too long for the trajectory, and was left out"
            )
            return None
        listed = [_made(node) for node in prompt.messages]
        if prompt.system:
            listed.insert(0, _words("system", prompt.system, line.line))
        if prompt.prompt:
            listed.append(_words("user", prompt.prompt, line.line))
        return _request(line, self._pool.prompt(listed), prompt.tools, "" if prompt.whole else "parts of it were cut")

    def _ended(self, line: Line, problems: Problems) -> Request | None:
        data = line.value.get("data")
        told = data.get("messagesSnapshot") if isinstance(data, dict) else None
        if not isinstance(told, list):
            return None
        listed = [_made(node) for node in messages(told, line.line, problems)]
        return _request(line, self._pool.prompt(listed), (), AFTER) if listed else None


def _with_summary(compaction: Compaction, messages: Sequence[Message]) -> Compaction:
    """OpenClaw says itself which message is a summary."""
    brought = [at for at in (*(compaction.order or ()), compaction.rest) if compaction.before <= at < len(messages)]
    found = [at for at in brought if any(block.kind == "summary" for block in messages[at].blocks)]
    return replace(compaction, summary=found[0]) if found and compaction.summary is None else compaction


def _request(line: Line, prompt: tuple[int, ...], tools: tuple[Record, ...], uncertain: str) -> Request:
    get = line.value.get
    return Request(
        prompt,
        model=words_of(get("modelId")),
        timestamp=words_of(get("ts")),
        line=line.line,
        tools=tools,
        uncertain=uncertain,
        group=words_of(get("sessionId")),
    )


def _made(node: Node) -> Message:
    return make_message(
        1,
        node.role or "user",
        node.blocks,
        node.plain,
        node.author,
        node.line,
        "",
        "",
        node.model,
        node.usage,
        node.extra,
    )


def _words(role: Role, text: str, line: int) -> Message:
    author: Author = "system" if role == "system" else "human"
    return make_message(1, role, (text_block(text),), True, author, line, "", "", "", None, NOTHING)


def _lines(problems: Problems, source: Source) -> Gathering[Request]:
    events = Events()
    return Gathering(problems, events.take, events.show)


FORMATS = (
    Format(
        KEY,
        "an OpenClaw trajectory",
        is_trajectory,
        lines=_lines,
        chooses=frozenset({"sidechain"}),
        records=Records("yes", "yes", "of each run's first request", "yes", "no"),
    ),
    Format("openclaw-pointer", "a pointer to an OpenClaw trajectory", lambda record: "traceSchema" in record),
)
