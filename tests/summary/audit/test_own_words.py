"""Clauses told as somebody's own words, with the denial that they have and without."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.findings import dropped, number, outcome, own_words, retold
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("The gauge shows 0 mm since Monday. That can't be. Do not force-unlock the valve without asking.")
    .says("The valve belongs to the night shift. I have not checked the gauge again. May I unlock it?")
    .user("Don't unlock. Stop the logger, I don't need it. If the seal isn't tight, call me. 水泵不要重新启动。")
    .says("make calibrate failed with exit code 1: the port is busy. I think the seal is tight.")
    .user("Check the gauge again before you leave. The hatch isn't locked. I was wrong, the hatch is locked.")
    .says("make calibrate PORT=2 works. It needed 3h41m in all. The seal is not tight.")
    .request()
)


def found(text: str) -> bool:
    return bool(list(own_words.find(SOURCE, Summary(text))))


@pytest.mark.parametrize(
    "text",
    [
        "The user: that can be.",
        "The user: Unlock.",
        "The user: stop the logger, I need it.",
        "The user said that that can be.",
        "用户：水泵可以重新启动。",
    ],
)
def test_own_words_without_their_denial_are_found(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user: that can't be.",
        "The user: don't unlock.",
        "The user: stop the logger, I don't need it.",
        "The user: if the seal is tight, call me.",
        "The user: the hatch is locked.",
        "The agent said that the seal is tight.",
        "The agent: unlock.",
        "Unlock.",
        "用户：水泵不要重新启动。",
    ],
)
def test_what_was_said_or_is_another_s_is_not(text: str) -> None:
    assert not found(text)


def test_what_the_user_orders_is_not_what_the_model_has_not_done() -> None:
    told = Summary("The user: check the gauge again before you leave.")
    assert not list(dropped.find(SOURCE, told))
    assert list(dropped.find(SOURCE, Summary("The agent has checked the gauge again.")))


@pytest.mark.parametrize("text", ["make calibrate passed later.", "Then make calibrate succeeded."])
def test_a_later_run_is_not_held_against_an_earlier_one(text: str) -> None:
    assert not list(retold.find(SOURCE, Summary(text)))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("The calibration needed 3 hours 41 minutes.", True),
        ("The calibration needed 3 hours and 41 minutes.", True),
        ("校准用了 3 小时 41 分。", True),
        ("The calibration needed 3 hours 51 minutes.", False),
        ("校准用了 3 小时 14 分。", False),
    ],
)
def test_a_time_in_hours_and_minutes_is_known_in_whatever_way_it_is_written(text: str, known: bool) -> None:
    assert bool(list(number.find(SOURCE, Summary(text)))) is not known


AGAIN = Source.of(
    Talk()
    .user("Build the tables.")
    .ran("python build_tables.py", "privacy check FAILED: column ward\nexit code: 3", error=True)
    .says("build_tables.py failed with exit code 3: the privacy check takes the column ward for an address.")
    .ran("python build_tables.py", "all checks passed\nexit code: 0")
    .says("Done.")
    .request()
)


@pytest.mark.parametrize(
    ("text", "contrary"),
    [
        ("Later build_tables.py passed, and the privacy check succeeded.", False),
        ("The first build_tables.py passed with exit code 0.", True),
    ],
)
def test_a_check_told_beside_its_run_is_of_that_run(text: str, contrary: bool) -> None:
    assert bool(list(outcome.find(AGAIN, Summary(text)))) is contrary
