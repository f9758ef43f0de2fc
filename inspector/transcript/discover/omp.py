"""Oh My Pi: what pi writes, in a folder of its own, often with a title before the header."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Machine
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.pi import SIGN, describe, project, wanted


def roots(machine: Machine) -> list[Path]:
    return [machine.home / ".omp" / "agent" / "sessions"]


def mark(ends: Ends) -> bool:
    """Records that pi does not write."""
    return any(each.get("type") in ("title", "session_init") for each in ends.first[:5])


AGENT = Agent("oh-my-pi", "Oh My Pi", roots, wanted, describe, sign=SIGN, project=project, mark=mark)
