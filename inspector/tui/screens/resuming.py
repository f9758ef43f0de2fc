"""Opening a session as it was left: policy, knobs, layers, request and layout come back, and are kept from time to time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from textual import events, on

from inspector.policy import PolicyError, with_turned
from inspector.policy.model import Policy
from inspector.tui import left
from inspector.tui.left import Left
from inspector.tui.screens.stage import Stage
from inspector.tui.session import Session
from inspector.tui.why.facts import kept, recalled
from inspector.tui.widgets.knob_panel import KnobPanel
from inspector.tui.widgets.row_view import Mode
from inspector.tui.widgets.side_by_side import SideBySide

PAUSE = 2.0
"""Seconds between two looks at whether something is to be kept."""
PANEL = {"open": "-open", "closed": "-closed"}
"""State of the knob panel → its class; neither of them: as the width of the screen has it."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a session is opened with: the policy, and how it was left last time."""

    policy: Policy | None
    origin: str = ""
    state: Left | None = None
    lost: tuple[str, ...] = ()
    """What could not be had again, one reason each."""
    own: bool = True
    """The policy is the one of last time; else the person named another."""


class Resuming(Stage):
    """Nothing of this stands between a file and its view: what cannot be read is as if it were not there."""

    _single: Mode = "right"
    _kept_of: Session | None = None
    """The session that the next two are about."""
    _as_kept: Left | None = None
    """How things stood when they were kept last, or when the session was opened."""
    _forgotten = False
    _panel: KnobPanel | None = None
    _panes: SideBySide | None = None
    """Both are asked for their state when the screen is being taken down, too."""

    def show_pane(self, pane: Mode) -> None:
        """Show this pane where there is room for one."""
        raise NotImplementedError

    def start_as_left(self, path: str, named: bool) -> Start | None:
        """How to open a session that was looked at before; None when it was not. A policy that the person `named` wins."""
        state = left.find(path)
        if state is None or named:
            return None if state is None else Start(None, "", state, own=False)
        if not state.source:
            return None
        policy, trouble = left.policy_of(state)
        if trouble:
            return Start(None, "", state, (trouble,), own=False)
        if policy is None:
            return Start(None, "", state)
        given = with_turned(policy, state.changes)
        return Start(given.policy, "", state, given.lost)

    def begin(self, session: Session, start: Start) -> None:
        """Show a session as it was left."""
        self.keep_left()
        state = start.state
        if state is not None:
            session.go(state.request or session.requests)
            session.spec = session.spec or state.summariser
            session.facts = session.facts or recalled(state.facts, session.transcript)
            _measure(session, state)
            self._lay_out(state.layout)
        self.opened(session)
        if state is not None and state.layout.get("density"):
            self.query_one(SideBySide).action_density()
        self._kept_of, self._as_kept, self._forgotten = session, self._stands(session), False
        if state is not None and (words := _words(session, start)):
            self.say(words)

    def action_forget(self) -> None:
        """Forget how this session was left; it opens afresh next time."""
        if self.session is not None:
            self._forgotten = True
            there = left.forget(self.session.transcript.path)
            what = "forgotten" if there else "nothing was kept"
            self.say(f"{what}: next time this session opens afresh")

    @on(events.Mount)
    def begin_keeping(self) -> None:
        """Look from time to time: nothing of this is on the way of a key."""
        self._panel, self._panes = self.query_one(KnobPanel), self.query_one(SideBySide)
        self.set_interval(PAUSE, self.keep_left)

    @on(events.Unmount)
    def end_keeping(self) -> None:
        """The program ends."""
        self.keep_left()

    def keep_left(self) -> None:
        """Keep how things stand, if that is another state than the last one."""
        session = self.session
        if session is None or not session.transcript.path:
            return
        now = self._stands(session)
        if session is not self._kept_of:
            self._kept_of, self._as_kept, self._forgotten = session, now, False
        elif now != self._as_kept and not self._forgotten:
            left.keep(session.transcript.path, now)
            self._as_kept = now

    def _stands(self, session: Session) -> Left:
        facts = kept(session.facts)
        return left.left(session.replayed, session.request, session.requests, self._layout(), session.spec, facts)

    def _layout(self) -> dict[str, str]:
        """Which parts of the screen are open."""
        panel = self._panel
        knobs = next((name for name, mark in PANEL.items() if panel is not None and panel.has_class(mark)), "")
        rows = self._panes.rows if self._panes is not None else None
        return {
            "pane": str(self._single),
            "layers": "open" if self.has_class("-layers") else "",
            "knobs": knobs,
            "density": "one line" if rows is not None and rows.compact else "",
        }

    def _lay_out(self, layout: dict[str, str]) -> None:
        panel = self.query_one(KnobPanel)
        for name, mark in PANEL.items():
            panel.set_class(layout.get("knobs") == name, mark)
        self.set_class(layout.get("layers") == "open", "-layers")
        self.show_pane("left" if layout.get("pane") == "left" else "right")


def _measure(session: Session, state: Left) -> None:
    """The recorded view by its meter; a policy has taken its own with its other changes."""
    if session.policy is None and state.source == left.RECORDED and state.changes.meter:
        with suppress(PolicyError):  # a counter of another unit, which only somebody else can have written there
            session.begin_by(state.changes.meter)


def _words(session: Session, start: Start) -> str:
    """`as you left it: workbuddy-s14 ✱, request 61 · R resets knobs · Z forgets`; empty when nothing is as it was left."""
    lost = f" · {'; '.join(start.lost)}" if start.lost else ""
    at = f"request {session.request:,}" if session.request < session.requests else "the last request"
    if not start.own:
        return f"as you left it: {at}{', but not its policy' if lost else ''}{lost}"
    changed = bool(start.state and start.state.changes)
    knobs = any(knob.changed for knob in session.knobs)
    back = " · R resets knobs" if knobs else ""
    return f"as you left it: {session.title}{' ✱' if changed else ''}, {at}{back}{lost} · Z forgets"
