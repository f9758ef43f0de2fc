"""Events that are no part of the prompt (`SessionEvent` in github/copilot-sdk, `nodejs/src/generated/session-events.ts`)."""

from __future__ import annotations

BESIDE = frozenset(
    """
    abort assistant.idle assistant.intent assistant.message_delta assistant.message_start assistant.reasoning
    assistant.reasoning_delta assistant.server_tool_progress assistant.streaming_delta assistant.tool_call_delta
    assistant.turn_end assistant.turn_start auto_mode_switch.completed auto_mode_switch.requested capabilities.changed
    command.completed command.execute command.queued commands.changed elicitation.completed elicitation.requested
    exit_plan_mode.completed exit_plan_mode.requested external_tool.completed external_tool.requested hook.end
    hook.progress hook.start mcp.headers_refresh_completed mcp.headers_refresh_required mcp.oauth_completed
    mcp.oauth_required mcp.prompts.list_changed mcp.resources.list_changed mcp.tools.list_changed
    mcp_app.tool_call_complete model.call_failure model.call_finished pending_messages.modified permission.completed
    permission.requested sampling.completed sampling.requested session.auto_mode_resolved
    session.autopilot_objective_changed session.background_tasks_changed session.binary_asset session.context_changed
    session.custom_agents_updated session.custom_notification session.error session.extensions_loaded session.handoff
    session.idle session.info session.mcp_server_status_changed session.mcp_servers_loaded session.mode_changed
    session.model_change session.permissions_changed session.plan_changed session.remote_steerable_changed
    session.resume session.schedule_cancelled session.schedule_created session.schedule_rearmed
    session.session_limits_changed session.shutdown session.skills_loaded session.task_complete session.todos_changed
    session.tools_updated session.usage_checkpoint session.usage_info session.warning session.workspace_file_changed
    session_limits_exhausted.completed session_limits_exhausted.requested skill.invoked subagent.completed
    subagent.deselected subagent.failed subagent.selected tool.execution_partial_result tool.execution_progress
    tool.execution_start tool.user_requested tool_search.activated user_input.completed user_input.requested
    """.split()  # noqa: SIM905 - a list of strings would be longer
)
"""What a tool was called with stands in the reply (`toolRequests`), a skill's text in a message of the user."""

GROUPS = ("session.canvas.", "session.managed_settings_", "factory.", "session.extensions.", "ui.", "assistant.fusion_")
"""Beginnings of further ones."""


def is_beside(kind: str) -> bool:
    """Whether an event of this type is known to change nothing."""
    return kind in BESIDE or kind.startswith(GROUPS)
