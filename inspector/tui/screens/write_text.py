"""Writes a text to a file, whole or not at all; asks before it overwrites, and never touches the session itself."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from inspector.settings import write_whole
from inspector.terminal_text import clip, sanitise
from inspector.tui.screens.dialog import Dialog


class WriteText(Dialog[Path]):
    """Asks for a path. Answers where the text was written."""

    alone = False  # the text of one must not be lost to another

    def __init__(self, title: str, about: Iterable[str], text: str, suggested: str, record: str = "") -> None:
        super().__init__()
        self._title, self._about, self._text, self._suggested = title, about, text, suggested
        self._record = record
        """The file of the session: what was recorded is never changed."""
        self._confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(clip(self._title, 80))
            box.border_subtitle = "enter writes · esc back"
            for line in self._about:
                yield Static(clip(line, 300), classes="hint", markup=False)
            yield Input(sanitise(self._suggested), placeholder="path/to/file")
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
        elif self._is_record(path):
            self._say(f"{path} is the session itself, which is never changed: type another name")
        elif path.exists() and path != self._confirmed:
            self._confirmed = path
            self._say(f"{path} exists. Enter once more overwrites it; another name leaves it alone.")
        elif not path.parent.is_dir() and path != self._confirmed:
            self._confirmed = path
            self._say(f"There is no folder {path.parent}. Enter once more makes it.")
        else:
            self._write(path)

    def _is_record(self, path: Path) -> bool:
        try:
            return bool(self._record) and os.path.samefile(path, self._record)
        except (OSError, ValueError):
            return False

    def _write(self, path: Path) -> None:
        try:
            write_whole(path, self._text)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            self._say(f"cannot write {path}: {why or error}. Try another place.")
        else:
            self.dismiss(path)

    def _say(self, text: str) -> None:
        self.query_one(".trouble", Static).update(clip(text, 400))
