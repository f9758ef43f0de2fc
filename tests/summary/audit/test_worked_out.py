"""Numbers that a writer works out, and names that are written otherwise, are no certain findings in free prose."""

from __future__ import annotations

import pytest

from inspector.library import load_messages
from inspector.summary.audit import Source, audit

TALK = [
    {
        "role": "user",
        "content": "Why did our storage bill go from 31,400 to 46,950 dollars? Leave ip/ddr3_mig as it is, "
        "we are on Kestrel v2312.",
    },
    {
        "role": "assistant",
        "content": "There are 137 volumes without an owner, 58 of them have no snapshot. They hold 33,470 GiB.\n"
        "The first scan took 6m41s, the page answered after 23.418 s, the residual was 3.1e-05.\n"
        "Of 26 checks 14 were done. The release is v5.2.0-rc.3, tested with k6 and with Ensembl 110.",
    },
]
PROSE = (
    "Somebody wanted an explanation for a growing invoice, which turned out to come from forgotten disks in one region. "
    "An inventory was made and it became clear how much could be saved by tidying up what nobody owns any more. "
)
"""Enough words of the writer's own that the summary does not keep the record's."""

TRUE = [
    "It rose by 15,550 dollars.",
    "Of all 137 volumes 79 had one, the others not.",
    "All in all 33.5 TB could go.",
    "That scan needed about 400 seconds.",
    "The page needed a bit over 23 s.",
    "It ended with a residual of 0.000031.",
    "Checks were broken off, 12 of the 26 were still outstanding.",
    "Kestrel 2312 is what they have.",
    "The DDR3 core stays.",
    "Release 5.2.0-rc.3 is meant.",
    "The k6-script was written, with Ensembl-110 behind it.",
    "LibreOffice was of no use.",
    "Each disk draws 40 mAh or so, in GiB nobody knows.",
]
FALSE = [
    "It rose by 15,950 dollars.",
    "There were 187 volumes.",
    "All in all 38.5 TB could go.",
    "That scan needed about 700 seconds.",
    "It ended with a residual of 0.000037.",
    "Kestrel 2317 is what they have.",
    "Release 5.2.0-rc.4 is meant.",
    "The k7-script was written.",
    "It was checked with Ensembl-112.",
    "The DDR4 core stays.",
    "Volumes may not hold more than 79 GB.",
]


def _told(sentence: str) -> list[str]:
    return [each.text for each in audit(Source.of_messages(load_messages(TALK).messages), PROSE + sentence).findings]


@pytest.mark.parametrize("sentence", TRUE)
def test_what_can_be_worked_out_is_not_certain(sentence: str) -> None:
    if "40 mAh" in sentence:
        assert not any("mAh" in each or "GiB" in each for each in _told(sentence))
    else:
        assert _told(sentence) == []


@pytest.mark.parametrize("sentence", FALSE)
def test_what_nothing_yields_is_certain(sentence: str) -> None:
    assert _told(sentence)


SLIPS = [
    {
        "role": "user",
        "content": "The aisle is 1.10 m wide, keep at least 0.20 m from the racks, it turned 2.00 times. "
        "The float model has 96.41 % accuracy and the lower bound of the accuracy is 95.61 %, the loss 3.2 %.\n"
        "Savings would be roughly 1,300 dollars a month, for 40 disks. Answers took 83 minutes at the office.",
    }
]


@pytest.mark.parametrize(
    "sentence",
    [
        "Where the robot must go through the aisle it is 3.10 m wide.",
        "The bound for the accuracy of that network became 99.61 %.",
        "Something like roughly 9,300 dollars a month were hoped for.",
    ],
)
def test_one_digit_from_a_number_of_the_same_things_is_no_sum(sentence: str) -> None:
    assert any("unsourced number" in each for each in _kinds(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "Where the robot must go through the aisle it is 1.10 m wide.",
        "The bound was 0.8 percent below the accuracy of the float model.",
        "Something like roughly 1,300 dollars a month were hoped for.",
        "At the office they waited under 85 minutes.",
    ],
)
def test_what_follows_from_numbers_of_other_forms_is_no_slip(sentence: str) -> None:
    assert _kinds(sentence) == []


def _kinds(sentence: str) -> list[str]:
    return [each.kind for each in audit(Source.of_messages(load_messages(SLIPS).messages), PROSE + sentence).findings]


COUNTS = [
    {
        "role": "user",
        "content": "With new loans the debt rises from 18,300 to 23,050, that is a lot. I looked at three of the 47, not more.\n"
        "smoke: 22 checks, 0 failed\nOne disk is faulted, with 14 read and 212 write errors.",
    }
]


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("By then 23,050 will be owed by the town.", "23,450"),
        ("Nobody saw 44 of the 47 mended pages.", "34"),
        ("All 22 smoke checks pass today.", "52"),
        ("The broken disk had 14 read errors in the end.", "17"),
    ],
)
def test_numbers_before_a_comma_or_told_in_part_are_known(sentence: str, wrong: str) -> None:
    first = next(word for word in sentence.split() if word[0].isdigit())
    source = Source.of_messages(load_messages(COUNTS).messages)
    assert not audit(source, PROSE + sentence).findings
    assert audit(source, PROSE + sentence.replace(first, wrong, 1)).findings
