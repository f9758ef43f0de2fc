"""Questions asked of every line are answered without a pattern where that is possible; the patterns say what is meant."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from inspector.summary.prose import _code_like
from inspector.summary.reports import hints, report, rules
from inspector.summary.text import _wraps

_WRAPS = re.compile(r"^(?!.*\s{3}|\||\{|.*[{}\\]$).*[^\s.!?:;。！？：；|]$")
_CODE = re.compile(r"[{};]\s*$|^\s*(?:at |File \"|\d{4}-\d\d-\d\dT?|\{\"|[|+]|<[a-z/])|=>|\w\(\w*\)\s*[{:]$|\\[nt]")
_PIECES = st.sampled_from(
    [
        "def",
        "run()",
        ":",
        "{",
        "}",
        ";",
        "=>",
        "\\n",
        "\\t",
        "\\",
        "|",
        "+",
        "<div>",
        "at",
        'File"',
        "2026-11-30",
        '{"',
        "f(x):",
        "f(x)",
        ".",
        "!",
        "？",
        "。",
        "word",
        "naïve",
        "中",
        "Error:",
        "ERROR",
        "FAILED",
        "E",
        "error:",
        "exit",
        "code",
        "2",
        "npm",
        "ERR!",
        "failed",
        "3",
        "Exception:",
        "HTTP",
        "500",
    ]
)
_LINES = st.lists(st.tuples(_PIECES, st.sampled_from(["", " ", "  ", "   ", "\t"])), min_size=1, max_size=8).map(
    lambda found: "".join(piece + space for piece, space in found)
)


@given(_LINES.map(str.strip).filter(bool))
def test_a_line_that_goes_on(line: str) -> None:
    assert _wraps(line) == (_WRAPS.search(line) is not None)


@given(_LINES)
def test_a_line_of_code(line: str) -> None:
    assert _code_like(line) == (_CODE.search(line) is not None)


@given(_LINES)
def test_plain_reports_need_only_their_own_hints(line: str) -> None:
    every = report(line, rules(line, hints(line)))
    plain = report(line, rules(line, hints(line, plain=True)))
    assert (every if every and every.plain else None) == (plain if plain and plain.plain else None)
