"""Usage that is unsound tells nothing: what the sound reports around it tell stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from inspector.meter.provider import charges, stretches
from inspector.transcript.model import Message, Transcript, Usage
from tests.meter.provider.sessions import Kind, Truth, session
from tests.meter.provider.test_charges import assert_parts_sum

AT = 6
"""The request whose report is spoilt."""


def spoilt(truth: Truth, change: Callable[[Usage, Usage], Usage | None]) -> Transcript:
    """The session with another report of one request; `change` is given the report before it and its own."""
    replies = [at for at, message in enumerate(truth.messages) if message.usage is not None]
    before, here = (truth.messages[replies[at]].usage for at in (AT - 2, AT - 1))
    assert before is not None
    assert here is not None
    messages: list[Message] = list(truth.messages)
    messages[replies[AT - 1]] = replace(messages[replies[AT - 1]], usage=change(before, here))
    return Transcript("test", tuple(messages))


UNSOUND: dict[str, Callable[[Usage, Usage], Usage | None]] = {
    "none": lambda before, here: None,
    "zero": lambda before, here: Usage(),
    "placeholder": lambda before, here: Usage(output=1),
    "repeated": lambda before, here: before,
    "several passes in one": lambda before, here: here._replace(cache_read=2 * here.cache_read),
}


@pytest.mark.parametrize("name", UNSOUND)
@pytest.mark.parametrize("seed", range(4))
def test_an_unsound_report_is_not_used(name: str, seed: int) -> None:
    truth = session(seed, Kind())
    record = spoilt(truth, UNSOUND[name])
    (stretch,) = stretches(record)
    assert AT not in [one.request for one in stretch.requests]
    assert len(stretch.requests) == len(truth.fixed) - 1
    assert_parts_sum(record)
    found = charges(record)
    (fixed,) = found.fixed
    assert fixed.spread == 0
    replies = [at for at, message in enumerate(truth.messages) if message.usage is not None]
    span = range(replies[AT - 2], replies[AT])
    assert sum(found.sizes[at] for at in span) == sum(truth.tokens[at] for at in span)
    assert abs(found.parts(record, AT).total - (truth.fixed[0] + sum(truth.tokens[: replies[AT - 1]]))) < 200


def test_a_reply_that_was_broken_off_is_not_charged() -> None:
    truth = session(2, Kind())
    replies = [at for at, message in enumerate(truth.messages) if message.usage is not None]
    at = replies[AT - 1]
    long = replace(truth.messages[at].blocks[0], body=truth.messages[at].blocks[0].body)
    words = " ".join(["never", "sent"] * 4000)
    messages = list(truth.messages)
    usage = messages[at].usage
    assert usage is not None
    long = replace(long, body=type(long.body)(words, {"type": "text", "text": words}))  # type: ignore[call-arg]
    messages[at] = replace(messages[at], blocks=(long,), usage=usage._replace(output=1))
    for later in replies[AT:]:
        its = messages[later].usage
        assert its is not None
        messages[later] = replace(
            messages[later], usage=its._replace(cache_read=its.cache_read - truth.tokens[at])
        )  # the next prompts go on without it
    record = Transcript("test", tuple(messages))
    assert_parts_sum(record)
    found = charges(record)
    assert found.messages[at] == 0
    assert found.fixed[0].spread == 0


def test_the_model_changes_within_a_session() -> None:
    truth = session(1, Kind(turns=8))
    half = len(truth.messages) // 2
    messages = [
        replace(message, model="claude-other") if at > half and message.usage else message
        for at, message in enumerate(truth.messages)
    ]
    record = Transcript("test", tuple(messages))
    one, two = stretches(record)
    assert (one.begins, two.begins) == ("start", "model")
    assert two.first == one.last + 1
    assert_parts_sum(record)
    before, after = charges(record).fixed
    assert before.spread == after.spread == 0
    assert abs(before.tokens - after.tokens) < 800  # what follows the last reply before the change is calibrated


def test_a_fork_charges_what_it_shares_as_its_parent_does() -> None:
    """Two sessions that share their first messages: a message has the same charge in both wherever both tell."""
    truth = session(3, Kind(turns=8, hidden=0.3, images=0.2))
    whole = truth.transcript
    replies = [at for at, message in enumerate(truth.messages) if message.usage is not None]
    shared = replies[len(replies) // 2]
    other = session(4, Kind(turns=2))
    grown = sum(truth.tokens[:shared])
    tail = [
        replace(each, usage=each.usage._replace(cache_read=each.usage.cache_read + grown)) if each.usage else each
        for each in other.messages
    ]
    fork = Transcript("test", (*truth.messages[:shared], *tail))
    one, two = charges(whole), charges(fork)
    both = [(one.messages[at], two.messages[at]) for at in range(shared - 1)]
    told = [(ours, theirs) for ours, theirs in both if ours is not None and theirs is not None]
    assert len(told) > shared // 2
    assert all(ours == theirs for ours, theirs in told)
