"""The program's answers about a made-up session, held against what its maker knows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import inspector
from inspector.analysis.recall.needs import Need, needs_at
from inspector.analysis.recall.rereads import CHANGED, HELD, LOST, ROUTINE, rereads
from inspector.engine import Replay
from tests.analysis.truth.printed import printed
from tests.analysis.truth.recall_parts import Again, Made
from tests.analysis.truth.recall_sessions import made
from tests.analysis.truth.recall_words import Thing

POLICIES: tuple[tuple[str, dict[str, int]], ...] = (
    ("recorded", {}),
    ("workbuddy-s14", {"soft_threshold": 6_000}),
    ("evo-agent", {"context_limit": 20_000}),
    ("agent-engineering", {"window": 12_000, "fixed_input": 1_000, "output_reserve": 1_000, "safety_margin": 500}),
    ("go-tiny-claw", {"max_chars": 12_000}),
)
WORDS = {"changed": CHANGED, "routine": ROUTINE, "held": HELD, "lost": LOST}
ALWAYS_SOFT = ("happy path", "None", "True", "orders", "readings", "visits", "TODO")


class Score(NamedTuple):
    """Counts: needs planted, and of these found; needs told that were planted, and that were not; what of the rest was right."""

    planted: int
    hit: int
    told: int
    false: int
    held: Counter[str]
    again: Counter[str]
    wrong: list[tuple[str, int, str]]


@cache
def replay_of(seed: int) -> tuple[Made, Replay]:
    """A session under the policy of its seed."""
    session = made(seed)
    name, knobs = POLICIES[seed // 2 % len(POLICIES)]
    policy = name if name == "recorded" else inspector.load_policy(name).with_knobs(**knobs)
    return session, inspector.replay(inspector.load_messages(session.messages), policy)


def score(seed: int) -> Score:
    session, replay = replay_of(seed)
    tally: Counter[str] = Counter()
    held: Counter[str] = Counter()
    wrong: list[tuple[str, int, str]] = []
    for request, planted in session.needs.items():
        view = printed(replay.plan(request))
        found = needs_at(replay, request)
        hits = {thing: next((each for each in found if same(thing, each)), None) for thing in planted}
        tally.update(planted=len(planted), hit=sum(each is not None for each in hits.values()))
        wrong += [("missed", request, repr(tuple(thing))) for thing, each in hits.items() if each is None]
        bad = [
            each for each in found if not any(near(t, each) for t in planted) and not soft(session, request, each.text)
        ]
        tally.update(told=sum(any(same(thing, each) for thing in planted) for each in found), false=len(bad))
        wrong += [("false", request, f"{each.kind} {each.text!r}") for each in bad]
        for thing, each in hits.items():
            if each is not None:
                there = holds(view, thing)
                right = each.held == there
                held.update({"right" if right else "wrong": 1, "all": 1, "gone": not there})
                wrong += [] if right else [("held", request, f"{tuple(thing)} said {each.held}")]
    again, more = _again(session, replay)
    return Score(tally["planted"], tally["hit"], tally["told"], tally["false"], held, again, wrong + more)


def _plain(text: str) -> str:
    return text.strip("`'\"“”„«»「」 \u00a0").removeprefix("./")


def same(thing: Thing, need: Need) -> bool:
    """Whether a found need is the planted one, word for word, or a longer whole that has it: both are told once."""
    return _plain(need.text) == thing.text or bool(bounded(thing.text, need.text))


def near(thing: Thing, need: Need) -> bool:
    """Whether it is the planted one, a proper part of it, or a longer whole around it."""
    return (
        same(thing, need)
        or _plain(need.text) in f"{thing.beside} {thing.text} {thing.beside}"
        or bool(bounded(thing.text, need.text))
    )


def soft(session: Made, request: int, text: str) -> bool:
    return any(_plain(text) in each for each in session.soft[request]) or _plain(text) in ALWAYS_SOFT


def bounded(what: str, text: str) -> list[int]:
    """Where a text stands on its own, not inside of a longer word or number; a comma goes on only with a group of thousands."""
    if what not in text:
        return []
    before, after = (r"(?<![\w-])" if what[0].isalnum() else ""), r"(?![\w-])"
    if what[0].isdigit():
        before, after = before + r"(?<!\d\.)", after + r"(?!\.\d)"
        if "," in what or len(what) < 4:
            before, after = before + r"(?<!\d,)", after + r"(?!,\d{3}(?!\d))"
    return list(_places(what, text, re.compile(before + re.escape(what) + after, re.A).match))


def _places(what: str, text: str, stands: Callable[[str, int], object]) -> Iterator[int]:
    """Found first, and then looked at: a pattern that begins by looking back is tried at every character."""
    at = text.find(what)
    while at >= 0:
        there = stands(text, at)
        if there:
            yield at
        at = text.find(what, at + (len(what) if there else 1))


def holds(view: str, thing: Thing) -> bool:
    """Whether a printed view has it word for word; a number with a name or unit only where that stands near."""
    places = bounded(thing.text, view)
    if thing.kind != "number" or not thing.beside:
        return bool(places)
    return any(thing.beside in view[max(0, at - 60) : at + len(thing.text) + 30] for at in places)


def _again(session: Made, replay: Replay) -> tuple[Counter[str], list[tuple[str, int, str]]]:
    said = {each.message: each.why for each in rereads(replay)}
    tally: Counter[str] = Counter()
    wrong: list[tuple[str, int, str]] = []
    for each in session.again:
        want = reason(replay, each)
        right = said.get(each.message) == want
        tally.update({"all": 1, "right" if right else "wrong": 1, want: 1})
        wrong += (
            []
            if right
            else [("again", each.request, f"message {each.message} is {want}, said {said.get(each.message)}")]
        )
    for message in session.other & said.keys():
        tally.update(all=1, wrong=1)
        wrong.append(("again", message, f"other lines, said {said[message]}"))
    tally["other"] = len(session.other)
    return tally, wrong


def reason(replay: Replay, again: Again) -> str:
    """Why it was read again, in the program's words."""
    if again.reason != "same":
        return WORDS[again.reason]
    return WORDS["held" if again.text in printed(replay.plan(again.request)) else "lost"]
