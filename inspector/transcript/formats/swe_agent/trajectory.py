"""A `.traj` as a conversation: the prompts of its steps where they are recorded, else its history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.prompts import Conversation, Pool, Request, told_apart
from inspector.transcript.formats.prompts.lanes import ASIDE
from inspector.transcript.formats.swe_agent.messages import HistoryMaker
from inspector.transcript.formats.swe_agent.settings import instance_of, model_of, shortening_of
from inspector.transcript.make import make_message
from inspector.transcript.model import Message, Part, Transcript
from inspector.transcript.problems import Problems

REST = "what comes after the last step was in no prompt that is recorded"

Record = dict[str, Any]


def read_trajectory(value: Record, problems: Problems, choice: Choice) -> Transcript:
    """The conversation of the file: of the attempt that was chosen, or of the one that the run ended with."""
    attempts = _objects(value.get("attempts"))
    parts = tuple(
        Part(f"attempt_{n}", messages=len(_objects(each.get("history")))) for n, each in enumerate(attempts, 1)
    )
    if choice.part and all(part.id != choice.part for part in parts):
        raise TranscriptError(f"the run has no attempt {choice.part[:80]!r}")
    at = next((at for at, part in enumerate(parts) if part.id == choice.part), None)
    chosen = value if at is None else {"replay_config": value.get("replay_config"), **attempts[at]}
    found = _read(chosen, problems, Choice(sidechain=choice.sidechain))
    return replace(found, part=choice.part or "", parts=parts)


def _read(value: Record, problems: Problems, choice: Choice) -> Transcript:
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
    found = _conversations(_requests(steps, history, pool, model), pool)
    return told_apart(found, pool, problems.report(), choice, format="swe-agent", session=instance, title=instance)


def _conversations(requests: Iterable[Request], pool: Pool) -> list[Conversation]:
    """The run, and what it asked in vain: a reply that could not be read is asked for again, and then forgotten."""
    talk = Conversation(pool, "steps")
    found = [talk]
    for number, request in enumerate(requests, start=1):
        aside = talk.take(request)
        if aside is not None:
            found.append(Conversation(pool, f"aside-{number - 1}", ASIDE))
            found[-1].take(aside)
    return found


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
