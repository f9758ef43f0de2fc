"""What the parts of the why room share: the screen below, the facts, their stories, and how the room speaks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from inspector.analysis.why.facts import Fact
from inspector.engine import Replay
from inspector.terminal_text import clip
from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.why.fix_lines import Search
from inspector.tui.why.story import Asked, Story, asked

if TYPE_CHECKING:
    from inspector.tui.screens.asking_why import AskingWhy
    from inspector.tui.session import Session


class Way(NamedTuple):
    """How the room was left: the request and the block to go to, and the knob to turn with its value ("" for none)."""

    request: int
    block: int | None = None
    knob: str = ""
    value: int = 0


class WhyStage(LeftOnce[Way]):
    """A screen of its own above the main one. Threads post messages; only its own thread changes anything."""

    def __init__(self, host: AskingWhy, session: Session, fact: Fact | None = None) -> None:
        """`host` is the screen below, whose policy and durable state are changed from here. `fact` is asked about first."""
        super().__init__()
        self.host, self.session = host, session
        self.question: Asked = asked(session, host.artifacts)
        self.replay: Replay | None = None
        """The replay that the answers are from."""
        self.chosen: int | None = 0
        """The fact that is told; None: all of them together."""
        self.needed: dict[Fact, int] = {}
        """Where a person says that a fact was needed."""
        self.stories: dict[Fact, Story] = {}
        self.searches: dict[tuple[Fact, ...], Search] = {}
        self.said = ""
        self.doing = ""
        """What is being worked out; "" for nothing."""
        self.touched = 0.0
        """When a key was pressed last."""
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

    def hush(self) -> None:
        """A key was pressed: what was said is of no use any more."""
        self.touched = time.monotonic()
        if self.said:
            self.said = ""
            self.show_status()

    def say(self, text: str) -> None:
        """An answer to the last key."""
        self.said = clip(text, 400)
        self.show_status()

    def action_close(self) -> None:
        """Back to the main screen."""
        raise NotImplementedError

    def show_status(self) -> None:
        """The last line but one."""
        raise NotImplementedError

    def show(self) -> None:
        """Everything, with what is known by now."""
        raise NotImplementedError
