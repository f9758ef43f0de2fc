"""What the model says of itself in the very verb that a saying gives to the person: "I propose …", "我建议…"."""

from __future__ import annotations

import re

from inspector.summary.audit.alike import SAME, candidates, fit, parts, worth
from inspector.summary.audit.grounds import Grounds, Held
from inspector.summary.audit.lexis import stems
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
_MINE = tuple(
    (
        re.compile(rf"{latin}|{wide}", re.I),
        re.compile(
            rf"\bI(?:'d|'ve|'ll| would| do| will| have)?(?: \w+)? ?(?:{latin})|我[^，。；]{{0,3}}(?:{wide})", re.I
        ),
    )
    for latin, wide in _KINDS
)
_OPTION = re.compile(r"[A-Z]|(?:option|variant|plan|way) \w", re.A)
_ASKED = re.compile(r"[?？]\W*$")


def declared(grounds: Grounds, saying: Saying) -> Held | None:
    """Where the model says it of itself, and nobody typed the same before."""
    mine = next((own for verb, own in _MINE if verb.match(saying.verb)), None)
    if mine is None or saying.manner not in ("thought", "decided") or grounds.foreign(saying.content):
        return None
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
    """Where the model says but a name: "I propose B"; a name that was typed before may be the person's."""
    name = saying.content.strip(" .:\"'`")
    if not _OPTION.fullmatch(name):
        return None
    alone = re.compile(rf"(?:{mine.pattern})\w* {re.escape(name)}\W*", re.I)
    for said in grounds.source.statements.all:
        if said.voice == "model" and alone.fullmatch(said.text):
            named = (each.text for each in grounds.typed if each.piece < said.piece)
            return None if any(re.search(rf"\b{re.escape(name)}\b", text) for text in named) else Held(1.0, said)
    return None


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
