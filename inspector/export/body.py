"""A Prompt View as the body of a request, ready to be sent: `{system, tools, messages}`, or OpenAI's chat form.

`model` and `max_tokens` are the sender's choice and are not in it. Fields whose name begins with `_` (`_read_path`) are
a harness's private notes, which an API refuses: they are left out. System messages become `system`; the others keep
their order, also where two of one role follow each other (the API joins them). The durable state follows the system
prompt. The form is that of the API that the session was sent to, or the nearest to it (`meter.apis`): where that is another
than it was recorded in, `foreign` blocks are left out. Pictures were taken out of the record at load: a line of text stands
for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from inspector.engine.api_form import content
from inspector.engine.chat_form import chat_messages
from inspector.engine.pictures import without_pictures
from inspector.engine.view import View, ViewMessage
from inspector.export.durable_body import SYSTEM_ROLES, with_durable, with_durable_chat
from inspector.export.tools import formed
from inspector.meter.apis import api_of, form_of
from inspector.transcript.model import Transcript

_FOREIGN = ("thinking", "opaque")

OPEN_FIELDS = ("input", "input_schema", "parameters")
"""Fields whose value is the model's or a tool's own JSON: nothing inside them is a private note."""


def body(view: View, transcript: Transcript) -> dict[str, Any]:
    """The request body of a view, as plain JSON values."""
    chat, messages = is_chat(transcript), _own(view, transcript)
    found: dict[str, Any] = {"messages": chat_messages(messages)} if chat else _anthropic(messages)
    if tools := list(transcript.tools) if is_kept(transcript) else formed(transcript.tools, chat):
        found = {**found, "tools": tools}
    ordered = {key: found[key] for key in ("system", "tools", "messages") if key in found}
    sent: dict[str, Any] = {key: without_private(value) for key, value in ordered.items()}
    if view.durable is None or not view.durable.text:
        return sent
    return (with_durable_chat if chat else with_durable)(sent, view.durable.text)


def messages_body(view: View, transcript: Transcript) -> dict[str, Any]:
    """The request body in the form of Anthropic's Messages API, in whatever form the session was recorded."""
    found = _anthropic(view.messages)
    tools = formed(transcript.tools, chat=False)
    ordered = {**({"system": found["system"]} if "system" in found else {}), **({"tools": tools} if tools else {})}
    sent: dict[str, Any] = without_private({**ordered, "messages": found["messages"]})
    return with_durable(sent, view.durable.text) if view.durable is not None and view.durable.text else sent


def is_chat(transcript: Transcript) -> bool:
    """Whether the body of a session is made in the form of OpenAI's chat messages."""
    return form_of(transcript) == "chat"


def is_kept(transcript: Transcript) -> bool:
    """Whether the body is in the form that the session was recorded in, or that its agent speaks."""
    return is_chat(transcript) == transcript.format.startswith("openai") and api_of(transcript) == form_of(transcript)


def foreign(view: View, transcript: Transcript) -> int:
    """Blocks of a view that its body cannot hold: thinking, and what only the API understands that made it."""
    if is_kept(transcript):
        return 0
    return sum(block.kind in _FOREIGN for message in view.messages for block in message.blocks)


def _own(view: View, transcript: Transcript) -> Sequence[ViewMessage]:
    """The messages without what the body cannot hold; one that says nothing else goes with it."""
    if not foreign(view, transcript):
        return view.messages
    left = [replace(each, blocks=tuple(b for b in each.blocks if b.kind not in _FOREIGN)) for each in view.messages]
    return [each for each, whole in zip(left, view.messages, strict=True) if each.blocks or not whole.blocks]


def missing_images(view: View) -> int:
    """Pictures and documents that the view holds and its body cannot: only a reference to their data was kept."""
    blocks = (block for message in view.messages for block in message.blocks)
    held = (block for block in blocks if block.source is not None and block.pieces is None)
    return sum(bool(image.sha256) for block in held if block.source for image in block.source.images)


def without_private(value: Any) -> Any:
    """The same JSON value without fields named `_…`, except inside `OPEN_FIELDS`."""
    if isinstance(value, Mapping):
        kept = {key: item for key, item in value.items() if not str(key).startswith("_")}
        return {key: item if key in OPEN_FIELDS else without_private(item) for key, item in kept.items()}
    if isinstance(value, list | tuple):
        return [without_private(item) for item in value]
    return value


def _anthropic(messages: Sequence[ViewMessage]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if system := _system([message for message in messages if message.role in SYSTEM_ROLES]):
        found["system"] = system
    found["messages"] = [
        {"role": "assistant" if message.role == "assistant" else "user", "content": _content(message)}
        for message in messages
        if message.role not in SYSTEM_ROLES
    ]
    return found


def _content(message: ViewMessage) -> str | list[dict[str, Any]]:
    found = content(message)
    return found if isinstance(found, str) else [without_pictures(block) for block in found]


def _system(messages: Sequence[ViewMessage]) -> str | list[dict[str, Any]]:
    """The system prompt: as it was when it is one message, several as one list of text blocks."""
    found = [_content(message) for message in messages]
    if len(found) == 1:
        return found[0]
    return [block for part in found for block in ([{"type": "text", "text": part}] if isinstance(part, str) else part)]
