"""Which of several runs of one name the rest of a sentence speaks of: the one whose record holds the most of its details."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from inspector.summary.audit.claims import sentences
from inspector.summary.audit.ended import Run
from inspector.summary.audit.endings import marks, uncoded, without
from inspector.summary.audit.lexis import carries, root
from inspector.summary.audit.pieces import Piece
from inspector.summary.audit.source import spoken
from inspector.summary.audit.tellings import Telling
from inspector.summary.text import words as table

AFTER = 0.6
"""What a detail counts that only the model's message right after the run holds; in the command or the output it counts 1."""
QUOTED = 3.0
"""What a quotation counts: nobody says the same words of two runs by chance."""
READ = 1_000
"""Characters that are read of the message."""
_WORD = re.compile(r"(?<![\w.-])(?:--?[a-z][\w-]*|\d[\d.,:]*\d%?|\d%?|[^\W\d_][\w./:-]*\w)")
_PLANNED = re.compile(
    r"\b(?:would|will|shall|should|may I|could|can I|I'd|I'll|let's|if|next|again|instead"
    r"|I (?:now )?(?:start|run|try|raise|set))\b"
    r"|[?？]|要我|我想|我会|我打算|下面",
    re.I,
)
"""What is to be done next is a detail of the next run."""
_TOKEN = re.compile(r"\w[\w./:-]*\w|\w")
_SAID = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|「([^」\n]+)」")
_CODE = re.compile(r",? ?(?:and |with )*exit (?:code|status) \d+|退出码(?:为)? ?\d+", re.I)
_PLAIN = frozenset(
    table(
        "second third time times twice since run runs ran ended code exit last finally afterwards out both but not are one"
        " which"
    )
)
"""What tells a time or an ending, and is no detail."""


def evidence(pieces: Sequence[Piece], run: Run, command: str) -> tuple[str, str]:
    """What may hold the details of a run, in small letters: its command with its output, and the message right after it."""
    after = pieces[run.piece + 1] if run.piece + 1 < len(pieces) else None
    told = sentences(after.text[:READ]) if after is not None and after.voice == "model" else ()
    return f"{command} {run.printed}", spoken("\n".join(text for _, text in told if not _PLANNED.search(text)))


def words(telling: Telling, names: Sequence[str]) -> tuple[str, ...]:
    """Every content word, flag and number of a telling that is neither its ending nor one of the names."""
    beside = telling.details if telling.why in telling.details else f"{telling.details} {telling.why}"
    text = " ".join(without(part, marks(part)) for part in (telling.text, beside))
    found = _WORD.findall(spoken(uncoded(_CODE.sub(" ", text))))
    return tuple(dict.fromkeys(word for word in found if carries(word) and word not in _PLAIN and word not in names))


def rows(telling: Telling) -> tuple[str, ...]:
    """The words after the ending in rows of three, as they stand."""
    ends = [mark.end for mark in marks(telling.text)] + [found.end() for found in _CODE.finditer(telling.text)]
    found = list(_TOKEN.finditer(text := spoken(telling.text[max(ends) :]))) if ends else []
    return tuple(text[one.start() : two.end()] for one, two in zip(found, found[2:], strict=False))


def quotations(telling: Telling) -> tuple[str, ...]:
    """What a telling quotes, in small letters."""
    text = f"{telling.text} {telling.details} {telling.why}"
    found = ("".join(each).strip(" .") for each in _SAID.findall(text))
    return tuple(dict.fromkeys(spoken(each) for each in found if each))


def score(held: tuple[str, str], given: Sequence[str], quoted: Sequence[str] = ()) -> float:
    """How much of the details the record of a run holds."""
    return fsum(_place(held, each) for each in given) + QUOTED * fsum(_quoted(held, each) for each in quoted)


def _place(held: tuple[str, str], word: str) -> float:
    form = _form(word)
    return 1.0 if form.search(held[0]) else AFTER if form.search(held[1]) else 0.0


def _quoted(held: tuple[str, str], text: str) -> float:
    return 1.0 if text in held[0] else AFTER if text in held[1] else 0.0


@lru_cache(maxsize=4_096)
def _form(word: str) -> re.Pattern[str]:
    """A word in any of its endings, a number or a flag as it stands."""
    if word[0] == "-" or word[0].isdigit() or not word.isalpha() or len(word) < 5:
        return re.compile(rf"(?<![\w.,-]){re.escape(word)}(?![\w-]|[.,]\d)")
    return re.compile(rf"(?<![a-z0-9]){re.escape(root(word))}")


_NUMBER = re.compile(r"(?<![\w.-])\d[\w,-]*(?:\.\d[\w-]*)*%?(?: of \d+)?")
_NAME = re.compile(r"[a-z][\w.-]{2,}\w")
TELLING = 3
"""Characters of a number that another run does not print by chance."""


def is_printed_so(runs: Sequence[Run], telling: Telling, ending: str) -> bool:
    """Whether only runs that ended so printed all numbers that are told, and the telling calls one by a word of its command."""
    text = spoken(_CODE.sub(" ", uncoded(f"{telling.text} {telling.details} {telling.why}")))
    numbers = set(_NUMBER.findall(text))
    if telling.order is not None or telling.codes or not any(len(each) >= TELLING for each in numbers):
        return False
    printing = [run for run in runs if all(carried(run.printed, each) for each in numbers)]
    called = any(name in run.called for run in printing for name in _NAME.findall(text))
    return called and all(run.ending == ending for run in printing)


def carried(printed: str, number: str) -> bool:
    """Whether an output has a number that is no part of another."""
    return re.search(rf"(?<![\w.]){re.escape(number)}(?!\.?\d)", printed) is not None
