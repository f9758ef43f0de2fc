"""What the parts of the why room share: the facts, and their stories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from inspector.analysis.why.facts import Fact
from inspector.engine import Replay
from inspector.tui.screens.turning_below import TurningBelow
from inspector.tui.why.facts import MOST
from inspector.tui.why.fix_lines import Search
from inspector.tui.why.story import Story

if TYPE_CHECKING:
    from inspector.tui.screens.asking_why import AskingWhy
    from inspector.tui.session import Session


class Known(NamedTuple):
    """Answers to one question; `old`: to one that is not asked any more."""

    replay: Replay
    stories: Mapping[Fact, Story]
    searches: Mapping[tuple[Fact, ...], Search]
    old: bool = False


class WhyStage(TurningBelow):
    """The facts and what is known of them."""

    def __init__(self, host: AskingWhy, session: Session, fact: Fact | None = None) -> None:
        """`fact` is asked about first."""
        super().__init__(host, session)
        self.replay: Replay | None = None
        """The replay that the answers are from."""
        self.chosen: int | None = 0
        """The fact that is told; None: all of them together."""
        self.needed: dict[Fact, int] = {}
        """Where a person says that a fact was needed."""
        self.stories: dict[Fact, Story] = {}
        self.searches: dict[tuple[Fact, ...], Search] = {}
        self.old: Known | None = None
        """The answers to the question before, for as long as there are no newer ones."""
        self.walked: dict[str, int] = {}
        """Which loss or return of a group is looked at (from 0)."""
        if fact is not None:
            self.look(fact)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is asked about; kept with the session: what was pointed at, then what was typed."""
        typed, looked = self.session.facts, self.session.looked
        return typed if looked is None or looked in typed else (looked, *typed)[:MOST]

    def look(self, fact: Fact) -> None:
        """Ask about what was pointed at, in place of what was before."""
        if fact not in self.session.facts:
            self.session.looked = fact
        self.chosen = self.facts.index(fact)

    def drop(self, fact: Fact) -> None:
        """Ask about it no more."""
        self.session.facts = tuple(other for other in self.session.facts if other != fact)
        if self.session.looked == fact:
            self.session.looked = None

    @property
    def fact(self) -> Fact | None:
        """The fact that is told."""
        return self.facts[self.chosen] if self.chosen is not None and self.chosen < len(self.facts) else None

    @property
    def story(self) -> Story | None:
        """Its story, if that is known by now."""
        return self.stories.get(self.fact) if self.fact is not None else None

    @property
    def known(self) -> Known | None:
        """What is told: the answers that there are; while there are none, those of before."""
        if self.replay is not None and all(fact in self.stories for fact in self.key):
            return Known(self.replay, self.stories, self.searches)
        if self.old is not None and all(fact in self.old.stories for fact in self.key):
            return self.old
        return None

    def put_by(self) -> None:
        """What is known is of before from now on: it stays in sight until it is known anew."""
        if self.replay is not None and self.stories:
            self.old = Known(self.replay, dict(self.stories), dict(self.searches), old=True)

    @property
    def key(self) -> tuple[Fact, ...]:
        """The facts whose fixes are told."""
        return (self.fact,) if self.fact is not None else self.facts
