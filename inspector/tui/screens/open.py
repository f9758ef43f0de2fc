"""Opens a session: a path, a recent file, or a bundled sample."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector import settings
from inspector.terminal_text import clip
from inspector.tui.screens.dialog import Dialog

RECENT = "recent files"
"""Name of the remembered list of paths."""
KEPT = 8


def recent() -> list[Path]:
    """The files opened last that still exist, newest first."""
    return [Path(path) for path in settings.recall(RECENT, []) if isinstance(path, str) and Path(path).is_file()]


def remember(path: str) -> None:
    """Put a file at the top of the recent ones."""
    here = str(Path(path).resolve())
    settings.remember(RECENT, [here, *[str(old) for old in recent() if str(old) != here]][:KEPT])


class Open(Dialog[str]):
    """A field for a path, and lists to choose from. Answers the path."""

    DEFAULT_CSS = """
    Open > .box { width: 100; }
    Open OptionList { max-height: 30; }
    """

    def __init__(self, trouble: str = "") -> None:
        super().__init__()
        self._trouble = trouble
        self._paths: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Open a session"
            box.border_subtitle = "enter opens · tab to the lists · esc back"
            yield Static("a recorded session: a path, typed or dropped here", classes="heading")
            yield Input(placeholder="path/to/session.jsonl")
            yield Static(clip(self._trouble, 400), classes="trouble", markup=False)
            options = self._options()
            if options:
                yield OptionList(*options, markup=False)

    @on(Input.Submitted)
    def take_path(self, event: Input.Submitted) -> None:
        """Open what was typed, when there is such a file."""
        text = event.value.strip().strip("'\"")
        if not text:
            return
        path = Path(text).expanduser()
        if path.is_file():
            self.dismiss(str(path))
            return
        why = "is a folder: name a file in it" if path.is_dir() else "does not exist"
        self.query_one(".trouble", Static).update(clip(f"{path} {why}", 300))

    @on(OptionList.OptionSelected)
    def take_listed(self, event: OptionList.OptionSelected) -> None:
        """Open the highlighted file."""
        if event.option.id is not None:
            self.dismiss(self._paths[int(event.option.id)])

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
        line = Content.assemble((f"{clip(name, 76)}\n", "bold"), (f"  {clip(about, 150)}", "$foreground-muted"))
        return Option(line, id=str(len(self._paths) - 1))


def _heading(text: str) -> Option:
    return Option(Content(text), disabled=True)
