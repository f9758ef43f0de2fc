"""Sections that a policy requires: our own stand below them, and the text reads back as without them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.policy.model import SummarySection
from inspector.policy.sections import SECTION_SETS
from inspector.summary import Extractive
from inspector.summary.sections import HEADER, NOTHING, Section, heading, parse
from inspector.summary.size import estimate
from tests.summary.talk import Talk, debugging, entries, quotes, unsupported
from tests.summary.test_properties import talks

SETS = sorted(SECTION_SETS)


def headings(text: str) -> list[str]:
    return [line[2:] for line in text.split("\n") if line.startswith("# ") and line != HEADER]


@pytest.mark.parametrize("name", SETS)
def test_every_required_heading_stands_in_its_place(name: str) -> None:
    required = SECTION_SETS[name]
    text = debugging().summarised(max_size=1_500, sections=required)
    titles = [section.title for section in required]
    assert headings(text)[: len(titles)] == titles
    assert set(headings(text)[len(titles) :]) <= {"Other"}
    assert unsupported(text, debugging()) == []


@pytest.mark.parametrize("name", SETS)
def test_the_same_is_said_and_read_back(name: str) -> None:
    plain = parse(debugging().summarised(max_size=2_000))
    text = debugging().summarised(max_size=2_000, sections=SECTION_SETS[name])
    read = parse(text)
    assert read.free == ()
    assert (read.first, read.last) == (plain.first, plain.last)
    assert {e.line for e in read.entries if e.section is not Section.NAMES} == {
        e.line for e in plain.entries if e.section is not Section.NAMES
    }


def test_what_belongs_where() -> None:
    text = debugging().summarised(max_size=1_500, sections=SECTION_SETS["agent-engineering"])
    pieces = dict(zip(headings(text), text.split("\n# ")[1:], strict=True))
    assert heading(Section.CONSTRAINTS) in pieces["Constraints"]
    assert "not yet verified against the staging gateway" in pieces["Unfinished items"]
    assert "The root cause is" in pieces["Confirmed facts"]
    assert heading(Section.REPLY) not in pieces["Confirmed facts"]


def test_an_empty_section_says_so_and_what_belongs_nowhere_stands_last() -> None:
    required = (SummarySection("Blocked", "", ("blocked",)), SummarySection("Errors", "", ("errors",)))
    lines = Talk().user("Rename the parser, please").says("Ok.").summarised(max_size=900, sections=required).split("\n")
    assert lines[lines.index("# Blocked") + 1] == NOTHING
    assert lines[lines.index("# Errors") + 1] == NOTHING
    assert lines[lines.index("# Other") + 1] == "## Goal"


@pytest.mark.parametrize("name", SETS)
def test_carried_on_in_another_form(name: str) -> None:
    first = debugging().summarised(max_size=1_200, sections=SECTION_SETS[name])
    talk = Talk(first=40).user("Go on with the importer").says("Going on.")
    for more in ({}, {"sections": SECTION_SETS["evo-agent"]}):
        text = talk.summarised(previous=first, max_size=1_200, **more)
        assert quotes(text, "Constraints") == quotes(first, "Constraints")
        assert quotes(text, "Goal") == quotes(first, "Goal")
        assert quotes(text, "Earlier summary") == []
        assert [e.line for e in entries(text, "To-do list")] == [e.line for e in entries(first, "To-do list")]


@settings(max_examples=60)
@given(talks(), st.integers(20, 900), st.sampled_from(SETS))
def test_headings_are_part_of_the_size(talk: Talk, size: int, name: str) -> None:
    request: SummaryRequest = talk.request(max_size=size, sections=SECTION_SETS[name])
    try:
        text = Extractive().summarise(request)
    except SummaryFailed:
        return
    assert estimate(text) <= size
    assert parse(text).free == ()
    assert unsupported(text, talk) == []


def test_another_form_is_another_question() -> None:
    writer = Extractive()
    plain = writer.summarise(debugging().request(max_size=900))
    assert writer.summarise(debugging().request(max_size=900, sections=SECTION_SETS["evo-agent"])) != plain
