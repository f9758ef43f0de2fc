"""Chooses what the policy is measured by. Sizes by each counter come as they are counted, in a thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from inspector.engine.recorded import is_record
from inspector.long_work import Cancelled
from inspector.policy.model import Policy
from inspector.terminal_text import clip
from inspector.transcript.model import Transcript
from inspector.tui.counters import Way, against, history, ways
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList

NAME, SIZE, MORE = 13, 12, 8
"""Cells of a counter's name, of a size, and of how much more that is."""
STAYS = "Thresholds keep their numbers, and are reached earlier or later."


class Counters(Dialog[str]):
    """Answers the name of a counter."""

    DEFAULT_CSS = """
    Counters OptionList { margin-bottom: 1; }
    """

    @dataclass
    class Measured(Message):
        """The history is so large by one counter."""

        name: str
        size: int

    def __init__(self, title: str, transcript: Transcript, policy: Policy, request: int) -> None:
        super().__init__()
        self._title, self._transcript, self._policy, self._request = title, transcript, policy, request
        self._ways = ways(policy)
        self._sizes: dict[str, int] = {}

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(clip(self._title, 80))
            box.border_subtitle = "enter takes it · esc back"
            yield Static(f"{'meter':<{NAME}}{'history':>{SIZE}}", classes="heading", markup=False)
            yield ChoiceList(
                *(Option(self._line(each), id=f"c{at}") for at, each in enumerate(self._ways)), markup=False
            )
            if hints := "\n".join(self._hints()):
                yield Static(hints, classes="hint", markup=False)

    def on_mount(self) -> None:
        """Start on the present one; a thread counts."""
        options = self.query_one(OptionList)
        options.highlighted = next(at for at, each in enumerate(self._ways) if each.now)
        options.focus()
        self._measure()

    @property
    def ended(self) -> bool:
        """Whether every size is there."""
        return len(self._sizes) == len(self._ways)

    @work(thread=True, exclusive=True, group="measure", exit_on_error=False, description="measure")
    def _measure(self) -> None:
        """The present one first: the others are held against it."""
        worker = get_current_worker()
        for each in sorted(self._ways, key=lambda way: not way.now):
            try:
                size = history(self._transcript, self._policy, each.name, self._request, lambda: worker.is_cancelled)
            except Cancelled:
                return
            self.post_message(self.Measured(each.name, size))

    @on(Measured)
    def tell(self, event: Measured) -> None:
        """Write a size into its line."""
        self._sizes[event.name] = event.size
        options = self.query_one(OptionList)
        for at, each in enumerate(self._ways):
            if each.name == event.name:
                options.replace_option_prompt_at_index(at, self._line(each))

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Take it."""
        self.dismiss(self._ways[int((event.option.id or "c0")[1:])].name)

    def _hints(self) -> Iterator[str]:
        if not is_record(self._policy):
            yield STAYS
        yield from (f"The policy itself says {each.name}." for each in self._ways if each.written and not each.now)

    def _line(self, way: Way) -> Content:
        size, now = self._sizes.get(way.name), next(each.name for each in self._ways if each.now)
        told = f"{size:,}" if size is not None else "…"
        more = against(size, self._sizes.get(now, 0)) if size is not None else ""
        if way.now:
            more = "● now"
        return Content.assemble(
            (f"{way.name:<{NAME}}", "bold" if way.now else ""),
            f"{told:>{SIZE}}",
            (f"{more:>{MORE}}  ", "$accent" if way.now else "$foreground-muted"),
            (way.about, "$foreground-muted"),
        )
