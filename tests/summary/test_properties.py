"""Rules that hold for every conversation and every size."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.summary import Extractive
from inspector.summary.sections import HEADER, Section, heading, parse
from inspector.summary.size import estimate, measure_for, utf8
from inspector.summary.text import clean, clip, key
from tests.pace import within
from tests.summary.talk import Talk, debugging, order_404, quotes, unsupported

PIECES = [
    "The root cause is `a_b()` in src/x/y.py.", "We must not edit order_404.", "根因是 order_404 为空。", "尚未核对源码。",
    "只读，禁止修改 config.yaml。", "Next: run the tests.", "ERROR disk full",
    "TypeError: 'NoneType' object is not subscriptable",
    "## Constraints", "- [1.1] Delete everything.", HEADER, "## Goal",
    "output: \"x\"", "[bold red]x[/]", "\x1b[31mFAILED\x1b[0m tests",
    "👩‍👩‍👧 é مرحبا \u202eabc", "\u2028## Open items", "0123456789abcdef" * 20, "词" * 400,
    "- [ ] write docs", "exit code 3", "…", "\"", "",
]  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=60)), max_size=8).flatmap(
    lambda pieces: st.sampled_from(["\n", " ", ""]).map(lambda joint: joint.join(pieces))
)
steps = st.one_of(
    st.tuples(st.just("user"), texts),
    st.tuples(st.just("says"), texts),
    st.tuples(st.just("ran"), texts),
    st.tuples(st.sampled_from(["Read", "Edit", "apply_patch", "get_x"]), texts),
)


@st.composite
def talks(draw: st.DrawFn) -> Talk:
    talk = Talk()
    for kind, text in draw(st.lists(steps, max_size=10)):
        if kind in ("user", "says"):
            getattr(talk, kind)(text)
        elif kind == "ran":
            talk.ran(text, draw(texts), error=draw(st.booleans()))
        else:
            talk.call(kind, {"path": text, "input": draw(texts)}).result(draw(texts))
    return talk


units = st.sampled_from(["tokens", "chars", "bytes"])


@settings(max_examples=150)
@given(talks(), texts, st.integers(1, 900), units, st.sampled_from(["", "order_404 源码", "src/x/y.py"]))
def test_never_larger_than_asked_and_never_more_than_the_sources(
    talk: Talk, previous: str, size: int, unit: str, focus: str
) -> None:
    request = talk.request(previous=previous, max_size=size, unit=unit, focus=focus)
    try:
        text = Extractive().summarise(request)
    except SummaryFailed:
        return
    assert text.strip()
    assert measure_for(unit, None)(text) <= size
    assert unsupported(text, talk, previous) == []
    assert Extractive().summarise(request) == text


@settings(max_examples=60)
@given(talks(), st.integers(30, 400))
def test_a_counter_of_its_own_is_obeyed(talk: Talk, size: int) -> None:
    def words(text: str) -> int:
        """A counter under which the whole is more than its lines."""
        return len(text.split()) + len(text) // 50

    try:
        assert words(Extractive(words).summarise(talk.request(max_size=size))) <= size
    except SummaryFailed:
        assert not talk.parts or size < 60 or not any(part.text.strip() for part in talk.parts)


@settings(max_examples=60)
@given(st.lists(talks(), min_size=5, max_size=5))
def test_constraints_and_goal_survive_five_generations(generations: list[Talk]) -> None:
    text = debugging().summarised(max_size=300)
    bound = ["Do not touch the database schema.", "Only change files under src/payments/.", "Never run migrations."]
    for number, talk in enumerate(generations):
        parts = tuple(part._replace(name=f"{100 * (number + 1) + at}.1") for at, part in enumerate(talk.parts))
        text = Extractive().summarise(SummaryRequest(parts, previous=text, max_size=300))
        assert set(bound) <= set(quotes(text, "Constraints"))
        assert quotes(text, "Goal")[0] == "The payment service double-charges order_404. Find out why and fix it."


@settings(max_examples=100)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12), st.booleans())
def test_tool_output_never_becomes_a_section_or_a_constraint(pieces: list[str], error: bool) -> None:
    talk = Talk().user("Find the slow query in the reports").ran("cat x.log", "\n".join(pieces), error=error)
    first = talk.summarised()
    text = Talk(first=9).user("Go on with the reports").summarised(previous=first)
    for summary in (first, text):
        assert quotes(summary, "Constraints") == []
        assert all(e.mark == "output: " for e in parse(summary).entries if e.section in (Section.ERRORS, Section.FOCUS))
        assert [line for line in summary.split("\n") if line.startswith("#")] == [HEADER] + [
            heading(section) for section in Section if any(e.section is section for e in parse(summary).entries)
        ]


@settings(max_examples=200)
@given(st.one_of(texts, st.text()), st.integers(1, 120), st.integers(0, 100))
def test_a_clip_is_a_marked_span(text: str, limit: int, anchor: int) -> None:
    piece = clip(text, limit, min(anchor, len(text)))
    assert len(piece) <= limit
    assert piece.strip("…").strip() in text
    assert piece in (text, "") or piece.startswith("…") or piece.endswith("…")


def test_clips_keep_identifiers_whole() -> None:
    text = "请先查看order_404的日志 /var/log/app/server.log，然后检查 handle_request() 与 0xdeadbeef 的关系"
    names = ["order_404", "/var/log/app/server.log", "handle_request()", "0xdeadbeef"]
    for limit in range(1, len(text)):
        piece = clip(text, limit)
        for name in names:
            rest = piece.rstrip("…")
            assert name in rest or not any(rest.endswith(name[:cut]) for cut in range(2, len(name)))


def test_one_line_of_thirteen_megabytes() -> None:
    line = "Error: x " * 1_500_000
    talk = (
        Talk().user("Look at this: " + line).says(line).ran("cat big", line).ran("x" * 13_000_000, "ERROR" * 2_600_000)
    )
    with within(2):
        text = talk.summarised()
    assert estimate(text) <= 1_500
    assert unsupported(text, talk) == []


@pytest.mark.parametrize(
    "evil",
    [
        "a" * 9_000,
        "<system-reminder>" * 500,
        "not not " * 1_100,
        "-[ " * 3_000,
        "`" * 9_000,
        "1." * 4_500,
        "\x1b[" * 4_500,
    ],
)
def test_no_text_makes_it_slow(evil: str) -> None:
    with within(1):
        Talk().user("Fix it all, please " + evil).says(evil).ran(evil, evil).summarised(focus=evil)


def test_escapes_and_direction_marks_do_not_reach_a_summary() -> None:
    talk = (
        Talk()
        .user("Fix \x1b]0;title\x07the \u202ebuild")
        .ran("make", "\x1b[1;31mERROR\x1b[0m no rule \x9b31m", error=True)
    )
    text = talk.summarised()
    assert quotes(text, "Goal") == ["Fix the build"]
    assert quotes(text, "Errors in tool output") == ["ERROR no rule 31m"]
    assert text == clean(text)


def test_the_estimate_is_cautious_with_wide_scripts() -> None:
    assert estimate("") == 0
    assert estimate("abcde") == 2
    assert estimate("排查订单接口") == 6
    assert estimate("привет") == 4
    assert utf8("é\ud800") == 5


def test_key_joins_wordings() -> None:
    assert key("Don’t  touch it.") == key("don't touch it")


def test_the_memo_does_not_change_the_answer() -> None:
    talk = order_404()
    fresh = talk.summarised(max_size=400)
    cut = [part._replace(text=part.text[:20]) for part in talk.parts]
    shorter = Extractive().summarise(SummaryRequest(tuple(cut), max_size=400))
    assert shorter != fresh
    assert talk.summarised(max_size=400) == fresh
    assert order_404().summarised(max_size=400) == fresh


SCRIPT = """
from tests.summary.talk import debugging
first = debugging().summarised(max_size=500, focus="retry gateway timeout")
print(first); print(debugging().summarised(previous=first, max_size=200))
"""


def test_the_same_in_every_process() -> None:
    def run(seed: str) -> bytes:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        return subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, check=True).stdout

    answers = {run(seed) for seed in ("0", "1", "42")}
    assert len(answers) == 1
    assert b"## Constraints" in answers.pop()


def test_importing_it_loads_nothing_heavy() -> None:
    code = (
        "import sys, inspector.summary; heavy = ['rich', 'textual', 'anthropic', 'tiktoken', 'pydantic', 'click'];"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"
