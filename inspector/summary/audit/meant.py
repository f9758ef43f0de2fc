"""Which runs a sentence means: those that share most of its words, or that printed what it quotes."""

from __future__ import annotations

import re
from math import fsum

from inspector.summary.audit.ended import Ended, Run
from inspector.summary.audit.endings import uncoded
from inspector.summary.audit.findings.exits import GENERIC, KINDS
from inspector.summary.audit.source import spoken
from inspector.summary.audit.units import subject, tokens

LIKE, LEAST, OUTPUT, QUOTE = 0.7, 0.35, 0.6, 4.0
"""Runs of one name share this much of what the best shares; the least share of a claim's words; what a word of the output
counts, and what words quoted from it count."""
WORDS, LONG = 3, 15
"""Words in a row that are a quotation; letters of a word with signs that is one by itself."""
LAST = re.compile(r"\b(?:last|latest|final|finally)\b|最后一次", re.I)
_QUOTABLE = re.compile(r"[^\s,;:()\"'`，。；：（）「」]+")
_FILES = (".py", ".js", ".ts", ".md", ".json", ".txt", ".csv", ".log")


def words_of(text: str) -> frozenset[str]:
    """The words that may name a run, without the exit codes."""
    return subject(text) | tokens(uncoded(text))


def weigh(runs: Ended, words: frozenset[str]) -> float:
    """How telling the words are together; the same in whatever order."""
    return fsum(map(runs.weight, words))


def meant_by(runs: Ended, text: str) -> list[Run]:
    """The runs that share most of what a text says: words of the command, of the output, and words quoted from it."""
    words = frozenset(word for word in words_of(text) if word in runs.holding)
    quoted = quotes(text)
    held = sorted({number for word in words for number in runs.holding[word]})
    shares = [(_share(runs, run, words, quoted), run) for run in (runs.all[number] for number in held)]
    best = max((share for share, _ in shares), default=0.0)
    total = weigh(runs, words)
    meant = [run for share, run in shares if share >= LIKE * best > 0 and _of_kind(run, words, quoted)]
    sure = best >= LEAST * total and all(_tells(run, words, quoted) for run in meant)
    return _in_order(runs, text, words, meant) if sure else []


def _of_kind(run: Run, words: frozenset[str], quoted: tuple[str, ...]) -> bool:
    """Whether it is a test where a test is spoken of."""
    kinds = words & KINDS
    return not kinds or bool(kinds & (run.names | run.wide | run.said)) or any(quote in run.printed for quote in quoted)


def _in_order(runs: Ended, text: str, words: frozenset[str], meant: list[Run]) -> list[Run]:
    """The last of the name, where the text says so."""
    if not meant or not LAST.search(text):
        return meant
    share = {run.piece: weigh(runs, words & run.names) for run in runs.all}
    best = max(share[run.piece] for run in meant)
    named = [run for run in runs.all if share[run.piece] >= LIKE * best]
    return named[-1:]


def _share(runs: Ended, run: Run, words: frozenset[str], quoted: tuple[str, ...]) -> float:
    share = weigh(runs, words & run.names)
    share += OUTPUT * weigh(runs, words & (run.wide | run.said) - run.names)
    return share + QUOTE * any(quote in run.printed for quote in quoted)


def _tells(run: Run, words: frozenset[str], quoted: tuple[str, ...]) -> bool:
    """Whether it is sure that this run is meant: by a word of its command that names it, or by what it printed."""
    named = words & run.names
    plain = {word for word in named if word[0] != "#"}
    return any(quote in run.printed for quote in quoted) or len(plain) > 1 or not plain <= GENERIC


def quotes(text: str) -> tuple[str, ...]:
    """Some words in a row after a colon, or a long word with signs, as an output has them."""
    _, _, tail = spoken(text.replace("：", ": ")).partition(": ")
    found = list(_QUOTABLE.finditer(tail))
    spans = zip(found, found[WORDS - 1 :], strict=False)
    signed = (each[0].rstrip(".") for each in found)
    long = (word for word in signed if len(word) >= LONG and not word.endswith(_FILES))
    return (*(tail[first.start() : last.end()].rstrip(".") for first, last in spans), *long)
