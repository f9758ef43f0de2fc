"""How a line of tool output is known as the report of an error."""

from __future__ import annotations

import re
from typing import NamedTuple


class Report(NamedTuple):
    """What a report is worth, where it stands in its line, and whether only a report is written like that (`plain`)."""

    score: int
    start: int
    plain: bool


class _Rule(NamedTuple):
    """`hint` stands, in lower case, in every line that the pattern matches: most lines need no pattern at all."""

    hint: str
    score: int
    plain: bool
    pattern: re.Pattern[str]


def _rules(score: int, plain: bool, *pairs: tuple[str, str]) -> list[_Rule]:
    return [_Rule(hint, score, plain, re.compile(pattern)) for hint, pattern in pairs]


_RULES = (
    *_rules(
        6,
        True,
        ("error", r"Error(?:: |$)"),
        ("exception", r"Exception(?:: |$)"),
        ("fault:", r"Fault: "),
    ),
    *_rules(5, False, ("exit", r"\b[Ee]xit(?:ed)?(?: with)?(?: code| status)?[: ]{1,2}[1-9]\d{0,2}\b")),
    *_rules(
        4,
        True,
        ("error", r"\bERROR\b"),
        ("fatal", r"\bFATAL\b"),
        ("critical", r"\bCRITICAL\b"),
        ("fail", r"\bFAILED\b"),
        ("panic", r"\bPANIC\b"),
        ("npm err!", r"npm ERR!"),
        ("assert", r"^E {3}\S"),
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
        ("permission denied", r"ermission denied"),
        ("no such file", r"o such file"),
        ("segmentation fault", r"egmentation fault"),
        ("timed out", r"\b[Tt]imed out\b"),
        ("timeout", r"\b[Tt]imeout\b"),
        ("connection refused", r"onnection refused"),
        ("http", r"\bHTTP(?:/\d(?:\.\d)?)? [45]\d\d\b"),
        ("错误", r"错误[:：]"),
        ("异常", r"异常[:：]"),
        ("失败", r"失败[:：]"),
        ("エラー", r"エラー[:：]"),
    ),
)
HINTS = tuple(dict.fromkeys(rule.hint for rule in _RULES))
"""What a text must hold, in lower case, for any of its lines to be a report."""


def report(line: str) -> Report | None:
    """The best report in a line, or None."""
    low = line.lower()
    best: Report | None = None
    for rule in _RULES:
        if rule.hint in low and (best is None or rule.score > best.score) and (match := rule.pattern.search(line)):
            best = Report(rule.score, line.rfind(" ", 0, match.start()) + 1, rule.plain)
    return best
