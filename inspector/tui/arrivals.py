"""What is worked out, beside the keys, before messages that arrived are shown: sizes, rows, the view. No Textual here."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.engine import Replay
from inspector.meter import carry_sizes
from inspector.transcript.model import Transcript
from inspector.transcript.same import kept_messages
from inspector.transcript.structure_growth import carry_structure
from inspector.tui import replays
from inspector.tui.rows import Rows
from inspector.tui.rows_growth import grown_rows
from inspector.tui.seen import Seen, look
from inspector.tui.session import Session


@dataclass(frozen=True, eq=False)
class Arrival:
    """A newer transcript, ready to be shown. `revision` and `request` are those of the session that it was made for."""

    transcript: Transcript
    rows: Rows
    replay: Replay
    seen: Seen
    revision: int
    request: int
    kept: int
    """Messages that it has in common with the one before."""

    def answers(self, session: Session) -> bool:
        """Whether the session still stands as it was when this was made."""
        return (self.revision, self.request) == (session.revision, session.request)


def arrival(session: Session, transcript: Transcript, rows: Rows, width: int) -> Arrival:
    """Make a newer transcript ready for a session. Only reads the session; takes time in proportion to the transcript."""
    before, revision, request = session.transcript, session.revision, session.request
    kept = kept_messages(before, transcript)
    carry_structure(before, transcript)
    carry_sizes(before, transcript)
    shape = transcript.structure
    wanted = shape.requests if request >= before.structure.requests else min(request, shape.requests)
    replay = replays.quick(transcript, session.replayed, session.summariser, session.durable)
    seen = look(replay, wanted)
    return Arrival(transcript, grown_rows(rows, transcript, width), replay, seen, revision, request, kept)


def is_other(before: Transcript, after: Transcript) -> bool:
    """Whether a newer transcript holds anything that the one before does not."""
    if len(before.messages) != len(after.messages) or kept_messages(before, after) != len(after.messages):
        return True
    return (before.compactions, before.format, before.tools) != (after.compactions, after.format, after.tools)
