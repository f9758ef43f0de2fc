"""What an attachment record adds to the prompt. The client does not document it, so the table can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from inspector.transcript.depth import prune
from inspector.transcript.formats.claude_code.kinds import HUMAN_ORIGINS

Effect = Literal["human", "sent", "uncertain", "none"]
"""human: a prompt that a person typed; sent: text known to reach the model; uncertain: probably; none: bookkeeping."""

UNSAID = "the record does not say whether the client sent this attachment"

Attachment = dict[str, Any]


class Rule(NamedTuple):
    """The effect of one type of attachment and the fields in which its text stands, the first that has any."""

    effect: Effect
    fields: tuple[str, ...] = ()


ATTACHMENTS: dict[str, Rule] = {
    "queued_command": Rule("human", ("prompt",)),
    "file": Rule("uncertain", ("content",)),
    "compact_file_reference": Rule("uncertain", ("filename", "displayPath")),
    "nested_memory": Rule("uncertain", ("content",)),
    "edited_text_file": Rule("uncertain", ("snippet",)),
    "opened_file_in_ide": Rule("uncertain", ("filename",)),
    "selected_lines_in_ide": Rule("uncertain", ("content",)),
    "hook_additional_context": Rule("uncertain", ("content",)),
    "hook_blocking_error": Rule("uncertain", ("blockingError",)),
    "hook_system_message": Rule("uncertain", ("content",)),
    "task_reminder": Rule("uncertain", ("content",)),
    "todo_reminder": Rule("uncertain", ("content",)),
    "task_status": Rule("uncertain", ("deltaSummary", "description")),
    "date_change": Rule("uncertain", ("newDate",)),
    "skill_listing": Rule("uncertain", ("content",)),
    "invoked_skills": Rule("uncertain", ("skills",)),
    "dynamic_skill": Rule("uncertain", ("skillNames",)),
    "deferred_tools_delta": Rule("uncertain", ("addedLines", "addedNames")),
    "agent_listing_delta": Rule("uncertain", ("addedLines", "addedTypes")),
    "mcp_instructions_delta": Rule("uncertain", ("addedBlocks",)),
    "total_tokens_reminder": Rule("uncertain", ("text",)),
    "batching_reminder_sent": Rule("uncertain", ("text",)),
    "silent_turn_reminder": Rule("uncertain", ("text",)),
    "read_truncation_notice": Rule("uncertain", ("banner",)),
    "hook_success": Rule("none"),
    "hook_non_blocking_error": Rule("none"),
    "hook_cancelled": Rule("none"),
    "command_permissions": Rule("none"),
    "structured_output": Rule("none"),
    "budget_usd": Rule("none"),
    "auto_mode": Rule("none"),
    "plan_mode": Rule("none"),
    "plan_mode_exit": Rule("none"),
    "plan_mode_reentry": Rule("none"),
    "ultra_effort_enter": Rule("none"),
    "ultra_effort_exit": Rule("none"),
}
"""The modes (`plan_mode` and so on) do add text, but the client's template for it is not recorded."""

PROMPT_HOOKS = ("SessionStart", "UserPromptSubmit")
"""What these hooks print is given to the model; the output of other hooks that succeed is not."""


UNKNOWN = Rule("uncertain", ("content", "text", "prompt"))
"""A type that is not in the table may well be new text for the model."""


def rule_of(attachment: Attachment) -> Rule:
    """The rule for an attachment."""
    kind = attachment.get("type")
    if kind == "hook_success" and attachment.get("hookEvent") in PROMPT_HOOKS:
        return Rule("uncertain", ("content",))
    if kind == "queued_command" and _origin(attachment) not in HUMAN_ORIGINS:
        return Rule("sent", ("prompt",))
    return ATTACHMENTS.get(kind, UNKNOWN) if isinstance(kind, str) else UNKNOWN


def _origin(attachment: Attachment) -> Any:
    origin = attachment.get("origin")
    return origin.get("kind") if isinstance(origin, dict) else None


def content_of(attachment: Attachment, rule: Rule) -> Any:
    """What the attachment says: API content when it is a prompt with pictures, else its text."""
    prune(attachment)
    for field in rule.fields:
        value = attachment.get(field)
        if field == "prompt" and isinstance(value, list):
            return value
        text = _text(value)
        if text:
            return text
    return ""


def _text(value: Any) -> str:
    """The words of a field: strings, lists of them, or the nested shapes that hold a file's content."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join([text for text in map(_text, value) if text])
    if isinstance(value, dict):
        shape = next((key for key in _SHAPES if key in value), "")
        return _SHAPES[shape](value) if shape else ""
    return ""


def _item(value: Attachment) -> str:
    """An entry of a task list."""
    return f"{value.get('status', '')}: {value.get('subject', '')}"


_SHAPES: dict[str, Callable[[Attachment], str]] = {
    "file": lambda value: _text(value["file"]),
    "content": lambda value: _text(value["content"]),
    "blockingError": lambda value: _text(value["blockingError"]),
    "subject": _item,
    "text": lambda value: _text(value["text"]),
}
