"""Marks asked by request say what a walk over all of them would say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.tui.widgets.timeline_marks import URGENCY, Mark, MarkList, Marks

BAR = 25
requests = st.integers(1, BAR)
marks = st.builds(
    Mark,
    requests,
    st.sampled_from(URGENCY),
    st.sampled_from(["", "fold", "prune"]),
    st.integers(0, 4) | st.just(10**12),
)
sources = st.lists(st.lists(marks, max_size=12), max_size=3)


def by_request(source: list[Mark]) -> list[Mark]:
    return sorted(source, key=lambda mark: mark.request)


@given(sources, requests, requests)
def test_asked_by_request(given: list[list[Mark]], one: int, other: int) -> None:
    found, every = Marks(*map(MarkList, given)), [mark for source in given for mark in by_request(source)]
    assert [*found] == every
    assert len(found) == len(every)
    assert found.at(one) == [mark for mark in every if mark.request == one]
    assert found.requests == sorted({mark.request for mark in every})
    assert set(found.kinds) == {mark.kind for mark in every}
    after = [mark.request for mark in every if mark.request > one]
    before = [mark.request for mark in every if mark.request < one]
    assert found.beyond(one, 1) == min(after, default=None)
    assert found.beyond(one, -1) == max(before, default=None)
    first, last = min(one, other), max(one, other)
    urgent = sorted((URGENCY.index(m.kind), -m.weight) for m in every if first <= m.request <= last)
    foremost = found.foremost(first, last)
    assert (foremost is None) == (not urgent)
    if foremost is not None:
        assert foremost in every
        assert first <= foremost.request <= last
        assert (URGENCY.index(foremost.kind), -foremost.weight) == urgent[0]


def test_of_equals_the_first_is_foremost() -> None:
    found = Marks.of(Mark(3, "compaction", "a", 5), Mark(4, "compaction", "b", 5), Mark(5, "housekeeping", "c", 9))
    assert found.foremost(1, 9) == Mark(3, "compaction", "a", 5)
    assert found.foremost(4, 9) == Mark(4, "compaction", "b", 5)
    assert found.foremost(6, 9) is None


def test_the_same_lists_are_the_same_marks() -> None:
    """What is drawn already is not drawn again; lists that say the same are not compared."""
    one, other = MarkList([Mark(1, "loss")]), MarkList()
    assert Marks(one, other) == Marks(one, other)
    assert Marks(one) != Marks(one, other)
