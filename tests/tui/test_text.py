"""Hostile text: nothing that a terminal would obey comes out, and no line is wider than it may be."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len, get_character_cell_size, split_graphemes

from inspector import terminal_text
from inspector.terminal_text import cells, clip, fold, folded, pad, sanitise
from tests.pace import within

FORBIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
ODD = st.sampled_from(
    [
        "\x1b]0;title\x07",
        "\x1b[2J",
        "\x9b2J",
        "\t",
        "\r\n",
        "\r",
        "\n",
        "\x00",
        "\x7f",
        "\x85",
        "\u2028",
        "\u202e",
        "\ud800",
        "\u200d",
        "\ufe0f",
        "👩‍👩‍👧‍👦",
        "🇩🇪",
        "👍🏽",
        "日本語",
        "e\u0301",
        "क्‍ष",
        "☺️",
        "[/not] [markup]",
        "word word ",
        "\u0301" * 40,
        "שלום",
        "│█▏",
        "\U000e0041",
        "\xad",
    ]
)
HOSTILE = st.lists(ODD | st.text(st.characters(), max_size=12), max_size=30).map("".join)


@given(HOSTILE)
def test_sanitised_text_holds_nothing_that_a_terminal_obeys(text: str) -> None:
    assert not FORBIDDEN.search(sanitise(text))


@given(HOSTILE)
def test_sanitising_twice_is_sanitising_once(text: str) -> None:
    assert sanitise(sanitise(text)) == sanitise(text)


@given(HOSTILE, st.integers(1, 40), st.integers(1, 60))
def test_folded_lines_are_safe_and_never_too_wide(text: str, width: int, limit: int) -> None:
    lines = fold(text, width, limit)
    assert 1 <= len(lines) <= limit
    for line in lines:
        assert not FORBIDDEN.search(line)
        assert cell_len(line) <= width
        assert split_graphemes(line)[1] <= width


@given(HOSTILE, st.integers(1, 40))
def test_folding_covers_the_text_without_gap_or_overlap(text: str, width: int) -> None:
    position = 0
    for line in folded(text, width):
        assert line.start == position
        assert line.stop > line.start or not text
        position = line.stop
    assert position == len(text)


@given(st.text("abc \n", max_size=200), st.integers(2, 20))
def test_folding_loses_only_blanks(text: str, width: int) -> None:
    assert "".join(fold(text, width, 10_000)).replace(" ", "") == text.replace("\n", "").replace(" ", "")


@given(HOSTILE, st.integers(0, 40))
def test_a_preview_is_one_safe_line_of_at_most_the_width(text: str, width: int) -> None:
    line = clip(text, width)
    assert not FORBIDDEN.search(line)
    assert cells(line) <= width


@given(HOSTILE, st.integers(0, 40), st.booleans())
def test_padded_text_has_exactly_the_width(text: str, width: int, right: bool) -> None:
    assert cells(pad(sanitise(text), width, right)) == width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "␛[31mred"),
        ("\x00\x07", "␀␇"),
        ("a\nb", "a␊b"),
        ("\x7f\x9b", "��"),
        ("\u202egnp.exe", "�gnp.exe"),
        ("\ud83d", "�"),
        ("a\tb", "a   b"),
        ("\u2028\x85", "��"),
        ("see [/foo]", "see [/foo]"),
        ("family 👩‍👩‍👧", "family 👩\u200b👩\u200b👧"),
        ("👍🏽 ❤️", "👍\u200b ❤\u200b"),
        ("a\u200db", "a\u200bb"),
        ("\U000e0041", "�"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert sanitise(text) == shown


def test_clean_text_is_returned_as_it_is() -> None:
    text = "plain, über, 日本語 🚀"
    assert sanitise(text) is text


def test_lines() -> None:
    assert fold("", 10, 5) == [""]
    assert fold("a\n\nb\n", 10, 5) == ["a", "", "b"]
    assert fold("a\r\nb\r\n", 10, 5) == ["a", "b"]
    assert fold("one two three", 8, 5) == ["one two", "three"]
    assert fold("abcdefghij", 4, 5) == ["abcd", "efgh", "ij"]
    assert fold("日本語", 4, 5) == ["日本", "語"]
    assert fold("日", 1, 5) == ["�"]
    assert fold("one two three", 8, 5, start=8) == ["three"]
    assert fold("a\tb", 8, 1) == ["a   b"]


def test_previews() -> None:
    assert clip("  a \n\n b ", 10) == "a b"
    assert clip("abcdef", 4) == "abc…"
    assert clip("abcd", 4) == "abcd"
    assert clip("日本語", 4) == "日…"
    assert clip("x" * 1000, 5) == "xxxx…"
    assert clip("", 5) == ""


def test_padding() -> None:
    assert pad("ab", 4) == "ab  "
    assert pad("ab", 4, right=True) == "  ab"
    assert pad("abcdef", 4) == "abc…"


def test_characters_that_are_sliced_are_one_cell_wide_and_join_nothing() -> None:
    for code in range(0x3000):
        if terminal_text._NARROW(chr(code)):
            assert get_character_cell_size(chr(code)) == 1, hex(code)


@pytest.mark.parametrize("unit", ["x", "日", "\u0301", "\x1b[2J", " ", "\t", "👩‍👩‍👧‍👦", "\n"])
def test_a_huge_line_costs_no_more_than_a_short_one(unit: str) -> None:
    text = unit * (13_000_000 // len(unit))
    with within(0.2):
        fold(text, 80, 8)
        fold(text, 80, 8, start=len(text) - 200)
        clip(text, 80)
