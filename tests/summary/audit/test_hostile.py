"""Texts made to be slow or to break a reader: an audit of them ends, in time that grows with their length only."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.pace import within
from tests.summary.talk import Talk

ORDINARY = "The user said that a.py passed and 1,234 tests failed with `git status`; do not touch a/b."
TEXTS = {
    "nothing": "",
    "letters": "a" * 50_000,
    "quotes": '"' * 50_000,
    "back quotes": "`" * 50_000,
    "slashes": "/" * 50_000,
    "folders": "ab/" * 17_500,
    "numbers": "1,234 " * 7_500,
    "digits": "1" * 50_000,
    "commas": "1," * 25_000,
    "denials": "not " * 12_500,
    "sayings": "The user said that " * 2_500,
    "chinese": "不能" * 25_000,
    "escapes": "\x1b[" * 25_000,
    "controls": "\x00\x07\u202e" * 7_500,
    "surrogates": "\ud800 " * 7_500,
    "codes": "exit code 1 " * 4_000,
    "quoted": '"a b c d e f" ' * 3_500,
    "joined": "and passed, " * 4_500,
    "alternatives": "a/b " * 12_500,
    "brackets": "(" * 50_000,
    "wide capitals": "İ" * 12_500,
}
"""Fifty thousand characters each, or so: what grows with their square takes minutes."""


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_summary_ends(name: str) -> None:
    with within(3):
        found = audit(Source.of(Talk().user("Fix a.py.").says("Done.").request()), TEXTS[name])
    assert 0 <= found.score <= 1


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_source_ends(name: str) -> None:
    text = TEXTS[name]
    with within(3):
        source = Source.of(Talk().user(text).says(text).ran(text, text).request())
        found = audit(source, ORDINARY)
    for finding in found.findings:
        assert 0 <= finding.span.start < finding.span.end <= len(ORDINARY)
        assert all(0 <= span.start <= span.end <= len(source.block(span.block)) for span in finding.sources)


def test_nothing_against_nothing() -> None:
    found = audit(Source(()), "")
    assert found.coverage == ()
    assert found.findings == ()
    assert found.score == 1
