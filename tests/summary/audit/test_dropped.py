"""Rows of words that the record has with a denial in their midst, told with it and without."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.findings import dropped
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user(
        "Speed up the importer. The figures must not leave the ward network. What I don't want: one that isn't signed by"
        " both wards."
    )
    .says(
        "Nicknames of staff would not be found that way, and I haven't read the retry code of the importer yet. The old"
        " reports won't be converted. Should we not open the second queue?"
    )
    .user("Fine. But commit the config, not the old csv files.")
    .says("The old reports will be converted after all, with the second tool. The run isn't in the June ledger.")
    .user("生产库不能直接重建索引，先写步骤。")
    .request()
)


def found(text: str) -> bool:
    return bool(list(dropped.find(SOURCE, Summary(text))))


@pytest.mark.parametrize(
    "text",
    [
        "The agent said that nicknames of staff would be found that way.",
        "Open: the agent has read the retry code of the importer.",
        "The user: the figures must leave the ward network.",
        "用户说生产库可以直接重建索引。",
    ],
)
def test_a_row_without_its_denial_is_found(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The agent said that nicknames of staff would not be found that way.",
        "The user forbids that the figures leave the ward network.",
        "It is open whether nicknames of staff would be found that way.",
        "The old csv files were not committed.",
        "The old reports will be converted after all.",
        "A report has to be signed by both wards.",
        "The second queue is opened.",
        "In the June weeks it ran.",
        "用户说生产库不能直接重建索引。",
    ],
)
def test_what_is_true_or_left_open_is_not(text: str) -> None:
    assert not found(text)


ASKED = Source.of(
    Talk()
    .says(
        "I don't know the exact definition of terms; could you give me the sentence? Did I not close the small second gate?"
        " The fake clock has no effect on the nightly run. It needs another role, and I did not try one."
    )
    .request()
)


@pytest.mark.parametrize(
    ("text", "contrary"),
    [
        ("The agent knows the exact definition of terms.", True),
        ("The fake clock has an effect on the nightly run.", True),
        ("It needs another role, and the agent tried one.", True),
        ("The agent closed the small second gate.", False),
        ("The fake clock has no effect on the nightly run.", False),
    ],
)
def test_only_the_last_clause_of_a_question_is_asked(text: str, contrary: bool) -> None:
    assert bool(list(dropped.find(ASKED, Summary(text)))) is contrary
