"""Texts that the client puts in a user's mouth: how Codex itself tells them from what a person typed.

Source: codex-rs `core/src/context/contextual_user_message.rs` and `event_mapping.rs` (a message is context when one of its
parts is); formats.md §3.7 for the oldest ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SUMMARY_PREFIX = "Another language model started to solve this problem and produced a summary of its thinking process."
"""How the message begins that a local compaction leaves (codex-rs `core/templates/compact/summary_prefix.md`)."""

_AGENTS = "# agents.md instructions"
_NAMES = "environment_context|user_instructions|additional_context|skill|skills|user_shell_command|turn_aborted"
_MORE = (
    "subagent_notification|recommended_plugins|hook_prompt|goal_context|codex_internal_context|user_action|instructions"
)
_TAG = re.compile(rf"<({_NAMES}|{_MORE}|[a-z]+_[a-z_]+)(?:[\s>])", re.IGNORECASE)
_WARNING = re.compile(
    r"Warning: (?:The maximum number of unified exec|apply_patch was requested via|Your account was flagged)"
)


def is_context(text: str) -> bool:
    """Whether one part of a user message is context: a tag that opens at its beginning and closes at its end, a known heading."""
    start = text[:200].lstrip()
    if not start or start[0] not in "<#W":
        return False
    if start[:40].lower().startswith(_AGENTS):
        return True
    if start[0] == "W":
        return _WARNING.match(start) is not None
    found = _TAG.match(start)
    return found is not None and text[-80:].rstrip().lower().endswith(f"</{found[1].lower()}>")


def is_typed(texts: Iterable[str]) -> bool:
    """Whether a message of the user was typed: no part of it is context, and it is no summary."""
    return not any(is_context(text) or text.startswith(SUMMARY_PREFIX) for text in texts)


def is_setting(texts: Iterable[str]) -> bool:
    """Whether a developer message tells about the settings of the turn that follows: it holds a tagged part."""
    return any(text[:100].lstrip().startswith("<") for text in texts)
