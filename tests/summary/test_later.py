"""What the benchmark of summaries takes for a path or an identifier, and when a text holds it."""

from __future__ import annotations

import pytest

from tests.benchmarks.later import holds, share, things


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see src/pay/retry.py:14 and ./run.sh", {"src/pay/retry.py", "./run.sh"}),
        ("call chargeOnce, charge_once and TypeError", {"chargeOnce", "charge_once", "TypeError"}),
        ("func (s *Store) Commit(ctx) { return retry() }", {"Commit", "retry"}),
        ("commit 9f31c2ab of v1.4.2, issue #482, PAY-17", {"9f31c2ab", "v1.4.2", "#482", "PAY-17"}),
        (
            "curl https://gw.example.com/v2/charges on localhost:8080",
            {"https://gw.example.com/v2/charges", "gw.example.com", "localhost:8080"},
        ),
        ("read and/or write the plain words. So it is", set()),
        ("cafe deed 1234567 e.g. 2026", set()),
    ],
)
def test_things_are_known_by_their_form(text: str, found: set[str]) -> None:
    assert things(text) == found


def test_a_thing_is_held_word_for_word_alone() -> None:
    assert holds("in /srv/retry.py now", "retry.py")
    assert not holds("in /srv/retry.pyc now", "retry.py")
    assert not holds("recharge_once", "charge_once")
    assert holds("recharge_once, charge_once", "charge_once")
    assert share("a.py b.py", ["a.py", "c.py"]) == 0.5
