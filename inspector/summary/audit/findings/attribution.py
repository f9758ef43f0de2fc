"""What the user is said to have said, asked for or agreed to, and no typed message says: others said it, or nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.alike import elsewhere
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.declared import declared
from inspector.summary.audit.grounds import Grounds, Held, Wanted, share
from inspector.summary.audit.in_order import in_order
from inspector.summary.audit.pieces import Voice
from inspector.summary.audit.shapes import Finding, FindingKind, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.undone import modal, ordered_of
from inspector.summary.audit.verbatim import verbatim
from inspector.summary.audit.voices import OWN, Manner, Saying, forms, sayings

MORE: dict[Manner, float] = {"thought": 0.3, "said": 0.3, "did": 0.45}
"""How much more of a saying somebody else must say than the person did; else as much as `TAKEN`: it may be taken up."""
TAKEN = 0.35
FEW: dict[Manner, int] = {"thought": 1, "did": 3}
"""Words of it that the source must have; else two."""
VOICES: dict[Manner, tuple[Voice, ...]] = {
    "thought": ("model", "tool", "call"),
    "said": ("model", "tool", "call"),
    "did": ("model", "tool", "call"),
    "decided": ("model",),
    "agreed": ("model", "tool"),
    "wished": ("model",),
    "refused": ("model",),
}
"""Who else may have said it: tools state, but they wish nothing."""
SEVERAL: dict[Manner, int] = {"thought": 2, "said": 2, "decided": 3, "agreed": 5}
"""Words of a saying from which on it can be laid beside what another says; to agree may refer to what is not said again."""
WORDED, VERBATIM, APART = 0.7, 0.95, 0.3
"""The share of them that is nearly word for word, that of an idea taken up, and how much less the person must have of them."""
ORDERS = ("wished", "agreed", "decided", "said")
LEAST, HALF, EARLIER = 0.5, 0.5, 0.6
UNKNOWN, MOST_UNKNOWN = 4, 0.25
"""So many names, and such a share of them, that the source does not have: it is only a part of what was summarised."""
_ASKS = re.compile(r"\s*(?:about|whether|if|how|why|what|which|whom?|where|when)\b", re.I)
_GUESS = re.compile(r"suspe|assum|suspi|hypothe|guess|believ|belief|theor|specul|怀疑|推测|估计|猜", re.I)
_GUESSES = re.compile(
    r"\b(?:suspect|think|thought|guess|maybe|perhaps|probably|likely|could|might|may|bet|looks? like|seems?|assume|expect"
    r"|believe|sure|wonder|afraid|feel|must be|hope|doubt|conclude|so it)\b|[?？]|怀疑|可能|是不是|觉得|应该|会不会|也许|大概"
    r"|估计|认为|担心|看来|看起来|好像|猜|吧",
    re.I,
)
_OFFERS = re.compile(
    r"\b(?:suggest|propos|recommend|advis|i'd|i would|suspect|guess|think|assume|prove|probabl|likely|must be|blame"
    r"|might|may|could|fits)"
    r"|建议|推荐|提议|怀疑|可能|应该是",
    re.I,
)
_ADMISSION = re.compile(r"admi|conced|承认", re.I)
_ADMITS = re.compile(
    r"\b(?:sorry|oops|my (?:bad|fault|mistake|error|own)|i'(?:ve|d)"
    r"|i (?:was|forgot|missed|overlooked|did|didn't|have|haven't|had|should have|broke|made|messed|thought|misread|ran))\b"
    r"|抱歉|对不起|我(?:忘|错|没|弄|搞|漏|看错|的错|的问题|改)",
    re.I,
)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every saying of the user that somebody else said, or nobody."""
    spoken_of = forms(summary.text)
    found = [saying for claim in summary.claims if not claim.fenced for saying in sayings(claim, spoken_of)]
    if not found or _partial(source, summary):
        return
    grounds = source.keep("grounds", lambda: Grounds(source))
    if not grounds.typed:
        return
    for saying in found:
        held = (
            _retold(grounds, saying)
            or elsewhere(grounds, saying)
            or declared(grounds, saying)
            or in_order(grounds, saying)
            or verbatim(grounds, saying)
        )
        if held is not None:
            yield _finding(saying, _place(source, held), certain=True)
        elif (places := _judged(source, grounds, saying)) is not None:
            yield _finding(saying, places)


def _retold(grounds: Grounds, saying: Saying) -> Held | None:
    """What somebody else says nearly word for word, and the person hardly typed, nor said yes to."""
    wanted = grounds.all(saying.content)
    several = SEVERAL.get(saying.manner, len(wanted) + 1) + 2 * (max(wanted, default="") > "\u3040")
    if len(wanted) < several or grounds.foreign(saying.content):
        return None
    ought = saying.manner == "said" and ordered_of(saying.content)
    other = grounds.others(
        wanted, lambda said: said.voice in VOICES[saying.manner] and not (ought and not modal(said.text))
    )
    if other is None or other.share < WORDED:
        return None
    own = max(grounds.own(wanted), grounds.answered(wanted) if saying.manner not in OWN else 0.0)
    counted = saying.manner in OWN and own < other.share and grounds.uncounted(saying.content)
    if counted or own <= other.share - APART:
        return other
    earlier = _earlier(grounds, wanted, own) if saying.manner == "thought" else None
    return earlier if earlier and earlier.share >= VERBATIM else None


def _place(source: Source, held: Held) -> tuple[Span, ...]:
    said = held.statement
    return (Span(source.pieces[said.piece].name, said.start, said.start + len(said.text)),)


def _partial(source: Source, summary: Summary) -> bool:
    """Whether the summary speaks of much that the source does not hold: what was typed there is not known."""
    names = {each.text for each in summary.atoms.found if each.kind in ("path", "identifier") and len(each.text) > 3}
    unknown = sum(source.find(name) is None for name in names)
    return unknown >= UNKNOWN and unknown > MOST_UNKNOWN * len(names)


def _judged(source: Source, grounds: Grounds, saying: Saying) -> tuple[Span, ...] | None:
    """Where somebody else said it; nowhere if nobody did; None where it may be true."""
    if _never(grounds, saying):
        return ()
    if saying.manner in ORDERS and grounds.unheard(saying.content, saying.manner in ("wished", "agreed")):
        return ()
    wanted = grounds.wanted(saying.content if saying.manner in OWN else grounds.plain(saying.content))
    vague = grounds.foreign(saying.content) or _ASKS.match(saying.content)
    if not wanted or (vague and saying.manner in ("wished", "refused", "agreed")):
        return None
    if held := _elsewhere(grounds, saying, wanted):
        return _place(source, held)
    return None


def _elsewhere(grounds: Grounds, saying: Saying, wanted: Wanted) -> Held | None:
    """What somebody else said that is much nearer to the saying than anything typed, or came first."""
    own = grounds.own(wanted)
    if saying.manner not in OWN:
        own = max(own, grounds.answered(wanted))
    if saying.manner in ("wished", "refused"):
        own = max(own, share(wanted, grounds.everything))
    other = grounds.others(wanted, lambda said: said.voice in VOICES[saying.manner])
    if other is None:
        return None
    counted = saying.manner in OWN and other.share >= own and grounds.uncounted(saying.content)
    enough = len(wanted) >= FEW.get(saying.manner, 2)
    if counted or (enough and other.share >= max(LEAST, own + MORE.get(saying.manner, TAKEN))):
        return other
    return _earlier(grounds, wanted, own) if saying.manner == "thought" else None


def _earlier(grounds: Grounds, wanted: Wanted, own: float) -> Held | None:
    """What the model said before the person took it up."""
    first = grounds.first(wanted, 0.8 * own)
    if first is None:
        return None
    earlier = grounds.others(wanted, lambda said: said.voice == "model" and said.piece < first and _offers(said.text))
    return earlier if earlier and earlier.share >= max(own - 0.05, EARLIER) else None


def _offers(text: str) -> bool:
    """Whether somebody proposes or guesses something."""
    return _OFFERS.search(text) is not None


def _never(grounds: Grounds, saying: Saying) -> bool:
    """Whether the person typed nothing of the kind: no guess, or not a word about oneself."""
    if _GUESS.match(saying.verb):
        wanted = grounds.wanted(saying.content)
        other = grounds.others(wanted, lambda said: said.voice == "model" and _offers(said.text)) if wanted else None
        theirs = other.share >= grounds.own(wanted) if other else grounds.foreign(saying.content)
        return theirs and not any(map(_GUESSES.search, grounds.near(wanted)))
    return _ADMISSION.match(saying.verb) is not None and not any(map(_ADMITS.search, grounds.told))


def _finding(saying: Saying, places: tuple[Span, ...], *, certain: bool = False) -> Finding:
    kind: FindingKind = "unsourced instruction" if saying.manner == "wished" and not places else "false attribution"
    text = f"no message of the user says this ({saying.verb.strip()})"
    return Finding(kind, text, saying.span, places, certain)
