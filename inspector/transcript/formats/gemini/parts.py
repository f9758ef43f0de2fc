"""Parts of the Gemini API (`PartListUnion`: a string, a part, or a list of both) become blocks in Anthropic API form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import block_of, said_of, searched, text_block, words_of
from inspector.transcript.images import picture, strip, words
from inspector.transcript.late import answered, asked, thought
from inspector.transcript.late import said as plain
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held, ImageRef


def blocks_of_parts(content: Any) -> tuple[Block, ...]:
    """The blocks of a message's content."""
    if isinstance(content, str):
        return (text_block(content),) if content else ()
    if type(content) is list and len(content) == 1:
        return (block_of_part(content[0]),)
    return tuple([block_of_part(part) for part in parts_of(content)])


def parts_of(content: Any) -> list[Any]:
    """Content as a list of parts."""
    if isinstance(content, list):
        return content
    return [] if content is None or content == "" else [content]


def block_of_part(part: Any) -> Block:
    """One part. What is none of the known ones is opaque."""
    if not isinstance(part, dict):
        return text_block(said_of(part))
    if len(part) == 1 and type(part.get("text")) is str:
        return make_block("text", plain(part["text"]))
    if isinstance(part.get("functionCall"), dict):
        return call_block(part["functionCall"])
    if isinstance(part.get("functionResponse"), dict):
        return response_block(part["functionResponse"])
    if isinstance(part.get("text"), str):
        return text_block(part["text"]) if not part.get("thought") else thinking_block(part["text"])
    media = _media(part)
    return media or block_of({**part, "type": "gemini_part"})


def thinking_block(text: str) -> Block:
    """What the model thought, in the words of its provider's summary."""
    return make_block("thinking", thought(text))


def call_block(call: dict[str, Any]) -> Block:
    """A call: a `functionCall` part, or a record of one (`args` in both)."""
    identity, name = words_of(call.get("id")), words_of(call.get("name"))
    arguments = call.get("args")
    if isinstance(arguments, dict) and not searched(arguments):
        return make_block("tool_use", asked(identity, name, arguments), identity, name)
    if not isinstance(arguments, dict):
        arguments = {} if arguments is None else {"args": arguments}
    return block_of({"type": "tool_use", "id": identity, "name": name, "input": arguments})


def response_block(response: dict[str, Any], more: list[Any] | None = None, identity: str = "") -> Block:
    """What a tool answered; `more` are the parts that were sent with it (pictures, text)."""
    identity = words_of(response.get("id")) or identity
    said = response.get("response")
    if "parts" in response or not isinstance(said, dict) or not all(isinstance(each, str) for each in said.values()):
        prune(response)
    return result_block(
        identity, words_of_response(said), [*parts_of(response.get("parts")), *(more or ())], _failed(said)
    )


def result_block(identity: str, text: str, more: list[Any], failed: bool = False) -> Block:
    """A result in words, with parts beside it."""
    api: dict[str, Any] = {"type": "tool_result", "tool_use_id": identity, "content": text}
    if failed:
        api["is_error"] = True
    if not more:
        return make_block("tool_result", Held(text, api), identity)
    beside = [block_of_part(part) for part in more]
    api["content"] = [{"type": "text", "text": text}] if text else []
    api["content"] += [dict(block.api) for block in beside]
    images = tuple([image for block in beside for image in block.images])
    joined = "\n".join([each for each in (text, *(block.text for block in beside)) if each])
    return make_block("tool_result", Held(joined, api), identity, "", images)


def words_of_response(said: Any) -> str:
    """A `response` in words: its `output` or `error` where that is all, else the object as JSON."""
    if isinstance(said, dict) and len(said) == 1:
        for key in ("output", "error", "content"):
            if isinstance(said.get(key), str):
                return str(said[key])
    return said_of(said)


def _failed(said: Any) -> bool:
    return isinstance(said, dict) and bool(said.get("error"))


def _media(part: dict[str, Any]) -> Block | None:
    """Data in the part itself, or a link to a file of the provider."""
    inline, linked = part.get("inlineData"), part.get("fileData")
    if isinstance(inline, dict) and isinstance(inline.get("data"), str):
        kind = words_of(inline.get("mimeType"))
        ref = picture(inline["data"], kind)
        source: dict[str, Any] = {"type": "base64", "media_type": kind, "data": words(ref), "reference": True}
        return _seen(source, ref)
    if isinstance(linked, dict):
        source = {"type": "url", "url": words_of(linked.get("fileUri"))}
        strip(source, [])
        return _seen(source, ImageRef(words_of(linked.get("mimeType")), 0, ""))
    return None


def _seen(source: dict[str, Any], ref: ImageRef) -> Block:
    kind = ref.media_type
    if kind.startswith("image/"):
        return make_block("image", Held("", {"type": "image", "source": source}), images=(ref,))
    return make_block("document", Held("", {"type": "document", "source": source, "media_type": kind}), images=(ref,))


def answers(result: Any, identity: str) -> Sequence[Block]:
    """The result of one recorded call. Most have one part, which says `{"output": …}`."""
    if type(result) is list and len(result) == 1 and type(result[0]) is dict:
        response = result[0].get("functionResponse")
        if type(response) is dict and response.get("id") == identity and "parts" not in response:
            said = response.get("response")
            text = said.get("output") if type(said) is dict and len(said) == 1 else None
            if type(text) is str:
                return (make_block("tool_result", answered(text, identity), identity),)
    return list(_own_answers(result, identity))


def _own_answers(result: Any, identity: str) -> Iterator[Block]:
    """The result of one call: its own `functionResponse` and the parts that stand after it.

    Since the masking of outputs the record holds the parts of the whole user turn, other calls' responses among them.
    """
    parts = [part for part in parts_of(result) if part is not None]
    if not parts:
        return
    found = [part.get("functionResponse") if isinstance(part, dict) else None for part in parts]
    own = next((at for at, each in enumerate(found) if isinstance(each, dict) and each.get("id") == identity), None)
    if own is None:
        own = next((at for at, each in enumerate(found) if isinstance(each, dict)), None)
    if own is None:
        yield result_block(identity, "", parts)
        return
    end = next((at for at in range(own + 1, len(parts)) if isinstance(found[at], dict)), len(parts))
    response = found[own]
    assert response is not None
    yield response_block({**response, "id": identity or response.get("id")}, parts[own + 1 : end])
