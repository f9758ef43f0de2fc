"""Sentences told again nearly word for word, with the word changed that turns them round."""

from __future__ import annotations

import pytest

from inspector.library import load_messages
from inspector.summary.audit import Source, audit
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.findings import retold
from tests.summary.audit.noticed import noticed
from tests.summary.corpus.record import messages_of

SESSION = """@user
Move the importer to the new queue. Don't touch anything under legacy/billing, and never write to the production bucket.
@says
I propose to keep two consumers. The retention job has not been tested against the new queue yet.
@bash make integration
@failed
integration: 3 failed, 40 passed
exit code: 2
@says
The integration run failed because the queue had no dead letter topic. All 43 unit tests pass.
@user
不能改 schema/orders.avsc，下游还在用。
@says
我没有改 schema/orders.avsc。
"""


@pytest.fixture(scope="module")
def source() -> Source:
    return Source.of_messages(load_messages(messages_of(SESSION)).messages)


def reversed_in(source: Source, summary: str) -> list[str]:
    return [
        summary[each.span.start : each.span.end]
        for each in audit(source, summary).findings
        if each.kind == "reversed status"
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Touch anything under legacy/billing.",
        "The user said to always write to the production bucket.",
        "The retention job has been tested against the new queue.",
        "The integration run passed because the queue had no dead letter topic.",
        "All 43 unit tests fail.",
        "用户说可以改 schema/orders.avsc，下游还在用。",
        "Rules: the user said to touch anything under legacy/billing.",
        "助手改了 schema/orders.avsc。",
    ],
)
def test_what_is_turned_round_is_found(source: Source, sentence: str) -> None:
    assert "reversed status" in noticed(source, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Nothing under legacy/billing may be touched.",
        "The user said never to write to the production bucket.",
        "The retention job has not been tested against the new queue yet.",
        "The integration run failed because the queue had no dead letter topic.",
        "All 43 unit tests pass.",
        "用户说不能改 schema/orders.avsc，助手没有改。",
        "If the production bucket is written to, the run is stopped.",
        "Next: test the retention job against the new queue.",
        "Once the retention job has been tested against the new queue, the two consumers are started.",
        "Anything under legacy/billing and the production bucket are off limits.",
        "Should anything under legacy/billing be touched?",
    ],
)
def test_what_is_true_is_left_alone(source: Source, sentence: str) -> None:
    assert not reversed_in(source, sentence)


def test_what_was_lifted_later_is_no_contradiction() -> None:
    later = SESSION + "@user\nThe retention job: it was tested against the new queue by Mara this morning.\n"
    source = Source.of_messages(load_messages(messages_of(later)).messages)
    summary = Summary("The retention job has been tested against the new queue.")
    assert not list(retold.find(source, summary))


def test_a_few_words_of_a_longer_sentence_are_not_that_sentence() -> None:
    said = (
        SESSION
        + "@says\nNo tests validate the exact breakdown of how retention lines were calculated in the old queue.\n"
    )
    source = Source.of_messages(load_messages(messages_of(said)).messages)
    assert not list(retold.find(source, Summary("The tests do validate: three consumers are kept.")))


def test_a_wish_of_the_person_does_not_say_that_it_was_done() -> None:
    said = SESSION + "@user\nThen export figure 3, please.\n@says\nFigure 3 is not exported yet.\n"
    source = Source.of_messages(load_messages(messages_of(said)).messages)
    assert list(retold.find(source, Summary("Figure 3 is already exported.")))


def test_what_stands_in_brackets_may_be_left_out() -> None:
    said = SESSION + "@says\nns2 does not accept SSH from the bastion (timeout on port 22); it does answer DNS.\n"
    source = Source.of_messages(load_messages(messages_of(said)).messages)
    summary = "Current work: ns2 does not accept SSH from the bastion; it does answer DNS."
    assert not list(retold.find(source, Summary(summary)))
    assert list(retold.find(source, Summary(summary.replace("does not accept", "accepts"))))
