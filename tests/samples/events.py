"""Ways to write a session down as an event log, with the full outputs that its previews point to."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.samples.forms import Anthropic, Json, lines, made_id


def pointer_to(session: str, file: str, data: bytes) -> str:
    """The pointer that a harness writes down when it keeps an output as an artifact."""
    return f"artifact:{session}:{file}:{hashlib.sha256(data).hexdigest()[:12]}"


def preview(text: str, notice: str, head: int, tail: int, **slots: object) -> str:
    """The first and the last lines of an output, between them a notice that may name what was left out."""
    rows = text.splitlines()
    left_out = len(rows) - head - tail
    assert left_out > 0, len(rows)
    said = notice.format(lines=left_out, total_lines=len(rows), chars=len(text), next_line=head + 1, **slots)
    return "\n".join([*rows[:head], said, *rows[-tail:]]) + "\n"


@dataclass
class Events(Anthropic):
    """Messages that are recorded as events: an id, the session, a number without gaps, and the time."""

    start: datetime = datetime.min
    known: dict[int, datetime] = field(default_factory=dict)

    @property
    def here(self) -> int:
        """The sequence of the newest event."""
        return len(self.messages)

    def at(self, moment: datetime) -> None:
        """The next event happens then."""
        self.known[self.here] = moment

    def times(self) -> list[datetime]:
        """When each event was recorded. A person needs minutes, a tool or a reply needs seconds."""
        rng = random.Random(self.name)
        now, found = self.start, []
        for position, message in enumerate(self.messages):
            typed = isinstance(message["content"], str)
            pause = rng.randrange(40, 400) if typed else rng.randrange(2, 31)
            now = self.known.get(position, now + timedelta(seconds=pause))
            found.append(now)
        return found

    def events(self) -> list[Json]:
        return [
            {
                "event_id": "evt_" + made_id(self.name, "event", sequence),
                "session_id": self.name,
                "sequence": sequence,
                "timestamp": at.isoformat(),
                "message": message,
            }
            for sequence, (at, message) in enumerate(zip(self.times(), self.messages, strict=True), start=1)
        ]

    def log(self) -> bytes:
        return lines(self.events())
