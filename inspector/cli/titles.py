"""Headings between the parts of an output, and texts of others beneath them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.cli.folding import fold_words
from inspector.terminal_text import sanitise

if TYPE_CHECKING:
    from rich.console import Console


def print_title(console: Console, text: str) -> None:
    """A heading of what follows, after an empty line."""
    from rich.text import Text

    console.print()
    console.print(Text(sanitise(text), "bold"))


def print_plain(console: Console, text: str) -> None:
    """A text of others, line by line, nothing in it read as markup."""
    from rich.text import Text

    for row in text.split("\n"):
        for piece in fold_words(row, console.width) or [""]:
            console.print(Text(piece), soft_wrap=True)
