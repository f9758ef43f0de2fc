"""Which runs a telling of an ending may mean: those of its name, of which its details and the time it names pick some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import fsum, log
from typing import NamedTuple

from inspector.summary.audit.ended import Ended, Run, called
from inspector.summary.audit.endings import bare, marks, uncoded, without
from inspector.summary.audit.findings.exits import GENERIC, KINDS
from inspector.summary.audit.lexis import stem, stems
from inspector.summary.audit.named import holds, kinds, signed
from inspector.summary.audit.runs import command
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.supported import evidence, quotations, rows, score, words
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.told import outcome
from inspector.summary.audit.units import subject, tokens

LIKE = 0.5
ROW = 3
STRICT = 0.85
SHORT = 2
PHRASE = 3
LONG = 6
"""Letters of a quotation that says more than the exit code beside it."""
_CODE = re.compile(r"`([^`\n]{4,200})`")
_DETAIL = re.compile(r"(?<![\w.])\d[\d.,:]*(?:%|[A-Za-z]+)?(?: of \d[\d,]*)?(?: [A-Za-z]+)?")
_WORD = re.compile(r"[^\s,;:()\"'`，。；：（）「」“”]+")
_SAID = re.compile(r"\"[^\"\n]+\"|“[^”\n]+”|「[^」\n]+」")
_MIXED = re.compile(r"(?<![\w.-])(?=\w*\d)(?=\w*[a-z])\w{4,}(?![\w-])", re.I)
_TEXT_WORD = re.compile(r"(?<![\w.-])[a-z]{8,}(?![\w-])")
_AMOUNT = re.compile(r"\d+[a-z]{1,3}", re.I)
_LOOSE = 0.25
ANSWERS = 2_000
"""How many answers about tellings are kept of one source."""
SAME = 0.1
_SIGNED = re.compile(r"\w+[._/:-]\w[\w./:-]*|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+")


class Called(NamedTuple):
    """A run with the words of its whole command."""

    run: Run
    text: str
    words: frozenset[str]


class Meant(NamedTuple):
    """The runs that may be meant. `sure` says that the name is no general word, `picked` that details or order chose."""

    runs: list[Run]
    best: list[Run]
    """Those of `runs` that share most of the words."""
    own: bool
    """The name stands beside the ending."""
    names: frozenset[str]
    exact: bool
    detailed: bool
    ordered: bool
    all: list[Run]
    general: bool = False
    """The words name a kind of run only."""


class Calls:
    """All runs by the words of their commands."""

    def __init__(self, source: Source, runs: Ended) -> None:
        self.all: list[Called] = []
        self.answers: dict[tuple[Telling, ...], Meant | None] = {}
        """What `meant` answered: to a telling and those before it in its sentence."""
        held: dict[str, int] = {}
        for run in runs.all:
            whole = command(source.pieces[run.piece])
            text = called(whole) or whole
            words = stems(bare(text)) | tokens(text)
            self.all.append(Called(run, spoken(text), words))
            for word in words:
                held[word] = held.get(word, 0) + 1
        self._texts = {each.run.piece: each.text for each in self.all}
        self._pieces = source.pieces
        size = len(self.all) + 2
        self._weights = {word: log(size) - log(count + 1) + 0.3 for word, count in held.items()}

    def weigh(self, words: frozenset[str]) -> float:
        """How telling the words are together."""
        return fsum(self._weights.get(word, 0.0) for word in words)

    def names(self, text: str) -> frozenset[str]:
        """The words of a text that some command has."""
        text = _SAID.sub(" ", text)
        own = _SIGNED.sub(lambda found: found[0] if self.has(found[0]) else " ", uncoded(text))
        own = without(own, marks(own))
        found = (word for word in subject(own) | tokens(own) if word in self._weights)
        return frozenset(word for word in found if _names(word.lstrip("#")) and word != "#with")

    def text(self, run: Run) -> str:
        """The command of a run."""
        return self._texts[run.piece]

    def evidence(self, run: Run) -> tuple[str, str]:
        """What may hold the details of a run."""
        return evidence(self._pieces, run, self.text(run))

    def has(self, name: str) -> bool:
        """Whether some command has the name as a whole."""
        low = name.lower().rstrip(".:")
        return any(holds(each.text, low) for each in self.all)


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
            return _picked(calls, telling, exact, exact, exact, names, own, True)
        if own and (rowed := _rowed(calls, text)):
            return _picked(calls, telling, rowed, rowed, rowed, names, own, True)
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


_VERB = re.compile(
    r"\b(?:was|were|is|are|has|had|did|ended|finish|exited|fail|pass|succeed|timed|complet|then|again|also|still)", re.I
)


def _rowed(calls: Calls, text: str) -> list[Run]:
    """The runs whose command has the words before the ending one after the other: a program and what it is to do."""
    words = _WORD.findall(_VERB.split(uncoded(text), maxsplit=1)[0])[-PHRASE:]
    if len(words) < PHRASE or any(word.startswith("-") for word in words):
        return []
    row = r"(?: -\S+)* ".join(re.escape(spoken(word)) for word in words)
    form = re.compile(rf"(?<![\w-]){row}(?![\w-])")
    return [each.run for each in calls.all if form.search(each.text)]


def _names(word: str) -> bool:
    """Whether a word is long enough to name something; numbers longer."""
    return len(word) > SHORT if word.isdigit() else len(word) >= SHORT


def named_in(text: str) -> list[str]:
    """The names with signs or digits of a text."""
    text = uncoded(text)
    mixed = (found[0].lower() for found in _MIXED.finditer(text) if not _AMOUNT.fullmatch(found[0]))
    return [*dict.fromkeys((*signed(text), *mixed))]


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
    return _picked(calls, telling, strict, runs, loose, names, own, exact)


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


def _elsewhere(telling: Telling, before: Sequence[Telling]) -> Iterator[str]:
    """Where the name may stand if not beside the ending: before it, or with the ending that was told before."""
    own = without(telling.text, marks(telling.text))
    if _QUOTE.search(own) or subject(_ELIDED.sub(" ", own)):
        return
    yield telling.lead
    yield from (f"{each.lead} {each.text}" for each in reversed(before))


_QUOTE = re.compile(r"[\"「“]")


def _is_given(called: str, text: str) -> bool:
    return any(" " in found and spoken(found) in called for found in _CODE.findall(text))


def _picked(
    calls: Calls,
    telling: Telling,
    strict: list[Run],
    runs: list[Run],
    loose: list[Run],
    names: frozenset[str],
    own: bool,
    exact: bool,
) -> Meant:
    timed = _at_time(calls, telling, runs) or _timed(telling, strict, runs, loose)
    detailed = _detailed(calls, telling, runs)
    both = [run for run in timed if run in detailed] if detailed and telling.order != "last" else timed
    chosen = both or [run for run in runs if run in timed or run in detailed]
    best = [run for run in chosen if run in strict] or chosen
    return Meant(chosen, best, own, names, exact, bool(detailed), len(timed) < len(runs), runs)


def _at_time(calls: Calls, telling: Telling, runs: list[Run]) -> list[Run]:
    """Those before anything was changed, after the change, or after another command; nothing where it says no such time."""
    when = telling.when
    if len(runs) < 2 or not when:
        return []
    if when.lower().startswith("before"):
        return runs[:1] if _CHANGE.search(when) else []
    if had := _HAD.match(when):
        earlier = {mark.ending for mark in marks(when[had.end() :])}
        since = next((at for at, run in enumerate(runs) if run.ending in earlier), None)
        return runs[since + 1 :] if since is not None else []
    done = _WHEN_DONE.sub("", when).strip(" .").lower()
    begin = next((each.run.piece for each in calls.all if " " in done and holds(each.text, done)), None)
    if begin is not None:
        return [run for run in runs if run.piece >= begin][:1]
    failed = next((at for at, run in enumerate(runs) if run.ending == "badly"), None)
    if failed and runs[0].ending == "well" and outcome(telling) == "badly":
        return []
    return [*dict.fromkeys((*runs[failed + 1 :][:1], runs[-1]))] if failed is not None and _CHANGE.search(when) else []


_HAD = re.compile(r"after (?:it|they|that|this) had\b", re.I)
_CHANGE = re.compile(r"改|修|\b(?:chang\w*|fix\w*|patch\w*|touch\w*|edit\w*|mend\w*|correct\w*)", re.I)
_WHEN_DONE = re.compile(r"^after (?:the |a |an )?|\b(?:had|has|was) (?:been )?run$", re.I)


def _is_program(run: Run, strict: list[Run]) -> bool:
    """Whether a run is of a program that those are of which the name is told best."""
    wanted = frozenset[str]().union(*(kinds(each.called) for each in strict))
    return not wanted or bool(wanted & kinds(run.called))


_SECOND = re.compile(r"^\W*the second (?!time)\S", re.I)


def _timed(telling: Telling, strict: list[Run], runs: list[Run], loose: list[Run]) -> list[Run]:
    loose = [run for run in loose if _is_program(run, strict)] or strict
    if telling.order == "last":
        return [*dict.fromkeys((strict[-1], runs[-1], loose[-1]))]
    if len(runs) < 2 or telling.order is None:
        return runs
    if telling.order == "later":
        if _SECOND.search(telling.text) and len(strict) > 1:
            return [*dict.fromkeys((strict[1], runs[1], loose[1]))]
        return runs[1:]
    return [*dict.fromkeys((strict[0], runs[0]))]


def _detailed(calls: Calls, telling: Telling, runs: list[Run]) -> list[Run]:
    """Those whose command, output and what was told right after hold most of the details; nothing where none does."""
    said = [quoted for quoted in quotations(telling) if len(quoted) >= LONG]
    quoting = [run for run in runs if said and all(quoted in run.printed for quoted in said)]
    if telling.codes and quoting:
        return quoting
    if told := [run for run in runs if (telling.codes - {0}) & run.codes]:
        return told
    given, quoted = details(telling), quotations(telling)
    if len(runs) > 1:
        names = named_in(telling.text)
        printed = (each for each in names if not calls.has(each) and any(each in run.printed for run in runs))
        given = (*given, *words(telling, names), *rows(telling), *printed)
    held = [calls.evidence(run) for run in runs]
    scores = [score(each, given, quoted) for each in held]
    most = max(scores, default=0.0)
    return [run for run, each in zip(runs, scores, strict=True) if each > most - SAME] if most else []


def details(telling: Telling) -> tuple[str, ...]:
    """What an output may have: numbers, names of code, rows of words after the ending."""
    beside = telling.details if telling.why in telling.details else f"{telling.details} {telling.why}"
    text = f"{telling.text} {beside}"
    low = spoken(uncoded(text))
    said = spoken(beside)
    found = list(_WORD.finditer(said))
    rows = (said[one.start() : two.end()].rstrip(".") for one, two in zip(found, found[ROW - 1 :], strict=False))
    numbers = (each[0] for each in _DETAIL.finditer(low) if len(each[0]) > 2 and not re.match(r"\d\d", each[0]))
    plain = (each for each in re.findall(r"(?<![\w.])(?:\d{2,}(?:[.,]\d+)*|\d+\.\d+|\d\w*[a-z]\w+)(?!\w)", low))
    coded = (each[0].lower().rstrip(".") for each in _SIGNED.finditer(uncoded(beside)))
    long = (each[0] for each in _TEXT_WORD.finditer(said))
    return tuple(dict.fromkeys((*rows, *numbers, *plain, *coded, *long)))
