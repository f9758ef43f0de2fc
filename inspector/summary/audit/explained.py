"""What a sentence gives as the reason or the particulars of an ending: it tells which run is meant, and may contradict it."""

from __future__ import annotations

import re

from inspector.summary.audit.endings import Mark, marks

_RUNS = ("well", "badly")
KILLED = 124
"""From this exit code on a run was ended by something else."""
_LEADS = re.compile(
    r"(?:,? (?:and )?\(?(?:with )?exit code \d+\)?)?"
    r"(?:\s*[:：（]\s*|,? \(|,? (?:because|since|as) |[,，]?\s?(?:因为|由于)|(?:,| with)? ?(?=[\"“「])|, (?=\d+ \w+ \w+, [1-9]))"
)
_ENDS = re.compile(
    r"[;；。)）]|(?<=[^\W_])(?<!\bmax)(?<!\bmin)(?<!\bca)(?<!\bvs)(?<!\bapprox)[.!?](?=[\"”]?(?:\s|$))"
    r"|,? (?:and|but|so) (?=then|later|after|now|the |it )|[,，] ?(?:then|later|but|后来|但)"
)
_QUOTES = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」")
_NO_FAULT = re.compile(
    r"(?<![\w.,])0(?![.,]?\d)\b|\b(?:no|not|never|without|any|zero|fixed|after|before|earlier|until|if|when|would|first|expected|had"
    r"|removed|added|ignored|stripped|restored|reported|reverted)\b|n't\b"
    r"|没有|不再|之前|以前|原来|已经|补|\b0 ?个|修",
    re.I,
)
_FAULT = re.compile(
    r"\b[1-9][\d,]*(?: of [\d,]+)?(?: \w+)? (?:failed|failures?|errors?)\b"
    r"|\b(?:failed|timed out|could not|couldn't|cannot|can't)\b"
    r"|\b(?:is|are|was|were) (?:missing|unknown|not found|invalid|undefined)\b"
    r"|\bnot ok \d|\b(?:not found|no such file|unknown \w+|(?:permission|access) denied|connection refused)"
    r"|\b(?:\w*error:|missing \w+$)"
    r"|失败|错误|报错|找不到|超时|被拒绝",
    re.I,
)
_OWN_NOT = re.compile(r"\b(?:could not|couldn't|cannot|can't|not found|no such file|not ok)\b", re.I)


def why(sentence: str, end: int) -> str:
    """What explains the ending that is told up to `end`: after a colon, a reason's word, a bracket or in quotes."""
    lead = _LEADS.match(sentence, end)
    if lead is None or not (rest := sentence[lead.end() :]):
        return ""
    hidden = _QUOTES.sub(lambda found: '"' + "x" * (len(found[0]) - 2) + '"', rest)
    stop = _ENDS.search(hidden)
    return rest[: stop.start()] if stop else rest


def is_fault(text: str) -> bool:
    """Whether an explanation states a fault, and neither denies it nor counts none nor speaks of another time."""
    return _FAULT.search(text) is not None and _NO_FAULT.search(_OWN_NOT.sub(" ", text)) is None


_CODED = re.compile(
    r"(?:\bexit(?:ed|s)?(?: with)?(?: the)?(?:[ _-]?(?:code|status))?|\b(?:rc|return code|exit code was|with code)"
    r"|(?:退出|返回)码)(?:\s*(?:was|is|of|为|是|=|:|：))?\s*(?P<code>\d{1,3})\b|[(（](?P<bare>0|1|2|124|137|139|143)[)）]",
    re.I,
)
_PART = re.compile(
    r"[;；。]|[.!?](?=\s|$)|[,，]? ?\b(?:and|but|so|while|until|when|before|after(?! \d)|because|since)\b(?! exit)"
    r"|\bthen\b|\blater\b|[,，](?! ?(?:with |and )?(?:exit|rc\b|return code|code |其?(?:退出|返回)码))|[:：]"
    r"|但|后来|然后|第[一二三]次"
)
_ODD = re.compile(
    r"\b(?:but|yet|although|though|despite|even|still|nevertheless|expected|should|must|not|never|instead|hid\w*|swallow\w*"
    r"|mask\w*|silent\w*|if|unless|would|can|may|no longer|or|return\w*|report\w*|every|always)\b"
    r"|但|却|竟|仍|居然|应|如果|不|没",
    re.I,
)
_STRONG = re.compile(r"pass|succe|green|works|worked|normally|complet|finish|通过|成功|顺利|正常|完成", re.I)
_PUNCTUATION = re.compile(r"\s*(?:[,，;；:：(（]|[—–-]{1,2}(?=\s))\s*")
_AT_ONCE = re.compile(
    r"[\"“「]|[1-9]\d*(?: of (?:the )?\d+)?(?: \w+)? (?:failed|failures?|errors?)\b"
    r"|(?:could not|couldn't|cannot|can't|no such|not found|\w*error:|permission denied|access denied|connection refused)"
    r"|[1-9]\d* ?[个项条]\S{0,4}(?:失败|错误|报错)|(?:找不到|无法|报错|超时|缺少)",
    re.I,
)
_COUNTED_BEFORE = re.compile(r"(?:\d+(?: of (?:the )?\d+)?(?: [\w-]+){0,3}|\d+ ?[个项条]\S{0,6}) ?$")
_COUNTS = re.compile(
    r"[^\w\n]{0,3}(?:with )?[1-9]\d* (?:\w+ )?(?:failed|failures?|errors?)\b(?! (?:before|earlier|fixed|expected))",
    re.I,
)


def contradiction(sentence: str) -> tuple[int, int] | None:
    """Where a sentence tells an ending beside an exit code, a fault or a count of the contrary; nothing where it says why."""
    hidden = _QUOTES.sub(lambda found: '"' + "x" * (len(found[0]) - 2) + '"', sentence)
    told = [mark for mark in marks(_CODED.sub(lambda found: "x" * len(found[0]), hidden)) if mark.ending in _RUNS]
    for at, mark in enumerate(told):
        until = told[at + 1].start if at + 1 < len(told) else len(hidden)
        if (end := _against_code(hidden, mark, until) or _fault_after(sentence, mark)) is not None:
            return mark.start, end
    return None


def _against_code(hidden: str, mark: Mark, until: int) -> int | None:
    """Where the exit code ends that stands in the part of an ending and is of the other kind."""
    code = _CODED.search(hidden, mark.end, until)
    if (
        code is None
        or _counted(hidden, mark)
        or _parted(hidden, mark.end, code)
        or _ODD.search(_near(hidden, mark.start, code.end()))
    ):
        return None
    number = int(code["code"] or code["bare"])
    if mark.ending == "badly":
        return code.end() if number == 0 else None
    strong = _STRONG.search(hidden, mark.start, mark.end) is not None
    killed = number >= KILLED and (code["code"] or number in (124, 137, 139, 143))
    return code.end() if strong and (killed or (number > 0 and code["code"])) else None


def _parted(hidden: str, start: int, code: re.Match[str]) -> bool:
    """Whether another part of the sentence begins before the code."""
    found = _PART.search(hidden[: code.end()], start)
    return found is not None and found.start() < code.start()


def _near(text: str, start: int, end: int) -> str:
    """What stands around a stretch: there it may say why both go together."""
    return text[max(start - 40, 0) : end] + re.split(r"[:：。.;；(（]", text[end : end + 40])[0]


def _counted(text: str, mark: Mark) -> bool:
    """Whether it counts some of many: others may have ended otherwise."""
    return text[mark.start].isdigit() or _COUNTED_BEFORE.search(text[max(mark.start - 60, 0) : mark.start]) is not None


def _fault_after(sentence: str, mark: Mark) -> int | None:
    """Where a fault ends that follows a success at once."""
    if mark.ending != "well" or not _STRONG.search(sentence, mark.start, mark.end) or _counted(sentence, mark):
        return None
    pause = _PUNCTUATION.match(sentence, mark.end)
    rest = sentence[pause.end() :] if pause else re.sub(r"^ ?with (?=[\"“「])", "", sentence[mark.end :]).lstrip()
    if not (_AT_ONCE.match(rest) if pause else _QUOTES.match(rest) or _COUNTS.match(rest)):
        return None
    stop = _ENDS.search(_QUOTES.sub(lambda found: "x" * len(found[0]), rest))
    quoted = _QUOTES.match(rest)
    told = quoted[0] if quoted else rest[: stop.start()] if stop else rest
    fault = is_fault(told) and not _ODD.search(_OWN_NOT.sub(" ", sentence[max(mark.start - 40, 0) : mark.start]))
    return len(sentence) - len(rest) + len(told) if fault else None
