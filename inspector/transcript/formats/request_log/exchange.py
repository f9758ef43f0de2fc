"""What was asked and what was answered, of one record of a log, in whatever a logger wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.request_log.bodies import request_of, response_of
from inspector.transcript.formats.request_log.responses import grouped
from inspector.transcript.formats.sqlite_values import moment_of, number_of
from inspector.transcript.formats.usage import usage_of, usage_of_responses
from inspector.transcript.model import Usage

PAIRS = (
    ("request", "response"),
    ("request_body", "response_body"),
    ("requestBody", "responseBody"),
    ("req", "res"),
    ("body", "response"),
)
"""How loggers call the two sides."""
_TIMES = ("timestamp", "startedDateTime", "startTime", "start_time", "logged_at", "created_at", "time", "ts")


class Reply(NamedTuple):
    """A response: the record of its message, None where nothing was said."""

    record: dict[str, Any] | None = None
    usage: Usage | None = None
    model: str = ""
    id: str = ""
    stop: str = ""
    edits: tuple[Mapping[str, Any], ...] = ()
    kind: str = "no response"


class Exchange(NamedTuple):
    """A request and its response. `previous` is the response whose conversation the request goes on with, by id."""

    prompt: list[dict[str, Any]]
    body: dict[str, Any]
    reply: Reply
    timestamp: str = ""
    previous: str = ""
    counting: bool = False
    """It asked only for the number of tokens."""

    @property
    def session(self) -> str:
        """The session that a client names in its request."""
        metadata = self.body.get("metadata")
        if not isinstance(metadata, dict):
            return ""
        user = words_of(metadata.get("user_id"))
        return words_of(metadata.get("session_id")) or user.partition("_session_")[2]


def exchange_of(record: Any) -> Exchange | None:
    """None for what is no request to a model."""
    if not isinstance(record, dict):
        return None
    sides = _sides(record)
    body = request_of(sides[0]) if sides else None
    if sides is None or body is None:
        return None
    response = response_of(sides[1])
    counting = "count_tokens" in _url(record) or (response is not None and set(response) == {"input_tokens"})
    return Exchange(
        prompt_of(body), body, reply_of(response), _time(record), words_of(body.get("previous_response_id")), counting
    )


def is_exchange(record: dict[str, Any]) -> bool:
    """Whether a record holds a request to a model and its response, perhaps an empty one."""
    sides = _sides(record)
    return sides is not None and request_of(sides[0]) is not None


def prompt_of(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages of a request, the system prompt first. The body is not changed."""
    rules = body.get("system") or body.get("instructions")
    head = [{"role": "system", "content": rules}] if isinstance(rules, (str, list)) and rules else []
    messages = body.get("messages")
    if isinstance(messages, list):
        return head + [each if isinstance(each, dict) else {"role": each} for each in messages]
    return head + grouped(body.get("input"))


def reply_of(response: dict[str, Any] | None) -> Reply:
    """What a provider answered: Anthropic's message, the first of OpenAI's choices, or the items of a Responses answer."""
    if response is None:
        return Reply()
    record = _message(response)
    usage = response.get("usage")
    detailed = isinstance(response.get("output"), list)
    return Reply(
        record,
        usage_of_responses(usage) if detailed else usage_of(usage),
        words_of(response.get("model")),
        words_of(response.get("id")),
        words_of(response.get("stop_reason")),
        _edits(response.get("context_management")),
        "response" if record is not None else "error" if "error" in response else "empty response",
    )


def _message(response: dict[str, Any]) -> dict[str, Any] | None:
    output, choices = response.get("output"), response.get("choices")
    if isinstance(output, list):
        return {"role": "assistant", "items": output} if output else None
    if isinstance(choices, list):
        found = choices[0].get("message") if choices and isinstance(choices[0], dict) else None
        return {**found, "role": "assistant"} if isinstance(found, dict) else None
    content = response.get("content")
    return {"role": "assistant", "content": content, "id": response.get("id")} if content else None


def _edits(value: Any) -> tuple[Mapping[str, Any], ...]:
    listed = value.get("applied_edits") if isinstance(value, dict) else None
    return tuple([each for each in listed if isinstance(each, dict)]) if isinstance(listed, list) else ()


def _sides(record: dict[str, Any]) -> tuple[Any, Any] | None:
    """Request and response; a body that carries its own response beside its messages is both."""
    for ask, answer in PAIRS:
        if ask in record and answer in record and isinstance(record[ask], (dict, str)):
            return record[ask], record[answer]
    if isinstance(record.get("messages"), list) and isinstance(record.get("response"), (dict, str)):
        return record, record["response"]
    return None


def _url(record: dict[str, Any]) -> str:
    request = record.get("request")
    places = (request if isinstance(request, dict) else {}, record)
    return " ".join(words_of(place.get(key)) for place in places for key in ("url", "path", "endpoint"))


def _time(record: dict[str, Any]) -> str:
    request = record.get("request")
    for key in _TIMES:
        for place in (record, request if isinstance(request, dict) else {}):
            value = place.get(key)
            if isinstance(value, (str, int, float)) and (found := moment_of(value, _unit(value))):
                return found
    return ""


def _unit(value: Any) -> float:
    """Seconds or milliseconds since 1970."""
    return 1000 if number_of(value) > 1e11 else 1
