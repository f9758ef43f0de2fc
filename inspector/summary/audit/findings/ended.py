"""How runs ended that a sentence names: contrary to all that the record shows of the runs of that name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.ended import Ended, Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import codes, endings, marks, uncoded, unreal, without
from inspector.summary.audit.findings.exits import GENERIC, KINDS
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.units import subject, tokens

CONTRARY: dict[Ending, Ending] = {"well": "badly", "badly": "well"}
SAID, NAMED, LONG = 0.5, 0.6, 15
LIKE, LEAST, OUTPUT, QUOTE = 0.7, 0.35, 0.6, 4.0
"""Runs of one name share this much of what the best shares; the least share of a claim's words; what a word of the output
counts, and what words quoted from it count."""
WORDS = 3
"""Words in a row that are a quotation."""
_PART = re.compile(
    r"[;；。]\s*|，(?!\s*(?:exit|rc\b|退出码))|,? (?:but|because|although|while(?! \w+ing)|whereas|so)\s"
    r"|, (?:and|then|which) |, (?!exit|with exit|\d)"
)
_LABEL = re.compile(r"[A-Z][a-z]+: |[\u4e00-\u9fff]{2,4}：")
_LAST = re.compile(r"\b(?:last|latest|final|finally)\b|最后一次", re.I)
_HEAD = re.compile(r": |：|，| \(")
_SPEAKER = re.compile(
    r"\b(?:the )?(?:agent|assistant|user) (?:said|says|wrote|reported|noted|found|told)(?: that)?\b|助手说|用户说", re.I
)
_MANY = re.compile(
    r"\d ?(?:of|out of)\b|\d+ (?:\w+ )?$|\b(?:tests|cases|some|most|two|three|one|other)\b|个|其他", re.I
)
_QUOTABLE = re.compile(r"[^\s,;:()\"'`，。；：（）「」]+")
_PASSED = re.compile(r"pass|succe|green|success|works|通过|成功", re.I)
_FILES = (".py", ".js", ".ts", ".md", ".json", ".txt", ".csv", ".log")
_OTHER = re.compile(
    r"\band\b.*\b(?:are|were|both)\b|reject|refuse|cancel|(?:没有?|未|不)(?:被|再)?(?:中断|杀|超时|崩溃)", re.I
)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every part of a sentence that tells of a named run what none of that name did."""
    runs = source.keep("ended", lambda: Ended(source))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or claim.text.rstrip().endswith(("?", "？")) or not runs.all:
            continue
        for at, text in _parts(claim):
            if (found := against(source, runs, text)) is not None:
                place = Range(claim.start + at, claim.start + at + len(text))
                where = Span(source.pieces[found.piece].name, 0, min(len(found.text), 400))
                yield Finding("reversed status", "the run of that name ended otherwise", place, (where,))


def _parts(claim: Claim) -> Iterator[tuple[int, str]]:
    """The stretches of a sentence that speak of one run: each ends with the part that tells its ending."""
    text, at = claim.text, _label(claim.text)
    for joint in _PART.finditer(text):
        before = text[at : joint.start()]
        if (joint[0] != ", " and codes(before)) or endings(uncoded(before)):
            rest = _PART.split(text[joint.end() :], maxsplit=1)[0]
            if joint[0] != ", " or endings(uncoded(rest)):
                yield at, before
                at = joint.end()
    yield at, text[at:]


def _label(text: str) -> int:
    found = _LABEL.match(text)
    return found.end() if found else 0


def against(source: Source, runs: Ended, text: str) -> Run | None:
    """A run that contradicts what is told of its name, where all of its name do."""
    told, named = _told(text), codes(text)
    if not (told or named) or unreal(_SPEAKER.sub(" ", _head(text))):
        return None
    meant = _meant(runs, text)
    if not meant:
        return None
    if len(named) == 1 and _miscoded(runs, meant, min(named), told):
        return meant[-1]
    if told and all(_otherwise(run, told, text) for run in meant) and not _supported(source, runs, text, told, meant):
        return meant[-1]
    return None


def _miscoded(runs: Ended, meant: list[Run], code: int, told: Ending | None) -> bool:
    """Whether none of the runs that are meant had the code, or every one that had it ended otherwise than is told."""
    if told == "well" and code > 1:
        coded = [run for run in runs.all if code in run.codes]
        if coded and all(run.ending == "badly" for run in coded):
            return True
    return all(run.codes and code not in run.codes and not _prints(run, code) for run in meant)


def _prints(run: Run, code: int) -> bool:
    return re.search(rf"(?:exit|code|status|rc)\W{{0,12}}{code}(?!\d)", run.printed) is not None


def _supported(source: Source, runs: Ended, text: str, told: Ending, meant: list[Run]) -> bool:
    """Whether something that is said of the same matter, or another run of the name, ended as it is told."""
    said = stems(without(text, marks(text)))
    if any(told in endings(match.statement.text) for match in source.statements.matches(said, SAID)):
        return True
    if quotes := [quote for quote in _quotes(text) if any(quote in run.printed for run in meant)]:
        return any(run.ending != CONTRARY[told] for run in runs.all if any(quote in run.printed for quote in quotes))
    if _LAST.search(text):
        return False
    words = words_of(text)
    best = max(sum(map(runs.weight, words & run.names)) for run in meant)
    others = (run for run in runs.all if run not in meant and run.ending != CONTRARY[told])
    return any(
        sum(map(runs.weight, words & (run.names | run.wide if told == "badly" else run.names))) >= NAMED * best
        for run in others
    )


def words_of(text: str) -> frozenset[str]:
    return subject(text) | tokens(uncoded(text))


def _head(text: str) -> str:
    """A text as far as it tells an ending: what follows a colon is an output."""
    end = 0
    for joint in _HEAD.finditer(text):
        end = joint.start()
        if endings(uncoded(text[:end])):
            return text[:end]
    return text


def _told(text: str) -> Ending | None:
    """The one ending that a text tells."""
    if _OTHER.search(text):
        return None
    found = endings(uncoded(_head(text))) - {"done"}
    return next(iter(found)) if len(found) == 1 and found <= CONTRARY.keys() else None


def _otherwise(run: Run, told: Ending, text: str) -> bool:
    if run.ending != CONTRARY[told]:
        return False
    if told == "well" and not (run.killed or _PASSED.search(text)):
        return False
    if told == "badly" and not words_of(text) & run.heads - GENERIC:
        return False
    return not (told == "well" and run.partly and _MANY.search(text))


def _meant(runs: Ended, text: str) -> list[Run]:
    """The runs that share most of what a text says: words of the command, of the output, and words quoted from it."""
    words = frozenset(word for word in subject(text) | tokens(uncoded(text)) if word in runs.holding)
    quotes = _quotes(text)
    shares = [(_share(runs, run, words, quotes), run) for run in runs.all]
    best = max((share for share, _ in shares), default=0.0)
    total = sum(map(runs.weight, words))
    meant = [run for share, run in shares if share >= LIKE * best > 0 and _of_kind(run, words, quotes)]
    sure = best >= LEAST * total and all(_tells(run, words, quotes) for run in meant)
    return _in_order(runs, text, words, meant) if sure else []


def _of_kind(run: Run, words: frozenset[str], quotes: tuple[str, ...]) -> bool:
    """Whether it is a test where a test is spoken of."""
    kinds = words & KINDS
    return not kinds or bool(kinds & (run.names | run.wide)) or any(quote in run.printed for quote in quotes)


def _in_order(runs: Ended, text: str, words: frozenset[str], meant: list[Run]) -> list[Run]:
    """The last of the name, where the text says so."""
    if not meant or not _LAST.search(text):
        return meant
    share = {run.piece: sum(map(runs.weight, words & run.names)) for run in runs.all}
    best = max(share[run.piece] for run in meant)
    named = [run for run in runs.all if share[run.piece] >= LIKE * best]
    return named[-1:]


def _share(runs: Ended, run: Run, words: frozenset[str], quotes: tuple[str, ...]) -> float:
    share = sum(map(runs.weight, words & run.names))
    share += OUTPUT * sum(map(runs.weight, words & run.wide - run.names))
    return share + QUOTE * any(quote in run.printed for quote in quotes)


def _tells(run: Run, words: frozenset[str], quotes: tuple[str, ...]) -> bool:
    """Whether it is sure that this run is meant: by a word of its command that names it, or by what it printed."""
    named = words & run.names
    plain = {word for word in named if word[0] != "#"}
    return any(quote in run.printed for quote in quotes) or len(plain) > 1 or not plain <= GENERIC


def _quotes(text: str) -> tuple[str, ...]:
    """Some words in a row after a colon, or a long word with signs, as an output has them."""
    _, _, tail = spoken(text.replace("：", ": ")).partition(": ")
    found = list(_QUOTABLE.finditer(tail))
    spans = zip(found, found[WORDS - 1 :], strict=False)
    signed = (each[0].rstrip(".") for each in found)
    long = (word for word in signed if len(word) >= LONG and not word.endswith(_FILES))
    return (*(tail[first.start() : last.end()].rstrip(".") for first, last in spans), *long)
