"""What a policy is called on the screen: its name, and the file that it was read from, where it is none of the presets."""

from __future__ import annotations

from pathlib import Path

from inspector.engine.recorded import RECORDED
from inspector.policy.model import Policy
from inspector.terminal_text import clip
from inspector.tui.left import file_of

FILE = 30
"""Cells of a file's name at the most."""


def policy_title(policy: Policy | None) -> str:
    """`agent-engineering`, or `agent-engineering · my.yaml`: a file may bear a preset's name and say other things.

    `… at MODEL` where the budget of a model was chosen.
    """
    if policy is None:
        return RECORDED.name
    file = file_of(policy)
    at = f" at {clip(policy.model, FILE)}" if policy.model else ""
    return f"{policy.name} · {clip(Path(file).name, FILE)}{at}" if file else f"{policy.name}{at}"
