"""Writes the durable state to a file, whole or not at all; asks before it overwrites one that it did not load."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from inspector.phrases import counted
from inspector.terminal_text import clip
from inspector.tui.evidence import Evidence
from inspector.tui.evidence_file import write
from inspector.tui.screens.dialog import Dialog


class SaveDurable(Dialog[Path]):
    """Asks for a path. Answers where the file was written."""

    def __init__(self, evidence: Evidence, suggested: Path) -> None:
        super().__init__()
        self._evidence, self._suggested = evidence, suggested
        self._confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        state = self._evidence.state
        counts = (
            counted(len(state.facts), "fact"),
            counted(len(state.pending_items), "pending item"),
            f"{len(state.retrieval_evidence):,} evidence",
        )
        told = ", ".join(counts)
        with Vertical(classes="box") as box:
            box.border_title = "Save the durable state"
            box.border_subtitle = "enter writes · esc back"
            yield Static(f"{told}. Beside the transcript it is found again by itself.", classes="hint", markup=False)
            yield Input(str(self._suggested), placeholder="path/to/session.durable.json")
            yield Static("", classes="trouble", markup=False)

    def on_mount(self) -> None:
        """What stands in the way is said before anybody presses enter."""
        if self._evidence.trouble:
            self._say(f"{self._evidence.trouble}. It is not touched unless you say so.")
        elif self._evidence.owns(self._suggested) or not self._suggested.exists():
            return
        elif self._evidence.path == self._suggested:
            self._say(f"{self._suggested.name} was changed by somebody else after it was loaded.")

    @on(Input.Changed)
    def forget_consent(self, event: Input.Changed) -> None:
        """Another path: consent to overwriting was for the old one."""
        if event.value != str(self._suggested) or self._confirmed is not None:
            self._confirmed = None
            self._say("")

    @on(Input.Submitted)
    def save(self, event: Input.Submitted) -> None:
        """Write, or say why not."""
        text = event.value.strip()
        path = Path(text).expanduser()
        if not text:
            self._say("type where to write the file")
        elif path.is_dir():
            self._say(f"{path} is a folder: add a file name")
        elif path.exists() and not self._evidence.owns(path) and path != self._confirmed:
            self._confirmed = path
            self._say(f"{path} is another file than the one that was loaded. Enter once more overwrites it.")
        elif trouble := write(self._evidence, path):
            self._say(trouble)
        else:
            self.dismiss(path)

    def _say(self, text: str) -> None:
        self.query_one(".trouble", Static).update(clip(text, 400))
