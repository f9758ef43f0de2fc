"""Numbers in words."""

from __future__ import annotations

import pytest

from inspector.phrases import counted, short, span, spans


def test_one_and_many() -> None:
    assert counted(1, "message") == "1 message"
    assert counted(0, "message") == "0 messages"
    assert counted(1_200, "summary", "summaries") == "1,200 summaries"


def test_from_where_to_where() -> None:
    assert span(1_007, 1_007) == "1,007"
    assert span(7, 9) == "7–9"
    assert spans("request", 7, 7) == "request 7"
    assert spans("request", 7, 9) == "requests 7–9"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1k"),
        (84_120, "84.1k"),
        (99_949, "99.9k"),
        (99_950, "100k"),
        (999_499, "999k"),
        (999_500, "1M"),
        (31_400_000_000, "31.4G"),
        (-2_500, "-2.5k"),
    ],
)
def test_few_cells(number: int, text: str) -> None:
    assert short(number) == text
