"""The corpus that the audit is measured on: large enough, the same for the same seed, and what it calls false is false."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.summary.corpus import spans
from tests.summary.corpus.cases import Case, Half, cases, present
from tests.summary.corpus.corrupt import KINDS, corruptions, is_known, of_case


@pytest.mark.parametrize("half", present())
def test_each_half_has_five_sessions_and_fifty_five_summaries(half: Half) -> None:
    assert len(cases(half)) >= 5
    assert all(len(case.summaries) >= 6 for case in cases(half))
    assert sum(len(case.summaries) for case in cases(half)) >= 55
    if half != "report":  # what is reported was written last, and in English only
        assert any(re.search("[一-鿿]", case.summaries[0].text) for case in cases(half))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_paths_and_identifiers_of_true_summaries_stand_in_the_session(case: Case) -> None:
    for summary in case.summaries:
        for form in (spans.PATH, spans.IDENTIFIER):
            for match in form.finditer(summary.text):
                assert is_known(match.group().rstrip("/"), case), (summary.style, match.group())


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_what_true_summaries_quote_was_said(case: Case) -> None:
    said = " ".join(case.words.split())
    for summary in case.summaries:
        for match in spans.QUOTATION.finditer(summary.text):
            assert " ".join(match.group(match.lastindex or 0).lower().split()) in said, summary.style


HALF: Half = "report"
"""The half of which every corruption is looked at: what is reported."""


def test_there_are_enough_corruptions_of_each_kind() -> None:
    counts = Counter(each.kind for each in corruptions(HALF))
    assert sum(counts.values()) >= 300
    assert all(counts[kind] >= 20 for kind in KINDS), counts


def test_the_same_seed_makes_the_same_corruptions() -> None:
    case = cases(HALF)[0]
    first, again, other = ([each.text for each in of_case(case, seed)] for seed in (6, 6, 7))
    assert first == again
    assert first != other


def test_a_corruption_changes_one_place_and_says_where() -> None:
    for each in corruptions(HALF):
        good, (start, end) = each.case.summaries[each.summary].text, each.span
        assert len(each.text) - len(good) == len(each.after) - len(each.before)
        assert each.after.strip() in each.text[start:end]
        assert each.text[:start] == good[:start]
        assert good.endswith(each.text[end:])


def test_changed_paths_numbers_and_identifiers_are_unknown_to_the_session() -> None:
    for each in corruptions(HALF):
        if each.kind in {"path", "number", "identifier"}:
            assert not is_known(each.after, each.case), (each.case.name, each.after)
