"""What a session says of itself: whose it is, its id and title, where it came from, the tools of its prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.pi.node import Node

_CLAW = frozenset((".openclaw", ".clawdbot", ".moltbot"))
_OMP = frozenset(
    ("title", "title_change", "session_init", "ttsr_injection", "credential_pin", "mode_change", "reset_boundary")
)
_ORIGIN = ("cwd", "parentSession", "branchedFrom", "additionalDirectories", "previousSessionFiles", "version")


def agent_of(rare: Sequence[Node], messages: Iterable[Node], path: str) -> str:
    """The key of the format: by what only one of them writes, else by the folder of the file.

    `rare` are the records that are more or less than messages, `messages` those among the others that a client brought.
    """
    kinds = {node.kind for node in rare}
    if not kinds.isdisjoint(_OMP):
        return "oh-my-pi"
    if not kinds.isdisjoint(("leaf", "reset")) or _is_claw(rare) or _is_claw(messages):
        return "openclaw"
    parts = PurePath(path).parts
    return "openclaw" if not _CLAW.isdisjoint(parts) else "oh-my-pi" if ".omp" in parts else "pi"


def _is_claw(nodes: Iterable[Node]) -> bool:
    names = (words_of(node.meta.get("customType")) for node in nodes if node.kind in ("custom", "custom_message"))
    return any(name.startswith("openclaw") or name == "model-snapshot" for name in names)


def header_of(nodes: Sequence[Node]) -> Node | None:
    """The header; of several, which somebody joined, the first."""
    return next((node for node in nodes if node.kind == "session"), None)


def origin(header: Node | None) -> dict[str, Any]:
    """Where the session ran, and which one it was made of; told as text, nothing of it is followed."""
    return {key: header.meta[key] for key in _ORIGIN if header.meta.get(key)} if header is not None else {}


def title_of(rare: Iterable[Node]) -> str:
    """The last name that it was given; an empty one takes it away."""
    found = ""
    for node in rare:
        if node.kind in ("session", "title", "title_change") and "title" in node.meta:
            found = words_of(node.meta["title"]).strip() or found
        elif node.kind == "session_info":
            found = words_of(node.meta.get("name")).strip()
    return found


def tools_of(way: Iterable[Node]) -> tuple[dict[str, Any], ...]:
    """The tools that were in the prompt at the end: definitions, or names alone (Oh My Pi)."""
    found: dict[str, dict[str, Any]] = {}
    for node in way:
        for tool in _listed(node.meta.get("toolsRemoved")):
            found.pop(tool["name"], None)
        for tool in _listed(node.meta.get("toolsAdded")):
            found[tool["name"]] = tool
    return tuple(found.values())


def _listed(tools: Any) -> list[dict[str, Any]]:
    found = [tool_of(tool) for tool in tools] if isinstance(tools, list) else []
    return [tool for tool in found if tool is not None]


def tool_of(tool: Any) -> dict[str, Any] | None:
    """A definition in Anthropic form; a name alone is one too."""
    if isinstance(tool, str):
        return {"name": tool}
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        return None
    return {"input_schema" if key == "parameters" else key: value for key, value in tool.items()}
