"""What outputs say of a name that no command has."""

from __future__ import annotations

import re

from inspector.summary.audit.details import details
from inspector.summary.audit.ended import Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.lookup import Beside
from inspector.summary.audit.named import holds, signed
from inspector.summary.audit.source import spoken
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.told import CONTRARY

_SAID = re.compile(r"[\"“「]([^\"”」\n]+)[\"”」]")
_TODAY = re.compile(r"\b(?:pass|passes|succeeds|works|green)\b", re.I)
_FAULT, _PASS = re.compile(r"fail|error|✗|✘|✕|失败|panick"), re.compile(r"pass|\bok\b|✓|✔|succe|通过|成功")


def contrary_output(beside: Beside, telling: Telling, ending: Ending) -> int | None:
    """A run whose output has the name of what is told to have ended, where all that is shown and told of it is contrary."""
    quoted = [spoken(each) for each in _SAID.findall(telling.text)]
    names = quoted or signed(telling.text) or signed(telling.lead)
    if not names:
        return None
    name = names[0]
    printing = [run for run in beside.runs.all if holds(run.printed, name)]
    told = [each for each in beside.record.all if holds(each.text.lower(), name)]
    if any(each.ending == ending for each in told) or any(
        holds(run.passed, name) for run in printing if ending == "well"
    ):
        return None
    given = [each for each in details(telling) if each not in names]
    if detailed := [run for run in printing if any(each in run.printed for each in given)]:
        return detailed[-1].piece if all(run.ending == CONTRARY[ending] for run in detailed) else None
    if told:
        return told[-1].piece
    shown = [_shown(run, name) or run.ending for run in printing]
    if ending == "well" and (telling.order in ("later", "last") or _TODAY.search(telling.text)):
        return None
    return printing[-1].piece if shown and all(each == CONTRARY[ending] for each in shown) else None


def _shown(run: Run, name: str) -> Ending | None:
    """What the lines of an output that have the name say of it."""
    lines = [line for line in run.text.lower().split("\n") if holds(line, name)]
    bad, good = any(_FAULT.search(line) for line in lines), any(_PASS.search(line) for line in lines)
    if bad == good:
        return None
    return "badly" if bad else "well"
