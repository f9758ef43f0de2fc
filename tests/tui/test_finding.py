"""Searching without a screen: which blocks match, in slices; the marks; what became of a hit; where it left the views."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine import Replay
from inspector.engine.view import BlockState, Fate, Kept, Notice
from inspector.policy import load_policy
from inspector.summary import Extractive
from inspector.terminal_text import cells
from inspector.transcript import load, load_messages
from inspector.transcript.model import Transcript
from inspector.tui.finding.hints import why_not
from inspector.tui.finding.history import MOST, Past, recalled, remembered
from inspector.tui.finding.hits import Found, has_grown, nearest, search
from inspector.tui.finding.left import left_at
from inspector.tui.finding.light import MARK, Light, split
from inspector.tui.finding.matter import matter
from inspector.tui.finding.mention import mention, told
from inspector.tui.finding.query import parse
from inspector.tui.finding.report import report
from inspector.tui.finding.snippet import snippet
from inspector.tui.finding.standing import Standing, Standings, is_left, tally
from inspector.tui.session import Session

MESSAGES = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Never touch the migrations of App."},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "I read the file."},
            {"type": "tool_use", "id": "a", "name": "read_file", "input": {"path": "src/app.py", "limit": 20}},
            {
                "type": "tool_use",
                "id": "b",
                "name": "edit",
                "input": {"file_path": "/repo/x.py", "old": 'print("a")\n'},
            },
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "def migrations():\n    touch()\n"},
            {"type": "tool_result", "tool_use_id": "b", "content": "ok"},
            {"type": "text", "text": "go on, never stop"},
        ],
    },
    {"role": "assistant", "content": "Done: nothing in MIGRATIONS was touched."},
]


@pytest.fixture(scope="module")
def small() -> Transcript:
    return load_messages(MESSAGES)


def found(transcript: Transcript, text: str) -> list[str]:
    """The names of the blocks that a query finds."""
    last = list(search(transcript, parse(text)))[-1]
    assert last.done
    return [transcript.structure.name(hit.block) for hit in last.hits]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("never", ["2.1", "4.3"]),
        ("Never", ["2.1"]),
        ("never touch", ["2.1"]),
        ("touch never", ["2.1"]),
        ('"touch never"', []),
        ("migrations", ["2.1", "4.1", "5.1"]),
        ("MIGRATIONS", ["5.1"]),
        ("/migra\\w+/", ["2.1", "4.1"]),
        ("/migra\\w+/i touch", ["2.1", "4.1", "5.1"]),
        ("tool:read_file", ["3.2", "4.1"]),
        ("tool:read migrations", ["4.1"]),
        ("path:src/app.py", ["3.2", "4.1"]),
        ("path:X.py", ["3.3", "4.2"]),
        ("path:*.py role:assistant", ["3.2", "3.3"]),
        ("path:/repo ok", ["4.2"]),
        ("role:system", ["1.1"]),
        ("role:user", ["2.1", "4.3"]),
        ("role:tool", ["4.1", "4.2"]),
        ("typed:", ["2.1", "4.3"]),
        ("message:3", ["3.1", "3.2", "3.3"]),
        ("2..3 never", ["2.1"]),
        ("4.. never", ["4.3"]),
        ("message:2 message:5 migrations", ["2.1", "5.1"]),
        ("4..9 ..2 never", ["2.1", "4.3"]),
        ('print("a")', ["3.3"]),
        ("limit: 20", ["3.2"]),
        ("read_file", ["3.2"]),
        ("99..", []),
        ("nowhere", []),
    ],
)
def test_what_is_found(small: Transcript, text: str, names: list[str]) -> None:
    assert found(small, text) == names


def test_hits_and_messages_are_counted_apart(small: Transcript) -> None:
    last = list(search(small, parse("/e/")))[-1]
    assert (last.count, last.messages) == (8, 5)


def test_the_place_of_a_match_is_in_the_words_of_the_block(small: Transcript) -> None:
    hit = list(search(small, parse("app.py")))[-1].hits[0]
    words = matter(small.structure.blocks[hit.block])
    assert words == "read_file\npath: src/app.py\nlimit: 20"
    assert words[hit.start : hit.stop] == "app.py"


def test_letters_that_grow_in_lower_case() -> None:
    transcript = load_messages([{"role": "user", "content": "İİİİ needle"}])
    hit = list(search(transcript, parse("needle")))[-1].hits[0]
    assert "İİİİ needle"[hit.start : hit.stop] == "needle"


def test_found_in_slices_and_given_up_when_unwanted() -> None:
    transcript = load_messages([{"role": "user", "content": f"line {n}"} for n in range(50)])
    ticks = itertools.count()
    told_so_far = list(search(transcript, parse("line"), clock=lambda: next(ticks) * 0.01))
    assert len(told_so_far) > 2
    assert all(not one.done for one in told_so_far[:-1])
    assert [len(one.hits) for one in told_so_far] == sorted(len(one.hits) for one in told_so_far)
    assert told_so_far[-1].done
    assert told_so_far[-1].count == 50
    assert list(search(transcript, parse("line"), lambda: True)) == []


def test_only_what_is_new_is_searched_when_a_transcript_grew() -> None:
    whole = load_messages([{"role": "user", "content": f"line {n}"} for n in range(20)])
    part = replace(whole, messages=whole.messages[:12])
    assert has_grown(part, whole)
    assert not has_grown(whole, part)
    assert not has_grown(load_messages(MESSAGES), whole)
    query = parse("line")
    before = list(search(part, query))[-1]
    after = list(search(whole, query, before=before, start=len(part.structure.blocks)))[-1]
    assert after.hits == list(search(whole, query))[-1].hits
    assert (after.count, after.messages) == (20, 20)


def test_a_pattern_that_takes_too_long_is_told_and_given_up() -> None:
    texts = ["a" * 4_000 + "!" + "b" * n for n in range(8)]
    transcript = load_messages([{"role": "user", "content": text} for text in texts])
    query = parse(r"/(?:a|aa)+(?:a|aa)+(?:a|aa)+$/")
    started = time.monotonic()
    last = list(search(transcript, query))[-1]
    assert last.stopped or last.done
    assert last.unsearched >= len(last.slow)
    assert not (last.done and last.slow and last.stopped)
    assert time.monotonic() - started < 60


def test_nearest_goes_round() -> None:
    transcript = load_messages([{"role": "user", "content": "x"}, {"role": "user", "content": "y x"}])
    hits = list(search(transcript, parse("x")))[-1].hits
    assert nearest(hits, -1, 1) == 0
    assert nearest(hits, hits[-1].block, 1) == 0
    assert nearest(hits, hits[0].block, -1) == len(hits) - 1


# ---------------------------------------------------------------- marks


def test_a_match_is_marked_even_where_it_is_broken_over_lines() -> None:
    light = Light(parse("migrations"))
    lines = light.lines([[("the ", "a"), ("migra", "b")], [("tions end", "c")]])
    assert lines == [[("the ", "a"), ("migra", MARK)], [("tions", MARK), (" end", "c")]]
    assert Light(parse('"never touch"')).lines([[("never", "a")], [("touch it", "a")]])[1][0] == ("touch", MARK)


def test_no_match_leaves_lines_as_they_are() -> None:
    assert Light(parse("x")).lines([[("abc", "a")], []]) == [[("abc", "a")], []]
    assert not Light(parse("role:user"))


def test_quoted_words_are_marked_in_json() -> None:
    assert Light(parse('say("a")')).find('"old": "say(\\"a\\")"') == [(8, 18)]


@given(st.lists(st.text("ab cN", max_size=8), max_size=6), st.sampled_from(["a", "ab", '"b c"', "/a+/", "/./", "n"]))
def test_marks_change_no_text(texts: list[str], query: str) -> None:
    lines = [[(text[:3], "x"), (text[3:], "y")] for text in texts]
    marked = Light(parse(query)).lines(lines)
    assert ["".join(text for text, _ in line) for line in marked] == texts


def test_runs_are_split_where_a_match_begins_and_ends() -> None:
    assert split([("abc", "x"), ("def", "y")], [(1, 4), (5, 6)]) == [
        ("a", "x"),
        ("bc", MARK),
        ("d", MARK),
        ("e", "y"),
        ("f", MARK),
    ]


# ---------------------------------------------------------------- lines of the list


@given(st.text(max_size=300), st.integers(4, 60), st.data())
def test_a_line_of_text_fits_and_is_safe(text: str, width: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    line = snippet(text, start, stop, width)
    assert cells(line) <= width
    assert "\n" not in line


def test_a_match_far_along_a_line_is_in_sight() -> None:
    text = "before\n" + "word " * 200 + "needle" + " after" * 50 + "\nnext"
    at = text.index("needle")
    line = snippet(text, at, at + 6, 40)
    assert "needle" in line
    assert line.startswith("…")
    assert "before" not in line


# ---------------------------------------------------------------- fates


def test_a_match_in_what_was_cut_out_is_not_in_the_view() -> None:
    block = load_messages([{"role": "user", "content": "first needle, then the rest"}]).structure.blocks[0]
    state = BlockState(Fate.TRUNCATED, "t", 3, (Kept(0, 8), Notice("needle was cut")))
    assert not is_left(parse("needle"), block, state)
    assert is_left(parse("first"), block, state)
    assert not is_left(parse("first needle"), block, state)
    assert is_left(parse("/fi.st/"), block, state)


def test_hits_are_counted_by_what_became_of_them(samples: dict[str, Path]) -> None:
    transcript = load(samples["re-reads"])
    session = Session(transcript, load_policy("workbuddy-s14"))
    query = parse("migrations")
    hits = list(search(transcript, query))[-1].hits
    standings = Standings(query, transcript.structure.blocks)
    session.go(80)
    picture = session.picture()
    states = [standings.of(hit, picture) for hit in hits]
    counts = dict(tally(states))
    assert sum(counts.values()) == len(hits)
    assert counts["dropped"] == sum(state.fate is Fate.DROPPED and state.group != "later" for state in states)
    assert counts["dropped"]
    assert states[0] == Standing(Fate.DROPPED, "dropped", "prune")
    assert states[0].fits(frozenset(["dropped"]))
    assert not states[0].fits(frozenset(["kept"]))


def test_what_comes_after_the_request_is_later(small: Transcript) -> None:
    session = Session(small, load_policy("workbuddy-s14"))
    session.go(1)
    query = parse("migrations")
    standings = Standings(query, small.structure.blocks)
    last = list(search(small, query))[-1].hits[-1]
    one = standings.of(last, session.picture())
    assert (one.word, one.style, one.sign) == ("later", "later", "  ")
    assert one.fits(frozenset(["later"]))
    assert not one.fits(frozenset(["verbatim"]))


@pytest.mark.parametrize("policy", ["workbuddy-s14", "evo-agent", "go-tiny-claw"])
def test_where_a_block_left_the_views_is_the_first_such_request(samples: dict[str, Path], policy: str) -> None:
    transcript = load(samples["re-reads"])
    replay = Replay(transcript, load_policy(policy), Extractive())
    fired = [row.request for row in replay.rows() if row.fired]
    for block in (0, 2, len(transcript.structure.blocks) // 2):
        loss = left_at(replay, block)
        assert loss == left_at(replay, block, fired)
        first = transcript.structure.request_of(transcript.structure.owner[block])
        held = [
            replay.plan(request).state(block).fate in (Fate.VERBATIM, Fate.TRUNCATED)
            for request in range(first, transcript.structure.requests + 1)
        ]
        assert (loss is None) == all(held)
        if loss is not None:
            assert loss.request == first + held.index(False)
    assert left_at(replay, 2, None, lambda done, of: True) is None


# ---------------------------------------------------------------- summary, history


def test_a_paraphrase_is_never_reported_as_kept() -> None:
    query = parse('"never touch" migrations')
    assert mention(query, "The user asked not to change migrations.").answer == "in part"
    assert mention(query, "The user asked to leave the schema alone.").answer == "no"
    assert mention(query, "Never touch the migrations.").answer == "yes"
    words = "".join(part.text for part in told(query, ["leave the schema alone"], "never touch migrations"))
    assert words == "Σ in the summary of this view: no   ◆ in the durable state: yes, word for word"
    assert "there is none" in "".join(part.text for part in told(query, [], ""))
    assert "not written yet" in "".join(part.text for part in told(query, None, ""))
    assert told(parse("role:user"), ["x"], "") == ()


def test_the_last_queries_are_remembered_each_once(home: Path) -> None:
    for n in range(MOST + 5):
        remembered(f"query {n}")
    assert len(recalled()) == MOST
    assert remembered("query 20")[:2] == ["query 20", "query 24"]
    past = Past()
    assert past.step(-1) is None
    assert past.step(1) == "query 20"
    assert past.step(1) == "query 24"
    assert past.step(-1) == "query 20"
    assert past.step(-1) == ""
    past.add("new")
    assert past.step(1) == "new"


def test_found_is_done_when_all_was_looked_at() -> None:
    assert Found(parse("x"), (), 0, 0, 4, 4).done
    assert not Found(parse("x"), (), 0, 0, 3, 4).done


def test_what_was_not_searched_to_the_end_is_not_said_to_be_nowhere() -> None:
    transcript = load_messages([{"role": "user", "content": "x"}] * 9)
    query = parse("/y+$/")
    nowhere = why_not(query, 0)
    assert nowhere == [("", "it stands in no text, no call and no result of this transcript")]
    found = Found(query, (), 0, 0, 6, 9, (0, 1, 2, 3, 5))
    assert found.stopped
    assert found.unsearched == 8
    (hint,) = why_not(query, 0, found.unsearched)
    assert hint[1].startswith("8 blocks were not searched to the end")
    assert why_not(query, 0, 1)[0][1].startswith("1 block was not")
    said = "".join(part.text for part in report(found, [], 0, 0, transcript.structure))
    assert said.startswith("nothing found so far · given up at")
    done = Found(query, (), 0, 0, 9, 9, (3,))
    assert done.unsearched == 1
