"""The check room: what goes wrong with the session under its policy, the worst first, and what to do about it."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from inspector.terminal_text import sanitise
from inspector.tui.actions import Scope, bindings
from inspector.tui.checks.item import Item, told
from inspector.tui.checks.lines import entries, number_of, totals
from inspector.tui.foot import CHECK
from inspector.tui.parts import Part
from inspector.tui.screens.answering import Way
from inspector.tui.screens.check_working import CheckWorking
from inspector.tui.why.facts import of_block
from inspector.tui.widgets.check_list import CheckList
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.why_list import WhyList


class CheckRoom(CheckWorking):
    """Answers how it was left."""

    DEFAULT_CSS = """
    CheckRoom { background: $surface;
        & CheckList { height: 1fr; }
        & #told-box { height: auto; max-height: 45%; background: $panel; padding: 0 1; scrollbar-size-vertical: 1; }
        & #told { height: auto; }
        & .check--plain { color: $foreground; }
        & .check--quiet { color: $text-muted; }
        & .check--warn { color: $warning; text-style: bold; }
        & .check--bad { color: $error; text-style: bold; }
        & .check--good { color: $success; }
        & .check--accent { color: $accent; text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"check--{name}" for name in ("plain", "quiet", "warn", "bad", "good", "accent")
    }
    SCOPE: ClassVar[Scope] = "check"
    BINDINGS = bindings("check")

    _at = 0
    """Which request of the chosen line enter goes to."""

    def compose(self) -> ComposeResult:
        yield Line(id="check-head")
        yield CheckList(lambda block: "")
        with VerticalScroll(id="told-box", can_focus=False):
            yield Static(id="told", markup=False)
        yield Line(classes="room-status")
        yield FootLine(id="check-keys")

    def on_mount(self) -> None:
        """The keys go to the list; a thread looks for everything."""
        self.query_one(FootLine).offers = CHECK
        self.list.focus()
        self.begin()

    @property
    def list(self) -> CheckList:
        return self.query_one(CheckList)

    @property
    def item(self) -> Item | None:
        """What the cursor is on."""
        number = number_of(self.list.target)
        items = self.checked.items
        return items[number] if number is not None and number < len(items) else None

    # ---------------------------------------------------------------- drawing

    def show(self) -> None:
        """Everything, with what is known by now."""
        if not self.is_mounted:
            return
        before = self.item
        self.checked.looking, self.checked.ended = self.doing, self.ended
        self.list.show(entries(self.checked, self.kinds))
        self._back_to(before)
        kind = self.checked.certificate
        self.query_one("#check-head", Line).parts = (
            Part("check", "strong", 10),
            *totals(self.checked),
            *self.policy_parts(kind),
        )
        self.show_told()

    def _back_to(self, before: Item | None) -> None:
        """The cursor on the line that it was on: others may have come in above it."""
        items = self.checked.items
        if before is not None and before in items:
            wanted = f"item {items.index(before)}"
            target = next((e.target for e in self.list.entries if e.target and e.target.act == wanted), None)
            if target is not None:
                self.list.point(target)

    def show_told(self) -> None:
        """The words of the line of the cursor, and what was said last."""
        item, words = self.item, Text()
        paragraphs = told(item, self._place(item), self.session.transcript.structure) if item is not None else ()
        for style, text in paragraphs:
            look = self.get_component_rich_style(f"check--{style}", partial=True)
            words.append(("\n" if words else "") + sanitise(text), look)
        self.query_one("#told", Static).update(words)
        self.query_one("#told-box").display = item is not None
        self.show_status()

    def _place(self, item: Item) -> int:
        return min(self._at, max(0, len(item.requests) - 1))

    # ---------------------------------------------------------------- moving

    @on(WhyList.Moved)
    def line_moved(self) -> None:
        """Another line: its words."""
        self._at = 0
        self.show_told()

    def action_line(self, by: int) -> None:
        """Another line of the list."""
        self.list.action_select(by)

    def action_place(self, by: int) -> None:
        """Another request of the same line."""
        item = self.item
        if item is not None and item.requests:
            self._at = max(0, min(len(item.requests) - 1, self._place(item) + by))
            self.show_told()

    def action_words(self, by: int) -> None:
        """Scroll the words of the line."""
        self.query_one("#told-box", VerticalScroll).scroll_relative(y=3 * by, animate=False)

    # ---------------------------------------------------------------- doing

    def action_go(self) -> None:
        """To the request and the block of the line."""
        item = self.item
        if item is None:
            return
        if not item.requests and item.block is None:
            self.say("this speaks of the session as a whole: no one request shows it")
            return
        request = item.requests[self._place(item)] if item.requests else self.session.request
        self.leave_to(Way(request, item.at(self._place(item)).block))

    def action_why(self) -> None:
        """Why what the line is about was lost: the fact, or the block."""
        item = self.item
        if item is None or (item.fact is None and item.block is None):
            self.say("this line is about no one block: there is nothing to ask about")
            return
        block = item.at(self._place(item)).block
        fact = item.fact if item.fact is not None else of_block(self.session.transcript, block or 0)
        self.host.enter_why(fact)

    @on(EntryList.Chosen)
    def line_chosen(self, event: EntryList.Chosen) -> None:
        """Enter, or a click."""
        event.stop()
        self.action_go()

    def action_copy(self) -> None:
        """The words of the line into the clipboard."""
        item = self.item
        if item is not None:
            shape = self.session.transcript.structure
            self.app.copy_to_clipboard("\n".join(sanitise(text) for _, text in told(item, self._place(item), shape)))
            self.say("copied: the words of this line")
