"""Chooses a policy: the recorded view, a preset, or a YAML file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector.policy import PolicyError, load_policy, preset_names
from inspector.policy.model import Policy
from inspector.terminal_text import clip
from inspector.tui.screens.dialog import Dialog
from inspector.tui.session import RECORDED


class Choice(NamedTuple):
    """The chosen policy (None: the recorded view), and what to remember it by."""

    policy: Policy | None
    source: str


class Policies(Dialog[Choice]):
    """A list of what is known, and a field for a path."""

    def __init__(self, current: str, compactions: int) -> None:
        super().__init__()
        self._current, self._compactions = current, compactions
        self._names = [RECORDED, *preset_names()]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Policy"
            box.border_subtitle = "enter takes it · tab goes to the path · esc back"
            yield OptionList(*[Option(self._line(name)) for name in self._names], markup=False)
            yield Static("or a policy in a YAML file", classes="heading")
            yield Static("", classes="trouble", markup=False)
            yield Input(placeholder="path/to/policy.yaml")

    def on_mount(self) -> None:
        """Start on the present policy."""
        options = self.query_one(OptionList)
        options.highlighted = self._names.index(self._current) if self._current in self._names else 0
        options.focus()

    @on(OptionList.OptionSelected)
    def take_listed(self, event: OptionList.OptionSelected) -> None:
        """Take the one that is highlighted."""
        self._take(self._names[event.option_index])

    @on(Input.Submitted)
    def take_file(self, event: Input.Submitted) -> None:
        """Load the file; what is wrong with it is said here."""
        if event.value.strip():
            self._take(str(Path(event.value.strip()).expanduser()))

    def _take(self, source: str) -> None:
        try:
            self.dismiss(Choice(None if source == RECORDED else load_policy(source), source))
        except (PolicyError, OSError) as error:
            self.query_one(".trouble", Static).update(clip(str(error), 400))

    def _line(self, name: str) -> Content:
        mark = "  ● now" if name == self._current else ""
        about = f"\n{self._about(name)}"
        return Content.assemble((name, "bold"), (mark, "$accent"), (about, "$foreground-muted"))

    def _about(self, name: str) -> str:
        if name != RECORDED:
            return clip(_about(name), 150)
        if not self._compactions:
            return "the whole history: the session records no compaction"
        times = "once" if self._compactions == 1 else f"{self._compactions} times"
        return f"what the agent really sent; it compacted {times}"


def _about(name: str) -> str:
    try:
        return load_policy(name).about
    except PolicyError as error:
        return str(error)
