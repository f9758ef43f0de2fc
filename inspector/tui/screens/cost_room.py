"""The cost room: the tokens of every request with the prompt cache in mind, money, and when each change of the view pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult

from inspector.analysis.cost.account import Account, account
from inspector.analysis.cost.caching import LIVES, Caching, default
from inspector.analysis.cost.words import LIFE
from inspector.analysis.measured import Measured
from inspector.engine import Replay
from inspector.tui.actions import Scope, bindings
from inspector.tui.cost import lines
from inspector.tui.cost.picture import picture, reported_parts, request_parts
from inspector.tui.entries import Entry, note, spaced
from inspector.tui.foot import COST, Offer
from inspector.tui.parts import Part
from inspector.tui.screens.answering import since
from inspector.tui.screens.stepwise import GROUP, Progress, Step, Unwanted
from inspector.tui.screens.strip_room import StripRoom
from inspector.tui.strip import Picture
from inspector.tui.why.story import Asked
from inspector.tui.widgets.cost_line import CostLine
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.request_list import RequestList
from inspector.tui.widgets.request_strip import RequestStrip


class CostRoom(StripRoom):
    """One account at a time, under one life of the cache."""

    DEFAULT_CSS = """
    CostRoom { background: $surface;
        & RequestStrip { height: 5; }
        & #all { height: 1fr; margin-top: 1; }
    }
    CostRoom.-short #all { margin-top: 0; }
    CostRoom.-middling RequestStrip { height: 8; margin: 1 0 0 0; }
    CostRoom.-tall RequestStrip { height: 11; margin: 1 0 0 0; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (150, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-middling"), (36, "-tall")]
    SCOPE: ClassVar[Scope] = "cost"
    BINDINGS = bindings("cost")
    OFFERS: ClassVar[tuple[Offer, ...]] = COST
    WORK = {GROUP: "the cost could not be worked out"}

    found: Account | None = None
    life: str = ""
    """The name of the life that was chosen; "" for the agent's own."""
    _picture = Picture()
    _known: Asked | None = None
    """The question that `found` answers."""
    _measured: Measured | None = None

    def compose(self) -> ComposeResult:
        yield Line(id="cost-head")
        yield Line(id="cost-sum")
        yield RequestStrip("cost-strip")
        yield CostLine(id="cost-here")
        yield CostLine(id="cost-reported")
        yield RequestList(lambda block: "", id="all")
        yield Line(classes="room-status")
        yield FootLine(id="cost-keys")

    def on_resize(self) -> None:
        """Figures are left out where there is no room."""
        self.call_after_refresh(self.show)

    # ---------------------------------------------------------------- asking

    @property
    def caching(self) -> Caching:
        """The rules: the agent's own, with the life that was chosen."""
        own = default(self.session.transcript)
        return replace(own, ttl=LIVES[self.life]) if self.life else own

    def forget(self) -> None:
        """Numbers of before stay in sight until the new ones are there."""

    def steps(self) -> Sequence[Step]:
        """The whole account."""
        caching = self.caching
        if self._measured is None or self._measured.transcript is not self.session.transcript:
            self._measured = Measured(self.session.transcript)
        measured = self._measured

        def work(replay: Replay, unwanted: Unwanted, progress: Progress) -> Callable[[], None]:
            found = account(replay, caching, measured=measured, cancelled=unwanted, progress=progress)
            drawn = picture(found.twin.rows)
            return lambda: self._take(found, drawn)

        return [Step("costing the requests", work)]

    def _take(self, found: Account, drawn: Picture) -> None:
        self.found, self._picture, self._known = found, drawn, self.question

    def action_ttl(self) -> None:
        """Another life of the cache: five minutes, an hour, for ever."""
        names = list(LIVES)
        here = self.life or next(name for name in names if LIVES[name] == self.caching.ttl)
        self.life = names[(names.index(here) + 1) % len(names)]
        self.changed()
        self.say(f"what is cached is kept {LIFE[LIVES[self.life]]} after the last read")

    # ---------------------------------------------------------------- drawing

    @property
    def picture(self) -> Picture:
        """Tokens across all requests."""
        return self._picture

    def show(self) -> None:
        """Everything, with what is known by now."""
        if not self.is_mounted:
            return
        found = self.found
        self.query_one("#cost-head", Line).parts = (
            Part("cost", "strong", 10),
            Part(f"  cache kept {LIFE.get(self.caching.ttl, '')}", "plain", 6),
            *self.policy_parts(since(found.certificate if found is not None else None)),
        )
        told = tuple(_sum(found)) if found is not None else (Part("…", "quiet", 9),)
        if found is not None and self._known is not self.question:
            told = (*(part._replace(style="quiet") for part in told), Part(" · as it was before", "warn", 8))
        self.query_one("#cost-sum", Line).parts = told
        self.main_list.show(spaced(self._sections()))
        self.show_request()
        self.show_status()

    def _sections(self) -> Iterator[Iterator[Entry]]:
        found = self.found
        if found is None:
            yield iter([note(f"{self.doing} …", "accent") if self.doing else note("not worked out: f does it")])
            return
        yield lines.sum_lines(found)
        yield lines.change_lines(found)
        yield lines.call_lines(found)
        yield lines.rule_lines(found)
        yield lines.stretch_lines(found)

    def show_request(self) -> None:
        """The picture's cursor, and the tokens of its request."""
        super().show_request()
        found = self.found
        known = found is not None and self.request <= len(found.twin.rows)
        here, told = self.query_one("#cost-here", Line), self.query_one("#cost-reported", Line)
        width = self.size.width
        here.parts = tuple(request_parts(found, self.request, width)) if known and found is not None else ()
        told.parts = tuple(reported_parts(found, self.request, width)) if known and found is not None else ()


def _sum(found: Account) -> Iterator[Part]:
    """The line that says most: `7,215,202 tokens of prompts · 90.3% read · 9.7% written · $8.3595`."""
    sums, money = found.predicted, found.money
    estimated = "" if found.twin.tokens.calibrated else "≈ "
    yield Part(f"{estimated}{sums.prompt:,} tokens of prompts", "strong", 9)
    for name, count, style, rank in (
        ("read", sums.read, "plain", 7),
        ("written", sums.write, "plain", 7),
        ("fresh", sums.fresh, "plain", 5),
    ):
        share = f"{count / sums.prompt:.1%}" if sums.prompt else "0%"
        yield Part(f" · {share} {name}", style, rank)
    yield Part(f" · {sums.output:,} output", "quiet", 4)
    dollars = f"  ${money.total:,.2f}" if money.total is not None else "  unpriced"
    yield Part(dollars if sums.requests else "", "good" if money.total is not None else "warn", 8, right=True)
