"""When a change pays, worked by hand."""

from __future__ import annotations

import pytest

from inspector.analysis.cost.caching import Caching, Marks
from inspector.analysis.cost.even import _ends, changes, even
from inspector.analysis.cost.summaries import Call
from inspector.analysis.cost.twin import Twin, twin
from inspector.engine import Replay
from inspector.policy import load_text
from inspector.transcript import load_messages
from tests.engine.messages import assistant, step, user

CLEARING = """
schema: compaction-policy/1
name: clearing
state: rewrite
meter: {count: chars, unit: chars}
start: {">=": 5000, unit: chars}
layers:
  - id: clear
    do: clear
    select: tool_result
    notice: "-"
"""
WORD = "word "
"""One token of o200k, repeated: n words are n + 1 tokens with the blank at the end."""


def test_after_how_many_requests() -> None:
    assert even(295, 50) == 6
    assert even(300, 50) == 6
    assert even(301, 50) == 7
    assert even(0, 0) == even(-3, -1) == 0
    assert even(1, 0) is even(1, -5) is None


def cleared(more: int, caching: Caching) -> Twin:
    """A task, a big result that is cleared at request 3, a small one, and so many answers after it."""
    messages = [user("task " * 400), *step("a", WORD * 500), *step("b", WORD * 200)]
    for number in range(more):
        messages += [assistant(f"answer {number}"), user("go on")]
    return twin(Replay(load_messages(messages), load_text(CLEARING)), caching)


def test_a_clearing_that_rewrites_little_for_much() -> None:
    """Request 3 has the task, two calls and two results, all of which are cleared.

    It differs from the first result on. The entry behind the task is within 20 blocks of the end: it is read. Without the
    clearing all of request 2 were read, and call and result b written. Weights: read 0.1, write 1.25.
    """
    found = cleared(3, Caching(minimum=0))
    one, two, three = found.extents[:3]
    assert (two.alike, three.alike) == (1, 2)
    (change,) = changes(found)
    added = found.sums.between(3, 5)
    assert (change.request, change.layers) == (3, ("clear",))
    assert change.before == two.size + added
    assert change.after == three.size
    assert change.rewritten == three.size - one.size
    assert change.again == max(change.rewritten - added, 0), "what came new is not written again"
    once = 0.1 * one.size + 1.25 * (three.size - one.size) - 0.1 * two.size - 1.25 * added
    assert change.once == pytest.approx(once)
    assert change.saves == pytest.approx(0.1 * (two.size + added - three.size))
    assert once < 0
    assert (change.pays, change.paid, change.lasts) == (0, True, 3)


def test_a_saving_lasts_until_the_next_change_that_goes_as_deep() -> None:
    """Of ten requests: the change at 4 (1,000 shared) ends at 8 (500 shared); that at 5 (2,000) lasts until then, too."""
    assert _ends([1_000, 2_000, 500], [4, 5, 8], 11) == [8, 8, 11]
    assert _ends([], [], 11) == []


def test_what_nobody_writes_is_not_paid() -> None:
    found = cleared(3, Caching(minimum=0))
    (free,) = changes(found)
    (asked,) = changes(found, [Call(3, "clear", 900, 0, False, "no summariser", by="nobody")])
    assert asked.once == free.once


def test_the_call_of_a_summariser_is_paid_first() -> None:
    """Its input costs 1 a token, its output 5: what it sends and says decides after how many requests it pays."""
    found = cleared(3, Caching(minimum=0))
    (free,) = changes(found)
    (paid,) = changes(found, [Call(3, "clear", 900, 20, True)])
    assert paid.once == pytest.approx(free.once + 900 + 100)
    assert paid.pays == -(-round(paid.once, 6) // free.saves)
    assert (paid.lasts, paid.paid) == (3, False)


def test_after_the_cache_has_expired_a_clearing_costs_nothing_more() -> None:
    """Both prompts would have been written whole: the smaller one is cheaper at once."""
    from tests.analysis.cost.sessions import timed

    messages = [user("task " * 400), *step("a", WORD * 500), *step("b", WORD * 200), assistant("done"), user("more")]
    transcript = timed(load_messages(messages), (1000.0,))
    found = twin(Replay(transcript, load_text(CLEARING)), Caching(ttl=300, minimum=0))
    (change,) = changes(found)
    assert change.once == pytest.approx(1.25 * (change.after - change.before))
    assert change.pays == 0


def test_without_marks_every_token_counts_whole() -> None:
    found = cleared(2, Caching(marks=Marks(False, 0), minimum=0))
    (change,) = changes(found)
    assert change.once == change.after - change.before
    assert change.saves == change.before - change.after


def test_a_view_that_only_grows_has_no_change() -> None:
    found = twin(Replay(load_messages([user("a"), assistant("b"), user("c")])), Caching(minimum=0))
    assert changes(found) == ()
    assert changes(twin(Replay(load_messages([])))) == ()
