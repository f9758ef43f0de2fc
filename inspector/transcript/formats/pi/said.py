"""An entry that holds a message."""

from __future__ import annotations

from sys import intern
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.roles import is_typed, speaker_of
from inspector.transcript.formats.usage import usage_of_pi
from inspector.transcript.problems import Problems

Record = dict[str, Any]

FAILED = ("error", "aborted")
_USUAL = ("stop", "toolUse")
_WORDS = ("text", "thinking")
_CARRIED = frozenset(("role", "content", "timestamp", "toolCallId", "toolName", "isError", "details"))
_EXTRA = ("customType", "display", "fullOutputPath", "fromId", "attribution", "provenance")


def message_of(node: Node, message: Any, problems: Problems) -> None:
    """Fill the node with what its message says; a message that is never sent leaves it without a role."""
    speaker = speaker_of(message)
    if speaker is None:
        _unknown(node, message, problems)
        return
    if "excludeFromContext" in message and message["excludeFromContext"] is True:
        return
    node.blocks = speaker.blocks(message)
    if speaker.author == "model":
        _reply(node, message)
        return
    node.role, node.author, node.ordinary = speaker.role, speaker.author, speaker.role != "system"
    if not _CARRIED.issuperset(message):
        _more(node, message)
    if speaker.content and isinstance(message.get("content"), str):
        node.plain = True


APIS = (
    "anthropic-messages", "openai-completions", "openai-responses", "azure-openai-responses", "openai-codex-responses",
    "google-generative-ai", "google-gemini-cli", "google-vertex",
)  # fmt: skip
"""What pi names the APIs through which it asks for a reply (`packages/ai`, `KnownApi`); those with a form of their own here."""
_ALONE = {name: {"api": name} for name in APIS}
"""One object for all the replies that record nothing else of the kind."""

BROKEN_OFF = "a reply that broke off: later versions leave it out"


def _reply(node: Node, message: Record) -> None:
    get = message.get
    stop, usage = get("stopReason"), usage_of_pi(get("usage"))
    if (stop in FAILED and not _says_something(node)) or (not node.blocks and usage is None):
        node.blocks = ()
        return
    node.role, node.author, node.ordinary = "assistant", "model", True
    node.model, node.usage = intern(words_of(get("model"))), usage
    if stop not in _USUAL:
        node.doubt = BROKEN_OFF if stop in FAILED else ""
        node.extra = {key: message[key] for key in ("stopReason", "errorMessage") if key in message}
        prune(node.extra)
    if (api := get("api")) in APIS:
        node.extra = {**node.extra, "api": api} if node.extra else _ALONE[api]
    if isinstance(get("content"), str):
        node.plain = True


def _says_something(node: Node) -> bool:
    """A reply that failed or was stopped before it said anything is not sent again, and never was a message."""
    return any(block.kind not in _WORDS or block.text.strip() for block in node.blocks)


def _more(node: Node, message: Record) -> None:
    if node.role == "system":
        node.meta = {key: message[key] for key in ("toolsAdded", "toolsRemoved") if key in message}
        prune(node.meta)
    elif node.author == "human" and not is_typed(message):
        node.author = "client"
    node.extra = {key: message[key] for key in _EXTRA if key in message}
    prune(node.extra)


def _unknown(node: Node, message: Any, problems: Problems) -> None:
    name = f"message of role {kind_words(message.get('role') if isinstance(message, dict) else None)}"
    if not problems.records[name]:
        problems.add(node.line, "unknown-record", f"{name}: none of these is sent")
    problems.records[name] += 1
