"""The audit of sources: every pointer with its status; of the chosen one the reason, the whole hash and an excerpt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from inspector.phrases import counted
from inspector.terminal_text import clip
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import ArtifactPointer, PointerFault, parse_pointer
from inspector.tui.artifact_of import NoArtifact, open_pointed
from inspector.tui.evidence import Evidence
from inspector.tui.evidence_rows import STATUS, standing
from inspector.tui.parts import Part
from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.screens.lines import Lines
from inspector.tui.source_text import told
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.source_pane import SourceDetail, SourceList

KEYS = " j k source · enter opens the artifact · f look again · page ↑ ↓ · esc back"
OPENABLE = ("available", "corrupt")
"""Statuses of an artifact that there is something to see of; a corrupt one is shown as what it is."""


class Audit(LeftOnce[None]):
    """The whole screen: a list, and what is known of the line under its cursor."""

    DEFAULT_CSS = """
    Audit { background: $background;
        #halves { height: 1fr; }
        #sources { width: 1fr; height: auto; max-height: 40%; min-height: 3; border-bottom: hkey $border-blurred; }
        #detail { width: 1fr; height: 1fr; padding: 1 0 0 0; }
        &.-wide #halves { layout: horizontal; }
        &.-wide #sources { width: 84; height: 1fr; max-height: 100%; border-bottom: none; border-right: vkey $border-blurred; }
    }
    """
    HINTS = "#audit-keys"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (160, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,D", "leave", "Back"),
        Binding("j,down", "select(1)", "Next", priority=True),
        Binding("k,up", "select(-1)", "Previous", priority=True),
        Binding("enter,space,o", "open", "Open the artifact"),
        Binding("f", "again", "Look again"),
        Binding("pagedown", "page(1)", "Down", priority=True),
        Binding("pageup", "page(-1)", "Up", priority=True),
    ]

    def __init__(
        self, evidence: Evidence, transcript: Transcript, folder: Path | None, again: Callable[[], None]
    ) -> None:
        super().__init__()
        self._evidence, self._transcript, self._folder, self._again = evidence, transcript, folder, again
        self._start = 0
        self._said = ""

    def begin_at(self, pointer: str) -> None:
        """The source to begin with."""
        pointers = self._evidence.state.pointers
        self._start = pointers.index(pointer) if pointer in pointers else 0

    def compose(self) -> ComposeResult:
        yield Line(id="audit-title")
        with Container(id="halves"):
            yield SourceList(id="sources")
            yield SourceDetail(id="detail")
        yield Line(id="audit-keys")

    def on_mount(self) -> None:
        """Start at the wanted source."""
        self.renew()
        self.query_one(SourceList).select(self._start)
        self.query_one(SourceList).focus()

    def renew(self) -> None:
        """What is known of the sources has changed."""
        rows = []
        for pointer in self._evidence.state.pointers:
            found = self._evidence.resolution(pointer)
            rows.append((pointer, *STATUS[found.status if found else None]))
        listed = self.query_one(SourceList)
        listed.rows = tuple(rows)
        if not self.has_class("-wide"):
            listed.styles.height = min(len(rows), max(3, self.size.height * 2 // 5)) + 1
        else:
            listed.styles.height = "1fr"
        noun = f"{counted(len(rows), 'source')} of the durable state ·"
        self.query_one("#audit-title", Line).parts = (Part(noun, "strong", 9), *standing(self._evidence)[1:])
        self._show()

    def on_resize(self) -> None:
        """The list takes what it needs."""
        self.call_after_refresh(self.renew)

    @property
    def pointer(self) -> str:
        """The chosen one."""
        return self._evidence.state.pointers[self.query_one(SourceList).cursor]

    @on(SourceList.Selected)
    def selected(self) -> None:
        """Another source."""
        self._said = ""
        self._show()

    def _show(self) -> None:
        self.query_one(SourceDetail).show(told(self._evidence, self.pointer))
        words = Part(f" {self._said}", "accent", 9) if self._said else Part(KEYS, "quiet", 9)
        self.query_one("#audit-keys", Line).parts = (words,)

    def _tell(self, text: str) -> None:
        self._said = clip(text, 300)
        self._show()

    # ---------------------------------------------------------------- keys

    def action_leave(self) -> None:
        """Back to the session."""
        self.dismiss(None)

    def action_select(self, by: int) -> None:
        """Another source."""
        listed = self.query_one(SourceList)
        listed.select(listed.cursor + by)

    def action_page(self, by: int) -> None:
        """The text below, a page on or back."""
        detail = self.query_one(SourceDetail)
        detail.scroll_relative(y=by * max(1, detail.size.height - 2), animate=False)

    def action_again(self) -> None:
        """Look every source up anew."""
        self._again()
        self.renew()

    @on(SourceList.Opened)
    def action_open(self) -> None:
        """Show an artifact by its lines."""
        found = self._evidence.resolution(self.pointer)
        pointer = _artifact(self.pointer)
        if pointer is None:
            self._tell("a message of the transcript: its text is the excerpt here")
        elif found is None or found.status not in OPENABLE:
            self._tell("nothing to open: " + (found.reason if found else "not looked up yet"))
        else:
            self._open(pointer, found.status == "corrupt")

    def _open(self, pointer: ArtifactPointer, corrupt: bool) -> None:
        try:
            file = open_pointed(self._transcript, self._folder, pointer)
        except NoArtifact as fault:
            self._tell(f"nothing to open: {fault}")
        else:
            self.app.push_screen(
                Lines(file, pointer.file, "✗ not what the pointer names: its digest differs" if corrupt else "")
            )


def _artifact(text: str) -> ArtifactPointer | None:
    try:
        found = parse_pointer(text)
    except PointerFault:
        return None
    return found if isinstance(found, ArtifactPointer) else None
