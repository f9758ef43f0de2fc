"""Typing while a list has the keys: what is typed goes to the field of the dialog."""

from __future__ import annotations

from textual import events
from textual.widgets import Input


def type_ahead(event: events.Key, field: Input) -> bool:
    """Give a letter, or the key that takes one back, to a field that has not the keys; answers whether it was one."""
    typed = event.character if event.is_printable else None
    if field.has_focus or (typed is None and event.key != "backspace"):
        return False
    event.stop()
    event.prevent_default()
    field.focus()
    field.cursor_position = len(field.value)
    if typed is not None:
        field.insert_text_at_cursor(typed)
    else:
        field.action_delete_left()
    return True
