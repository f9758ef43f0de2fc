"""The language of searches: what a line means, and what is said of one that means nothing."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.patterns import QueryError, TooSlow, compiled
from inspector.engine.view import Fate
from inspector.tui.finding.query import Query, Span, Word, parse
from inspector.tui.finding.tokens import tokens
from tests.pace import within


def test_words_and_phrases() -> None:
    query = parse('never "touch the" Migrations never')
    assert query.words == (Word("never", False), Word("touch the", False), Word("Migrations", True))
    assert query.has_text
    assert not query.empty


@pytest.mark.parametrize("text", ["", "   ", '""', '"', "  \t "])
def test_nothing_is_asked_for(text: str) -> None:
    assert parse(text).empty


@pytest.mark.parametrize(
    ("text", "patterns", "words"),
    [
        ("/colou?r/", ["/colou?r/"], []),
        ("/two words/i and", ["/two words/i"], ["and"]),
        (r"/a\/b/", [r"/a\/b/"], []),
        ("/etc/hosts", [], ["/etc/hosts"]),
        ("/etc", [], ["/etc"]),
        ("a/b/c", [], ["a/b/c"]),
        ("//", [], ["//"]),
    ],
)
def test_patterns_and_what_only_looks_like_one(text: str, patterns: list[str], words: list[str]) -> None:
    query = parse(text)
    assert [pattern.text for pattern in query.patterns] == patterns
    assert [word.text for word in query.words] == words


def test_capital_letters_of_a_pattern_count_unless_it_says_otherwise() -> None:
    assert parse("/Never/").patterns[0].find("never") is None
    assert parse("/Never/i").patterns[0].find("a never") == (2, 7)
    assert parse("/^b/").patterns[0].find("a\nb") == (2, 3)


def test_a_match_of_nothing_is_none() -> None:
    assert compiled("x*", "").find("aaxx") == (2, 4)
    assert compiled("x*", "").find("a" * 10_000) is None


def test_fields() -> None:
    query = parse('tool:Read_File path:src/App.py role:asst typed: fate:drop,kept message:12 14..20 tool:"run it"')
    assert query.tools == ("read_file", "run it")
    assert query.paths == ("src/app.py",)
    assert query.roles == {"assistant"}
    assert query.typed
    assert query.fates == {"dropped", "kept"}
    assert query.spans == (Span(12, 12), Span(14, 20))
    assert not query.has_text


@pytest.mark.parametrize(
    ("text", "span"),
    [("message:3", Span(3, 3)), ("3..", Span(3, None)), ("..3", Span(1, 3)), ("MESSAGE:2..4", Span(2, 4))],
)
def test_messages(text: str, span: Span) -> None:
    assert parse(text).spans == (span,)


def test_what_is_gone_is_a_word_for_three_fates() -> None:
    assert parse("fate:gone").fates == {str(Fate.DROPPED), str(Fate.SUMMARISED), str(Fate.DEDUPLICATED)}
    assert parse("fate:summarized").fates == {"summarised"}


def test_typed_may_stand_before_a_word() -> None:
    assert parse("typed:never") == Query("typed:never", words=(Word("never", False),), typed=True)


@pytest.mark.parametrize("text", ["http://localhost:80", "error: none", "a:b", "12", "..", "3...", "c:\\x"])
def test_what_is_no_field_is_a_word(text: str) -> None:
    assert [word.text for word in parse(text).words] == text.split()


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("x tool:", "tool: wants a name"),
        ("fate:", "fate: wants one of verbatim"),
        ("path:", "path: wants"),
        ("role:", "role: wants"),
        ("message:", "message: wants"),
        ("/abc", "a pattern ends with /"),
    ],
)
def test_what_is_not_complete_yet_is_said_and_does_not_stop(text: str, remark: str) -> None:
    assert parse(text).remarks[0].find(remark) >= 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("/(/", "missing )"),
        ("/a{99999}/", "its counts multiply"),
        ("/(?:a{100}){100}/", "its counts multiply"),
        ("role:robot", "role:robot is no role: system, developer, user, assistant, tool are"),
        ("fate:lost", "fate:lost is no fate: verbatim"),
        ("message:x", "message:x is no number and no range"),
        ("20..12", "12..20 would find something"),
        ("x" * 1001, "1,000 characters at the most"),
    ],
)
def test_what_means_nothing_is_explained(text: str, reason: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(text)
    assert reason in str(caught.value)


@given(st.text(max_size=60) | st.text(alphabet='"/\\():[]{}*+?a1.,| fatepohmsgrly', max_size=60))
def test_every_line_is_a_query_or_a_query_error(text: str) -> None:
    with within(2), contextlib.suppress(QueryError):
        parse(text)


@given(st.text(max_size=80))
def test_nothing_of_a_line_is_lost(text: str) -> None:
    kept = "".join(token.name + token.value for token in tokens(text))
    letters = [letter for letter in text if letter.isalnum()]
    assert sorted(letter.lower() for letter in kept if letter.isalnum()) == sorted(letter.lower() for letter in letters)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(.*)*x", r"(\w+\s?)*!$"])
def test_a_catastrophic_pattern_is_stopped(pattern: str) -> None:
    code, text = compiled(pattern, ""), "a" * 5_000 + "!b"
    started = time.perf_counter()
    try:
        code.find(text)
    except TooSlow:
        assert time.perf_counter() - started < 100, "else it takes for ever"
