"""Messages of LangChain as messages."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.langchain.records import Record, Said, said
from inspector.transcript.formats.request_log.messages import Maker
from inspector.transcript.formats.usage import usage_of, usage_of_langchain
from inspector.transcript.make import make_message
from inspector.transcript.model import Message, Usage
from inspector.transcript.problems import Problems

_CALLS = frozenset({"tool_use", "input_json_delta", "function_call", "tool_call", "tool_call_chunk"})
"""Parts of the content that say again what `tool_calls` says."""


class LangChainMaker:
    """Makes messages of records in any of the ways of `records`."""

    def __init__(self, problems: Problems) -> None:
        self._make = Maker(problems)

    def __call__(self, record: Any) -> Message | None:
        found = said(record)
        if found is None or found.role == "remove":
            return self._make(record) if found is None else None
        made = self._make(_as_chat(found))
        return None if made is None else _told(made, found)


def usage_in(data: Record) -> Usage | None:
    """Usage that a reply carries: LangChain's own, or the provider's."""
    own = usage_of_langchain(data.get("usage_metadata"))
    if own is not None:
        return own
    metadata = data.get("response_metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    return usage_of(metadata.get("token_usage")) or usage_of(metadata.get("usage"))


def model_in(data: Record) -> str:
    """The model that a reply names."""
    metadata = data.get("response_metadata")
    if not isinstance(metadata, dict):
        return ""
    return words_of(metadata.get("model_name")) or words_of(metadata.get("model"))


def _told(message: Message, found: Said) -> Message:
    data = found.data
    kept = {key: data[key] for key in ("name", "status") if isinstance(data.get(key), str)}
    reply = message.role == "assistant"
    return make_message(
        0,
        message.role,
        message.blocks,
        message.plain,
        message.author,
        0,
        words_of(data.get("id")),
        "",
        model_in(data) if reply else "",
        usage_in(data) if reply else None,
        kept,
    )


def _as_chat(found: Said) -> Record:
    """The message as OpenAI would write it; parts of its content may be Anthropic's."""
    data = found.data
    if found.role in ("tool", "function"):
        keys = ("content", "tool_call_id", "name")
        return {"role": found.role, **{key: data[key] for key in keys if key in data}}
    if found.role != "assistant":
        return {"role": found.role, "content": data.get("content")}
    calls = _calls(data)
    content = data.get("content")
    if calls and isinstance(content, list):
        content = [part for part in content if not _is_call(part)]
    more: Record = {"tool_calls": calls} if calls else {}
    old = _more(data).get("function_call")
    if isinstance(old, dict) and not calls:
        more = {"function_call": old}
    return {"role": "assistant", "content": _reasoned(content), **more, "reasoning_content": _reasoning(data)}


def _is_call(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("type"), str) and part["type"] in _CALLS


def _reasoned(content: Any) -> Any:
    """Reasoning as LangChain writes it, in Anthropic's form."""
    if not isinstance(content, list):
        return content
    return [
        {"type": "thinking", "thinking": words_of(part.get("reasoning"))}
        if isinstance(part, dict) and part.get("type") == "reasoning" and "reasoning" in part
        else part
        for part in content
    ]


def _calls(data: Record) -> list[Record]:
    """Calls, those that could not be parsed among them; of old dumps those that the provider wrote."""
    found = []
    for key in ("tool_calls", "invalid_tool_calls"):
        listed = data.get(key)
        found += [_call(each) for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    old = _more(data).get("tool_calls")
    return found or ([each for each in old if isinstance(each, dict)] if isinstance(old, list) else [])


def _call(call: Record) -> Record:
    if "function" in call:
        return call
    return {
        "id": call.get("id"),
        "type": "function",
        "function": {"name": call.get("name"), "arguments": call.get("args")},
    }


def _reasoning(data: Record) -> str:
    return words_of(_more(data).get("reasoning_content"))


def _more(data: Record) -> Record:
    more = data.get("additional_kwargs")
    return more if isinstance(more, dict) else {}
