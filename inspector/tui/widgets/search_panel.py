"""The search below the panes: what is looked for, how much was found, the hits, and how to ask."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from inspector.engine.view import Fate
from inspector.tui.actions import bindings
from inspector.tui.finding.report import forms
from inspector.tui.parts import Part
from inspector.tui.widgets.hit_list import HitList
from inspector.tui.widgets.line import Line


class TallyLine(Line):
    """A line that counts hits by their fates, in the colours of these."""

    COMPONENT_CLASSES = {f"line--{fate}" for fate in Fate}
    DEFAULT_CSS = "TallyLine {\n" + "\n".join(f"& .line--{fate} {{ color: $fate-{fate}; }}" for fate in Fate) + "}"


class SearchInput(Input):
    """Where the query is typed. Its own keys move text; the others go through the hits."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("search")


class SearchPanel(Vertical):
    """Shown while there is a search; the panes stay in sight above it."""

    DEFAULT_CSS = """
    SearchPanel { display: none; height: 8; background: $surface; border-top: none;
        &.-open { display: block; }
        #asked { height: 1; background: $panel; }
        #asked Static { width: 10; padding: 0 1; color: $accent; text-style: bold; }
        #asked Input { width: 1fr; background: $panel; border: none; height: 1; padding: 0; }
        #asked Input:focus { border: none; background: $surface; background-tint: $foreground 0%; }
        #found, #mentioned { background: $surface; }
        #mentioned.-none { display: none; }
        #forms { background: $panel; }
    }
    """

    def compose(self) -> ComposeResult:
        with Horizontal(id="asked"):
            yield Static("search /", markup=False)
            yield SearchInput(placeholder="a text, a path, a number", id="query", select_on_focus=True)
        yield TallyLine(id="found")
        yield Line(id="mentioned", classes="-none")
        yield HitList(id="hits")
        yield Line(id="forms")

    def on_resize(self) -> None:
        """The language by example, as far as there is room."""
        self.query_one("#forms", Line).parts = forms(self.size.width)

    @property
    def open(self) -> bool:
        return self.has_class("-open")

    @property
    def input(self) -> SearchInput:
        return self.query_one(SearchInput)

    @property
    def list(self) -> HitList:
        return self.query_one(HitList)

    @property
    def busy(self) -> bool:
        """The keys are in here."""
        return self.input.has_focus or self.list.has_focus

    def tell(self, parts: tuple[Part, ...]) -> None:
        """The line above the hits."""
        self.query_one("#found", Line).parts = parts

    def mention(self, parts: tuple[Part, ...]) -> None:
        """The line about summary and durable state; none, when there is nothing to say."""
        line = self.query_one("#mentioned", Line)
        line.parts = parts
        line.set_class(not parts, "-none")
