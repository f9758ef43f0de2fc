"""Writes the policy with its present knobs as YAML, whole or not at all; asks before it overwrites."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from inspector.policy.model import Policy
from inspector.settings import write_whole
from inspector.terminal_text import clip
from inspector.tui.screens.dialog import Dialog


class Export(Dialog[Path]):
    """Asks for a path. Answers where the file was written."""

    def __init__(self, policy: Policy, text: str) -> None:
        super().__init__()
        self._policy, self._text = policy, text
        self._confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        changed = [f"{knob.name} = {knob.value:,} {knob.unit}" for knob in self._policy.knobs if knob.changed]
        with Vertical(classes="box") as box:
            box.border_title = "Export the policy as YAML"
            box.border_subtitle = "enter writes · esc back"
            yield Static(
                f"{clip(self._policy.name, 60)}, {len(self._policy.layers)} layers", classes="hint", markup=False
            )
            yield Static(
                clip("changed: " + ", ".join(changed), 300) if changed else "every knob at its default",
                classes="hint",
                markup=False,
            )
            yield Input(f"{self._policy.name}.yaml", placeholder="path/to/policy.yaml")
            yield Static("", classes="trouble", markup=False)

    @on(Input.Changed)
    def forget_consent(self) -> None:
        """Another path: consent to overwriting was for the old one."""
        self._confirmed = None
        self._say("")

    @on(Input.Submitted)
    def write(self, event: Input.Submitted) -> None:
        """Write, or say why not."""
        if not event.value.strip():
            self._say("type where to write the file")
            return
        path = Path(event.value.strip()).expanduser()
        if path.is_dir():
            self._say(f"{path} is a folder: add a file name")
        elif path.exists() and path != self._confirmed:
            self._confirmed = path
            self._say(f"{path} exists. Enter once more overwrites it; another name leaves it alone.")
        elif not path.parent.is_dir() and path != self._confirmed:
            self._confirmed = path
            self._say(f"There is no folder {path.parent}. Enter once more makes it.")
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        try:
            write_whole(path, self._text)
        except OSError as error:
            self._say(f"cannot write {path}: {error.strerror or error}. Try another place.")
        else:
            self.dismiss(path)

    def _say(self, text: str) -> None:
        self.query_one(".trouble", Static).update(clip(text, 400))
