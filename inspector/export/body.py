"""A Prompt View as the body of a request, ready to be sent: `{system, tools, messages}`, or OpenAI's chat form.

`model` and `max_tokens` are the sender's choice and are not in it. Fields whose name begins with `_` (`_read_path`) are
a harness's private notes, which an API refuses: they are left out. System messages become `system`; the others keep
their order, also where two of one role follow each other (the API joins them). The durable state follows the system
prompt. A transcript that was recorded in OpenAI's form goes back to it. Pictures were taken out of the record at load: a
line of text stands for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.engine.api_form import content
from inspector.engine.chat_form import chat_messages
from inspector.engine.pictures import without_pictures
from inspector.engine.view import View, ViewMessage
from inspector.export.durable_body import SYSTEM_ROLES, with_durable, with_durable_chat
from inspector.transcript.model import Transcript

OPEN_FIELDS = ("input", "input_schema", "parameters")
"""Fields whose value is the model's or a tool's own JSON: nothing inside them is a private note."""


def body(view: View, transcript: Transcript) -> dict[str, Any]:
    """The request body of a view, as plain JSON values."""
    if is_chat(transcript):
        found: dict[str, Any] = {"messages": chat_messages(view.messages)}
    else:
        found = _anthropic(view.messages)
    if transcript.tools:
        found = {**found, "tools": list(transcript.tools)}
    ordered = {key: found[key] for key in ("system", "tools", "messages") if key in found}
    sent: dict[str, Any] = {key: without_private(value) for key, value in ordered.items()}
    if view.durable is None or not view.durable.text:
        return sent
    return (with_durable_chat if is_chat(transcript) else with_durable)(sent, view.durable.text)


def messages_body(view: View, transcript: Transcript) -> dict[str, Any]:
    """The request body in the form of Anthropic's Messages API, in whatever form the session was recorded."""
    found = _anthropic(view.messages)
    tools = [_tool(tool) for tool in transcript.tools]
    ordered = {**({"system": found["system"]} if "system" in found else {}), **({"tools": tools} if tools else {})}
    sent: dict[str, Any] = without_private({**ordered, "messages": found["messages"]})
    return with_durable(sent, view.durable.text) if view.durable is not None and view.durable.text else sent


def _tool(tool: Mapping[str, Any]) -> dict[str, Any]:
    """A tool definition; one of OpenAI's form, chat or Responses, is put into Anthropic's."""
    inner = tool.get("function")
    told = inner if isinstance(inner, Mapping) else tool
    if "input_schema" in tool or "name" not in told:
        return dict(tool)
    schema = told.get("parameters")
    made = {"name": told["name"], "input_schema": schema if isinstance(schema, Mapping) else {"type": "object"}}
    return {**made, **({"description": told["description"]} if "description" in told else {})}


def is_chat(transcript: Transcript) -> bool:
    """Whether the record is in the form of OpenAI's chat messages."""
    return transcript.format.startswith("openai")


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
