"""Shows texts whole: a block as it was recorded and as the view has it, the summary of a view, the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from inspector.terminal_text import clip
from inspector.tui import replays
from inspector.tui.actions import bindings
from inspector.tui.foot import Key, Offer
from inspector.tui.leaf import Sheet, plain
from inspector.tui.parts import Part
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.page import Page
from inspector.tui.within import Found, find

BESIDE = 100
"""Columns from which two texts stand side by side; else one above the other."""
FRAME = 4
"""Lines of the box that are not text: its border, where one is, and the keys."""
AT_ONCE = 200_000
"""Characters of a text that is searched between two keys; a longer one is searched in a thread."""
COPIED = 1_000_000
"""Characters that are handed to the terminal at the most."""

BACK = Offer((Key("esc", "leave"),), "back", 9)
SEARCH = Offer((Key("/", "ask"),), "search", 7)
AGAIN = Offer((Key("n", "again(1)"), Key("N", "again(-1)")), "hit", 6)
CUT = Offer((Key("x", "cut(1)"), Key("X", "cut(-1)")), "cut", 8)
RAW = Offer((Key("r", "raw"),), "as recorded", 5)
COPY = Offer((Key("y", "copy"),), "copy", 4)
OTHER = Offer((Key("tab", "app.focus_next"),), "other text", 3)


class Reader(Dialog[None]):
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
    Reader .titled { border-top: solid $border-blurred; border-title-color: $text-muted; }
    Reader .titled:focus { border-top: solid $border; border-title-color: $accent; border-title-style: bold; }
    """
    BINDINGS = [*bindings("reader"), Binding("space,q,s,b,i", "close", "Back", show=False)]

    @dataclass
    class Searched(Message):
        """What was found in a text."""

        page: Page
        text: str
        found: Found

    def __init__(self, title: str, texts: Sequence[Sheet | tuple[str, str]]) -> None:
        super().__init__()
        self._title = title
        self._sheets = [text if isinstance(text, Sheet) else plain(*text) for text in texts]
        self._raw = False
        self._said = ""
        self._searching = False

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

    def on_resize(self) -> None:
        """As high as needed, and as there is room."""
        self._arrange()

    @property
    def pages(self) -> list[Page]:
        return list(self.query(Page))

    @property
    def page(self) -> Page:
        """The text that has the keys; the first one while something else has them."""
        return self.focused if isinstance(self.focused, Page) else self._last

    @property
    def _last(self) -> Page:
        """The text that had the keys last."""
        return next((page for page in self.pages if page.has_class("-last")), self.pages[0])

    @on(events.DescendantFocus)
    def moved_on(self) -> None:
        """Another text has the keys."""
        if isinstance(self.focused, Page):
            for page in self.pages:
                page.set_class(page is self.focused, "-last")
            self._show()

    def _arrange(self) -> None:
        pages, beside = self.pages, self.size.width >= BESIDE and len(self._sheets) > 1
        self.set_class(beside, "-beside")
        width, room = int(self.size.width * 0.94) - 2, int(self.size.height * 0.9)
        share = width // len(pages) if beside else width
        needed = [page.lines_at(share, room) + page.has_class("titled") for page in pages]
        height = FRAME + (max(needed) if beside else sum(needed))
        self.query_one(".box").styles.height = max(FRAME + 2, min(room, height))
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
    def _show(self) -> None:
        page = self.page
        top, height = round(page.scroll_y), page.scrollable_content_region.height
        last = min(len(page.laid), top + height) - 1
        numbers = f"line {page.laid.number(min(top, last)):,}–{page.laid.number(last):,}" if last >= 0 else ""
        share = 100 if page.laid.done and last == len(page.laid) - 1 else int(100 * page.place / max(1, len(page.leaf.text)))
        laid = "" if page.laid.done else f" · {100 * page.laid.reached:.0f}% laid out{', going there … esc gives up' * page.waiting}"
        self.query_one("#reader-where", Line).parts = (
            Part(f"{numbers} · {share}%", "quiet", 5),
            Part(f" · {len(page.leaf.text):,} characters", "quiet", 4),
            Part(laid, "accent", 6),
            Part(f" · {page.leaf.content.said}" if page.leaf.content.said else " · as recorded" * self._raw, "quiet", 3),
            Part(self._said or self._hits(page), "accent", 9, right=True),
        )

    def _hits(self, page: Page) -> str:
        if self._searching:
            return "searching … esc gives up"
        found = page.found
        if found is None:
            return ""
        words = clip(found.words, 30)
        if not found:
            return f"no “{words}” in this text"
        return f"“{words}” {page.hit + 1:,} of {len(found.spans):,}{' or more' if found.more else ''}"

    def _say(self, text: str = "") -> None:
        self._said = text
        self._show()

    @on(FootLine.Pressed)
    async def foot_pressed(self, event: FootLine.Pressed) -> None:
        """A key of the last line was clicked."""
        event.stop()
        await self.run_action(event.run)

    # ---------------------------------------------------------------- moving

    def action_scroll(self, lines: int) -> None:
        """Some lines on or back."""
        self._said = ""
        self.page.scroll_relative(y=lines, animate=False)

    def action_cut(self, direction: int) -> None:
        """The next place where the view takes something out or puts something in; the same one in the other text."""
        cuts = self.page.leaf.cuts
        if not cuts:
            self._say("nothing was cut out of this text")
            return
        at = self._cut_at(cuts, direction)
        for page in self.pages:
            page.cut = at
            if page.leaf.cuts:
                page.reveal(page.leaf.cuts[min(at, len(page.leaf.cuts) - 1)])
        self._say(f"cut {at + 1:,} of {len(cuts):,}")

    def _cut_at(self, cuts: Sequence[int], direction: int) -> int:
        at = self.page.cut
        return (0 if direction > 0 else len(cuts) - 1) if at is None else (at + direction) % len(cuts)

    def action_raw(self) -> None:
        """The text as it was recorded, or as it is read best."""
        if not any(sheet.raw for sheet in self._sheets):
            self._say("this is the text as it was recorded")
            return
        self._raw = not self._raw
        for page, sheet in zip(self.pages, self._sheets, strict=True):
            if sheet.raw is not None:
                page.show(sheet.raw if self._raw else sheet.best)
        self._say()

    def action_copy(self) -> None:
        """The text that has the keys, as it is shown, into the clipboard."""
        text = self.page.leaf.text
        if len(text) > COPIED:
            self._say(f"too long for the clipboard: {len(text):,} characters, {COPIED:,} at the most")
            return
        self.app.copy_to_clipboard(text.encode("utf-8", "replace").decode())
        self._say(f"copied: {len(text):,} characters")

    def action_leave(self) -> None:
        """Give up what is being done, else close."""
        if self.query_one(Input).has_class("-open"):
            self._put_away()
        elif self._searching:
            self.workers.cancel_group(self, "within")
            self._searching = False
            self._say("search given up")
        elif any(page.waiting for page in self.pages):
            for page in self.pages:
                page.give_up()
        else:
            self.action_close()

    def action_close(self) -> None:
        """Back to where it was opened from."""
        self.workers.cancel_node(self)
        self.dismiss(None)

    # ---------------------------------------------------------------- searching

    def action_ask(self) -> None:
        """Type what to search for."""
        field = self.query_one(Input)
        field.add_class("-open")
        field.focus()

    def _put_away(self) -> None:
        self.query_one(Input).remove_class("-open")
        self._last.focus()

    @on(Input.Submitted)
    def begin(self, event: Input.Submitted) -> None:
        """Find the words in all texts."""
        event.stop()
        self._put_away()
        self._said = ""
        for page in self.pages:
            page.light(None)
            if len(page.leaf.text) <= AT_ONCE:
                found = find(page.leaf.text, event.value)
                if found is not None and event.value:
                    self._take(page, found)
        if event.value and any(len(page.leaf.text) > AT_ONCE for page in self.pages):
            self._searching = True
            self._find(event.value)
        self._show()

    @work(thread=True, exclusive=True, group="within", exit_on_error=False)
    def _find(self, words: str) -> None:
        worker = get_current_worker()
        stop = replays.resting(lambda: worker.is_cancelled)
        for page in self.pages:
            text = page.leaf.text
            if len(text) > AT_ONCE and (found := find(text, words, stop)) is not None:
                self.post_message(self.Searched(page, text, found))

    @on(Searched)
    def searched(self, event: Searched) -> None:
        """Show what was found, unless the text is another one by now."""
        self._searching = False
        if event.text is event.page.leaf.text:
            self._take(event.page, event.found)
        self._show()

    def _take(self, page: Page, found: Found) -> None:
        """Go to the first hit from what is in sight on."""
        hit = found.after(page.place)
        page.light(found, hit)
        if found:
            page.reveal(found.spans[hit][0])

    def action_again(self, direction: int) -> None:
        """The next hit, or the one before; round and round."""
        page = self.page
        if page.found is None:
            self.action_ask()
            return
        self._said = ""
        if page.found:
            hit = (page.hit + direction) % len(page.found.spans)
            page.light(page.found, hit)
            page.reveal(page.found.spans[hit][0])
        self._show()
