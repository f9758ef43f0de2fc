"""Who said a saying in its very order: every word of it, small ones too, laid beside what the others and the person said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.alike import VOICES as SPOKEN
from inspector.summary.audit.alike import candidates, parts, written
from inspector.summary.audit.grounds import Grounds, Held
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.undone import forbids_only, undone
from inspector.summary.audit.voices import OWN, Saying
from inspector.summary.audit.weighed import Weighed, bag, ordered, total, weighed
from inspector.summary.audit.wording import LACK, NOT, forms_of

THEIRS, LESS = 0.75, 0.2
"""The share that somebody else says in order, and how much less the person typed."""
MOST, MUCH_LESS = 0.62, 0.36
"""A smaller share is enough where the person typed still less."""
LEAST = 1.9
"""What a saying has to count at least: "it fails" is anybody's."""
ANYHOW = 0.85
"""What words count that were typed in another order."""
MESSAGE = 0.7
"""What they count that stand somewhere in one message."""
ASKED, TURNED = 0.75, 0.7
"""What they count in a question, and where only one of both denies something."""
UNCOUNTED = 0.7
"""What the typed words count of a saying with a number that nobody typed."""
UNTYPED, GREATER = 3, 0.5
"""Words of a saying that nobody typed, and what share of those that carry it they are."""
NEAR, NEAR_OTHER = 0.2, 0.3
"""What a sentence has to share with it to be laid beside it."""
_THAT = re.compile(r"\W*(?:that|to)\b", re.I)
_DENIES = (NOT, LACK)
_ORDER = re.compile(r"\W*(?:not |never )?to\b", re.I)
_CODE = re.compile(
    r"(?:\b(?:exit(?:ed)?|code|status|rc)|退出码|返回码)(?: with| code| status| was| is|是|为|=|:|：|\s)*(\d{1,3})\b",
    re.I,
)
_QUESTION = re.compile(r"[?？]\W*$")


def in_order(grounds: Grounds, saying: Saying) -> Held | None:
    """What another says in order and the person clearly less."""
    if saying.manner not in SPOKEN or _wish(saying) or grounds.foreign(saying.content):
        return None
    if saying.manner in OWN and (held := _coded(grounds, saying) or _untyped(grounds, saying)) is not None:
        return held
    for part in _parts(saying.content):
        here = weighed(part)
        other = _other(grounds, saying, part, here) if total(here) >= LEAST else None
        if other is None or other.share < (MOST if saying.manner in OWN else THEIRS):
            continue
        counted = UNCOUNTED if saying.manner in OWN and grounds.uncounted(part) else 1.0
        less = other.share - counted * _typed(grounds, saying, part, here)
        if less >= (LESS if other.share >= THEIRS else MUCH_LESS):
            return other
    return None


def _wish(saying: Saying) -> bool:
    """Whether it is told as said what to do: the model's "I did not touch it" is no such thing."""
    return saying.manner == "said" and _ORDER.match(saying.content) is not None


def _coded(grounds: Grounds, saying: Saying) -> Held | None:
    """Who tells of an exit code that nobody typed."""
    code = _CODE.search(saying.content)
    if code is None or any(found[1] == code[1] for text in grounds.told for found in _CODE.finditer(text)):
        return None
    rows = grounds.source.statements.all
    told = (said for said in rows if any(found[1] == code[1] for found in _CODE.finditer(said.text)))
    return next((Held(1.0, said) for said in told if said.voice in ("tool", "model")), None)


def _untyped(grounds: Grounds, saying: Saying) -> Held | None:
    """Who says in order most of the words that nobody typed anywhere, where those are the greater part."""
    every = weighed(saying.content)
    here = tuple(word for word in every if word.weight >= 1 and word.form not in grounds.forms)
    if len(here) < UNTYPED or total(here) < GREATER * sum(word.weight for word in every if word.weight >= 1):
        return None
    rows = candidates(grounds, saying.manner, saying.content, NEAR_OTHER)
    found = [Held(ordered(here, text), said) for said, text in rows]
    best = max(found, key=lambda held: held.share, default=None)
    return best if best and best.share >= THEIRS else None


def _parts(content: str) -> Iterator[str]:
    """The content, and what it begins with, without the word that leads to it."""
    for first, text in parts(content):
        if first:
            yield text[found.end() :] if (found := _THAT.match(text)) else text


def _other(grounds: Grounds, saying: Saying, part: str, here: tuple[Weighed, ...]) -> Held | None:
    best: Held | None = None
    left = saying.manner == "said" and undone(part)
    for said, text in candidates(grounds, saying.manner, part, NEAR_OTHER):
        got = ordered(here, text, dense=True)
        if left and undone(text):
            got = max(got, ANYHOW * bag(here, text))
        if best is None or got > best.share:
            best = Held(got, said)
    return best


def _typed(grounds: Grounds, saying: Saying, part: str, here: tuple[Weighed, ...]) -> float:
    """The share of it that was typed: in order, or less in any other."""
    best, denies = 0.0, any(word.form in _DENIES for word in here)
    left = saying.manner == "said" and undone(part)
    for text, question in _near(grounds, part):
        if left and forbids_only(text):
            continue
        held = forms_of(text)
        got = max(ordered(here, text), (ANYHOW if saying.manner in OWN else 1.0) * bag(here, text))
        if saying.manner == "said":
            got *= (ASKED if question else 1.0) * (1.0 if denies == (not held.isdisjoint(_DENIES)) else TURNED)
        best = max(best, got)
    if not left:
        best = max(best, *(MESSAGE * bag(here, each.text) for each in grounds.typed))
    if saying.manner not in OWN:
        best = max(best, *(grounds.answered(grounds.all(text)) for text in written(part)))
    return best


def _near(grounds: Grounds, part: str) -> Iterator[tuple[str, bool]]:
    """The typed sentences that share words with it, and each with the next; and whether they ask."""
    rows = grounds.source.statements.all
    places = grounds.source.keep("places of statements", lambda: {said: at for at, said in enumerate(rows)})
    for match in grounds.source.statements.matches(stems(part), NEAR):
        said = match.statement
        if said.voice == "person":
            yield said.text, _QUESTION.search(said.text) is not None
            at = places[said] + 1
            if at < len(rows) and rows[at].piece == said.piece:
                yield f"{said.text} {rows[at].text}", _QUESTION.search(said.text + rows[at].text) is not None
