"""Shows texts whole: a block as it was recorded and as the view has it, the summary of a view, the budget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input

from inspector.terminal_text import clip
from inspector.tui.actions import Scope, bindings
from inspector.tui.foot import Key, Offer
from inspector.tui.leaf import Sheet, plain
from inspector.tui.parts import Part
from inspector.tui.screens.within import Within
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.page import Page
from inspector.tui.within import Sought

BESIDE = 50
"""Columns for each text from which they stand side by side; else one above the other."""
FRAME = 4
"""Lines of the box that are not text: its border, where one is, and the keys."""
COPIED = 1_000_000
"""Characters that are handed to the terminal at the most."""

BACK = Offer((Key("esc", "leave"),), "back", 9)
SEARCH = Offer((Key("/", "ask"),), "search", 7)
AGAIN = Offer((Key("n", "again(1)"), Key("N", "again(-1)")), "hit", 6)
CUT = Offer((Key("x", "cut(1)"), Key("X", "cut(-1)")), "cut", 8)
RAW = Offer((Key("r", "raw"),), "as recorded", 5)
COPY = Offer((Key("y", "copy"),), "copy", 4)
OTHER = Offer((Key("tab", "app.focus_next"),), "other text", 3)


class Reader(Within):
    """One text, or two to be compared, in a box as high as they need. `texts` are sheets, or titles and plain texts."""

    DEFAULT_CSS = """
    Reader > .box { width: 94%; padding: 0;
        & > .texts { layout: vertical; height: 1fr; }
        & > Input { display: none; height: 1; border: none; padding: 0 1; background: $panel; }
        & > Input:focus { border: none; }
        & > Input.-open { display: block; }
        & > Line { background: $surface; }
        & > FootLine { background: $surface; }
    }
    Reader.-beside > .box > .texts { layout: horizontal; }
    Reader Page { width: 1fr; }
    Reader.-beside Page { margin-left: 1; }
    Reader.-beside Page:first-child { margin-left: 0; }
    Reader .titled { border-top: solid $border-blurred; border-title-color: $text-muted; }
    Reader .titled:focus { border-top: solid $border; border-title-color: $accent; border-title-style: bold; }
    """
    SCOPE: ClassVar[Scope] = "reader"
    BINDINGS = [*bindings("reader"), Binding("space,q,s,b,i", "close", "Back", show=False)]

    def __init__(self, title: str, texts: Sequence[Sheet | tuple[str, str]], sought: Sought | None = None) -> None:
        """`sought`: what was searched for before, marked from the beginning."""
        super().__init__()
        self._title, self._sought = title, sought
        self._sheets = [text if isinstance(text, Sheet) else plain(*text) for text in texts]
        self._raw = False

    def compose(self) -> ComposeResult:
        with Container(classes="box") as box:
            box.border_title = Content(clip(self._title, 100))
            with Container(classes="texts"):
                for sheet in self._sheets:
                    page = Page(sheet.best, classes="titled" if sheet.best.title else "")
                    page.border_title = Content(clip(sheet.best.title, 100))
                    yield page
            yield Input(placeholder="search for …  enter finds it, esc does not", select_on_focus=True)
            yield Line(id="reader-where")
            yield FootLine(id="reader-keys")

    def on_mount(self) -> None:
        """The keys go to the first text."""
        self.query_one(FootLine).offers = self._offers()
        self._arrange()
        self.page.focus()
        if self._sought is not None:
            self.call_after_refresh(self._show_sought, self._sought)

    def _show_sought(self, sought: Sought) -> None:
        for page in self.pages:
            self.take(page, sought.find(page.leaf.text), sought.which)
        self.show_where()

    def on_resize(self) -> None:
        """As high as needed, and as there is room."""
        self._arrange()

    @on(events.DescendantFocus)
    def moved_on(self) -> None:
        """Another text has the keys."""
        if isinstance(self.focused, Page):
            for page in self.pages:
                page.set_class(page is self.focused, "-last")
            self.show_where()

    def _arrange(self) -> None:
        pages = self.pages
        beside = self.size.width >= BESIDE * len(pages) and len(pages) > 1
        self.set_class(beside, "-beside")
        width, room = int(self.size.width * 0.94) - 2, int(self.size.height * 0.9)
        share = width // len(pages) if beside else width
        needed = [page.lines_at(share, room) + page.has_class("titled") for page in pages]
        height = FRAME + (max(needed) if beside else sum(needed))
        self.query_one(".box").styles.height = max(FRAME + 1, min(room, height))
        for page, lines in zip(pages, needed, strict=True):
            page.styles.height = "1fr" if beside or height <= room else f"{lines}fr"

    # ---------------------------------------------------------------- what is said

    def _offers(self) -> tuple[Offer, ...]:
        found = [SEARCH, AGAIN]
        found += [CUT] if any(sheet.best.cuts for sheet in self._sheets) else []
        found += [RAW] if any(sheet.raw for sheet in self._sheets) else []
        found += [COPY, *([OTHER] if len(self._sheets) > 1 else []), BACK]
        return tuple(found)

    @on(Page.Moved)
    def show_where(self) -> None:
        """Where the text is, and what was said or found."""
        page = self.page
        self.query_one("#reader-where", Line).parts = (
            Part(_where(page), "quiet", 5),
            Part(f" · {len(page.leaf.text):,} characters", "quiet", 4),
            Part(_form(page, self._raw), "quiet", 3),
            Part(_laying_out(page), "accent", 6),
            Part(self.said or self.hits(page), "accent", 9, right=True),
        )

    @on(FootLine.Pressed)
    async def foot_pressed(self, event: FootLine.Pressed) -> None:
        """A key of the last line was clicked."""
        event.stop()
        await self.run_action(event.run)

    # ---------------------------------------------------------------- moving

    def action_scroll(self, lines: int) -> None:
        """Some lines on or back."""
        self.said = ""
        self.page.scroll_relative(y=lines, animate=False)

    def action_cut(self, direction: int) -> None:
        """The next place where the view takes something out or puts something in; the same one in the other text."""
        cuts = self.page.leaf.cuts
        if not cuts:
            self.say("nothing was cut out of this text")
            return
        at = self._cut_at(cuts, direction)
        for page in self.pages:
            page.cut = at
            if page.leaf.cuts:
                page.reveal(page.leaf.cuts[min(at, len(page.leaf.cuts) - 1)])
        self.say(f"cut {at + 1:,} of {len(cuts):,}")

    def _cut_at(self, cuts: Sequence[int], direction: int) -> int:
        at = self.page.cut
        return (0 if direction > 0 else len(cuts) - 1) if at is None else (at + direction) % len(cuts)

    def action_raw(self) -> None:
        """The text as it was recorded, or as it is read best."""
        if not any(sheet.raw for sheet in self._sheets):
            self.say("this is the text as it was recorded")
            return
        self._raw = not self._raw
        for page, sheet in zip(self.pages, self._sheets, strict=True):
            if sheet.raw is not None:
                page.show(sheet.raw if self._raw else sheet.best)
        self.say()

    def action_copy(self) -> None:
        """The text that has the keys, as it is shown, into the clipboard."""
        text = self.page.leaf.text
        if len(text) > COPIED:
            self.say(f"too long for the clipboard: {len(text):,} characters, {COPIED:,} at the most")
            return
        self.app.copy_to_clipboard(text.encode("utf-8", "replace").decode())
        self.say(f"copied: {len(text):,} characters")

    def action_leave(self) -> None:
        """Give up what is being done, else close."""
        if not self.gave_up():
            self.action_close()

    def action_close(self) -> None:
        """Back to where it was opened from."""
        self.workers.cancel_node(self)
        self.dismiss(None)


def _where(page: Page) -> str:
    """The lines in sight, and how far down they are."""
    first, last = page.sight
    if last < 0:
        return ""
    share = 100 if page.laid.done and last == len(page.laid) - 1 else 100 * page.place // max(1, len(page.leaf.text))
    low, high = page.laid.number(first), page.laid.number(last)
    return f"line {low:,}–{high:,} · {share}%" if low < high else f"line {low:,} · {share}%"


def _form(page: Page, raw: bool) -> str:
    """What was done to the text."""
    return f" · {page.leaf.content.said}" if page.leaf.content.said else " · as recorded" if raw else ""


def _laying_out(page: Page) -> str:
    """How far the text is laid out, where it is long."""
    if page.laid.done:
        return ""
    waits = ", then there … esc gives up" if page.waiting else ""
    return f" · laid out to {100 * page.laid.reached:.0f}%{waits}"
