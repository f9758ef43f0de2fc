"""Prompts written as short lists, and what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import inspector
from inspector.engine.view import ViewBlock
from inspector.transcript import Transcript
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.message_list import MessageList
from inspector.transcript.formats.prompts import Pool, Request, conversations, told_apart
from inspector.transcript.model import LoadReport, Message, Usage
from inspector.transcript.problems import Problems

Record = dict[str, Any]
MAIN = Choice()


def user(text: str) -> Record:
    return {"role": "user", "content": text}


def says(text: str) -> Record:
    return {"role": "assistant", "content": text}


def calls(identity: str, text: str = "", **arguments: Any) -> Record:
    call = {"type": "tool_use", "id": identity, "name": "read", "input": arguments}
    return {"role": "assistant", "content": [{"type": "text", "text": text}, call] if text else [call]}


def gives(identity: str, text: str) -> Record:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": identity, "content": text}]}


RULES: Record = {"role": "system", "content": "You are careful."}


def make(record: Any) -> Message | None:
    gathered = MessageList(Problems())
    gathered.add(record)
    return gathered.messages[0] if gathered.messages else None


def told(
    *exchanges: tuple[Sequence[Record], Record | None],
    sizes: Sequence[int] = (),
    models: Sequence[str] = (),
    choice: Choice = MAIN,
) -> Transcript:
    pool = Pool(make)
    requests = [
        Request(
            pool.prompt(prompt),
            pool.reply(reply),
            usage=Usage(sizes[at]) if sizes else None,
            model=models[at] if models else "m",
            line=at + 1,
        )
        for at, (prompt, reply) in enumerate(exchanges)
    ]
    return told_apart(conversations(requests, pool), pool, LoadReport(), choice, format="test")


def words(message: Message) -> str:
    """A message in a few words."""
    said = []
    for block in message.blocks:
        name = {"tool_use": f"call {block.tool_id}", "tool_result": f"result {block.tool_id}: {block.text}"}
        said.append(name.get(block.kind, block.text))
    return " | ".join(said)


def view(transcript: Transcript, request: int) -> list[str]:
    """The recorded view of a request, in words; where the program replaced a text, the text that it shows."""
    seen = inspector.replay(transcript).view(request)
    return [" | ".join(_shown(block) for block in each.blocks) for each in seen.messages]


def _shown(block: ViewBlock) -> str:
    return f"call {block.source.tool_id}" if block.kind == "tool_use" and block.source else block.text
