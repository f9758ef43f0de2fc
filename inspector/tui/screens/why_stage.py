"""What the parts of the why room share: the facts, and their stories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.analysis.why.facts import Fact
from inspector.engine import Replay
from inspector.tui.screens.turning_below import TurningBelow
from inspector.tui.why.fix_lines import Search
from inspector.tui.why.story import Story

if TYPE_CHECKING:
    from inspector.tui.screens.asking_why import AskingWhy
    from inspector.tui.session import Session


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
        if fact is not None:
            self.take(fact)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is asked about; kept with the session."""
        return self.session.facts

    def take(self, fact: Fact) -> None:
        """Ask about a fact: one more, in front, unless it is among them."""
        raise NotImplementedError

    @property
    def fact(self) -> Fact | None:
        """The fact that is told."""
        return self.facts[self.chosen] if self.chosen is not None and self.chosen < len(self.facts) else None

    @property
    def story(self) -> Story | None:
        """Its story, if that is known by now."""
        return self.stories.get(self.fact) if self.fact is not None else None

    @property
    def key(self) -> tuple[Fact, ...]:
        """The facts whose fixes are told."""
        return (self.fact,) if self.fact is not None else self.facts
