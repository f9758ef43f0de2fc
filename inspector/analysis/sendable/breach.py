"""What a provider refuses, or merely puts up with: the words of the rules, and a breach of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from inspector.meter.apis import NAMES, Api, api_of
from inspector.transcript.model import Transcript

Provider = Literal["anthropic", "openai", "template"]
"""`anthropic`: the Messages API; `openai`: Chat Completions; `template`: a model behind a strict chat template (vLLM and
others): Chat Completions in form, and the template's own rules on top."""
PROVIDERS: tuple[Provider, ...] = ("anthropic", "openai", "template")
APIS: dict[Provider, str] = {
    "anthropic": "the Messages API",
    "openai": "Chat Completions",
    "template": "a strict chat template",
}
"""Providers in words."""
Severity = Literal["error", "note"]
"""`error`: the provider refuses the request. `note`: it takes it, but merges or ignores something, or only some models refuse."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a view breaks.

    `blocks` are positions in the transcript (from 0), the one at fault first; none where a made-up message is at fault.
    `messages` are positions in the view (from 0), of the first view in which it was met.
    """

    rule: str
    severity: Severity
    provider: Provider
    text: str
    blocks: tuple[int, ...] = ()
    messages: tuple[int, ...] = field(default=(), compare=False)

    @property
    def source(self) -> str:
        """Where the rule is written down."""
        return SOURCES[self.rule]


SOURCES: dict[str, str] = {
    "no-messages": "Messages API and Chat Completions: messages must not be empty",
    "first-user": 'Messages API: first message must use the "user" role; chat templates likewise',
    "answered": "Messages API: each tool_use must have a tool_result in the next message; Chat Completions: tool_calls "
    "must be followed by tool messages",
    "known": "Messages API: each tool_result must have a tool_use in the previous message; Chat Completions: a tool "
    "message must be a response to preceding tool_calls",
    "once": "Messages API: each tool_use must have a single result",
    "unique-ids": "Messages API: tool_use ids must be unique",
    "results-first": "Messages API, handling tool calls: tool_result blocks come first in the content",
    "empty-text": "Messages API: text content blocks must contain non-whitespace text",
    "thinking-altered": "Messages API: invalid signature in thinking block",
    "thinking-kept": "Messages API: with tool use, the thinking of the last assistant turn must be passed back",
    "thinking-prefix": "Messages API, preserved thinking: prefix checks on thinking blocks",
    "prefill": "Messages API: prefill not supported",
    "alternation": "Messages API: consecutive turns of one role are combined; strict chat templates refuse them",
    "system-top": "chat templates: the system message must be at the beginning",
}
"""Rule → what the provider says, in short."""


_RULES: dict[Api, Provider] = {"messages": "anthropic", "chat": "openai"}
"""APIs whose rules are known."""


def provider_of(transcript: Transcript) -> Provider | None:
    """The provider whose rules a view of the session must keep: that of the API that it was sent to (`meter.apis`).

    None where the record does not tell, or where that API's rules are not known here: then none are asked.
    """
    return _RULES.get(api_of(transcript))


def unasked(transcript: Transcript) -> str:
    """Why no rules are asked of the views of a session where nobody names a provider; "" where some are."""
    api = api_of(transcript)
    if api in _RULES:
        return ""
    return (
        f"the rules of {NAMES[api]} are not known here" if api else "whose API the session was sent to is not recorded"
    )
