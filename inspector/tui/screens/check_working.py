"""What the check room looks for: the facts that were asked about, family after family, then the provider's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from textual import events, on

from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.families import FAMILIES
from inspector.analysis.must_keep.asked import MustKeep
from inspector.analysis.must_keep.breaches import watch
from inspector.analysis.sendable.explain import told as explained
from inspector.analysis.sendable.session import sendable
from inspector.analysis.why.facts import BadFact, Fact
from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.tui.checks.item import Item, of_fact, of_finding, of_rule
from inspector.tui.checks.lines import Checked
from inspector.tui.screens.answering import since
from inspector.tui.screens.stepwise import GROUP, Progress, Step, Stepwise, Unwanted

if TYPE_CHECKING:
    from inspector.tui.screens.asking_why import AskingWhy
    from inspector.tui.session import Session


class CheckWorking(Stepwise):
    """Families that were looked for to the end are not looked for again when one goes on."""

    WORK = {GROUP: "not everything could be looked for"}

    def __init__(self, host: AskingWhy, session: Session) -> None:
        super().__init__(host, session)
        self.checked = Checked()
        self._case: Case | None = None
        self._followed: Sequence[Fact] = session.facts

    @property
    def kinds(self) -> int:
        """How many families there are."""
        return len(FAMILIES)

    def forget(self) -> None:
        """What was found under another policy."""
        self.checked, self._case = Checked(), None

    def steps(self) -> Sequence[Step]:
        """Families that were not looked for yet, and all of the rest."""
        self._followed = self.session.facts
        return [self._follower(self._followed), *self._families(), self._ruler()]

    @on(events.ScreenResume)
    def uncovered(self) -> None:
        """Facts may have been added, or taken away, in a room above."""
        if self.session.facts != self._followed and self.settled:
            self.begin()

    def _families(self) -> Iterator[Step]:
        self._case = None
        for at, family in enumerate(FAMILIES):
            if family.name not in self.checked.families:
                words = f"looking for {family.name}, kind {at + 1} of {len(FAMILIES)}"
                yield Step(words, self._finder(family))

    def _finder(self, family: Family) -> Callable[[Replay, Unwanted, Progress], Callable[[], None]]:
        def find(replay: Replay, unwanted: Unwanted, progress: Progress) -> Callable[[], None]:
            case = self._case
            if case is None or case.replay is not replay or case.cancelled is not unwanted:
                case = self._case = Case(replay, unwanted)  # what families share is worked out once
            case.go_on()
            items = [of_finding(each) for each in family.find(case)]
            return lambda: self.checked.add(family.name, items)

        return find

    def _ruler(self) -> Step:
        def rules(replay: Replay, unwanted: Unwanted, progress: Progress) -> Callable[[], None]:
            found = sendable(replay, cancelled=unwanted, progress=progress)
            if found is None:
                raise Cancelled
            items = [of_rule(each) for each in explained(replay, found)]
            return lambda: self._ruled(found.provider or "", items, found.unasked)

        return Step("holding every view against the provider’s rules", rules)

    def _follower(self, facts: Sequence[Fact]) -> Step:
        def facts_of(replay: Replay, unwanted: Unwanted, progress: Progress) -> Callable[[], None]:
            items = list(_watched(replay, facts, unwanted))
            kind = since(replay.certificate() if replay.requests else None)
            return lambda: self._watched(items, kind)

        return Step("following the facts", facts_of)

    def _ruled(self, provider: str, items: list[Item], unasked: str) -> None:
        self.checked.provider, self.checked.breaches, self.checked.unasked = provider, items, unasked

    def _watched(self, items: list[Item], certificate: str) -> None:
        self.checked.facts, self.checked.certificate = items, certificate

    def reached(self) -> None:
        """The list says, too, what is being looked for."""
        self.show()


def _watched(replay: Replay, facts: Sequence[Fact], unwanted: Unwanted) -> Iterator[Item]:
    for fact in facts:
        try:
            yield from (of_fact(each) for each in watch(replay, [MustKeep(fact)], unwanted))
        except BadFact as error:
            yield Item("note", "fact", str(error))
