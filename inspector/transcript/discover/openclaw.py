"""OpenClaw: `agents/<agent>/sessions/<session>.jsonl`; copies made before a compaction and sidecars are no sessions."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Machine, Parts
from inspector.transcript.discover.pi import SIGN, describe

_NO_SESSIONS = (".checkpoint.", ".trajectory.", ".reset.", ".deleted.")


def roots(machine: Machine) -> list[Path]:
    return [machine.home / name / "agents" for name in (".openclaw", ".clawdbot", ".moltbot")]


def wanted(parts: Parts) -> bool:
    name = parts[-1]
    return parts[1:2] == ("sessions",) and name.endswith(".jsonl") and not any(each in name for each in _NO_SESSIONS)


AGENT = Agent(
    "openclaw", "OpenClaw", roots, wanted, describe, depth=2, sign=SIGN, project=lambda parts: f"agent {parts[0]}"
)
