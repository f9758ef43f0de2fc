"""What is changed from the why room: facts, knobs, the policy, pins. The screen below does it, and the room is answered anew."""

from __future__ import annotations

from inspector.analysis.fixes.price import pinned_words
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.facts import Fact
from inspector.tui.screens.ask_fact import AskFact
from inspector.tui.screens.why_working import WhyWorking
from inspector.tui.why.facts import MOST, named


class WhyChanging(WhyWorking):
    """Nothing is changed here itself: policy and durable state belong to the screen below."""

    _pinned_last = False
    """A pin is the newest change: it is what undo takes back."""

    # ---------------------------------------------------------------- facts

    def take(self, fact: Fact) -> None:
        """Ask about a fact that a person typed: one more, in front, unless it is among them."""
        if fact not in self.session.facts:
            self.session.facts = (fact, *self.session.facts)[:MOST]
        self.chosen = self.facts.index(fact)

    def asked_again(self, fact: Fact | None, ask: bool) -> None:
        """Somebody asks from a room above: with a fact, or for one."""
        if fact is not None:
            self.look(fact)
            self.told_anew()
        elif ask:
            self.action_add()

    def action_add(self) -> None:
        """Ask for another one."""
        self.app.push_screen(AskFact(len(self.session.transcript.messages)), self.add)

    def add(self, fact: Fact | None) -> None:
        """Follow it, too."""
        if fact is not None:
            self.take(fact)
            self.told_anew()
        elif not self.facts:
            self.action_close()

    def action_remove(self) -> None:
        """The fact that is told is asked about no more."""
        fact = self.fact
        if fact is None:
            self.say("choose a fact with its number first: - takes that one away")
            return
        self.drop(fact)
        self.chosen = min(self.chosen or 0, max(0, len(self.facts) - 1))
        if self.facts:
            self.told_anew()
        else:
            self.action_close()

    def action_fact(self, number: int) -> None:
        """Another fact is told; 0: all of them together."""
        if number > len(self.facts):
            self.say(f"there is no fact {number}: + adds one")
        elif number == 0 and len(self.facts) < 2:
            self.say("there is one fact: + adds another, then 0 tells what keeps all of them")
        else:
            self.chosen = number - 1 if number else None
            self.told_anew()

    def told_anew(self) -> None:
        """Another fact is told: work out what is not known of it."""
        self.walked.clear()
        self.clear_context()
        self.begin()
        self.point_at_loss()

    def clear_context(self) -> None:
        """The words around the fact before are not those around this one."""
        raise NotImplementedError

    def point_at_loss(self) -> None:
        """The cursors go to where the fact was lost first."""
        raise NotImplementedError

    def need(self, request: int) -> None:
        """The fact was needed at a request, a person says; said twice, it is told from the record again."""
        fact = self.fact
        if fact is None:
            self.say("choose a fact with its number first: it is needed where the cursor of its lane is")
            return
        if self.needed.get(fact) == request:
            del self.needed[fact]
            self.say("needed where the record tells")
        else:
            self.needed[fact] = request
            self.say(f"needed at request {request:,} · x there again: where the record tells")
        self.put_by()
        self.stories.pop(fact, None)
        self.searches = {key: search for key, search in self.searches.items() if fact not in key}
        self.begin()

    def action_fixes(self) -> None:
        """Look again where it was given up."""
        if self.search is not None and not self.search.whole and not self.search.under_way:
            self.look_for_fixes(again=True)
            self.show()
        elif self.fact is not None and not (self.story is not None and self.story.complete) and not self.doing:
            self.begin()
        else:
            self.say("every knob was tried" if self.search is not None and self.search.whole else "nothing to look for")

    # ---------------------------------------------------------------- knobs and the policy

    def turning(self) -> None:
        """The policy is changed: undo takes that back, not the pin of before."""
        self._pinned_last = False

    def action_undo(self) -> None:
        """Take the newest change back: a pin, or of a knob or the policy."""
        if self._pinned_last:
            self._pinned_last = False
            self.host.action_undo_durable()
        else:
            super().action_undo()

    # ---------------------------------------------------------------- pins

    def action_pin(self) -> None:
        """The fact becomes a durable one, after a look at its words."""
        fact, story, replay = self.fact, self.story, self.replay
        if fact is None or story is None or story.told is None or replay is None:
            self.say("choose a fact with its number first: P pins that one" if fact is None else "not known yet")
        elif not story.told.found.blocks:
            self.say("no block holds it: there is nothing that could be pinned")
        else:
            words = pinned_words(replay, Wanted(story.told.found, story.told.needed))
            self.host.pin_words(words, story.told.found.blocks[0], named(fact, 40), self._pinned)

    def _pinned(self) -> None:
        self._pinned_last = True
