"""The titles of the two panes: what each of them shows, and its size. No Textual here."""

from __future__ import annotations

from inspector.tui.picture import Picture


def titles(picture: Picture) -> tuple[str, str]:
    """The left and the right title."""
    return picture.left.title, picture.right.title
