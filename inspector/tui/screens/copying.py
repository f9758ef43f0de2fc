"""Copying to the terminal's clipboard, and writing what is too large for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.engine import durable_beside
from inspector.terminal_text import clip
from inspector.tui.copies import CLIPBOARD, COPIES, Copy, NothingToCopy, Place, file_name
from inspector.tui.numerals import in_bytes
from inspector.tui.rows import BLOCK
from inspector.tui.screens.copy import AskCopy
from inspector.tui.screens.sourcing import Sourcing
from inspector.tui.screens.working import Working
from inspector.tui.screens.write_text import WriteText
from inspector.tui.tasks import Task
from inspector.tui.widgets.side_by_side import SideBySide

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal would obey if it were pasted there."""


class Copying(Working, Sourcing):
    """Actions that take something away from the screen."""

    @dataclass
    class Copied(Message):
        """A text that was made in a thread; empty with `trouble`."""

        copy: Copy
        place: Place
        text: str
        task: Task
        trouble: str = ""

    def action_copy(self) -> None:
        """Ask what to copy."""
        if self.session is not None:
            place = self._place()
            self.app.push_screen(AskCopy([_about(copy, place) for copy in COPIES]), self.copy)

    def copy(self, copy: Copy | None) -> None:
        """Copy one thing; what may take a while, in a thread."""
        if copy is None or self.session is None:
            return
        place = self._place()
        if copy.slow:
            task = self.start_task("copy", f"making {copy.what}")
            task.worker = self._make(copy, place, task)
            return
        try:
            self._hand_over(copy, place, copy.make(place))
        except NothingToCopy as fault:
            self.say(str(fault))

    @work(thread=True, exclusive=True, group="copy", exit_on_error=False, description="copy")
    def _make(self, copy: Copy, place: Place, task: Task) -> None:
        worker = get_current_worker()
        text, trouble = "", ""
        try:
            text = copy.make(place)
        except NothingToCopy as fault:
            trouble = str(fault)
        if not worker.is_cancelled:
            self.post_message(self.Copied(copy, place, text, task, trouble))

    @on(Copied)
    def take_copy(self, event: Copied) -> None:
        """It is made: to the clipboard with it."""
        self.end_task("copy", event.task)
        if event.trouble:
            self.say(event.trouble)
        else:
            self._hand_over(event.copy, event.place, event.text)

    def _hand_over(self, copy: Copy, place: Place, text: str) -> None:
        """Into the clipboard, or to a file when that is too small."""
        size = len(text.encode("utf-8", "replace"))
        if size <= CLIPBOARD:
            self.app.copy_to_clipboard(text)
            unsafe = " · it holds control characters: mind where you paste it" if _OBEYED.search(text) else ""
            self.say(f"copied {copy.what}: {in_bytes(size)}, by the terminal's clipboard{unsafe}")
            return
        about = f"{in_bytes(size)} are too much for the clipboard of a terminal. Write them to a file instead."
        record = place.session.transcript.path
        dialog = WriteText(f"Write {copy.what}", [about], text, file_name(copy, place), record)
        self.app.push_screen(dialog, self._written)

    def _written(self, path: Path | None) -> None:
        if path is not None:
            self.say(f"written: {path}")

    def _place(self) -> Place:
        assert self.session is not None
        panes = self.query_one(SideBySide)
        on_block = panes.rows is not None and panes.rows.kinds[panes.cursor] == BLOCK
        block = panes.rows.refs[panes.cursor] if on_block and panes.rows is not None else None
        return Place(self.session, block, self._named_durable(), self.artifacts)

    def _named_durable(self) -> Path | None:
        """The file of the durable state, where it is not the one that a command finds by itself."""
        path = self.evidence.path if self.evidence is not None else None
        assert self.session is not None
        return None if path is None or path == durable_beside(self.session.transcript.path) else path


def _about(copy: Copy, place: Place) -> str:
    """Which block, which request."""
    session = place.session
    shape = session.transcript.structure
    if copy.key in "bi":
        return place.name
    if copy.key == "m":
        return f"message {shape.owner[place.block] + 1:,}" if place.block is not None else ""
    return clip(session.title, 60) if copy.key == "p" else f"request {session.request:,}"
