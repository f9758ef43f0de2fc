"""Searching inside the texts that are read: typed words, places in each text, from one to the next."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from inspector.terminal_text import clip
from inspector.tui import replays
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.page import Page
from inspector.tui.within import Found, find

AT_ONCE = 200_000
"""Characters of a text that is searched between two keys; a longer one is searched in a thread."""


class Within(Dialog[None]):
    """A screen with pages and a field for words."""

    said = ""
    """What was just said, until the next key."""
    _searched = 0
    """Texts that are still being searched."""

    @dataclass
    class Searched(Message):
        """What was found in a text."""

        page: Page
        text: str
        found: Found

    @property
    def pages(self) -> list[Page]:
        return list(self.query(Page))

    @property
    def page(self) -> Page:
        """The text that has the keys; while something else has them, the one that had them last."""
        if isinstance(self.focused, Page):
            return self.focused
        return next((page for page in self.pages if page.has_class("-last")), self.pages[0])

    def show_where(self) -> None:
        """Where the text is, and what was said or found."""
        raise NotImplementedError

    def say(self, text: str = "") -> None:
        """An answer to the last key."""
        self.said = text
        self.show_where()

    def hits(self, page: Page) -> str:
        """What was found in a text, in words."""
        found = page.found
        if self._searched:
            return "searching … esc gives up"
        if found is None:
            return ""
        words = clip(found.words, 30)
        if not found:
            return f"no “{words}” in this text"
        return f"“{words}” {page.hit + 1:,} of {len(found.spans):,}{' or more' if found.more else ''}"

    def action_ask(self) -> None:
        """Type what to search for."""
        field = self.query_one(Input)
        field.add_class("-open")
        field.focus()

    def _put_away(self) -> None:
        page = self.page
        self.query_one(Input).remove_class("-open")
        page.focus()

    @on(Input.Submitted)
    def begin(self, event: Input.Submitted) -> None:
        """Find the words in all texts."""
        event.stop()
        self._put_away()
        self.workers.cancel_group(self, "within")
        self._searched = 0
        for page in self.pages:
            page.light(None)
            if event.value and len(page.leaf.text) > AT_ONCE:
                self._searched += 1
                self._find(page, page.leaf.text, event.value)
            elif event.value and (found := find(page.leaf.text, event.value)) is not None:
                self.take(page, found)
        self.say()

    @work(thread=True, group="within", exit_on_error=False, description="within")
    def _find(self, page: Page, text: str, words: str) -> None:
        worker = get_current_worker()
        found = find(text, words, replays.resting(lambda: worker.is_cancelled))
        if found is not None:
            self.post_message(self.Searched(page, text, found))

    @on(Searched)
    def searched(self, event: Searched) -> None:
        """Show what was found, unless nobody waits for it any more, or the text is another one."""
        if self._searched:
            self._searched -= 1
            if event.text is event.page.leaf.text:
                self.take(event.page, event.found)
            self.show_where()

    def take(self, page: Page, found: Found, which: int | None = None) -> None:
        """Go to one of the hits; the first from what is in sight on, when it is not said which."""
        hit = found.after(page.place) if which is None else max(0, min(which, len(found.spans) - 1))
        page.light(found, hit)
        if found:
            page.reveal(found.spans[hit][0])

    def action_again(self, direction: int) -> None:
        """The next hit, or the one before; round and round."""
        page = self.page
        if page.found is None:
            self.action_ask()
            return
        if page.found:
            hit = (page.hit + direction) % len(page.found.spans)
            page.light(page.found, hit)
            page.reveal(page.found.spans[hit][0])
        self.say()

    def gave_up(self) -> bool:
        """Whether there was anything to give up: typing, a search, a place that is being waited for."""
        waiting = [page for page in self.pages if page.waiting]
        if self.query_one(Input).has_class("-open"):
            self._put_away()
        elif self._searched:
            self.workers.cancel_group(self, "within")
            self._searched = 0
            self.say("search given up")
        elif waiting:
            for page in waiting:
                page.give_up()
        else:
            return False
        return True
