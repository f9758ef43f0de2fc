"""The threads of the why room: the stories of the facts, then what would have kept them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.analysis.fixes.find import fixes, in_order
from inspector.analysis.fixes.shapes import Fix, Fixes, Wanted
from inspector.analysis.why.facts import Fact
from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.tui.screens.why_stage import WhyStage
from inspector.tui.why.fix_lines import Search
from inspector.tui.why.story import Asked, Story, completed, story

SECONDS = 20.0
"""Work that fixes may take here, where nobody has to wait for them and `esc` gives up."""


class WhyWorking(WhyStage):
    """Stories first: fixes are looked for as soon as the facts that are told are followed."""

    WORK = {"why": "the fact could not be followed", "fixes": "fixes could not be looked for"}

    @dataclass
    class Told(Message):
        """The story of a fact."""

        question: Asked
        replay: Replay
        story: Story

    @dataclass
    class Counted(Message):
        """How far exact counts are."""

        done: int
        of: int

        def can_replace(self, message: Message) -> bool:
            """Only the newest counts."""
            return isinstance(message, WhyWorking.Counted)

    @dataclass
    class Found(Message):
        """A fix."""

        search: Search
        fix: Fix

    @dataclass
    class Trying(Message):
        """The knob that is tried now."""

        search: Search
        words: str

    @dataclass
    class Ended(Message):
        """Fixes were looked for to the end, or were not."""

        search: Search
        fixes: Fixes

    def begin(self) -> None:
        """Follow all facts, the one that is told first."""
        first = [self.fact] if self.fact is not None else []
        wanted = [
            fact
            for fact in dict.fromkeys([*first, *self.facts])
            if fact not in self.stories or not self.stories[fact].complete
        ]
        if wanted:
            self.doing = "following the fact" if len(wanted) == 1 else "following the facts"
            self._follow(self.question, wanted, dict(self.needed))
        else:
            self.look_for_fixes()
        self.show()

    def forget(self) -> None:
        """Stories and fixes of another policy."""
        self.put_by()
        self.replay = None
        self.stories.clear()
        self.searches.clear()

    # ---------------------------------------------------------------- stories

    @work(thread=True, exclusive=True, group="why", exit_on_error=False, description="why")
    def _follow(self, question: Asked, wanted: Sequence[Fact], needed: dict[Fact, int]) -> None:
        unwanted = self.unwanted(get_current_worker())
        try:
            replay = question.replayed(unwanted, self._count)
            stories = []
            for fact in wanted:
                stories.append(story(replay, fact, needed.get(fact), unwanted))
                self.post_message(self.Told(question, replay, stories[-1]))
            for each in stories:
                self.post_message(self.Told(question, replay, completed(question, each, unwanted)))
        except Cancelled:
            return

    def _count(self, done: int, of: int) -> None:
        self.post_message(self.Counted(done, of))

    @on(Counted)
    def take_counted(self, event: Counted) -> None:
        """It takes a while."""
        if self.doing and event.of:
            self.doing = f"counting exactly … {100 * event.done // event.of} %"
            self.show_status()

    @on(Told)
    def take_told(self, event: Told) -> None:
        """A story is known; when it is the one that is told, look for what would have kept the fact."""
        if event.question is not self.question or event.story.fact not in self.facts:
            return
        self.replay, self.stories[event.story.fact] = event.replay, event.story
        if all(fact in self.stories and self.stories[fact].complete for fact in self.facts):
            self.doing = ""
        self.look_for_fixes()
        self.show()

    # ---------------------------------------------------------------- fixes

    @property
    def search(self) -> Search | None:
        """What is known of the fixes that are told."""
        return self.searches.get(self.key)

    @property
    def busy(self) -> str:
        """The search for what keeps it, else what is being followed."""
        search = self.search
        return f"trying {search.trying}" if search is not None and search.under_way else self.doing

    def look_for_fixes(self, again: bool = False) -> None:
        """Look for what keeps the facts that are told, unless that is known, or there is nothing to keep."""
        told = [self.stories.get(fact) for fact in self.key]
        if self.replay is None or self.replay.is_recorded or not all(told):
            return
        wanted = [one.wanted for one in told if one is not None and one.wanted is not None]
        known = self.search
        if not wanted or (known is not None and (known.under_way or known.whole or not again)):
            return
        for other in self.searches.values():
            other.trying = ""  # its thread is cancelled by the new one
        search = Search(tuple(each.needed for each in wanted), trying="knobs", several=len(self.key) > 1)
        self.searches[self.key] = search
        every = [one.asked for one in told if one is not None and one.asked is not None]
        self._search(self.replay, search, every)

    @work(thread=True, exclusive=True, group="fixes", exit_on_error=False, description="fixes")
    def _search(self, replay: Replay, search: Search, wanted: Sequence[Wanted]) -> None:
        worker = get_current_worker()
        knobs = in_order(replay)

        def progress(at: int, of: int) -> None:
            if not worker.is_cancelled:
                self.post_message(self.Trying(search, f"{knobs[at].name}, knob {at + 1:,} of {of:,}"))

        def found(fix: Fix) -> None:
            self.post_message(self.Found(search, fix))

        answer = fixes(replay, wanted, self.unwanted(worker), progress, found, SECONDS)
        self.post_message(self.Ended(search, answer))

    @on(Found)
    def take_fix(self, event: Found) -> None:
        """One more is proven."""
        event.search.add(event.fix)
        if event.search is self.search:
            self.show()

    @on(Trying)
    def take_trying(self, event: Trying) -> None:
        """How far it is."""
        if event.search is self.search and event.search.under_way:
            event.search.trying = event.words
            self.show()

    @on(Ended)
    def take_ended(self, event: Ended) -> None:
        """It is over."""
        search, answer = event.search, event.fixes
        search.trying, search.whole, search.scans = "", answer.whole, answer.scans
        search.kept, search.assumed, search.left_out = answer.kept, answer.assumed, answer.left_out
        search.pin = answer.pin
        if search is self.search:
            self.show()

    def give_up(self) -> bool:
        """End what is being worked out; False when nothing is."""
        search = self.search
        if search is not None and search.under_way:
            self.workers.cancel_group(self, "fixes")
            search.trying = ""
            self.say("given up: what was found stays · f looks again")
        elif self.doing:
            self.workers.cancel_group(self, "why")
            self.doing = ""
            self.say("given up: the fact was not followed · f follows it again")
        else:
            return False
        self.show()
        return True

    def failed(self, group: str, trouble: str) -> None:
        """Something did not come about: its place says so, too."""
        if self.search is not None and group == "fixes":
            self.search.trying, self.search.trouble = "", trouble
        super().failed(group, trouble)
