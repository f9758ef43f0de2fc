"""What all dialogs share: a framed box in the middle of the screen, opened once, left with escape, left once."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.screen import ModalScreen, Screen

Answer = TypeVar("Answer")


class LeftOnce(Screen[Answer]):
    """A screen over the main one. It answers once: an answer that comes after it was left would leave the screen below."""

    _left = False
    alone = True
    """Opened twice by a double click or two quick keys, the newer one takes the place of the older."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close with an answer; nothing happens when it is closed already, or something lies on it."""
        if self._left or self.app.screen is not self:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)


class Dialog(ModalScreen[Answer | None], LeftOnce[Answer | None]):
    """A question in a box. Escape answers None."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > .box {
        width: 84; max-width: 94%; height: auto; max-height: 90%;
        background: $surface; border: round $border; padding: 0 1; border-title-color: $accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    Dialog .hint { color: $text-muted; height: auto; margin: 0 1; }
    Dialog .trouble { color: $error; height: auto; margin: 0 1; }
    Dialog .heading { color: $text-muted; margin: 1 1 0 1; height: 1; }
    Dialog Input { border: round $border-blurred; background: $surface; margin: 0; padding: 0 1; }
    Dialog Input:focus { border: round $border; }
    Dialog OptionList { background: $surface; border: none; height: auto; max-height: 50vh; padding: 0 1; }
    Dialog OptionList:focus { border: none; }
    Dialog OptionList > .option-list--option-highlighted, Dialog OptionList:focus > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    Dialog OptionList > .option-list--option-disabled { color: $accent; text-style: bold; }
    """
    BINDINGS = [Binding("escape", "leave", "Back")]

    def on_click(self, event: events.Click) -> None:
        """A click outside the box leaves it, too."""
        if event.widget is self:
            self.action_leave()

    def action_leave(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
