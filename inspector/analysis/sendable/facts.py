"""What the rules need to know of a transcript, worked out once."""

from __future__ import annotations

from bisect import bisect_left

from inspector.analysis.sendable.breach import Provider
from inspector.analysis.sendable.sent import MADE, SYSTEM, Part, recorded_parts
from inspector.analysis.sendable.turns import Given
from inspector.engine.effects import remember
from inspector.transcript.model import Transcript


class Facts:
    """A transcript as the rules see it."""

    def __init__(self, transcript: Transcript, provider: Provider) -> None:
        self.transcript, self.provider = transcript, provider
        self.structure = transcript.structure
        self.parts = recorded_parts(transcript)
        self.after = remember(transcript, ("sent after",), lambda: _after(transcript))
        self.thinks = any(part.signed for part in self.parts) and provider == "anthropic"
        """Whether there is signed thinking that could be bound to what stood before it."""
        self.replies = {messages: request for request, messages in enumerate(self.structure.histories, start=1)}
        """Message (from 0) → the request (from 1) that it is the reply to."""
        self._spoken = [at for at, after in enumerate(self.after) if not _passed(transcript, at)]

    def given(self, request: int, waiting: frozenset[int] = frozenset()) -> Given:
        """What the rules may ask for at a request (0: at none)."""
        history = self.structure.histories[request - 1] if request else 0
        at = bisect_left(self._spoken, history) - 1
        ended = self._spoken[at] if at >= 0 else MADE
        name, model = self.structure.name, self.transcript.model
        return Given(self.provider, name, model, waiting, self.after, ended, self.kept)

    def kept(self, message: int) -> tuple[Part, ...]:
        """The parts of a message as recorded."""
        return tuple(self.parts[self.structure.first[message] : self.structure.first[message + 1]])


def _passed(transcript: Transcript, message: int) -> bool:
    """Whether a message stands in no turn: a system message, or one without blocks."""
    found = transcript.messages[message]
    return found.role in SYSTEM or not found.blocks


def _after(transcript: Transcript) -> tuple[int, ...]:
    """For each message the next one that stands in a turn; the number of messages when there is none."""
    out = [0] * len(transcript.messages)
    following = len(out)
    for message in reversed(range(len(out))):
        out[message] = following
        if not _passed(transcript, message):
            following = message
    return tuple(out)
