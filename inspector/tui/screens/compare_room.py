"""The comparison: the recorded view, the held policy, the present one and presets in one table, and where they differ most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult

from inspector.phrases import counted
from inspector.tui.actions import Scope, bindings
from inspector.tui.comparison import lines
from inspector.tui.entries import Entry, note, spaced
from inspector.tui.foot import COMPARISON
from inspector.tui.parts import Part
from inspector.tui.screens.compare_working import CompareWorking
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line


class CompareRoom(CompareWorking):
    """Answers the place to go to."""

    DEFAULT_CSS = """
    CompareRoom { background: $surface;
        & EntryList { overflow-x: hidden; }
    }
    """
    SCOPE: ClassVar[Scope] = "comparison"
    BINDINGS = bindings("comparison")

    def compose(self) -> ComposeResult:
        yield Line(id="compare-head")
        yield EntryList(lambda block: "")
        yield Line(id="compare-status")
        yield FootLine(id="compare-keys")

    def on_mount(self) -> None:
        """The keys go to the list; a thread works the numbers out."""
        self.query_one(FootLine).offers = COMPARISON
        self.list.focus()
        self.call_after_refresh(self.begin)

    def on_resize(self) -> None:
        """Columns are as wide as there is room for."""
        self.call_after_refresh(self.show)

    @property
    def list(self) -> EntryList:
        return self.query_one(EntryList)

    # ---------------------------------------------------------------- drawing

    def show(self) -> None:
        """Everything, with what is known by now."""
        if self.is_mounted:
            self.list.show(spaced(self._sections(max(20, self.list.scrollable_content_region.width - 2))))
            self._show_head()
            self.show_status()

    def _sections(self, width: int) -> Iterator[Iterator[Entry]]:
        question, on = self.question, {each.letter for each in self.among}
        yield lines.contender_lines(question.offered, on, self.runs, self.doing, width)
        found = self.found
        if found is None:
            if not self.doing:
                yield iter([note("nothing is worked out: f does it")])
            return
        yield lines.table_lines(found, width)
        yield lines.missing_lines([each.letter for each in self.among if each.letter not in self.runs])
        if len(on) < 2:
            yield iter([note("there is nothing to compare with yet: space on a preset compares it, too", "accent")])
        if not self.doing and len(found.runs) == len(on):
            yield lines.verdict_lines(found, width)
        if len(on) > 1:
            yield lines.differing_lines(found, self.whole, self.doing.get("", ""), width)

    def _show_head(self) -> None:
        session, facts = self.session, len(self.question.facts)
        told = f" · {counted(facts, 'fact')} followed" if facts else ""
        self.query_one("#compare-head", Line).parts = (
            Part("side by side ", "strong", 10),
            *lines.name_parts(self.among, self.size.width),
            Part(f"  {counted(session.requests, 'request')}", "quiet", 5, right=True),
            Part(told, "quiet", 4, right=True),
        )

    def show_status(self) -> None:
        """What was said, or what is being done."""
        if not self.is_mounted:
            return
        busy = next(iter(self.doing), None)
        told = f"working out {busy} {self.doing[busy]} …  esc gives up" if busy else ""
        told = f"{self.doing['']} …  esc gives up" if busy == "" else told
        self.query_one("#compare-status", Line).parts = (Part(self.said or told, "accent", 9, least=20),)

    # ---------------------------------------------------------------- moving and doing

    def action_line(self, by: int) -> None:
        """Another line of the list."""
        self.list.action_select(by)

    def action_go(self) -> None:
        """What the line leads to."""
        self.list.action_choose()

    def action_again(self) -> None:
        """Go on with what was given up."""
        if not self.doing:
            self.begin()

    def action_switch(self, letter: str = "") -> None:
        """Somebody joins the comparison, or leaves it."""
        one = next((each for each in self.question.offered if each.letter == letter), None)
        if one is None:
            return
        if one.fixed:
            self.say(f"{one.title} is always compared: presets can be switched")
            return
        with_them = self.session.compared_with
        self.session.compared_with = with_them ^ {one.preset}
        self.begin()

    def action_all(self) -> None:
        """All presets, or none of them."""
        presets = {each.preset for each in self.question.offered if each.preset}
        there = self.session.compared_with >= presets
        self.session.compared_with = (
            self.session.compared_with - presets if there else presets | self.session.compared_with
        )
        self.begin()

    @on(EntryList.Chosen)
    def line_chosen(self, event: EntryList.Chosen) -> None:
        """Do what the line says."""
        event.stop()
        act, _, letter = event.target.act.partition(" ")
        if act == lines.SWITCH:
            self.action_switch(letter)
        else:
            self.workers.cancel_node(self)
            self.dismiss(event.target)
