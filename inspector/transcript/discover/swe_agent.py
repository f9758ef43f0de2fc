"""SWE-agent: `trajectories/<person>/<run>/<instance>/<instance>.traj`; mini-swe-agent: its last run, in its own folder."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import said, title, within, words


def roots(machine: Machine) -> list[Path]:
    mini = machine.named("MSWEA_GLOBAL_CONFIG_DIR") or machine.moved("XDG_CONFIG_HOME", ".config") / "mini-swe-agent"
    moved = machine.named("SWE_AGENT_TRAJECTORY_DIR")
    below = [machine.here / "trajectories"] if machine.here else []
    return [*([moved] if moved else below), mini]


def wanted(parts: Parts) -> bool:
    return parts[-1].endswith((".traj", ".traj.json"))


def describe(ends: Ends) -> Details:
    """The task is the first message of a user that is no demonstration."""
    history = within(ends.document, "history") or within(ends.document, "messages") or ends.document
    messages = [each for each in history if isinstance(each, dict)] if isinstance(history, list) else []
    typed = [said(each.get("content")) for each in messages if each.get("role") == "user" and not each.get("is_demo")]
    return Details(
        title=title([*typed, ends.prompt()]),
        model=words(within(ends.document, "info", "config", "model", "model_name")) or ends.model(),
    )


AGENT = Agent(
    "swe-agent",
    "SWE-agent",
    roots,
    wanted,
    describe,
    depth=3,
    sign={"trajectory": [], "history": [], "info": {}},
    project=lambda parts: parts[-2],
    formats=("mini-swe-agent",),
)
