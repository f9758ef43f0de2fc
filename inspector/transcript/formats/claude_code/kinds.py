"""The record types of Claude Code session files, as far as they are known."""

from __future__ import annotations

MESSAGE_TYPES = frozenset({"user", "assistant", "system", "attachment", "progress"})
"""Records of the tree. `progress` never reaches the prompt, but links of the chain run through it."""

BOOKKEEPING = frozenset(
    {
        "summary", "file-history-snapshot", "file-history-delta", "queue-operation", "last-prompt", "ai-title", "custom-title",
        "agent-name", "agent-color", "agent-setting", "mode", "permission-mode", "pr-link", "bridge-session", "frame-link",
        "atis-latch", "worktree-state", "relocated", "started", "result", "tag", "task-summary", "content-replacement",
    }
)  # fmt: skip
"""Records outside the tree; they are counted and say nothing to the model."""

BOOKKEEPING_PREFIXES = ("artifact-",)

SYSTEM_SUBTYPES = frozenset(
    {
        "compact_boundary", "microcompact_boundary", "turn_duration", "stop_hook_summary", "local_command", "api_error",
        "away_summary", "informational", "scheduled_task_fire", "model_refusal_fallback", "api_refusal", "init", "error",
        "session_start", "bridge_status", "memory_saved", "agents_killed", "permission_retry", "file_snapshot",
    }
)  # fmt: skip
"""Of the `system` records only the two boundaries matter to what the model sees."""

CLIENT_MARKERS = (
    "<command-name>",
    "<command-message>",
    "<command-args>",
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<local-command-caveat>",
    "<bash-input>",
    "<bash-stdout>",
    "<bash-stderr>",
    "[Request interrupted by user",
    "<task-notification>",
)
"""How text in a user record begins that the client wrote, not a person."""

HUMAN_ORIGINS = (None, "human", "user", "cli", "sdk")
"""Recorded origins of a prompt that a person stands behind; tasks, channels and schedules are the client's."""

SYNTHETIC = "<synthetic>"
"""The model name on replies that the client made up."""


def is_bookkeeping(kind: str) -> bool:
    return kind in BOOKKEEPING or kind.startswith(BOOKKEEPING_PREFIXES)
