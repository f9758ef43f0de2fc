"""From opencode's messages to ours: a reply, then a message with the results of its calls.

One assistant message is one request; in the oldest versions it held several steps, each a request of its own. A reply with
an error was never sent again, unless it was aborted and says something (`message-v2.ts`): it is left out, and told of.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.message_list import NOTHING
from inspector.transcript.formats.opencode.objects import Entry, Record, within
from inspector.transcript.formats.opencode.parts import (
    Answer,
    call_id,
    called,
    plain_prompt,
    prompt_block,
    reply_block,
)
from inspector.transcript.formats.sqlite_values import moment_of, number_of
from inspector.transcript.formats.usage import usage_of_opencode
from inspector.transcript.late import Fields, said
from inspector.transcript.make import make_block, make_message
from inspector.transcript.model import Author, Block, Message, Role, Usage
from inspector.transcript.problems import Problems

_KEPT = ("agent", "mode", "providerID", "parentID", "cost", "finish", "error", "system", "tools", "variant", "format")
_WITH_TOKENS = (*_KEPT, "tokens")
_FAR = 1 << 53
_ABORTED = "MessageAbortedError"


class Gathered:
    """The messages of a session, and where the objects are among them."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.messages: list[Message] = []
        self.places: dict[str, int] = {}
        """Message id → position of its first message here."""
        self.started: list[tuple[float, int]] = []
        """When each request began (milliseconds), and the position of its reply."""
        self.cleared: list[tuple[float, str]] = []
        """When a result was pruned, and the id of its call."""
        self.turning: list[Entry] = []
        """Messages that ask for a compaction, and summaries."""
        self.children: dict[str, str] = {}
        """Session of a subagent → the call that started it."""

    def take(self, entry: Entry, last: bool, again: str = "") -> None:
        """A message. `last`: nothing follows; `again`: the text of a prompt that the client would send once more."""
        role = entry.info.get("role")
        if role == "user":
            self._prompt(entry, again)
        elif role == "assistant":
            self._reply(entry, last)
        else:
            self.problems.records[kind_words(role)] += 1
            self.problems.add(entry.number, "unknown-record", f"a message of the role {kind_words(role, 40)}")

    def _prompt(self, entry: Entry, again: str) -> None:
        self.problems.records["user"] += 1
        if len(entry.parts) == 1 and not again and (only := plain_prompt(entry.parts[0])) is not None:
            self._add(entry, "user", (only,), "human", None)
            return
        blocks = [prompt_block(part, self.problems, entry.number) for part in entry.parts]
        made = tuple([block for block in blocks if block is not None])
        if made:
            typed = _is_typed(entry.parts) and not (again and again == text_of(entry))
            self._add(entry, "user", made, "human" if typed else "client", None)

    def _reply(self, entry: Entry, last: bool) -> None:
        self.problems.records["assistant"] += 1
        info, parts = entry.info, entry.parts
        if info.get("error") and not _counts(entry):
            name = kind_words(within(entry.info, "error", "name"), 60)
            self.problems.add(entry.number, "failed-reply", f"a reply that failed ({name}) is in no prompt")
            return
        summary = info.get("summary") is True
        kinds = [part.get("type") for part in parts]
        if parts and ("step-start" not in kinds or "step-start" not in kinds[1:]):
            self._step(entry, parts, kinds, True, last, summary)
            return
        steps = list(_steps(parts))
        for step in steps:
            only = len(steps) == 1
            self._step(entry, step, [part.get("type") for part in step], only, last and step is steps[-1], summary)

    def _step(self, entry: Entry, parts: list[Record], kinds: list[Any], only: bool, last: bool, summary: bool) -> None:
        blocks: list[Block] = []
        answers: list[Answer] = []
        info, add = entry.info, blocks.append
        tokens: Any = info.get("tokens") if only else None
        for part, kind in zip(parts, kinds, strict=True):
            if kind == "text" and type(words := part.get("text")) is str:
                add(make_block("summary" if summary else "text", said(words)))
            elif kind == "tool":
                block, answer = called(part)
                add(block)
                answers.append(answer)
                if answer.cleared or answer.child is not None:
                    self._note(part, answer)
            elif kind == "step-finish":
                tokens = tokens or part.get("tokens")
            elif kind != "step-start" and (found := reply_block(part, self.problems, entry.number)) is not None:
                add(make_block("summary", found.body) if summary and found.kind == "text" else found)
        if not blocks:
            return
        time = info.get("time")
        created = time.get("created") if type(time) is dict else None
        self.started.append(
            (created if type(created) is int and 0 < created < _FAR else number_of(created), len(self.messages))
        )
        self._add(entry, "assistant", tuple(blocks), "model", None if summary else usage_of_opencode(tokens))
        if answers:
            self._answer(entry, [answer for answer in answers if answer.done] if last else answers)

    def _note(self, part: Record, answer: Answer) -> None:
        if answer.cleared:
            self.cleared.append((answer.cleared, call_id(part)))
        if isinstance(answer.child, str):
            self.children.setdefault(answer.child, call_id(part))

    def _answer(self, entry: Entry, answers: list[Answer]) -> None:
        if answers:
            if len(answers) == 1 and answers[0].done and not answers[0].output:
                self._results(entry, (answers[0].block,), "tool", NOTHING)
                return
            outputs = {answer.block.tool_id: answer.output for answer in answers if answer.output}
            extra: Record = {"outputs": outputs} if outputs else {}
            stubs = [answer.block.tool_id for answer in answers if not answer.done]
            if stubs:
                extra["stubs"] = stubs
            author: Author = "client" if len(stubs) == len(answers) else "tool"
            self._results(entry, tuple([answer.block for answer in answers]), author, extra)

    def _results(self, entry: Entry, blocks: tuple[Block, ...], author: Author, extra: Record) -> None:
        number = len(self.messages) + 1
        self.messages.append(make_message(number, "user", blocks, False, author, entry.number, "", "", "", None, extra))

    def _add(self, entry: Entry, role: Role, blocks: tuple[Block, ...], author: Author, usage: Usage | None) -> None:
        info, identity, at = entry.info, entry.id, len(self.messages)
        # a summary's tokens are of the request that summarised: no context of this conversation
        summary = "summary" in info and info["summary"] is True and "tokens" in info
        extra = Fields(info, _WITH_TOKENS if summary else _KEPT)
        self.places.setdefault(identity, at)
        time, model = info.get("time"), info.get("modelID")
        self.messages.append(
            make_message(
                at + 1,
                role,
                blocks,
                False,
                author,
                entry.number,
                identity,
                moment_of(time.get("created"), 1000) if isinstance(time, dict) else "",
                model if isinstance(model, str) else "",
                usage,
                extra,
            )
        )


def _is_typed(parts: list[Record]) -> bool:
    for part in parts:  # noqa: SIM110 - `any` with a generator takes twice as long
        if _typed(part):
            return True
    return False


def _typed(part: Record) -> bool:
    """Whether a person put it there."""
    kind = part.get("type")
    if kind == "text":
        return part.get("synthetic") is not True and part.get("ignored") is not True
    return kind in ("file", "agent", "subtask") and part.get("synthetic") is not True


def text_of(entry: Entry) -> str:
    """The texts of a message."""
    return "\n".join(words_of(part.get("text")) for part in entry.parts if part.get("type") == "text")


def _counts(entry: Entry) -> bool:
    """Whether a reply with an error is still sent: it was aborted and has more than reasoning."""
    return within(entry.info, "error", "name") == _ABORTED and any(
        part.get("type") not in ("step-start", "reasoning") for part in entry.parts
    )


def _steps(parts: list[Record]) -> Iterable[list[Record]]:
    """The parts of each step; most messages have one."""
    step: list[Record] = []
    spoken = False
    for part in parts:
        if part.get("type") == "step-start" and spoken:
            yield step
            step, spoken = [], False
        step.append(part)
        spoken = spoken or part.get("type") in ("text", "tool", "reasoning")
    if step:
        yield step
