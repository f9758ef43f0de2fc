"""How a line of tool output is known as the report of an error."""

from __future__ import annotations

import re
from typing import NamedTuple


class Report(NamedTuple):
    """What a report is worth, where it stands in its line, and whether only a report is written like that (`plain`)."""

    score: int
    start: int
    plain: bool


class Rule(NamedTuple):
    """How a report is known. `hint` stands in every line that the pattern matches: most lines need no pattern at all."""

    hint: str
    score: int
    plain: bool
    pattern: re.Pattern[str]


EXIT = "xit"
"""The hint of exit codes, with a capital or without."""


def _rules(score: int, plain: bool, *pairs: tuple[str, str]) -> list[Rule]:
    return [Rule(hint, score, plain, re.compile(pattern, re.M)) for hint, pattern in pairs]


_RULES = (
    *_rules(
        6,
        True,
        ("Error", r"Error(?:: |$)"),
        ("Exception", r"Exception(?:: |$)"),
        ("Fault: ", r"Fault: "),
    ),
    *_rules(5, False, (EXIT, r"\b[Ee]xit(?:ed)?(?: with)?(?: code| status)?[: ]{1,2}[1-9]\d{0,2}\b")),
    *_rules(
        4,
        True,
        ("ERROR", r"\bERROR\b"),
        ("FATAL", r"\bFATAL\b"),
        ("CRITICAL", r"\bCRITICAL\b"),
        ("FAILED", r"\bFAILED\b"),
        ("PANIC", r"\bPANIC\b"),
        ("npm ERR!", r"npm ERR!"),
        ("E   ", r"^E {3}\S"),
    ),
    *_rules(
        4,
        False,
        ("error", r"\berror(?:\[\w{1,12}\])?: \S|\b[1-9]\d{0,6} errors?\b"),
        ("fatal", r"\bfatal: \S"),
        ("panic", r"\bpanic: \S"),
        ("fail", r"\bfailure: \S|\b[1-9]\d{0,6} failed\b"),
        ("exception", r"\bexception: \S"),
        ("command not found", r"command not found"),
        ("ermission denied", r"ermission denied"),
        ("o such file", r"o such file"),
        ("egmentation fault", r"egmentation fault"),
        ("imed out", r"\b[Tt]imed out\b"),
        ("imeout", r"\b[Tt]imeout\b"),
        ("onnection refused", r"onnection refused"),
        ("HTTP", r"\bHTTP(?:/\d(?:\.\d)?)? [45]\d\d\b"),
        ("错误", r"错误[:：]"),
        ("异常", r"异常[:：]"),
        ("失败", r"失败[:：]"),
        ("エラー", r"エラー[:：]"),
    ),
)
_HINTS = tuple(dict.fromkeys(rule.hint for rule in _RULES))
_FOLLOWED = {hint: rf"{hint}(?:: |[ \t]*(?:[^ \t\S]|\Z))" for hint in ("Error", "Exception")}
"""What stands behind these in every line that is a report, stripped or not: code is full of their names."""
_NAMED = {hint: re.compile(pattern) for hint, pattern in _FOLLOWED.items()}
_PLAIN_HINTS = tuple(hint for hint in _HINTS if hint == EXIT or any(r.plain for r in _RULES if r.hint == hint))
"""The hints of plain reports, and of the exit codes that outweigh some of them."""
_PLAIN = re.compile("|".join(_FOLLOWED.get(hint) or re.escape(hint) for hint in _PLAIN_HINTS))
"""All of them at once: they begin with few and rare letters, so one pass is quicker than many."""


def hints(text: str, plain: bool = False) -> frozenset[str]:
    """The hints that a text holds: without any, none of its lines is a report. `plain`: no other reports are wanted."""
    if plain:
        found = set(_PLAIN.findall(text))
        return frozenset(
            [hint for hint in _PLAIN_HINTS if any(piece.startswith(hint) for piece in found)] if found else ()
        )
    held = [hint for hint in _HINTS if hint in text]
    return frozenset([hint for hint in held if hint not in _NAMED or _NAMED[hint].search(text)] if held else ())


def rules(text: str, hinted: frozenset[str]) -> tuple[Rule, ...]:
    """The rules that find something in a text that holds these hints: its lines need be asked for no others."""
    return tuple(rule for rule in _RULES if rule.hint in hinted and _finds(rule, text)) if hinted else ()


def _finds(rule: Rule, text: str) -> bool:
    """Whether a rule finds something in a text: only lines that hold its hint are asked, from one hint to the next."""
    hint, pattern = rule.hint, rule.pattern
    at = text.find(hint)
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if pattern.search(text, text.rfind("\n", 0, at) + 1, end):
            return True
        at = text.find(hint, end)
    return False


def report(line: str, asked: tuple[Rule, ...]) -> Report | None:
    """The best report in a line, or None."""
    best: Report | None = None
    for rule in asked:
        if rule.hint in line and (best is None or rule.score > best.score) and (match := rule.pattern.search(line)):
            best = Report(rule.score, line.rfind(" ", 0, match.start()) + 1, rule.plain)
    return best
