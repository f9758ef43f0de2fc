"""Telling in words: the header says what is open, the status line what was just said or how the view stands."""

from __future__ import annotations

from textual import on

from inspector.tui import apart
from inspector.tui.headline import headline
from inspector.tui.parts import Part
from inspector.tui.screens.following import Following
from inspector.tui.screens.refusing import Refusing
from inspector.tui.screens.turning import Turning
from inspector.tui.screens.typed import Typed
from inspector.tui.status import not_made, status
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.side_by_side import SideBySide


class Telling(Turning, Typed, Refusing, Following):
    """Two lines, drawn anew whenever a part of the screen says that they have something else to say."""

    def show_header(self) -> None:
        """The session and its policy, and whether its file is followed."""
        if self.session is not None:
            self.query_one("#header", Line).parts = (
                *headline(self.session, self.certificate, self.report),
                *self.follow_parts(),
            )

    def following_changed(self) -> None:
        """The header says whether the file is followed."""
        self.show_header()

    def show_status(self) -> None:
        """What was just said, or the state of the view."""
        session, line = self.session, self.query_one("#status", Line)
        if self.said:
            line.parts = (Part(self.said, "accent", 9), *self._knob())
        elif session is None:
            line.parts = ()
        elif session.pending:
            told = self.task_told() or [Part("working out the view …", "accent", 9)]
            line.parts = (*told, *self._knob())
        else:
            standing = status(session, self.loss, apart.typed(session), self.refusals())
            said = (*not_made(session), *apart.step(session), *standing)
            line.parts = (*self.task_told(), *said, *self._knob())

    def _knob(self) -> list[Part]:
        """What a knob was just turned from and to; else the selected one, while the panel is out of sight."""
        if self.turned:
            return [Part(f" [ {self.turned} ]", "accent", 7, right=True)]
        knob = self.knobs.selected
        if knob is None or self.knobs.display:
            return []
        mark = " ✱" if knob.changed else ""
        return [Part(f" [ {knob.name} {knob.value:,}{mark} ]", "accent" if knob.changed else "quiet", 7, right=True)]

    def status_changed(self) -> None:
        """What the status line says is another thing."""
        self.show_status()

    def knob_selected(self) -> None:
        """Another knob is selected: say which, where the panel is out of sight."""
        self.show_status()

    def waiting(self, text: str) -> None:
        """Something takes a while."""
        self.query_one("#status", Line).parts = (Part(f"{text} …  esc gives up", "accent", 9),)

    @on(SideBySide.Told)
    def panes_told(self, event: SideBySide.Told) -> None:
        """The panes have something to say."""
        self.say(event.text)

    @on(Line.Clicked, "#status")
    def status_clicked(self) -> None:
        """What was lost is pointed at: go there."""
        self.action_typed()
