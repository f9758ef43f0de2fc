"""A source with what is looked up in it of runs and what was told of them."""

from __future__ import annotations

from inspector.summary.audit.called import Calls
from inspector.summary.audit.ended import Ended
from inspector.summary.audit.source import Source
from inspector.summary.audit.told import Record
from inspector.summary.audit.turned import Rows


class Beside:
    """A source with what is looked up in it."""

    def __init__(self, source: Source) -> None:
        self.runs = source.keep("ended", lambda: Ended(source))
        self.calls = source.keep("calls", lambda: Calls(source, self.runs))
        self.record = source.keep("told", lambda: Record(source))
        self.rows = source.keep("rows", lambda: Rows(source))
