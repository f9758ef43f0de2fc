"""Chooses a policy: the recorded view, a preset, or a YAML file: one's own, one used last, or any by its path."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.suggester import Suggester
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector.policy import PolicyError, load_policy, preset_names
from inspector.policy.model import Policy
from inspector.terminal_text import clip, fold, sanitise
from inspector.tui import policy_files
from inspector.tui.dropped import looks_like_a_path, paths_in
from inspector.tui.paths import completed
from inspector.tui.policy_trouble import faults_of
from inspector.tui.screens.dialog import Dialog
from inspector.tui.screens.open import PathField
from inspector.tui.screens.type_ahead import type_ahead
from inspector.tui.session import RECORDED
from inspector.tui.widgets.choice_list import ChoiceList

WIDTH = 150
"""Characters of what a policy says about itself that are shown."""
AROUND = 8
"""Lines of the box that are not the list: frame, heading, field."""
TROUBLE = 8
"""Lines about what is wrong at the most."""
NEXT = "Nothing was changed: mend the file and press enter again, or take another one."


class Choice(NamedTuple):
    """The chosen policy (None: the recorded view), and what to remember it by: a name or an absolute path."""

    policy: Policy | None
    source: str


class Names(Suggester):
    """Writes out the name of the file or folder that a typed path begins; → takes it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        found = completed(value)
        return found if found is not None and found == sanitise(found) else None


class Policies(Dialog[Choice]):
    """A list of what is known, and a field for a path. Answers nothing that could not be loaded."""

    DEFAULT_CSS = """
    Policies > .box { width: 100; max-height: 95%; }
    Policies .trouble { max-height: 8; }
    """

    def __init__(self, current: str, compactions: int, modified: bool = False) -> None:
        super().__init__()
        self._current, self._compactions, self._modified = current, compactions, modified
        self._sources: list[str] = []
        """What the options stand for, by their id."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Policy"
            box.border_subtitle = "enter takes it · tab goes to the path · → completes · esc back"
            yield ChoiceList(*self._known(), markup=False)
            yield Static("or any YAML file: its path, typed, pasted or dropped here", classes="heading")
            yield Static("", classes="trouble", markup=False)
            yield PathField(placeholder="path/to/policy.yaml", suggester=Names(), select_on_focus=False)

    def on_mount(self) -> None:
        """Start on the present policy."""
        options = self.query_one(OptionList)
        at = self._sources.index(self._current) if self._current in self._sources else 0
        options.highlighted = options.get_option_index(str(at))
        options.focus()

    def on_resize(self) -> None:
        """The list takes what the rest leaves."""
        self._fit(0)

    def _fit(self, trouble: int) -> None:
        self.query_one(OptionList).styles.max_height = max(3, self.size.height * 9 // 10 - AROUND - trouble)

    @on(OptionList.OptionSelected)
    def take_listed(self, event: OptionList.OptionSelected) -> None:
        """Take the one that is highlighted; other files may be listed by now."""
        if event.option.id is not None and event.option in self.query_one(OptionList).options:
            self._take(self._sources[int(event.option.id)])

    @on(Input.Submitted)
    def take_typed(self, event: Input.Submitted) -> None:
        """Load the file; of a folder, list its YAML files."""
        if paths := paths_in(event.value):
            self._take_path(paths[0])

    def on_key(self, event: events.Key) -> None:
        """A path may be typed while the list has the keys."""
        type_ahead(event, self.query_one(PathField))

    @on(Input.Changed)
    def forget_trouble(self) -> None:
        """What was wrong with another path is of no interest any more."""
        self._tell([])

    @on(PathField.Dropped)
    def take_dropped(self, event: PathField.Dropped) -> None:
        """A file was dropped on the field."""
        self._drop(event.text)

    def on_paste(self, event: events.Paste) -> None:
        """A file was dropped while the list had the keys."""
        if looks_like_a_path(event.text):
            event.stop()
            self._drop(event.text)

    def _drop(self, text: str) -> None:
        if paths := paths_in(text):
            field = self.query_one(PathField)
            if str(paths[0]) == sanitise(str(paths[0])):
                with self.prevent(Input.Changed):
                    field.value = str(paths[0])
            field.focus()
            if len(paths) == 1:
                self._take_path(paths[0])
            else:
                self._tell_several(paths)

    def _tell_several(self, paths: list[Path]) -> None:
        """Only one policy can be taken; which of them cannot be anyway is told, too."""
        wrong = [f"· there is no file {path}" for path in paths if not _exists(path)]
        self._tell(["one policy can be taken at a time: drop one file, or press enter for the first", *wrong])

    def _take_path(self, path: Path) -> None:
        if not _exists(path):
            self._tell([f"there is no file {path}: mend the path, or tab back to the list"])
        elif not path.is_dir():
            self._take(str(path.absolute()))
        elif files := sorted(file for file in path.iterdir() if file.suffix.lower() in policy_files.ENDINGS):
            self._offer(path, files)
        else:
            self._tell([f"{path} is a folder without a YAML file in it: add the name of one"])

    def _take(self, source: str) -> None:
        try:
            self.dismiss(Choice(None if source == RECORDED else load_policy(source), source))
        except (PolicyError, OSError, ValueError) as error:
            self._tell([f"{Path(source).name} cannot be used. {NEXT}", *(f"· {line}" for line in faults_of(error))])

    def _tell(self, lines: list[str]) -> None:
        width = max(8, self.query_one(PathField).size.width)
        folded = [part for line in lines for part in fold(line, width, 3)]
        if len(folded) > TROUBLE:
            folded[TROUBLE - 1 :] = ["…"]
        self.query_one(".trouble", Static).update("\n".join(folded))
        self._fit(len(folded))

    # ---------------------------------------------------------------- the list

    def _offer(self, folder: Path, files: list[Path]) -> None:
        """The files of a folder above what is listed otherwise."""
        options = self.query_one(OptionList)
        self._sources.clear()
        options.clear_options()
        options.add_options([_heading(f"in {policy_files.short(folder)}"), *map(self._file, files), *self._known()])
        options.highlighted = 1
        options.focus()
        self._tell([])

    def _known(self) -> list[Option]:
        """Recorded view and presets, then the files."""
        found = [self._option(name, name, self._about(name)) for name in (RECORDED, *preset_names())]
        own, recent = policy_files.own(), policy_files.recent()
        where = policy_files.short(policy_files.folder())
        found.append(_heading(f"your own, in {where}") if own else _hint(f"YAML files in {where} are listed here"))
        found += map(self._file, own)
        if recent:
            found += [_heading("used last"), *map(self._file, recent)]
        if self._current and self._current not in self._sources:
            found += [_heading("in use"), self._file(Path(self._current))]
        return found

    def _file(self, path: Path) -> Option:
        about = policy_files.about(path)
        place = policy_files.short(path.parent)
        return self._option(str(path), path.name, f"{place}{' · ' if about else ''}{about}")

    def _option(self, source: str, name: str, about: str) -> Option:
        self._sources.append(source)
        now = "  ● now" + (", modified" if self._modified else "")
        mark = now if source == self._current else ""
        below = f"\n  {clip(about, WIDTH)}" if about else ""
        line = Content.assemble((clip(name, 60), "bold"), (mark, "$accent"), (below, "$foreground-muted"))
        return Option(line, id=str(len(self._sources) - 1))

    def _about(self, name: str) -> str:
        if name != RECORDED:
            return load_policy(name).about
        if not self._compactions:
            return "the whole history: the session records no compaction"
        times = "once" if self._compactions == 1 else f"{self._compactions} times"
        return f"what the agent really sent; it compacted {times}"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _hint(text: str) -> Option:
    return Option(Content.assemble((clip(text, 90), "not bold $foreground-muted")), disabled=True)


def _heading(text: str) -> Option:
    return Option(Content(clip(text, 90)), disabled=True)
