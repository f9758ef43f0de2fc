"""A `.traj` as a conversation: the prompts of its steps where they are recorded, else its history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.prompts import Conversation, Pool, Request, transcript_of
from inspector.transcript.formats.swe_agent.messages import HistoryMaker
from inspector.transcript.formats.swe_agent.settings import instance_of, model_of, shortening_of
from inspector.transcript.make import make_message
from inspector.transcript.model import Message, Transcript
from inspector.transcript.problems import Problems

REST = "what comes after the last step was in no prompt that is recorded"

Record = dict[str, Any]


def read_trajectory(value: Record, problems: Problems) -> Transcript:
    """The conversation of the file."""
    steps, history = _objects(value.get("trajectory")), _objects(value.get("history"))
    problems.records.update({"step": len(steps), "message": len(history)})
    make = HistoryMaker(problems)
    model, instance = model_of(value), instance_of(value)
    if not any(prompt_of(step) for step in steps):
        if words := shortening_of(value):
            problems.add(0, "prompt-not-recorded", words)
        listed = history or [record for step in steps for record in _told(step)]
        messages = tuple(_from_history(listed, make, model))
        return Transcript("swe-agent", messages, problems.report(), session=instance, title=instance)
    pool = Pool(make)
    talk = Conversation(pool, "steps")
    for request in _requests(steps, history, pool, model):
        talk.take(request)
    return transcript_of(talk, pool, problems.report(), format="swe-agent", session=instance, title=instance)


def _objects(value: Any) -> list[Record]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def prompt_of(step: Record) -> list[Any]:
    """The prompt of a step; empty where it was not kept."""
    for key in ("query", "messages"):
        if isinstance(step.get(key), list) and step[key]:
            return list(step[key])
    return []


def _requests(steps: Sequence[Record], history: Sequence[Record], pool: Pool, model: str) -> Iterator[Request]:
    """One request a step; its reply is the history's message, which has the calls too."""
    at = 0
    last: list[Any] = []
    for step in steps:
        prompt = prompt_of(step)
        if not prompt:
            continue
        found = _reply(step, history, at)
        at = at if found is None else found + 1
        reply = {"role": "assistant", "content": words_of(step.get("response"))} if found is None else history[found]
        last = [*prompt, reply]
        number = pool.reply(reply) if found is not None or reply["content"] else None
        yield Request(pool.prompt(prompt), number, model=model)
    rest = history[at:] if at else []
    if rest:
        yield Request(pool.prompt([*last, *rest]), uncertain=REST)


def _reply(step: Record, history: Sequence[Record], start: int) -> int | None:
    """Where the history has the reply of a step: the next reply of the model that says the same."""
    said = words_of(step.get("response")).strip()
    for at in range(start, len(history)):
        record = history[at]
        if record.get("role") == "assistant" and not record.get("is_demo"):
            return at if not said or words_of(record.get("content")).strip() == said else None
    return None


def _from_history(listed: Sequence[Record], make: HistoryMaker, model: str) -> Iterator[Message]:
    """The messages as they are; of the prompts nothing is known."""
    found = (each for record in listed if (each := make(record)) is not None)
    for number, each in enumerate(found, start=1):
        named = model if each.role == "assistant" else ""
        yield make_message(
            number, each.role, each.blocks, each.plain, each.author, 0, each.id, each.timestamp, named, None, each.extra
        )


def _told(step: Record) -> list[Record]:
    found = [{"role": "assistant", "content": words_of(step.get("response"))}]
    if step.get("observation"):
        found.append({"role": "user", "content": words_of(step["observation"])})
    return found
