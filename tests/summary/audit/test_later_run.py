"""What is told of a later time: a later run of the same program that ended so speaks for it."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.findings.outcome import find
from inspector.summary.audit.later_run import is_of_later_run
from inspector.summary.audit.shapes import Finding, Range, Span
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Make the release ready.")
    .ran("npx site-env start", "port 8888 is taken\nexit code: 1", error=True)
    .ran("SITE_PORT=8890 npx site-env start", "started\nexit code: 0")
    .ran("checkbook out/a.book", "23 errors\nexit code: 1", error=True)
    .ran("make book && checkbook out/a.book --json", "0 warnings, all fine\nexit code: 0")
    .ran("lint --strict src", "2 problems\nexit code: 1", error=True)
    .ran("perl -c bin/old.pl", "no module\nexit code: 2", error=True)
    .ran("podman run -v $PWD:/w legacy perl -c /w/bin/old.pl", "syntax fine\nexit code: 0")
    .request()
)


def is_later(text: str, told: str, program: str) -> bool:
    """Asked of a finding on a part of a text that goes by the first run of a program."""
    piece = next(each for each in SOURCE.pieces if each.voice == "tool" and program in str(each))
    at = text.index(told)
    finding = Finding("reversed status", "", Range(at, at + len(told)), (Span(piece.name, 0, 1),))
    return is_of_later_run(SOURCE, Summary(text), finding)


@pytest.mark.parametrize(
    ("text", "told", "program"),
    [
        (
            "site-env start failed with exit code 1. site-env start succeeded then.",
            "site-env start succeeded",
            "site-env",
        ),
        ("checkbook failed with 23 errors; later passed with 0 warnings.", "later passed with 0 warnings", "checkbook"),
        ("perl -c failed with exit code 2; in the container it passed.", "in the container it passed", "perl -c"),
        ("之后 site-env start 成功。", "之后 site-env start 成功", "site-env"),
        ("perl -c failed, and finally passed.", "finally passed", "perl -c"),
    ],
)
def test_a_later_run_of_the_program_that_ended_so_speaks_for_it(text: str, told: str, program: str) -> None:
    assert is_later(text, told, program)


@pytest.mark.parametrize(
    ("text", "told", "program"),
    [
        ("site-env start succeeded.", "site-env start succeeded", "site-env"),
        ("Then site-env start succeeded.", "site-env start succeeded", "site-env"),
        ("lint failed; later it passed.", "later it passed", "lint"),
        ("checkbook later passed with 23 errors.", "checkbook later passed", "checkbook"),
        ("perl -c failed; later it passed with exit code 2.", "later it passed", "perl -c"),
    ],
)
def test_of_the_earlier_time_of_what_only_failed_and_with_its_details_nothing_does(
    text: str, told: str, program: str
) -> None:
    assert not is_later(text, told, program)


TURNS = Source.of(
    Talk()
    .user("Promote the files.")
    .ran("dune runtest", "2 of 148 files differ in stage_geo_db\nexit code: 1", error=True)
    .says("dune runtest failed, two files differ.")
    .ran("dune promote a.expected && dune runtest", "148 files fine\nexit code: 0")
    .request()
)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("dune runtest passed after dune promote.", True),
        ("dune runtest failed after dune promote.", False),
        ("dune runtest failed before the agent changed anything.", True),
        ("dune runtest ended with exit code 0 before the agent changed anything.", False),
        ("dune runtest failed with exit code 1 in stage_geo_db.", True),
        ("dune runtest ended with exit code 0 in stage_geo_db.", False),
    ],
)
def test_the_time_and_what_only_one_output_has_say_which_run_is_meant(text: str, is_true: bool) -> None:
    assert (not list(find(TURNS, Summary(text)))) == is_true
