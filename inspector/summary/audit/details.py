"""What of a telling may be found again in an output or a command: numbers, names, rows of words."""

from __future__ import annotations

import re

from inspector.summary.audit.endings import uncoded
from inspector.summary.audit.named import signed
from inspector.summary.audit.source import spoken
from inspector.summary.audit.tellings import Telling

ROW = 3
_DETAIL = re.compile(r"(?<![\w.])\d[\d.,:]*(?:%|[A-Za-z]+)?(?: of \d[\d,]*)?(?: [A-Za-z]+)?")
WORD = re.compile(r"[^\s,;:()\"'`，。；：（）「」“”]+")
_MIXED = re.compile(r"(?<![\w.-])(?=\w*\d)(?=\w*[a-z])\w{4,}(?![\w-])", re.I)
_TEXT_WORD = re.compile(r"(?<![\w.-])[a-z]{8,}(?![\w-])")
_AMOUNT = re.compile(r"\d+[a-z]{1,3}", re.I)
SIGNED = re.compile(r"\w+[._/:-]\w[\w./:-]*|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+")


def details(telling: Telling) -> tuple[str, ...]:
    """What an output may have: numbers, names of code, rows of words after the ending."""
    beside = telling.details if telling.why in telling.details else f"{telling.details} {telling.why}"
    text = f"{telling.text} {beside}"
    low = spoken(uncoded(text))
    said = spoken(beside)
    found = list(WORD.finditer(said))
    rows = (said[one.start() : two.end()].rstrip(".") for one, two in zip(found, found[ROW - 1 :], strict=False))
    numbers = (each[0] for each in _DETAIL.finditer(low) if len(each[0]) > 2 and not re.match(r"\d\d", each[0]))
    plain = (each for each in re.findall(r"(?<![\w.])(?:\d{2,}(?:[.,]\d+)*|\d+\.\d+|\d\w*[a-z]\w+)(?!\w)", low))
    coded = (each[0].lower().rstrip(".") for each in SIGNED.finditer(uncoded(beside)))
    long = (each[0] for each in _TEXT_WORD.finditer(said))
    return tuple(dict.fromkeys((*rows, *numbers, *plain, *coded, *long)))


def named_in(text: str) -> list[str]:
    """The names with signs or digits of a text."""
    text = uncoded(text)
    mixed = (found[0].lower() for found in _MIXED.finditer(text) if not _AMOUNT.fullmatch(found[0]))
    return [*dict.fromkeys((*signed(text), *mixed))]
