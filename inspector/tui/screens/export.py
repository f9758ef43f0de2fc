"""Writes the policy with its present knobs and layers as YAML."""

from __future__ import annotations

from inspector.policy.model import Policy
from inspector.terminal_text import clip
from inspector.tui.changes import layer_changes
from inspector.tui.screens.write_text import WriteText


class Export(WriteText):
    """Asks for a path. Answers where the file was written."""

    def __init__(self, policy: Policy, text: str, record: str = "") -> None:
        changed = [f"{knob.name} = {knob.value:,} {knob.unit}" for knob in policy.knobs if knob.changed]
        layers = layer_changes(policy)
        about = (
            f"{clip(policy.name, 60)}, {len(policy.layers)} layers",
            "changed: " + ", ".join(changed) if changed else "every knob at its default",
            *([f"layers: {', '.join(layers)}"] if layers else []),
        )
        super().__init__("Export the policy as YAML", about, text, f"{policy.name}.yaml", record)
