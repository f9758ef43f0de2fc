"""Which runs a telling of an ending may mean: those of its name, of which its details and the time it names pick some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspector.summary.audit.called import Calls
from inspector.summary.audit.details import WORD, named_in
from inspector.summary.audit.ended import Run
from inspector.summary.audit.endings import marks, uncoded, without
from inspector.summary.audit.findings.exits import GENERIC, KINDS
from inspector.summary.audit.lexis import stem
from inspector.summary.audit.meant import Meant
from inspector.summary.audit.named import holds
from inspector.summary.audit.picked import picked
from inspector.summary.audit.source import spoken
from inspector.summary.audit.supported import quotations, words
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.units import subject

LIKE = 0.5
STRICT = 0.85
PHRASE = 3
_CODE = re.compile(r"`([^`\n]{4,200})`")
_LOOSE = 0.25
ANSWERS = 2_000
"""How many answers about tellings are kept of one source."""
_VERB = re.compile(
    r"\b(?:was|were|is|are|has|had|did|ended|finish|exited|fail|pass|succeed|timed|complet|then|again|also|still)", re.I
)
_LEFT = re.compile(r"没有 ?--|\bwithout --", re.I)
_ANAPHOR = re.compile(
    r"(?<!after )(?<!After )\b(?:this|that|these|those|the same|another|other) (?:\w+ )?"
    r"(?:tests?|runs?|builds?|jobs?|commands?|steps?|cases?)\b",
    re.I,
)
_NTH = r"(?:first|second|third|next|last) (?:time|one|run|attempt)"
_ELIDED = re.compile(
    rf"\W*(?:(?:and|then|later|it|now|afterwards|again|finally|at first|initially|(?:in )?the {_NTH})\b[ ,]*)+(?:it |has |had )?"
    r"|\W*第[一二三]次|\W*(?:后来|现在|再次|然后|随后)",
    re.I,
)
_QUOTE = re.compile(r"[\"「“]")


def meant(calls: Calls, telling: Telling, before: Sequence[Telling] = ()) -> Meant | None:
    """The runs that a telling may mean; nothing where no word names any.

    It is asked about the same telling by all that looks at runs, and looked up for the first of them.
    """
    asked = (telling, *before)
    if asked not in calls.answers:
        if len(calls.answers) >= ANSWERS:
            calls.answers.clear()
        calls.answers[asked] = _meant(calls, telling, before)
    return calls.answers[asked]


def _meant(calls: Calls, telling: Telling, before: Sequence[Telling]) -> Meant | None:
    if _LEFT.search(telling.text):
        return None
    for own, text in ((True, telling.text), *((False, each) for each in _elsewhere(telling, before))):
        names = frozenset(word for word in calls.names(text) if own or not word.lstrip("#").isdigit())
        if exact := [each.run for each in calls.all if _is_given(each.text, text)]:
            return picked(calls, telling, exact, exact, exact, names, own, True)
        if own and (rowed := _rowed(calls, text)):
            return picked(calls, telling, rowed, rowed, rowed, names, own, True)
        if _ANAPHOR.search(text) and not named_in(text):
            return None
        general = all(_is_general(word) for word in names)
        if names and (not general or (names & KINDS and not named_in(text))):
            return _named(calls, telling, names, without(text, marks(text)), own)._replace(general=general)
    return _quoted(calls, telling)


def _quoted(calls: Calls, telling: Telling) -> Meant | None:
    """The runs that have a word of the telling in their command and what it quotes in their output."""
    given, beside = quotations(telling), words(telling, ())
    named = [each for each in calls.all if given and any(holds(each.text, word) for word in beside if word.isalpha())]
    found = [each.run for each in named if all(quoted in each.run.printed for quoted in given)]
    names = frozenset(given)
    return Meant(found, found, True, names, True, True, False, found) if found and telling.order is None else None


def _rowed(calls: Calls, text: str) -> list[Run]:
    """The runs whose command has the words before the ending one after the other: a program and what it is to do."""
    words = WORD.findall(_VERB.split(uncoded(text), maxsplit=1)[0])[-PHRASE:]
    if len(words) < PHRASE or any(word.startswith("-") for word in words):
        return []
    row = r"(?: -\S+)* ".join(re.escape(spoken(word)) for word in words)
    form = re.compile(rf"(?<![\w-]){row}(?![\w-])")
    return [each.run for each in calls.all if form.search(each.text)]


def _is_general(word: str) -> bool:
    return word in GENERIC or (word[0] == "#" and stem(word[1:]) in GENERIC)


def _named(calls: Calls, telling: Telling, names: frozenset[str], text: str, own: bool) -> Meant:
    """Those that hold the names with signs, one after the other; of these, those that share most words."""
    left, exact = calls.all, False
    for name in named_in(text):
        holding = [each for each in left if holds(each.text, name)]
        left, exact = holding or left, exact or bool(holding)
    if general := names & KINDS:
        left = [each for each in left if general & each.words] or left
    shares = [(calls.weigh(names & each.words), each.run) for each in left]
    best = max(share for share, _ in shares)
    strict, runs, loose = ([run for share, run in shares if share >= least * best] for least in (STRICT, LIKE, _LOOSE))
    return picked(calls, telling, strict, runs, loose, names, own, exact)


def _elsewhere(telling: Telling, before: Sequence[Telling]) -> Iterator[str]:
    """Where the name may stand if not beside the ending: before it, or with the ending that was told before."""
    own = without(telling.text, marks(telling.text))
    if _QUOTE.search(own) or subject(_ELIDED.sub(" ", own)):
        return
    yield telling.lead
    yield from (f"{each.lead} {each.text}" for each in reversed(before))


def _is_given(called: str, text: str) -> bool:
    return any(" " in found and spoken(found) in called for found in _CODE.findall(text))
