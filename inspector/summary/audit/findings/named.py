"""How a run ended that a sentence names outright: contrary to every run of that name."""

from __future__ import annotations

import re

from inspector.summary.audit.ended import Ended, Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import codes, endings, marks, uncoded, unreal
from inspector.summary.audit.named import FIRST, Named, holds, signed
from inspector.summary.audit.source import Source

CONTRARY: dict[Ending, Ending] = {"well": "badly", "badly": "well"}
SPEAKERS = ("model", "person", "summary")
_LABEL = re.compile(r"\s*(?:[A-Z][\w ]{2,40}: |[\u4e00-\u9fff]{2,6}：)")
_TAIL = re.compile(r", (?!exit|with exit)|: |：|，| \(|（|(?: with)? expected\b|; ", re.I)
_SPEAKER = re.compile(
    r"\b(?:the )?(?:agent|assistant|user) (?:said|says|wrote|reported|noted|found|told)(?: that)?\b|助手说|用户说", re.I
)
_ENDED = re.compile(
    r"\b(?:(?:was |were )?finished|completed|came to (?:its|the) end|ran to the end)\b|正常结束|顺利完成", re.I
)
_FULLY = re.compile(
    r"\b(?:finished (?:normally|in time)|came to (?:its|the) end|ran to the end|completed)\b|正常结束|顺利完成"
)
_STOPPED = re.compile(r"\b(?:killed|stopped|timed out|cut off|timeout|terminated)\b|超时|被杀", re.I)
_SOME = re.compile(
    r"\d ?(?:of|out of)\b|\b\d+ (?:passed|failed|ok)\b|\b\d+ (?:\w+ )?(?:tests?|cases)\b"
    r"|\b(?:some|most|except|but one|all but|partly)\b"
    r"|个",
    re.I,
)
_OTHER = re.compile(r"\b(?:reject|refus|cancel|not? (?:longer )?|never|nothing|without)|没|未|不", re.I)
_COUNTS = re.compile(r"\d+ passed, \d+ failed|\d+ failed, \d+ passed")
_LATER = re.compile(r"\b(?:after|since|once|now|later|again|finally|in the end)\b|之后|以后|后来|改")
_NAME = re.compile(r"\b[\w/]+(?:[._]\w+)+")
_TESTED = re.compile(r"test|spec|check|suite")
_BOTH = re.compile(r"\band\b.*\b(?:are|were|both)\b")
_PARTS = re.compile(r"[;；。，,\n]|\. | (?:but|while|whereas|although|because|and) ")
OF_USE = re.compile(r"\bhelp(?:s|ed)?\b|没有用|没用|无效|不起作用", re.I)
"""Whether a remedy was of use is no ending of a run."""
_FAULT, _PASS = re.compile(r"fail|error|✗|✘|✕|失败"), re.compile(r"pass|\bok\b|✓|✔|succe|通过|成功")


def against(source: Source, runs: Ended, text: str) -> Run | None:
    """A run of the name that contradicts what is told, where every run of it does."""
    label = _LABEL.match(text)
    text = text[label.end() :] if label and not endings(label[0]) & CONTRARY.keys() else text
    if _COUNTS.search(text) or OF_USE.search(text):
        return None
    head = _head(text)
    told, coded = _told(head), codes(text)
    if unreal(_NAME.sub("X", _SPEAKER.sub(" ", head))) or _BOTH.search(head) or _OTHER.search(_SPEAKER.sub(" ", head)):
        return None
    named = Named(runs, head)
    if named.runs:
        return _of_command(source, runs, named, text, told, coded) if _before(named, head) else None
    return _of_output(source, runs, head, told) if told else None


def agrees(runs: Ended, text: str) -> bool:
    """Whether a run of the name ended well as it is told, where no code, output or order tells which run is meant."""
    head = _head(text)
    if (head != text.rstrip(".。") and head != text) or codes(text) or FIRST.search(text):
        return False
    told = _told(head)
    return told == "well" and any(run.ending == told for run in Named(runs, head).runs)


def _before(named: Named, head: str) -> bool:
    """Whether a name stands before the ending."""
    low = head.lower()
    end = min((mark.start for mark in marks(uncoded(head)) if mark.ending in CONTRARY), default=len(low))
    return any(name in low[:end] for name in named.names)


def _of_command(
    source: Source, runs: Ended, named: Named, text: str, told: Ending | None, coded: frozenset[int]
) -> Run | None:
    last = named.runs[-1]
    if _of_itself(named, text, coded) or (len(coded) == 1 and _miscoded(runs, named, told, min(coded))):
        return last
    told = told or ("well" if coded == {0} else None)
    if told is None or not all(run.ending == CONTRARY[told] for run in named.runs):
        return None
    if any(run.codes & coded and run.ending == told for run in runs.all):
        return None
    if told == "well" and any(_partly(run, named, text) for run in named.runs):
        return None
    if told == "badly" and (FIRST.search(text) or _fails_elsewhere(runs, named)):
        return None
    return None if _said(source, runs, named, told) else last


def _partly(run: Run, named: Named, text: str) -> bool:
    """Whether some of it went well, and the text speaks of a part."""
    if not run.passed:
        return False
    return _SOME.search(_head(text)) is not None or any(holds(run.passed, name) for name in named.names)


def _of_itself(named: Named, text: str, coded: frozenset[int]) -> bool:
    """Whether it is told of a run that was stopped that it came to its end, beside how it was stopped."""
    coded_so = [run for run in named.runs if run.codes & coded] or named.runs
    if not all(run.killed for run in coded_so):
        return False
    return bool(_ENDED.search(text) and max(coded, default=0) > 1) or bool(
        _FULLY.search(text) and _STOPPED.search(text)
    )


def _miscoded(runs: Ended, named: Named, told: Ending | None, code: int) -> bool:
    """Whether all of the name that ended as told have exit codes, and other ones."""
    if code > 1 and any(code in run.codes for run in runs.all):
        return False
    as_told = [run for run in named.all if told is None or run.ending != CONTRARY[told]] or named.all
    shown = re.compile(rf"(?:exit|code|status|rc)\W{{0,12}}{code}(?!\d)")
    return all(run.codes and code not in run.codes and not shown.search(run.printed) for run in as_told)


def _fails_elsewhere(runs: Ended, named: Named) -> bool:
    """Whether what failed printed the name."""
    return any(run.ending == "badly" and all(holds(run.printed, name) for name in named.names) for run in runs.all)


def _said(source: Source, runs: Ended, named: Named, told: Ending) -> bool:
    """Whether it was said of the name that it ended as it is told: of one of these runs, or before there was any."""
    like = [run for run in runs.all if run.called and holds(run.called, named.names[0])]
    for each in source.statements.all:
        if each.voice in SPEAKERS and _tells(each.text, named.names, told):
            before = [run for run in like if run.piece < each.piece]
            if not before or before[-1] in named.runs:
                return True
    return False


def _tells(text: str, names: list[str], told: Ending) -> bool:
    low = text.lower()
    if not any(holds(low, name) for name in names):
        return False
    return any(told in endings(part) for part in _PARTS.split(low) if any(holds(part, name) for name in names))


def _of_output(source: Source, runs: Ended, head: str, told: Ending) -> Run | None:
    """A run that printed the name of what is told to have ended, where all that printed it show the contrary."""
    if told == "well" and _LATER.search(head) and not FIRST.search(head):
        return None
    names = signed(head)
    printing = [run for run in runs.all if any(holds(run.printed, name) for name in names)]
    shown = [(run, _shown(run, name)) for run in printing for name in names if holds(run.printed, name)]
    if any(ending == told or (ending is None and run.ending == told) for run, ending in shown):
        return None
    if told == "well" and any(holds(run.passed, name) for run in printing for name in names):
        return None
    tests = told == "well" and all(_TESTED.search(name) for name in names)
    if not any(ending or (tests and run.ending == "badly") for run, ending in shown):
        return None
    said = any(each.voice in SPEAKERS and _tells(each.text, names, told) for each in source.statements.all)
    return None if said and not FIRST.search(head) else shown[-1][0]


def _shown(run: Run, name: str) -> Ending | None:
    """What the lines of an output that have the name say of it."""
    lines = [line for line in run.text.lower().split("\n") if holds(line, name)]
    bad, good = any(_FAULT.search(line) for line in lines), any(_PASS.search(line) for line in lines)
    if bad == good:
        return None
    return "badly" if bad else "well"


def _head(text: str) -> str:
    """A text as far as it tells an ending."""
    for joint in _TAIL.finditer(text):
        if endings(uncoded(text[: joint.start()])) - {"done", "open"} or codes(text[: joint.start()]):
            return text[: joint.start()]
    return text


def _told(head: str) -> Ending | None:
    """The ending that a text tells; of two, that it failed if it tells that first."""
    found = [mark.ending for mark in marks(uncoded(head)) if mark.ending in CONTRARY]
    if len(set(found)) == 2 and found[0] == "well":
        return None
    return found[0] if found else None
