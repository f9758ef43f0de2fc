"""The why room without a screen: facts as they are typed and remembered, requests as cells of a lane."""

from __future__ import annotations

import pytest

import inspector
from inspector.analysis.why.facts import LONGEST, BadFact, Fact, block_fact, message_fact, text_fact
from inspector.analysis.why.lanes import Lane
from inspector.transcript.model import Transcript
from inspector.tui.why.facts import MOST, kept, named, of_block, recalled, typed, understood
from inspector.tui.why.lane_rows import LaneRow, Mark, legend, words
from inspector.tui.why.scale import Scale, lane_at


def talk(*texts: str) -> Transcript:
    """Messages of a user and a model in turn."""
    roles = ("user", "assistant")
    return inspector.load_messages([{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)])


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (" read only ", Fact("read only")),
        ("/err \\d+/i", Fact("/err \\d+/i", "pattern")),
        ("7", message_fact(7)),
        ("message 7", message_fact(7)),
        ("#7", message_fact(7)),
        ("11", Fact("11")),
        ('"7"', Fact("7")),
        ('"/x/"', Fact("/x/")),
        ("7431", Fact("7431")),
        ("/etc/hosts", Fact("/etc/hosts")),
    ],
)
def test_what_is_typed(text: str, fact: Fact) -> None:
    assert typed(text, 10) == fact


@pytest.mark.parametrize("text", ["", "  ", "/(/", "x" * (LONGEST + 1)])
def test_what_is_no_fact_says_why(text: str) -> None:
    with pytest.raises(BadFact):
        typed(text, 10)


def test_how_it_is_understood() -> None:
    assert understood("7", 10) == "message 7, followed whole; in quotes it is the text 7"
    assert understood("/a+/", 10) == "a pattern"
    assert understood("a", 10) == "these words, as they stand"
    assert understood("", 10) == ""
    assert "(" in understood("/(/", 10)


def test_a_block_is_its_words_or_where_it_says_little_or_much_its_place() -> None:
    record = talk("never touch migrations", "ok", "x" * (LONGEST + 1))
    assert of_block(record, 0) == Fact("never touch migrations")
    assert of_block(record, 1) == block_fact(1, "2.1")
    assert of_block(record, 2) == block_fact(2, "3.1")


def test_facts_come_back_as_they_were_kept() -> None:
    record = talk("one two three four", "ok")
    facts = (text_fact("/o.e/"), Fact("/o.e/"), message_fact(2), block_fact(1, "2.1"), Fact("text:one\ntwo"))
    assert recalled(kept(facts), record) == facts


@pytest.mark.parametrize(
    "text",
    ["", "text:", "text:  ", "pattern:/(/", "pattern:words", "message:3", "message:0", "message:x", "block:2", "block:-1",
     "other:1", "message:99999999999999999999", "message:²", "text:" + "x" * (LONGEST + 1)],
)  # fmt: skip
def test_what_somebody_else_wrote_is_no_fact(text: str) -> None:
    assert recalled([text], talk("one", "two")) == ()


def test_so_many_and_no_more() -> None:
    assert len(kept([Fact(f"fact {at}") for at in range(20)])) == MOST
    assert len(recalled([f"text:{at}" for at in range(20)], talk("one"))) == MOST


def test_names_fit_and_are_safe() -> None:
    assert named(Fact("never  touch\nmigrations/"), 40) == "“never touch migrations/”"
    assert len(named(Fact("x" * 500), 20)) == 20
    assert "\x1b" not in named(Fact("\x1b[2Jred"), 40)


@pytest.mark.parametrize("requests", [*range(1, 40), 139, 1_000, 10_000])
@pytest.mark.parametrize("room", [1, 7, 78, 118])
def test_every_request_has_a_cell_and_every_cell_its_requests(requests: int, room: int) -> None:
    scale = Scale(requests, room)
    assert 0 < scale.width <= room
    stretches = [scale.stretch(cell) for cell in range(scale.width)]
    assert {at for low, high in stretches for at in range(low, high + 1)} == set(range(1, requests + 1))
    for request in range(1, requests + 1, max(1, requests // 200)):
        low, high = scale.stretch(scale.cell(request))
        assert low <= request <= high


def test_a_loss_is_never_hidden_in_a_cell() -> None:
    lanes = [Lane(1, 499, "verbatim"), Lane(500, 500, "gone"), Lane(501, 1_000, "verbatim")]
    states = Scale(1_000, 10).states(lanes)
    assert states == ["verbatim"] * 4 + ["gone"] + ["verbatim"] * 5


def test_before_it_is_said_there_is_no_lane() -> None:
    lanes = [Lane(3, 5, "verbatim"), Lane(6, 9, "cut")]
    assert lane_at(lanes, 2) is None
    assert lane_at(lanes, 3) == lanes[0]
    assert lane_at(lanes, 9) == lanes[1]
    assert lane_at(lanes, 10) is None
    assert Scale(9, 9).states(lanes) == ["not yet"] * 2 + ["verbatim"] * 3 + ["cut"] * 4


def test_a_request_in_words() -> None:
    row = LaneRow("x", [Lane(2, 4, "verbatim"), Lane(5, 9, "cleared")])
    assert words(row, [], 1, 9) == "request 1 of 9: not said yet"
    assert words(row, [Mark(5, "✗", "lost here by prune")], 5, 9) == "request 5 of 9: ◌ cleared · lost here by prune"
    assert words(None, [], 5, 9) == "request 5 of 9"
    assert words(LaneRow("x", (), "never said"), [], 5, 9) == "request 5 of 9: never said"
    full, short = legend([row], [Mark(5, "✗", "")])
    assert full == "━ in the view  ◌ cleared  ✗ lost" == short
