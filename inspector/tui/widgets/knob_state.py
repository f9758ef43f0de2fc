"""What the knob panel knows: the knobs as shown, values on their way to the screen, and a number being typed. No widget."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from inspector.policy.model import Knob
from inspector.tui.widgets.slider import Span, parse

LONGEST = 18
"""Characters of a number being typed."""

TYPED = "0123456789_,. kKmM"


@dataclass
class KnobState:
    """Knobs and the selected one. Values change here at once and are told to the screen, which answers with `receive`.

    Answers to older changes arrive while a key is held; they must not turn the knob back under the finger.
    """

    knobs: tuple[Knob, ...] = ()
    selected: int = 0
    typing: str | None = None
    """The number being typed, None when nothing is."""
    complaints: dict[str, str] = field(default_factory=dict)
    """Knob name → why what was typed, or what the policy was asked, cannot be."""
    underway: dict[str, list[int]] = field(default_factory=dict)
    """Knob name → the value that the screen last showed, and those told to it since then."""

    @property
    def knob(self) -> Knob | None:
        """The selected knob."""
        return self.knobs[self.selected] if self.knobs else None

    @property
    def changed(self) -> int:
        """How many knobs are not at their default."""
        return sum(knob.changed for knob in self.knobs)

    def receive(self, knobs: tuple[Knob, ...]) -> bool:
        """Take the screen's knobs over. Answers whether these are other knobs than before, so that rows move."""
        others = [knob.name for knob in knobs] != [knob.name for knob in self.knobs]
        if others:
            self.selected, self.typing = 0, None
            self.complaints.clear()
            self.underway.clear()
        self.knobs = tuple(self._settled(knob) for knob in knobs)
        return others

    def _settled(self, knob: Knob) -> Knob:
        """The knob as the screen has it, or at its newest value while older ones are still being answered."""
        told = self.underway.get(knob.name, [])
        if knob.value in told[:-1] and knob.value != told[-1]:
            del told[: len(told) - 1 - told[::-1].index(knob.value)]
            return replace(knob, value=told[-1])
        self.underway.pop(knob.name, None)
        return knob

    def select(self, index: int) -> bool:
        """Select a knob by position; leaves typing. Answers whether anything changed."""
        index = max(0, min(len(self.knobs) - 1, index))
        if index == self.selected:
            return False
        self.selected, self.typing = index, None
        return True

    def set(self, value: int) -> Knob | None:
        """Give the selected knob a value. Answers the new knob if that changes anything."""
        knob = self.knob
        if knob is None:
            return None
        self.complaints.pop(knob.name, None)
        value = span(knob).clamp(value)
        if value == knob.value:
            return None
        self.underway.setdefault(knob.name, [knob.value]).append(value)
        knob = replace(knob, value=value)
        self.knobs = (*self.knobs[: self.selected], knob, *self.knobs[self.selected + 1 :])
        return knob

    def refuse(self, name: str, reason: str, value: int) -> None:
        """The policy cannot have it: back to `value`, and the reason stands in the knob's place."""
        self.underway.pop(name, None)
        self.complaints[name] = reason
        self.knobs = tuple(replace(knob, value=value) if knob.name == name else knob for knob in self.knobs)

    def type(self, character: str) -> None:
        """Add a character to the number being typed, beginning one if need be."""
        if character in TYPED and self.knob is not None:
            self.typing = ((self.typing or "") + character)[:LONGEST]
            self.complaints.pop(self.knob.name, None)

    def rub(self) -> None:
        """Take the last typed character back; an empty number ends the typing."""
        self.typing = (self.typing or "")[:-1] or None
        if self.knob is not None:
            self.complaints.pop(self.knob.name, None)

    def apply(self) -> Knob | None:
        """Use the typed number. One that cannot be used stays, with the reason. Answers the new knob if any."""
        knob, typed = self.knob, self.typing
        if knob is None or not typed:
            self.cancel()
            return None
        number = parse(typed, span(knob))
        if isinstance(number, str):
            self.complaints[knob.name] = number
            return None
        self.typing = None
        return self.set(number)

    def cancel(self) -> None:
        """Leave typing without using the number."""
        if self.knob is not None:
            self.complaints.pop(self.knob.name, None)
        self.typing = None

    def forget(self) -> None:
        """Believe whatever the screen shows next."""
        self.cancel()
        self.complaints.clear()
        self.underway.clear()


def span(knob: Knob) -> Span:
    return Span(knob.min, max(knob.min, knob.max))
