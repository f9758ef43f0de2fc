"""Opens a session: a path, a recent file, or a bundled sample."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.suggester import Suggester
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector import settings
from inspector.terminal_text import clip, sanitise
from inspector.tui.paths import completed, sessions_in, trouble
from inspector.tui.screens.dialog import Dialog

RECENT = "recent files"
"""Name of the remembered list of paths."""
KEPT = 8


def recent() -> list[Path]:
    """The files opened last that still exist, newest first."""
    kept = settings.recall(RECENT, [])
    paths = [path for path in kept if isinstance(path, str) and "\0" not in path] if isinstance(kept, list) else []
    return [Path(path) for path in paths if Path(path).is_file()]


def remember(path: str) -> None:
    """Put a file at the top of the recent ones."""
    here = str(Path(path).resolve())
    settings.remember(RECENT, [here, *[str(old) for old in recent() if str(old) != here]][:KEPT])


class PathSuggester(Suggester):
    """Writes out the name that a typed path begins; → takes it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        found = completed(value)
        return found if found is not None and found == sanitise(found) else None


class Open(Dialog[str]):
    """A field for a path, and lists to choose from. Answers the path."""

    DEFAULT_CSS = """
    Open > .box { width: 100; }
    """

    def __init__(self, trouble: str = "", path: str = "") -> None:
        super().__init__()
        self._trouble, self._path = trouble, path
        self._paths: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Open a session"
            box.border_subtitle = "enter opens · → completes · tab to the lists · esc back"
            yield Static("a recorded session: a path to it or to its folder, typed or dropped here", classes="heading")
            typed = self._path if self._path == sanitise(self._path) else ""
            yield Input(typed, placeholder="path/to/session.jsonl", suggester=PathSuggester(), select_on_focus=False)
            yield Static(clip(self._trouble, 400), classes="trouble", markup=False)
            options = self._options()
            if options:
                yield OptionList(*options, markup=False)

    @on(Input.Submitted)
    async def take_path(self, event: Input.Submitted) -> None:
        """Open what was typed, when there is such a file; of a folder, offer its files."""
        text = event.value.strip().strip("'\"")
        if not text:
            return
        path = Path(text).expanduser()
        if path.is_file():
            self.dismiss(str(path))
        elif files := sessions_in(path):
            await self._offer(path, files)
        else:
            self.query_one(".trouble", Static).update(clip(f"{path} {trouble(path)}", 300))

    @on(OptionList.OptionSelected)
    def take_listed(self, event: OptionList.OptionSelected) -> None:
        """Open the highlighted file."""
        if event.option.id is not None:
            self.dismiss(self._paths[int(event.option.id)])

    async def _offer(self, folder: Path, files: list[Path]) -> None:
        """The files of a folder in place of what was listed."""
        self._paths = []
        options = [_heading(f"in {clip(str(folder), 80)}"), *(self._option(str(path), path.name, "") for path in files)]
        await self.query(OptionList).remove()
        shown = OptionList(*options, markup=False)
        await self.query_one(".box", Vertical).mount(shown)
        self.query_one(".trouble", Static).update("")
        shown.focus()

    def _options(self) -> list[Option]:
        samples = settings.samples()
        found: list[Option] = []
        if files := [path for path in recent() if path not in [sample.path for sample in samples]]:
            found.append(_heading("recent"))
            found += [self._option(str(path), path.name, str(path.parent)) for path in files]
        if samples:
            found.append(_heading("samples"))
            found += [self._option(str(sample.path), sample.title, sample.story) for sample in samples]
        return found

    def _option(self, path: str, name: str, about: str) -> Option:
        self._paths.append(path)
        below = [(f"\n  {clip(about, 150)}", "$foreground-muted")] if about else []
        return Option(Content.assemble((clip(name, 76), "bold"), *below), id=str(len(self._paths) - 1))


def _heading(text: str) -> Option:
    return Option(Content(text), disabled=True)
