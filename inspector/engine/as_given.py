"""Messages of a view in the form in which a harness gave them: what is verbatim comes back as it was, pictures among it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from inspector.engine.api_form import api_message
from inspector.engine.chat_form import chat_messages
from inspector.engine.view import Fate, ViewMessage
from inspector.meter.replacing import replaced_api
from inspector.transcript.model import Held, Transcript


def as_given(message: ViewMessage, transcript: Transcript, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A message of the view as it is sent: what is verbatim as it was given, pictures among it, in the form it came in."""
    origin = message.origin
    known = origin is not None and len(given) == len(transcript.messages)
    if known and origin is not None and _whole(message, len(transcript.messages[origin].blocks)):
        return [deepcopy(given[origin])]
    if transcript.format.startswith("openai"):
        sent = chat_messages([message])
        return _with_chat_pictures(sent, given[origin]) if known and origin is not None else sent
    only = api_message(message)
    if known and origin is not None and isinstance(only["content"], list):
        only["content"] = _with_given(message, transcript, given[origin], only["content"])
    return [only]


def _whole(message: ViewMessage, blocks: int) -> bool:
    return len(message.blocks) == blocks and all(block.fate is Fate.VERBATIM for block in message.blocks)


def _with_given(message: ViewMessage, transcript: Transcript, given: dict[str, Any], content: list[Any]) -> list[Any]:
    """The content with what was given: the transcript holds pictures as references only, the harness has them whole."""
    parts = given.get("content")
    structure = transcript.structure
    origin = message.origin or 0
    if not isinstance(parts, list) or len(parts) != len(transcript.messages[origin].blocks):
        return content
    out = []
    for block, part in zip(message.blocks, content, strict=True):
        known = deepcopy(parts[block.origin[0] - structure.first[origin]]) if block.origin else None
        if known is None or block.fate not in (Fate.VERBATIM, Fate.TRUNCATED):
            out.append(part)
        elif block.fate is Fate.VERBATIM or block.source is None:
            out.append(known)
        else:
            source = replace(block.source, body=Held(block.source.text, known))
            out.append(replaced_api(source, block.text, images=True))
    return out


def _with_chat_pictures(sent: list[dict[str, Any]], given: dict[str, Any]) -> list[dict[str, Any]]:
    """Truncated results in OpenAI's form with the pictures that stood beside their text."""
    parts = given.get("content")
    if (
        len(sent) != 1
        or sent[0]["role"] != "tool"
        or not isinstance(parts, list)
        or isinstance(sent[0]["content"], str)
    ):
        return sent
    others = [deepcopy(part) for part in parts if isinstance(part, dict) and part.get("type") != "text"]
    words = [part for part in sent[0]["content"] or () if part.get("type") == "text"][:1]
    return [{**sent[0], "content": [*words, *others]}]
