"""Counts with the wrong ending: 380 passed in the source, 380 failed in the summary; or failures beside a pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.ended import Ended
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.named import holds
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.stated import masked, stated

NEAR, MOST = 30, 2_000
SURE = 3
"""From this number on it is hardly another number of the same kind."""
_PASSED = re.compile(r"pass|\bok\b|green|succe|\bvalid|通过|都过|全过|全绿|成功|[✓✔✅]")
_FAILED = re.compile(r"fail|error|broken|\bred\b|invalid|失败|报错|[✗✘✕❌]")
_NONE = re.compile(r"(?:没有|无|\bno |\b0 )(?:fail\w*|errors?|失败|报错|错误)")
_LABEL = re.compile(r"(\w+)['\"]?\s*[:=]\s*$")
_BREAK = re.compile(r"[,;，；。|]|\d")
_N = r"(?<![\w.,/:-])(?P<n>\d{1,3}(?:,\d{3})+|\d+)"
_OF = r"(?:(?: (?:of|out of)(?: the| all)? |/)[\d,]+)?"
_WHOLE = re.compile(r"\W?(?:(?:of|out of)(?: the| all)? |/)(\d[\d,]*)", re.I)
_THINGS = r"\w*(?:tests?|cases|checks|specs|scenarios|files)\b"
_COUNTED = re.compile(
    rf"{_N}{_OF} ?(?:(?!(?:and|but|then) )[A-Za-z][\w-]* ){{0,3}}?(?:(?:have|has|were|are|all) )*"
    r"(?:(?P<well>passed|pass|passing|succeeded|green)|(?P<badly>failed|fail|failing|red))\b"
    rf"|(?:(?P<well2>passed|succeeded)|(?P<badly2>failed))(?: with| for| in)? {_N.replace('<n>', '<m>')}{_OF} {_THINGS}"
    rf"|{_N.replace('<n>', '<k>')} ?[个条项]?\w{{0,8}}?(?:(?P<well3>通过)|(?P<badly3>失败))",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|never|no|none|without)\b|n't\b|没|未|无(?!法)", re.I)
"""Between a number and its ending: what is counted ended the other way."""
_ALL = re.compile(r"\b(?:all|every)\b|全部?|都", re.I)
"""What is denied of all may hold for some."""


_NAMED = re.compile(r"(\w[\w./-]*[._/-]\w[\w./-]*)[`\"]?[:：] ?$")


class Count(NamedTuple):
    """A number of things that ended one way, and where it stands in the sentence."""

    start: int
    end: int
    number: int
    ending: Ending
    of: int | None = None
    """Of how many, where that is told."""
    name: str = ""
    """What stands before it with a colon: whose tests they are."""


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every count that the source has with the contrary ending only."""
    for claim in summary.claims:
        if claim.fenced or claim.is_heading:
            continue
        for each in counts(masked(claim.text)):
            if stated(claim.text[max(each.start - NEAR, 0) : each.end]) and (places := _contrary(source, each)):
                span = Range(claim.start + each.start, claim.start + each.end)
                text = "the source counts these with another outcome"
                yield Finding("reversed status", text, span, places, certain=max(each.number, each.of or 0) >= SURE)


def counts(text: str) -> Iterator[Count]:
    """The counts of a text."""
    for found in _COUNTED.finditer(text):
        group = next(each for each in "nmk" if found[each])
        number = int(found[group].replace(",", ""))
        well = found["well"] or found["well2"] or found["well3"]
        denied = _DENIED.search(found[0]) is not None
        if number > 1 and not (denied and _ALL.search(found[0])):
            whole = _whole(found[0], found.end(group) - found.start())
            yield Count(
                found.start(),
                found.end(),
                number,
                "well" if bool(well) != denied else "badly",
                whole,
                _named(text[: found.start()]),
            )


def _named(before: str) -> str:
    """The name with signs that ends a text with its colon."""
    found = _NAMED.search(before)
    return found[1].lower() if found else ""


def _whole(text: str, end: int) -> int | None:
    """Of how many the number before a place is."""
    found = _WHOLE.match(text, end)
    return int(found[1].replace(",", "")) if found else None


def _contrary(source: Source, count: Count) -> tuple[Span, ...]:
    """Where the number counts what ended otherwise; nothing if it stands near the ending that is told as well."""
    found: list[Span] = []
    for at, end in _places(source, count):
        counted = _counted(source.low, at, end)
        if counted == count.ending:
            return ()
        if counted is not None:
            found.append(source.span(at, min(end + NEAR, len(source.low))))
    return tuple(found[:2])


def _places(source: Source, count: Count) -> list[tuple[int, int]]:
    """Where the number stands: of the same whole, where it is told of how many and the source has it so."""
    size = len(str(count.number))
    places = [(at, at + size) for at in source.numbers.at(count.number)[:MOST]]
    if count.name:
        return _beside(source, count.name, places)
    if count.of is None:
        return places
    return [each for each in places if _whole(source.low[: each[1] + NEAR], each[1]) == count.of]


def _beside(source: Source, name: str, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places in the outputs of commands that have the name."""
    runs = source.keep("ended", lambda: Ended(source)).all
    blocks = {source.pieces[run.piece].name for run in runs if holds(run.called, name)}
    return [each for each in places if source.span(*each).block in blocks]


def _counted(low: str, at: int, end: int) -> Ending | None:
    """How what is counted at a place ended: by the label before the number, or by the words right beside it."""
    before = low[max(at - NEAR, 0) : at].rsplit("\n", 1)[-1]
    after = low[end : end + NEAR].split("\n", 1)[0]
    if whole := _WHOLE.match(after):
        after = after[whole.end() :]
    label = _LABEL.search(before)
    return (_ending(label[1]) if label else None) or _ending(_BREAK.split(after, maxsplit=1)[0])


def _ending(words: str) -> Ending | None:
    words = _NONE.sub(" ", words)
    passed, failed = _PASSED.search(words), _FAILED.search(words)
    if bool(passed) == bool(failed):
        return None
    return "well" if passed else "badly"
