"""What a widget needs that draws code: it hears when the inks of some became known."""

from __future__ import annotations

from textual.message import Message
from textual.widget import Widget

from inspector.tui.inks.lexer import LEXER


class Inked(Widget):
    """Is told by `inks_known` that what was drawn without inks can be drawn with them."""

    class Known(Message, bubble=False):
        """Inks of some code became known. Only the newest is of use."""

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Inked.Known)

    def on_mount(self) -> None:
        """Listen from now on."""
        LEXER.listen(self._hear)

    def on_unmount(self) -> None:
        """Listen no more."""
        LEXER.leave(self._hear)

    def _hear(self) -> None:
        self.post_message(self.Known())

    def on_inked_known(self) -> None:
        """Draw again what is better now."""
        self.inks_known()

    def inks_known(self) -> None:
        """Inks of some code became known."""
        raise NotImplementedError
