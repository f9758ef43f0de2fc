"""Which messages a prompt holds, and what was cleared from it, against the rules walked through at every history."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.meter.provider.fixed import CLEARED, cleared
from inspector.meter.provider.held import held
from inspector.transcript.model import Transcript
from tests.meter.provider.sessions import Kind, session
from tests.meter.provider.test_charges import compactions

RECORD = session(3, Kind(turns=4, calls=2)).transcript
COUNT = len(RECORD.messages)


@given(found=st.lists(compactions(COUNT), max_size=5), history=st.integers(0, COUNT))
def test_the_last_full_compaction_before_tells(found: list, history: int) -> None:  # type: ignore[type-arg]
    """The last one in the record, whatever their order is; what it left, then all that came after it."""
    behind = [one for one in found if one.kind == "full" and one.since <= history]
    told = held(Transcript("test", RECORD.messages, compactions=tuple(found)), history)
    if not behind:
        assert told == ((), 0)
        return
    last = behind[-1]
    kept = last.order if last.order is not None else (*RECORD.structure.system, *last.preserved)
    stop, start = (history, last.rest) if last.order is not None else (last.before, last.before)
    assert told == (tuple(dict.fromkeys(at for at in kept if at < stop)), start)


@given(found=st.lists(compactions(COUNT), max_size=4), history=st.integers(0, COUNT))
def test_results_that_were_there_are_gone_but_for_a_placeholder(found: list, history: int) -> None:  # type: ignore[type-arg]
    transcript = Transcript("test", RECORD.messages, compactions=tuple(found))
    shape, sizes = transcript.structure, range(100, 100 + len(transcript.structure.blocks))
    expected: dict[int, int] = {}
    for block in shape.results:
        name, owner = shape.blocks[block].tool_id, shape.owner[block]
        clearing = [one for one in found if one.since <= history and name in (*one.cleared, *one.replaced)]
        if clearing and owner < clearing[-1].since:
            expected[owner] = expected.get(owner, 0) + sizes[block] - CLEARED
    assert cleared(transcript, sizes, history) == expected
