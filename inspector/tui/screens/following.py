"""Following the file of the open session: what is new appears, and what happens to the file is told."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import aclosing

from textual import events, on, work

from inspector import settings
from inspector.terminal_text import clip
from inspector.transcript.follow import Follower, News, is_live
from inspector.transcript.formats.choice import path_of
from inspector.transcript.growing import Growing
from inspector.transcript.model import LoadReport, Transcript
from inspector.tui.arrivals import Arrival, arrival, is_other
from inspector.tui.parts import Part
from inspector.tui.screens.loading import Loading
from inspector.tui.session import Session
from inspector.tui.watched_file import hints
from inspector.tui.widgets.side_by_side import SideBySide

TROUBLES = {"gone": "file gone", "empty": "file empty", "unreadable": "file unreadable"}
"""What happened to the file → how the header says it."""
TRIES = 3
"""How often an arrival is made ready anew when the person changed something meanwhile."""
LEAST, SHARE, MOST = 0.05, 2.0, 3.0
"""Seconds of rest after an arrival at the least, their share of the time that it took, and at the most: keys come first."""
QUIET, PATIENT = 0.15, 0.8
"""Seconds without a key before an arrival is worked out, and how long that is waited for at the most."""


class Following(Loading):
    """A worker waits for the file; a thread reads what is new and works out its view; this screen shows it at once."""

    live = False
    """What is written to the file is read."""
    fresh = 0
    """Messages that came since the person was at the last request."""
    _follower: Follower | None = None
    _trouble = ""
    """Why nothing can be read from the file, in two words for the header; empty while all is well."""
    _newest: LoadReport | None = None
    """The newest report, where it is all that is new: a line that is not complete, or cannot be used, shows nothing else."""

    def begin_following(self, session: Session) -> None:
        """A session was opened: follow its file, if an agent may still be writing it. The samples are finished."""
        path, growing = session.transcript.path, self.take_growing(session.transcript)
        self.stop_following()
        samples = {os.path.realpath(sample.path) for sample in settings.samples()}
        if path and os.path.realpath(path) not in samples and is_live(path, time.time()):
            self._begin(session.transcript, growing)

    def stop_following(self) -> None:
        """Another session, or none."""
        self.workers.cancel_group(self, "follow")
        self._follower, self.live, self.fresh, self._trouble, self._newest = None, False, 0, "", None

    def _begin(self, transcript: Transcript, growing: Growing | None) -> None:
        self._follower, self.live = Follower(transcript.path, growing, transcript.report.bytes), True
        self._follow(self._follower)

    def action_follow(self) -> None:
        """Follow the file, or leave it alone for a while."""
        session = self.session
        if session is None or not session.transcript.path:
            self.say("this session has no file that could be followed")
        elif path_of(session.transcript.path) != session.transcript.path:
            self.say("a part of a file is not followed: @ leads to its newest conversation, o opens this one anew")
        elif self._follower is None:
            self._begin(session.transcript, None)
            self.say("following the file: new messages appear as they come")
        else:
            self.live = not self.live
            self.say("following the file again" if self.live else "paused: new messages wait · W goes on")
            if self.live:
                self._follow(self._follower)
        self.following_changed()

    @on(events.Unmount)
    def end_following(self) -> None:
        """The program ends."""
        self.stop_following()

    def follow_parts(self) -> tuple[Part, ...]:
        """What the header says about the file. Who looks at the last request has seen what came."""
        if self._follower is None:
            return ()
        if self.session is not None and self.session.request >= self.session.requests:
            self.fresh = 0
        new = f" · {self.fresh:,} new" if self.fresh else ""
        if self._trouble:
            return (Part(f" · {self._trouble}", "warn", 6),)
        if not self.live:
            return (Part(f" · paused{new}", "warn", 6),)
        return (Part(" · ● live", "good", 6), Part(new, "accent", 5))

    @property
    def report(self) -> LoadReport:
        """What reading the file met, by now."""
        return self._newest or super().report

    def file_facts(self) -> dict[str, str]:
        """Whether the file is followed, and what the last look at it found."""
        if self._follower is None:
            return {"following": "no: W follows the file", **super().file_facts()}
        state = self._trouble and f"{self._trouble}: what is shown is what was read; it is tried again when it changes"
        return {"following": state or ("yes" if self.live else "paused: W goes on"), **super().file_facts()}

    def following_changed(self) -> None:
        """The header has something else to say."""
        raise NotImplementedError

    def grown(self, arrived: Arrival, ready: bool) -> None:
        """The session has a newer transcript: show it. `ready`: its view is there."""
        raise NotImplementedError

    @property
    def totals_known(self) -> bool:
        """The numbers of the whole session are those of the present view."""
        raise NotImplementedError

    # ---------------------------------------------------------------- the worker

    @work(exclusive=True, group="follow", exit_on_error=False, description="follow")
    async def _follow(self, follower: Follower) -> None:
        await self._catch_up(follower)
        async with aclosing(hints(follower.path)) as found:
            async for _ in found:
                await self._catch_up(follower)

    async def _catch_up(self, follower: Follower) -> None:
        """Take what there is by now."""
        more = True
        while more and self.live and follower is self._follower:
            news = await asyncio.to_thread(follower.look)
            if follower is not self._follower:
                return
            more = news.more
            if news.what != "same" or news.text:
                self._trouble = TROUBLES.get(news.what, "")
            if news.transcript is not None:
                self._newest = None
                await self._take(news.transcript, news)
            if news.text:
                self.say(clip(news.text, 300))
                self.following_changed()

    async def _take(self, transcript: Transcript, news: News) -> None:
        """Make a newer transcript ready, show it, and leave time for everything else."""
        session, panes = self.session, self.query_one(SideBySide)
        rows = panes.rows
        if session is None or rows is None:
            return
        if news.what != "anew" and not is_other(session.transcript, transcript):
            self._newest = transcript.report
            self.following_changed()
            return
        await self._leave_keys_alone()
        started = time.perf_counter()
        for _ in range(TRIES):
            made = await asyncio.to_thread(arrival, session, transcript, rows, panes.pane_width)
            if session is not self.session:
                return
            if made.answers(session):
                break
        self._show_arrival(session, made, anew=news.what == "anew" and bool(news.text))
        spent = time.perf_counter() - started
        await self._breathe(min(MOST, max(LEAST, SHARE * spent)))

    def _show_arrival(self, session: Session, made: Arrival, anew: bool) -> None:
        """Show it. `anew`: something happened to the file, and what it holds now is no longer more of the same."""
        here, ready = session.request >= session.requests, made.answers(session)
        added = len(made.transcript.messages) - len(session.transcript.messages)
        self.fresh = 0 if here or anew else max(0, self.fresh + added)
        if ready:
            session.grow(made.transcript, made.replay, made.seen)
        else:
            session.grow(made.transcript)
        self.grown(made, ready)

    async def _leave_keys_alone(self) -> None:
        """Wait for a moment between two keys; a key that is held does not stop the file for long."""
        end = time.monotonic() + PATIENT
        while time.monotonic() < min(end, self.touched + QUIET):
            await asyncio.sleep(QUIET / 5)

    async def _breathe(self, rest: float) -> None:
        """Rest, until the numbers of the whole session have caught up, but not for ever."""
        end = time.monotonic() + MOST
        await asyncio.sleep(rest)
        while not self.totals_known and time.monotonic() < end:
            await asyncio.sleep(LEAST)
