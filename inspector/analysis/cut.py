"""A cut: a place in a session where a summary takes the place of older messages, and what was asked and answered there."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.engine.summariser import SummaryRequest
from inspector.summary.answer import Answer

WHOLE = 3
"""How many times the record an agent may count before the record is held for a part."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """One summary of a replay. `number` is the request of the session before which it is made, `layer` who asks for it.

    `before` and `after` are sizes of the whole view in the policy's meter. `answer` is what the summariser said (None when
    it said nothing), `reason` why it did not come into the view ("" when it did). A cut with neither is approximate: no
    answer was at hand. `generation` counts the summaries that stand in each other: 1 is made of messages alone.
    `told` is the size before a recorded summary as the agent itself gave it, in tokens.
    """

    number: int
    layer: str
    request: SummaryRequest
    answer: Answer | None
    reason: str
    before: int
    after: int
    generation: int = 1
    told: int | None = None

    @property
    def text(self) -> str:
        """The summary as the summariser wrote it; "" when there is none."""
        return self.answer.text.strip() if self.answer is not None else ""

    @property
    def approximate(self) -> bool:
        """The summary is not written yet; sizes assume what it may take."""
        return not self.text and not self.reason

    @property
    def partial(self) -> bool:
        """The record begins in the middle: the agent summarised much more than the record holds.

        What an agent counts holds its own prompt, tools and thoughts, too, which are often as much as the record.
        """
        return self.told is not None and WHOLE * self.before < self.told

    @property
    def covers(self) -> tuple[str, str]:
        """The first and the last block that it stands for itself, as `3.1`; two empty names when it stands for none."""
        names = [part.name for part in self.request.parts if part.name[:1].isdigit()]
        return (names[0], names[-1]) if names else ("", "")
