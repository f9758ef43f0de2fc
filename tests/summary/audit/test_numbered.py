"""Numbers with leading zeros name things, and bounds are quoted: they stand in the source digit by digit, or not at all."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Migrations are numbered; 0412 was the last. Write 0413 and the swap.")
    .ran("ls db", "0412_users.sql\n0413_orders.sql\n0414_swap.sql")
    .says("0413 ran for 415 s. No lock may be held for more than 10 s.")
    .request()
)


@pytest.mark.parametrize(
    "text",
    ["0412 was the last.", "The migration 0413 ran.", "After 0414 comes the swap.", "The user: no more than 10 s."],
)
def test_the_same_digits_are_the_same_name(text: str) -> None:
    assert audit(SOURCE, text).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "0415 was the last.",
        "The migration 0423 ran.",
        "The migration 041 ran.",
        "The user: a lock is held no more than 60 s.",
    ],
)
def test_other_digits_are_another_name(text: str) -> None:
    assert [each.kind for each in audit(SOURCE, text).findings] == ["unsourced number"]


def test_another_number_in_the_same_words_is_found_where_it_stands() -> None:
    talk = (
        Talk()
        .user("Each model may have 10 % more triangles, that is the limit for each model.")
        .says("60 % of it is done.")
    )
    found = audit(Source.of(talk.request()), "The user: each model may have 60 % more triangles.").findings
    assert [each.kind for each in found] == ["unsourced number"]
    assert audit(Source.of(talk.request()), "The user: each model may have 10 % more triangles.").findings == ()


WORKED = Source.of(
    Talk()
    .user("Find out why the test for expired holds is flaky. No retries please.")
    .ran("docker compose ps", "pg   postgres:15.7   Up 2 seconds   127.0.0.1:55432->5432/tcp")
    .ran("GOMAXPROCS=2 go test -race ./hold", "--- FAIL: TestHold: got two events")
    .ran(
        "sed -i '15s/.*/    address: [198.51.100.19]/' knot.conf && knotc conf-check", "line 22, item 'addres', invalid"
    )
    .ran("gradle :api:test", "87 tests completed, 1 failed")
    .says("All 87 tests of :api pass.")
    .request()
)


@pytest.mark.parametrize(
    "text",
    [
        "The Postgres container is on port 55432.",
        "With GOMAXPROCS=2 the test failed.",
        "The sed command on knot.conf with line 15 failed in conf-check: line 22, item 'addres', invalid.",
        "A new test was added, and all 87 tests pass.",
    ],
)
def test_what_is_numbered_set_or_counted_in_all_is_known_again(text: str) -> None:
    assert audit(WORKED, text).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "The Postgres container is on port 55437.",
        "The sed command on knot.conf with line 35 failed in conf-check: line 22, item 'addres', invalid.",
        "A new test was added, and all 85 tests pass.",
    ],
)
def test_another_one_is_not(text: str) -> None:
    assert [each.kind for each in audit(WORKED, text).findings] == ["unsourced number"]
