"""OpenClaw: `agents/<agent>/sessions/<session>.jsonl`; copies made before a compaction and sidecars are no sessions."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import DATABASE, Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.pi import SIGN, describe
from inspector.transcript.discover.telling import words

NO_SESSIONS = (".checkpoint.", ".trajectory.", ".reset.", ".deleted.")


def roots(machine: Machine) -> list[Path]:
    usual = [machine.home / name for name in (".openclaw", ".clawdbot", ".moltbot")]
    moved = machine.named("OPENCLAW_STATE_DIR")
    return [home / "agents" for home in ([moved, *usual] if moved else usual)]


def wanted(parts: Parts) -> bool:
    name = parts[-1]
    if parts[1:] == ("agent", "openclaw-agent.sqlite"):
        return True
    return parts[1:2] == ("sessions",) and name.endswith(".jsonl") and not any(each in name for each in NO_SESSIONS)


def mark(ends: Ends) -> bool:
    """Records that pi does not write."""
    return any(words(each.get("customType")).startswith("openclaw") for each in ends.records)


def tell(ends: Ends) -> Details:
    return DATABASE if ends.is_database else describe(ends)


AGENT = Agent(
    "openclaw",
    "OpenClaw",
    roots,
    wanted,
    tell,
    depth=2,
    sign=SIGN,
    project=lambda parts: f"agent {parts[0]}",
    enter=lambda parts: len(parts) == 1 or parts[1] in ("sessions", "agent"),
    mark=mark,
    databases=True,
)
