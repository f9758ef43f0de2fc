"""Opens a session: one that was found on this machine, a recent file, a path that is typed or dropped, a sample."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.suggester import Suggester
from textual.widgets import Input, Static

from inspector import settings
from inspector.terminal_text import clip, sanitise
from inspector.transcript.discover import file_found
from inspector.tui.dropped import looks_like_a_path, paths_in
from inspector.tui.paths import completed, exists, is_file, is_folder, sessions_in, trouble
from inspector.tui.picking import FOLDER, RECENT, Entry, about
from inspector.tui.recent import recent, remember
from inspector.tui.screens.finding import Finding
from inspector.tui.screens.type_ahead import type_ahead
from inspector.tui.widgets.session_list import SessionList

__all__ = ["Open", "recent", "remember"]


PATH = 70
"""Characters of a path that is wrong, so that there is room for the next one."""


class PathSuggester(Suggester):
    """Writes out the name that a typed path begins; → takes it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        found = completed(value) if looks_like_a_path(value) else None
        return found if found is not None and found == sanitise(found) else None


class PathField(Input):
    """The line to type in. What is dropped on it is a path, not a text."""

    class Dropped(events.Event):
        """Text was pasted: a terminal pastes the paths of files that are dropped on it."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def _on_paste(self, event: events.Paste) -> None:
        if looks_like_a_path(event.text):
            event.stop()
            event.prevent_default()
            self.post_message(self.Dropped(event.text))


class Open(Finding):
    """A line to type in, and what it leaves of the sessions that are known. Answers the path."""

    DEFAULT_CSS = """
    Open > .box { width: 94%; max-width: 170; height: 90%; }
    Open PathField { border: round $border-blurred; background: $surface; margin: 0; padding: 0 1; }
    Open .trouble { max-height: 3; }
    Open .path { color: $text-muted; height: 1; padding: 0 1; }
    Open .about { color: $foreground; height: 1; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "select(1)", "Next", show=False),
        Binding("up", "select(-1)", "Previous", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
    ]

    def __init__(self, trouble: str = "", path: str = "", offered: Sequence[Path] = ()) -> None:
        """`path` could not be opened for this `trouble`. `offered`: files and folders to choose from to begin with."""
        super().__init__()
        self._trouble, self._path, self._offered = trouble, path, offered

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Open a session"
            box.border_subtitle = "type to filter, or a path · ↑ ↓ choose · enter opens · esc back"
            typed = self._path if self._path == sanitise(self._path) else ""
            yield PathField(
                typed,
                placeholder="words to look for, or a path to a session or a folder: typed, pasted or dropped here",
                suggester=PathSuggester(),
                select_on_focus=False,
            )
            yield Static(clip(self._trouble, 400), classes="trouble", markup=False)
            yield SessionList(self.shelf)
            yield Static("", classes="path", markup=False)
            yield Static("", classes="about", markup=False)

    def on_mount(self) -> None:
        """What is at hand is listed at once, the rest as it is found."""
        samples = {str(sample.path) for sample in settings.samples()}
        files = [found for path in recent() if str(path) not in samples and (found := file_found(str(path)))]
        self.shelf.put(RECENT, [Entry(found, named=True) for found in files])
        self.begin()
        self._tell_trouble(self._trouble)
        self.listed()
        if self._offered:
            self.take(self._offered)

    # ---------------------------------------------------------------- the list

    @property
    def sessions(self) -> SessionList:
        return self.query_one(SessionList)

    def listed(self) -> None:
        """Other sessions, or more is known of them."""
        self.sessions.renew(self._words())
        self.sessions.nothing = "" if self.sessions.lines else self._nothing()

    def learned(self, paths: set[str]) -> None:
        """Under a filter the list may be another one; else only lines in sight are drawn anew."""
        if self._words().strip():
            self.listed()
        elif any(entry.path in paths for entry in self.sessions.in_sight()):
            self.sessions.refresh()
            self._show_selected()

    def _words(self) -> str:
        """What is typed to look for; a path is none, and neither is the name of a file that could not be used."""
        text = self.query_one(PathField).value
        return "" if looks_like_a_path(text) or text == self._path else text

    @on(SessionList.Selected)
    def show_selected(self) -> None:
        """Say more about the selected session, and look into what is in sight."""
        self.look_into(self.sessions.in_sight())
        self._show_selected()

    def _show_selected(self) -> None:
        entry = self.sessions.selected
        path, more = (entry.path, about(entry, self.shelf.details(entry))) if entry else ("", "")
        self.query_one(".path", Static).update(clip(path, max(8, self.size.width - 10)))
        self.query_one(".about", Static).update(clip(more, max(8, self.size.width - 10)))

    def _nothing(self) -> str:
        if self.searching:
            return "looking for sessions …"
        entries = list(self.shelf.entries())
        unread = sum(not self.shelf.told(entry) for entry in entries)
        rest = f"; {unread:,} of {len(entries):,} files are still being looked into" if unread else ""
        return f"no session holds these words{rest}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for the list wait until there is one."""
        return self.is_mounted if action in ("select", "page") else super().check_action(action, parameters)

    def action_select(self, by: int) -> None:
        """Move the cursor of the list, whoever has the keys."""
        self.sessions.action_select(by)

    def action_page(self, by: int) -> None:
        """Move it by a page."""
        self.sessions.page(by)

    @on(SessionList.Picked)
    def take_picked(self, event: SessionList.Picked) -> None:
        """Open it, if it can be."""
        details = self.shelf.details(event.entry)
        if event.entry.readable(details):
            self.dismiss(event.entry.path)
        else:
            self._tell_trouble(about(event.entry, details))

    # ---------------------------------------------------------------- the line

    def on_key(self, event: events.Key) -> None:
        """Letters filter, whoever has the keys."""
        type_ahead(event, self.query_one(PathField))

    @on(Input.Changed)
    def filter(self, event: Input.Changed) -> None:
        """Leave what holds the words."""
        if event.value != self._path:
            self._tell_trouble("")
        self.listed()

    @on(Input.Submitted)
    def take_line(self, event: Input.Submitted) -> None:
        """Open the path that was typed, else the selected session."""
        text = event.value.strip()
        refused = bool(text) and text == self._path
        named = refused or looks_like_a_path(text) or ("/" in text and exists(paths_in(text)[0]))
        if named or (text and self.sessions.selected is None):
            self.take_paths(text)
        else:
            self.sessions.action_pick()

    @on(PathField.Dropped)
    def take_dropped(self, event: PathField.Dropped) -> None:
        """Something was dropped: show what, and open it when it can be."""
        self.take_paths(event.text)

    def take_paths(self, text: str) -> None:
        """What a text means as paths."""
        self.take(paths_in(text))

    def take(self, paths: Sequence[Path]) -> None:
        """Open a file, list a folder or several files, or say what is wrong with them: with each of them."""
        files = [path for path in paths if is_file(path)]
        if len(paths) == 1 and files:
            self.dismiss(str(files[0]))
            return
        for path in paths:
            files += sessions_in(path) if is_folder(path) else []
        wrong = [f"{_end(path)} {why}" for path in paths if (why := trouble(path))]
        self._tell_trouble("; ".join(wrong))
        if files:
            self._offer(files)

    def _offer(self, files: list[Path]) -> None:
        """These files in place of what was listed."""
        found = [each for path in files if (each := file_found(str(path)))]
        self.shelf.sections.pop(FOLDER, None)
        self.shelf.put(FOLDER, [Entry(each, named=True) for each in found])
        self.sessions.cursor = -1
        with self.prevent(Input.Changed):
            self.query_one(PathField).value = ""
        self.listed()
        self.query_one(PathField).focus()

    def _tell_trouble(self, text: str) -> None:
        line = self.query_one(".trouble", Static)
        line.update(clip(text, 300))
        line.display = bool(text)


def _end(path: Path) -> str:
    """The end of a long path, with the name in it."""
    text = str(path)
    return text if len(text) <= PATH else f"…{text[-PATH:]}"
