"""A line as runs: voice, inks over it, marks over both; every character once, tabs and wide characters included."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from inspector.terminal_text import Line, folded
from inspector.tui.inks import Ink
from inspector.tui.widgets.runs import Mark, layered, left_out, moved

texts = st.text(alphabet=st.sampled_from("ab \t\n漢\u0301\x1b👩"), max_size=120)
sizes = st.lists(st.integers(0, 9), max_size=12)


def spans(gaps: list[int], size: int) -> list[tuple[int, int]]:
    """Ordered spans that are apart, from the distances between their edges."""
    edges = [min(edge, size) for edge in accumulate(gaps)]
    return [(low, high) for low, high in zip(edges[::2], edges[1::2], strict=False) if low < high]


@given(texts, sizes, sizes, st.integers(4, 40))
def test_every_character_is_drawn_once_in_order(text: str, one: list[int], two: list[int], width: int) -> None:
    inks = [Ink(low, high, "key") for low, high in spans(one, len(text))]
    marks = [Mark(low, high, "removed") for low, high in spans(two, len(text))]
    for line in folded(text, width):
        runs = layered(line, text, "text", inks, marks)
        assert "".join(words for words, _ in runs) == line.text
        assert {style for _, style in runs} <= {"text", "text+ink-key", "removed"}


@given(texts, sizes, st.integers(4, 40))
def test_a_mark_is_where_its_characters_are(text: str, gaps: list[int], width: int) -> None:
    found = spans(gaps, len(text))
    marked = "".join(text[low:high] for low, high in found)
    drawn = "".join(
        words
        for line in folded(text, width)
        for words, style in layered(line, text, "text", marks=[Mark(low, high, "removed") for low, high in found])
        if style == "removed"
    )
    assert drawn.count("a") == marked.count("a")
    assert drawn.count("b") == marked.count("b")
    assert drawn.count("漢") == marked.count("漢")


def test_tabs_move_what_follows_them() -> None:
    text = "\tif x:\treturn"
    [line] = folded(text, 40)
    assert layered(line, text, "text", [Ink(1, 3, "keyword"), Ink(7, 13, "keyword")]) == [
        ("    ", "text"),
        ("if", "text+ink-keyword"),
        (" x:   ", "text"),
        ("return", "text+ink-keyword"),
    ]


def test_marks_hide_inks_and_what_is_left_out_is_a_mark() -> None:
    line = Line("0123456789", 0, 10)
    assert layered(line, line.text, "result", [Ink(2, 8, "string")], left_out([(0, 4), (6, 10)], 10)) == [  # type: ignore[list-item]
        ("01", "result"),
        ("23", "result+ink-string"),
        ("45", "removed"),
        ("67", "result+ink-string"),
        ("89", "result"),
    ]


def test_inks_move_with_a_part_of_a_text() -> None:
    assert moved([Ink(0, 5, "key"), Ink(6, 9, "string")], 7) == [Ink(0, 2, "string")]
