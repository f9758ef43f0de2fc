"""A new screen has its styles from its making: they are not worked out a second time when it comes to the front."""

from __future__ import annotations

from textual import events


class StyledOnce:
    """Stands among the bases before Textual's own screen, whose answer to the event comes after this one."""

    _styled = False

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """The first time nothing has changed since the widgets were made; later the theme may have."""
        event.refresh_styles = event.refresh_styles and self._styled
        self._styled = True
