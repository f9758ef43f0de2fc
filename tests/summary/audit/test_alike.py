"""What another says word for word is not the person's, however short it is, and however many of its words were typed apart."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("The list shows orders twice. Look at the cursor of the interface first, drills are on drill-01.")
    .says(
        "One is a T-junction. Only the audio recorder uses it, not sync. I switch to the cursor. I recommend more memory."
    )
    .user("Do as you think. What do you propose for the refund, half?")
    .says("I propose to refund nothing or, as goodwill, half of it, 130.00 EUR; you decide.")
    .ran("cat docs/api.md", "with a cursor the page is ignored\nsize: at most 50")
    .request()
)


def certain(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "The user said that one is a T-junction.",
        "The user said that only the audio recorder uses ring-buffer-rs, not sync.",
        "The user decided to switch to the cursor.",
        "The user recommended more memory.",
        "The user proposed to refund nothing or, as goodwill, half of it, 130.00 EUR.",
        "The user said: with a cursor the page is ignored, size at most 50.",
    ],
)
def test_what_another_says_word_for_word(text: str) -> None:
    assert "false attribution" in certain(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user said that the list shows orders twice.",
        "The user asked to look at the cursor of the interface.",
        "The user asked for a proposal for the refund.",
        "The agent recommended more memory.",
        "The agent proposed to refund nothing or half of it, 130.00 EUR, and the user decides.",
    ],
)
def test_what_is_true_is_not_flagged(text: str) -> None:
    assert certain(text) == set()


TALK = (
    Talk()
    .user("Lines were rejected. For these, resend or manual entry?")
    .says("Resending may post them twice. A manual entry of 11 lines is safe. I recommend the manual entry.")
    .user("Manual entry, then. I suggest to post it on Friday.")
    .says("I suggest to post it on Friday as well, after the check.")
)


def test_what_the_model_says_of_itself_is_not_the_persons() -> None:
    source = Source.of(TALK.request())
    assert audit(source, "The user recommended the manual entry.").findings
    assert not audit(source, "The user chose the manual entry.").findings


def test_what_the_person_said_before_the_model_is_the_persons() -> None:
    assert not audit(Source.of(TALK.request()), "The user suggested to post it on Friday.").findings


def test_what_follows_the_persons_own_words_may_be_told_of_somebody_else() -> None:
    assert certain("The user said that the list shows orders twice, one is a T-junction.") == set()
    assert certain("The user said that somebody looked at it, only the audio recorder uses it, not sync.")


def test_each_part_of_a_joined_sentence_is_judged() -> None:
    assert certain(
        "The user found that the page is a bit slow and only the audio recorder uses ring-buffer-rs, not sync."
    )


def test_chinese() -> None:
    source = Source.of(
        Talk().user("列表里订单重复，看看 cursor。").says("我改成 cursor。日志不全，原因还不清楚。").request()
    )
    assert audit(source, "用户决定改成 cursor。").findings
    assert audit(source, "客户端被杀，用户说原因还不清楚。").findings
    assert not audit(source, "用户说列表里订单重复。").findings
    assert not audit(source, "助手决定改成 cursor。").findings


def test_a_bare_option_and_numbers_with_and_without_commas() -> None:
    talk = Talk().user("Migrate the ids.").says("Two ways. A. rewrite. B. copy in batches. I propose B.").user("Yes.")
    source = Source.of(talk.says("Of 10,377 rows copied 12 had no owner, so I stop.").request())
    assert audit(source, "The user proposed B and the agent agreed.").findings
    assert audit(source, "The user said that of 10377 rows copied 12 had no owner.").findings
    assert not audit(source, "The agent proposed B and the user agreed.").findings
