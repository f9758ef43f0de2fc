"""Texts made to be slow or to break a reader: an audit of them ends, in time that grows with their length only."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.pace import within
from tests.summary.talk import Talk

ORDINARY = "The user said that a.py passed and 1,234 tests failed with `git status`; do not touch a/b."
TEXTS = {
    "nothing": "",
    "letters": "a" * 200_000,
    "quotes": '"' * 200_000,
    "back quotes": "`" * 200_000,
    "slashes": "/" * 200_000,
    "folders": "ab/" * 70_000,
    "numbers": "1,234 " * 30_000,
    "digits": "1" * 200_000,
    "commas": "1," * 100_000,
    "denials": "not " * 50_000,
    "sayings": "The user said that " * 10_000,
    "chinese": "不能" * 100_000,
    "escapes": "\x1b[" * 100_000,
    "controls": "\x00\x07\u202e" * 30_000,
    "surrogates": "\ud800 " * 30_000,
    "codes": "exit code 1 " * 16_000,
    "quoted": '"a b c d e f" ' * 14_000,
    "joined": "and passed, " * 18_000,
    "alternatives": "a/b " * 50_000,
    "brackets": "(" * 200_000,
    "wide capitals": "İ" * 50_000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_summary_ends(name: str) -> None:
    with within(8):
        found = audit(Source.of(Talk().user("Fix a.py.").says("Done.").request()), TEXTS[name])
    assert 0 <= found.score <= 1


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_source_ends(name: str) -> None:
    text = TEXTS[name]
    with within(8):
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
