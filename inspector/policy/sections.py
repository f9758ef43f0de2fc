"""The sections that known systems ask of a summary: what each is called, and what belongs into it, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from inspector.policy.model import SummarySection

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "goal": "what is to be reached in the end, and why",
        "request": "what a person asked for last",
        "asked": "what else was asked, answered or not",
        "constraints": "rules, limits and preferences that a person stated",
        "decisions": "what was decided, and for which reason",
        "findings": "what was found out and has evidence",
        "files": "paths that were read, made or changed, and what in them matters",
        "commands": "commands that were run, and how they ended",
        "errors": "what failed, with the words of the error",
        "identifiers": "names, numbers, versions and addresses that must stay word for word",
        "done": "work that is finished and was checked",
        "state": "where the work stands now",
        "blocked": "what cannot go on, and what it waits for",
        "remaining": "work that is still to be done, the next step first",
        "context": "anything else without which the work cannot go on",
    }
)
"""The sorts of things that a section may hold."""


def _set(*sections: tuple[str, str, str]) -> tuple[SummarySection, ...]:
    """Sections of heading, content, and kinds in one word each."""
    return tuple(SummarySection(title, holds, tuple(kinds.split())) for title, holds, kinds in sections)


_EVO_AGENT = _set(
    ("Current goal", "What the agent is working towards now.", "goal request"),
    ("Findings and decisions", "What was found out that matters, and what was decided and why.", "findings decisions"),
    ("Files", "Files that were read and files that were changed, by their paths.", "files"),
    ("Remaining work", "What is still to be done, the next step first.", "remaining state"),
    ("User constraints", "Everything the user ruled out, required or prefers.", "constraints"),
)
_AGENT_ENGINEERING = _set(
    ("Goal", "What the user wants to be reached.", "goal request"),
    ("Constraints", "The user's rules and limits, such as read-only.", "constraints"),
    (
        "Confirmed facts",
        "What the record shows, with where it was seen. What was not checked is not confirmed.",
        "findings decisions files identifiers",
    ),
    ("Unfinished items", "What is still open, also what has not been checked yet.", "remaining blocked"),
)
_PI = _set(
    ("Goal", "What the user is trying to accomplish; several goals where there are several.", "goal request"),
    ("Constraints & Preferences", "What the user required, ruled out or prefers.", "constraints"),
    ("Progress: Done", "Work and changes that are complete.", "done"),
    ("Progress: In Progress", "What is being worked on now.", "state"),
    ("Progress: Blocked", "What keeps the work from going on.", "blocked errors"),
    ("Key Decisions", "Each decision with its reason.", "decisions"),
    ("Next Steps", "What comes next, in order.", "remaining"),
    ("Critical Context", "Data, examples and references needed to go on.", "context findings identifiers"),
)
_OPENCLAW = _set(
    ("Decisions", "What was decided.", "decisions findings"),
    ("Open TODOs", "What is still to be done.", "remaining"),
    ("Constraints/Rules", "Rules that hold for the work.", "constraints"),
    ("Pending user asks", "What the user asked and has not got yet, the newest in the user's words.", "request asked"),
    ("Exact identifiers", "Paths, addresses, hashes, ports and numbers, character for character.", "identifiers files"),
)
_HERMES = _set(
    ("Historical Task Snapshot", "The newest request of the user, quoted.", "request"),
    ("Goal", "What the user wants to be reached overall.", "goal"),
    ("Constraints & Preferences", "What the user required, ruled out or prefers.", "constraints"),
    ("Completed Actions", "Numbered: tool, target and outcome of each.", "done commands"),
    ("Active State", "Working folder, branch, changed files, what runs and what passes.", "state files"),
    ("Historical In-Progress", "What was being worked on when this was written.", "state"),
    ("Blocked", "What could not go on, with the words of the error.", "blocked errors"),
    ("Key Decisions", "Each decision with its reason.", "decisions"),
    ("Resolved Questions", "Questions of the user that were answered, with the answer.", "findings"),
    ("Historical Pending Asks", "What the user asked and had not got then.", "asked"),
    ("Relevant Files", "Files that were read, changed or made, with a note on each.", "files"),
    ("Historical Remaining Work", "What was left to do then, told as a state and not as an order.", "remaining"),
    ("Critical Context", "Values, settings and messages that would be lost otherwise.", "context identifiers"),
)
_OPENCODE = _set(
    ("Objective", "What the user wants.", "goal request"),
    (
        "Important Details",
        "Constraints, decisions, facts and assumptions that matter.",
        "constraints decisions findings",
    ),
    ("Work State: Completed", "What is finished.", "done"),
    ("Work State: Active", "What is being worked on now.", "state"),
    ("Work State: Blocked", "What keeps the work from going on.", "blocked errors"),
    ("Next Move", "The step to take next.", "remaining"),
    ("Relevant Files", "Paths that matter for going on, and why.", "files"),
)
_GEMINI_CLI = _set(
    ("overall_goal", "The user's objective in one sentence.", "goal request"),
    ("active_constraints", "Rules and limits that the user set or that were found.", "constraints"),
    ("key_knowledge", "Facts and conventions to remember.", "findings decisions commands"),
    ("artifact_trail", "How files and other results came to be as they are, and why.", "files decisions"),
    ("file_system_state", "Files that were made, read, changed or removed, and their state.", "files state"),
    ("recent_actions", "The last steps and what came of them.", "done commands errors"),
    ("task_state", "The plan, which of its steps are done and which comes next.", "remaining state"),
)
_LANGCHAIN = _set(
    ("Session Intent", "What the user wants of this session.", "goal request constraints"),
    (
        "Summary",
        "What matters of the conversation: choices, reasons, and options that were rejected.",
        "decisions findings",
    ),
    ("Artifacts", "Files and other things that were made, changed or looked at, by their paths.", "files"),
    ("Next Steps", "What is left to do for the intent.", "remaining"),
)
_OPENHANDS = _set(
    ("USER_CONTEXT", "What the user requires, goals and clarifications.", "goal request constraints"),
    ("TASK_TRACKING", "Tasks with their exact identifiers and their state.", "state identifiers"),
    ("COMPLETED", "Tasks that are done, with their results.", "done"),
    ("PENDING", "Tasks that are still to be done.", "remaining"),
    ("CURRENT_STATE", "Variables, data and conditions that hold now.", "state context"),
    ("CODE_STATE", "Paths, signatures and data structures.", "files"),
    ("TESTS", "Tests that fail, with their errors, and tests that pass.", "errors commands"),
    ("CHANGES", "Edits of code and their reasons.", "decisions files"),
    ("DEPS", "Dependencies, imports and outside calls.", "context"),
    ("VERSION_CONTROL_STATUS", "Branch, commits and what is not committed.", "state"),
)
_CRUSH = _set(
    ("Current State", "The request, what is complete, what is under way, and what remains.", "goal request done state"),
    ("Files & Changes", "Files that were changed, read, or are to be changed, with what and where.", "files"),
    (
        "Technical Context",
        "Decisions, commands that work and that fail, the environment.",
        "decisions findings commands errors constraints",
    ),
    ("Strategy & Approach", "The way that was taken, why, and what stands against it.", "decisions blocked context"),
    ("Exact Next Steps", "Single steps that can be taken as they stand.", "remaining"),
)

SECTION_SETS: Final[Mapping[str, tuple[SummarySection, ...]]] = MappingProxyType(
    {
        "evo-agent": _EVO_AGENT,
        "agent-engineering": _AGENT_ENGINEERING,
        "pi": _PI,
        "openclaw": _OPENCLAW,
        "hermes": _HERMES,
        "opencode": _OPENCODE,
        "gemini-cli": _GEMINI_CLI,
        "langchain": _LANGCHAIN,
        "openhands": _OPENHANDS,
        "crush": _CRUSH,
    }
)
"""The sections of each system, under its name, in its order."""

SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "evo-agent": "Evo Agent: context compaction in three layers (the five things that a summary must keep)",
        "agent-engineering": "Lesson 5: Context Engineering, section 3 (goal, constraints, confirmed facts, unfinished items)",
        "pi": "@earendil-works/pi-coding-agent 1.6.0, core/compaction",
        "openclaw": "openclaw, safeguard summary of compaction",
        "hermes": "hermes-agent, context compressor",
        "opencode": "opencode, compaction prompt (current form)",
        "gemini-cli": "gemini-cli, state snapshot of chat compression",
        "langchain": "LangChain, SummarizationMiddleware",
        "openhands": "OpenHands, LLMSummarizingCondenser",
        "crush": "Crush at 37f36e93824e, summary prompt",
    }
)
"""Where each set was read."""


def set_name(sections: tuple[SummarySection, ...]) -> str | None:
    """The name under which these very sections are known, if any is."""
    return next((name for name, known in SECTION_SETS.items() if known == sections), None)
