"""What the model says of itself in the very verb that a saying gives to the person: "I propose …", "我建议…"."""

from __future__ import annotations

import re

from inspector.summary.audit.alike import SAME, candidates, fit, parts, worth
from inspector.summary.audit.grounds import Grounds, Held
from inspector.summary.audit.lexis import root, stems
from inspector.summary.audit.voices import Saying
from inspector.summary.audit.wording import wording

LEAST = 1.5
TYPED = 0.7
"""The share in order that makes a typed sentence one that proposes the same."""
MUCH = 4.0
"""So many words are the person's wherever they were typed: no answer that says yes has as many."""
_KINDS = (
    (r"propos|suggest|recommend|advis|offer", r"建议|提议|推荐|提出|主张"),
    (
        r"suspect|think|thought|assum|guess|believ|presum|expect|reckon",
        r"怀疑|猜|推测|认为|觉得|估计|推断|以为|判断|想",
    ),
    (r"find|found|notic|discover|see|saw|spot", r"发现|看到|注意到|查到|找到"),
    (r"decid|choos|chose|pick|leave|left|will", r"决定|选"),
    (r"admit|conced|sorry", r"承认|抱歉"),
)
_PROPOSED = (
    r"|\bI(?:'d| would)(?: rather)? (?:do|take|go (?:for|with)|use|pick|choose)\b|(?<![户你您他她])(?:建议|提议|推荐)"
)
"""Nobody but the model proposes where it names nobody."""
_SUBJECT = r"\bI(?:'d|'ve|'ll| would| do| will| have)?(?: \w+)? ?"
_MINE = tuple(
    (
        re.compile(rf"{latin}|{wide}", re.I),
        re.compile(
            rf"{_SUBJECT}(?:{latin})\w*|我[^，。；]{{0,3}}(?:{wide})" + (_PROPOSED if "propos" in latin else ""), re.I
        ),
    )
    for latin, wide in _KINDS
)
_OPTION = re.compile(r"\(\w\)")
_LEADS = re.compile(r"^(?:that |to |the |an? |of )+", re.I)
_TAKES = re.compile(
    r"\bI(?:'ll| will)? (?:use|take|pick|choose|go with) (?:that|it|this)\b|我(?:就)?(?:用|选)(?:它|这个)"
)
_COMMA = re.compile(r"[,，:：;；]\s|[，：；]")
FEW = 4
"""Words of a typed sentence that takes up what is proposed."""
_ASKED = re.compile(r"[?？]\W*$")


def declared(grounds: Grounds, saying: Saying) -> Held | None:
    """Where the model says it of itself, and nobody typed the same before."""
    if saying.manner not in ("thought", "decided") or grounds.foreign(saying.content):
        return None
    verb = re.escape(root(saying.verb.lower()))
    mine = next((own for verb, own in _MINE if verb.match(saying.verb)), re.compile(rf"{_SUBJECT}{verb}\w*", re.I))
    if (held := _in_full(grounds, saying, mine)) is not None:
        return held
    for _, part in parts(saying.content):
        here = wording(part)
        if worth(here) < LEAST:
            continue
        for said, text in candidates(grounds, saying.manner, part):
            got = fit(grounds, here, text).share if said.voice == "model" and mine.search(text) else 0.0
            if got >= SAME and not (_typed(grounds, saying.content, None) or _typed(grounds, part, said.piece)):
                return Held(got, said)
    return None


def _in_full(grounds: Grounds, saying: Saying, mine: re.Pattern[str]) -> Held | None:
    """Where the model goes on, right after its verb, with all that is said: "I propose B"."""
    name = saying.content.strip(" .,:;\"'`，。：")
    option = _OPTION.match(name)
    name = option[0] if option else _LEADS.sub("", _COMMA.split(name)[0])
    if not name:
        return None
    for said in grounds.source.statements.all:
        if said.voice == "model" and (
            any(_goes_on(said.text[found.end() :], name) for found in mine.finditer(said.text))
            or (saying.manner == "decided" and _takes(said.text, name))
        ):
            return None if _named(grounds, saying, name, said.piece) else Held(1.0, said)
    return None


def _takes(text: str, name: str) -> bool:
    """Whether a text has a name, and then "I use that"."""
    at = text.lower().find(name.lower())
    return at >= 0 and _TAKES.search(text, at + len(name)) is not None


def _goes_on(text: str, name: str) -> bool:
    """Whether a text begins with a name, or with its very words."""
    bare = _LEADS.sub("", text.strip(" .,:;\"'`，。："))
    if bare.lower().startswith(name.lower()) and not bare[len(name) : len(name) + 1].isalnum():
        return True
    here, there = [word.form for word in wording(name)], [word.form for word in wording(text)]
    return worth(wording(name)) >= LEAST and there[: len(here)] == here


def _named(grounds: Grounds, saying: Saying, name: str, piece: int) -> bool:
    """Whether a person named it before; or, as what was decided, in few words, or with the verb, at any time."""
    verb, whole = root(saying.verb.lower().split(" ")[0]), re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.I)
    for said in grounds.source.statements.all:
        if said.voice != "person":
            continue
        if saying.manner == "thought" or verb.startswith("prefer"):
            if said.piece < piece and whole.search(said.text):
                return True
        elif whole.search(said.text) or fit(grounds, wording(name), said.text).share >= TYPED:
            words = wording(said.text)
            if len(words) <= FEW or verb in {word.form for word in words}:
                return True
    return False


def _typed(grounds: Grounds, part: str, piece: int | None) -> bool:
    """Whether somebody typed it, not as a question: before that piece, or anywhere where it is long."""
    here = wording(part)
    if piece is None and worth(here) < MUCH:
        return False
    found = (match.statement for match in grounds.source.statements.matches(stems(part), 0.3))
    return any(
        said.voice == "person"
        and (piece is None or said.piece < piece)
        and not _ASKED.search(said.text)
        and fit(grounds, here, said.text).share >= TYPED
        for said in found
    )
