"""Inks: colours over a text that stays as it is, for every kind of text and for hostile ones."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.tui.inks import COLOURED, DIFF, INKED, JSON, MARKDOWN, PLAIN, WRITTEN, Ink, Kind, inks, laid_over
from inspector.tui.inks.ink import Name
from inspector.tui.inks.markdown import fences
from tests.pace import within

KINDS = (PLAIN, JSON, DIFF, MARKDOWN, Kind("code", "python"))
EVIL = "\x1b]0;owned\x07 [/red] \u202egnp.exe \ud800 👩‍👩‍👧‍👦 עברית e\u0301 漢字 \x00\x9b31m"


def seen(text: str, kind: Kind) -> list[tuple[str, str]]:
    """What is inked, and how."""
    return [(text[ink.start : ink.stop], ink.name) for ink in inks(text, kind)]


def test_the_names_are_those_that_have_a_style() -> None:
    assert set(COLOURED + WRITTEN) == set(get_args(Name))


def test_json_names_strings_numbers_and_words() -> None:
    text = '{"a": "b\\"c", "n": -1.5e3, "t": [true, null, "x"]}'
    assert seen(text, JSON) == [
        ('"a"', "key"),
        ('"b\\"c"', "string"),
        ('"n"', "key"),
        ("-1.5e3", "number"),
        ('"t"', "key"),
        ("true", "keyword"),
        ("null", "keyword"),
        ('"x"', "string"),
    ]
    assert seen('"cut in the midd', JSON) == [('"cut in the midd', "string")]


def test_a_diff_is_told_line_by_line() -> None:
    text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ def f():\n same\n-old\n+new\n−made here"
    assert seen(text, DIFF) == [
        ("diff --git a/x b/x", "strong"),
        ("--- a/x", "comment"),
        ("+++ b/x", "comment"),
        ("@@ -1,2 +1,2 @@", "key"),
        ("-old", "gone"),
        ("+new", "added"),
        ("−made here", "gone"),
    ]


def test_markdown_keeps_its_marks() -> None:
    text = (
        "# Head\n- an **important** item with `code`\n> *said*\n1. one\n---\n[a](http://b.c) snake_case_name 2 * 3 * 4"
    )
    assert seen(text, MARKDOWN) == [
        ("# Head", "heading"),
        ("-", "keyword"),
        ("**important**", "strong"),
        ("`code`", "string"),
        ("> ", "comment"),
        ("*said*", "emphasis"),
        ("1.", "keyword"),
        ("---", "comment"),
        ("[a](http://b.c)", "key"),
    ]


def test_inside_a_fence_nothing_is_markdown() -> None:
    text = "before\n```python\n# no heading\n**x**\n```\n# after"
    assert seen(text, MARKDOWN) == [("```python", "comment"), ("```", "comment"), ("# after", "heading")]
    [(start, stop, language)] = fences(text)
    assert text[start:stop] == "# no heading\n**x**\n"
    assert language == "python"
    assert fences("~~~~\na\n~~~\nb") == [(5, 12, "")], "a shorter fence closes nothing; one that is not closed goes on"


def test_plain_text_and_code_have_none_at_once() -> None:
    assert list(inks("x = 1", PLAIN)) == []
    assert list(inks("x = 1", Kind("code", "python"))) == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize(
    "text",
    [
        EVIL * 500,
        "x" * 13_000_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000,
        '"' * 50_000,
        "\\" * 50_000,
        '"\\' * 30_000,
        "**a" * 20_000,
        "*a " * 20_000,
        "`" * 50_000,
        "[a](" * 20_000,
        "> " * 30_000,
        "- " * 30_000,
        "_" * 50_000,
        "#" * 50_000,
        "```\n" * 10_000,
        "@@ " * 20_000,
        "1" * 50_000,
        "-1" * 30_000,
        "http://" * 10_000,
        "\n" * 50_000,
    ],
    ids=lambda text: f"{text[:8]!r}×{len(text)}",
)
def test_hostile_texts_cost_little_and_give_sound_inks(text: str, kind: Kind) -> None:
    with within(2):
        found = list(inks(text, kind))
    assert_sound(text, found)


def assert_sound(text: str, found: list[Ink]) -> None:
    """In order, apart, within the text and its bound."""
    end = 0
    for ink in found:
        assert end <= ink.start < ink.stop <= min(len(text), INKED)
        end = ink.stop


@given(st.text(alphabet=st.sampled_from('*_`#>-+@[](){}":,\\ \nab1.𝄞\t'), max_size=300), st.sampled_from(KINDS))
def test_any_text_gives_sound_inks(text: str, kind: Kind) -> None:
    assert_sound(text, list(inks(text, kind)))


spans = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)).map(lambda at: Ink(at[0], at[0] + at[1], "key")))


@given(spans, spans)
def test_inks_laid_over_others_are_seen_and_hide_no_more_than_they_cover(below: list[Ink], above: list[Ink]) -> None:
    over = laid_over([ink._replace(name="string") for ink in below], above)
    assert_sound("x" * 100, over)
    names = {at: ink.name for ink in over for at in range(ink.start, ink.stop)}
    top = {at for ink in above for at in range(ink.start, ink.stop)}
    bottom = {at for ink in below for at in range(ink.start, ink.stop)}
    assert {at for at, name in names.items() if name == "key"} == top
    assert {at for at, name in names.items() if name == "string"} == bottom - top
