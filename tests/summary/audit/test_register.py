"""Whose words a summary is written in: shares worked out by hand."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.register import FEW, KEPT, keeps, kept
from tests.pace import within
from tests.summary.talk import Talk

LINE = "the nightly export reads every row of the ledger twice"
"""Ten words."""
OWN = "so somebody must have felt rather gloomy about such waste"
"""Ten words, of which no four in a row stand in the source."""
ROW = "夜间导出每次都会读取账本两遍"
"""Fourteen letters."""


def source(text: str) -> Source:
    return Source.of(Talk().user(text).request())


def share(text: str, of: str = LINE) -> float | None:
    return kept(source(of), Summary(text))


@pytest.mark.parametrize(("theirs", "own"), [(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)])
def test_the_share_of_lines_that_the_record_has(theirs: int, own: int) -> None:
    text = "\n".join([LINE] * theirs + [OWN] * own)
    assert share(text) == pytest.approx(theirs / 4)


def test_three_words_in_a_row_are_chance_and_four_are_not() -> None:
    """Ten words a line, of which three, or four, stand in a row as in the record."""
    assert share("\n".join([f"the nightly export {OWN.partition('must ')[2]}"] * 5)) == 0
    four = "somebody grumbled that the nightly export reads more than enough"
    assert share("\n".join([four] * 4)) == pytest.approx(0.4)


def test_capitals_and_marks_make_no_difference() -> None:
    assert share("\n".join([f"- **{LINE.title()}**."] * 4)) == 1


def test_a_letter_of_chinese_is_half_a_word() -> None:
    """Eight letters in a row are no chance, seven are: 14 of 14, 8 of 16 and 0 of 14 letters."""
    assert share(f"{ROW}。" * 4, ROW) == 1
    assert share(f"{ROW[:8]}而且非常浪费时间。" * 4, ROW) == pytest.approx(0.5)
    assert share(f"{ROW[:7]}真是太浪费时间。" * 4, ROW) == 0


def test_names_and_headings_are_not_counted() -> None:
    """A list of names has no four in a row, and says nothing of who wrote the sentences."""
    sentences = "\n".join([LINE] * 2)
    names = " ".join(f"src/part{number}.py read_part{number}" for number in range(50))
    assert share(f"## What came of everything up to now\n{sentences}\n- {names}") == 1


def test_a_list_of_names_alone_tells_nothing() -> None:
    assert share(" ".join(f"src/part{number}.py" for number in range(60))) is None


def test_of_few_words_nothing_can_be_told() -> None:
    words = (OWN.split() * 4)[:FEW]
    assert share(" ".join(words)) == 0
    assert share(" ".join(words[1:])) is None
    assert share("") is None


def test_what_is_too_short_counts_as_kept() -> None:
    assert keeps(None)
    assert keeps(KEPT)
    assert not keeps(KEPT - 0.001)


def test_the_audit_says_both() -> None:
    own, theirs, short = (audit(source(LINE), text) for text in ("\n".join([OWN] * 4), "\n".join([LINE] * 4), OWN))
    assert (own.keeps_words, own.kept) == (False, 0)
    assert (theirs.keeps_words, theirs.kept) == (True, 1)
    assert (short.keeps_words, short.kept) == (True, None)


def test_a_sentence_turned_round_is_certain_only_in_the_words_of_the_record() -> None:
    """The same false line: a finding beside lines of the record, a hint beside lines of somebody else's."""
    said = "The migration test failed on the staging database after the upgrade."
    false = said.replace("failed", "passed")
    record = source(f"{said} {LINE}.")
    for others, certain in ((LINE, True), (OWN, False)):
        told = audit(record, "\n".join([f"{others.capitalize()}."] * (4 if certain else 8) + [false]))
        assert told.keeps_words is certain
        assert "reversed status" in {each.kind for each in (told.findings if certain else told.hints)}
        assert "reversed status" not in {each.kind for each in (told.hints if certain else told.findings)}


def test_a_large_source_is_read_once_and_fast() -> None:
    """300 kB of words: read for the first summary, and hardly anything for the next."""
    large = source(" ".join(f"word{number % 977} other{number % 313} and the" for number in range(12_000)))
    assert len(large.low) > 290_000
    taken = Summary("\n".join([OWN] * 100))
    with within(3):
        kept(large, taken)
    with within(0.3):
        kept(large, Summary(taken.text))
