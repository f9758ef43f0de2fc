"""What the user is said to have said, asked for or agreed to, and no typed message says: others said it, or nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.acts import GUESS, PROPOSAL, guesses, lets_go, permits, proposes, withdraws
from inspector.summary.audit.atoms import atoms
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.deeds import deed_forbidden, deed_unknown
from inspector.summary.audit.grounds import Grounds, Wanted
from inspector.summary.audit.persons import Typed
from inspector.summary.audit.shapes import Finding, FindingKind, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.voices import Saying, sayings

LEAST, LEAST_LONG, LEAST_DENIED = 0.5, 0.33, 0.22
"""The share of a saying's words that typed sentences must have; of a long one, which says things of many sentences, and of
one that denies, whose words are chosen freely, less."""
FEW, LONG = 3, 8
LEAST_QUOTED = 12
LEAST_WONDERED = 0.25
"""Of a question that is only named."""
LEAST_SAID = 0.52
"""Of what somebody said, more is repeated than of what somebody wants."""
LEAST_UNHEARD = 0.63
"""The share where the very deed that is asked for was never named."""
LEAST_AGREED, LEAST_FEW = 0.55, 0.68
"""The same for an assent, which puts something into force."""
LEAST_WORDS = 2
MUCH = 0.7
LEAST_CRITICISED, LEAST_NEW = 0.38, 0.6
"""Of what is criticised; and where the whole source does not have one of the words."""
LEAST_OWN = 0.6
"""Of what one thinks or proposes by oneself."""
NEAR, VERBATIM = 0.4, 0.9
MORE = 0.25
"""A share under `MUCH` is too little where somebody else says so much more of it."""
_OWN = re.compile(r"(?:propos|suggest|recommend|blam|put|plan|guess|judg|left|建议|提议|选)", re.I)
_DENIES = re.compile(r"\b(?:not|no|never|without|n't)\b|不|没|别|勿", re.I)
_WONDERS = re.compile(r"\s*(?:about|whether|if|how|why|what|which|where|when)\b", re.I)
_STATES = re.compile(r"(?:confirm|acknowledg|said|says|state|according|per\b|claim|assert|report|说|确认|表示)", re.I)
_TO_KNOW = re.compile(r"\s*(?:知道|了解|弄清)")
_FOR = re.compile(r"\s*for (?:an?|another|the|more|new)\b")
_QUESTION = re.compile(r"[?？]")
_DUE = re.compile(
    r"\b(?:must|should|shall|has to|have to|need(?:s|ed)? to|(?:is|are|was|were) to|may|can|not to|be)\b"
    r"|^\s*(?:to|no)\b|['\"`“「]"
    r"|要|必须|应该|不能|可以",
    re.I,
)
"""What is to be done, or the very words: both may be typed as an order."""
_CRITICISES = re.compile(r"(?:critici|complain|object|批评|抱怨)", re.I)
_WARNS = re.compile(r"(?:warn|remind|insist|complain|stress|强调|提醒)", re.I)
_ADMITS = re.compile(r"(?:admit|blam|承认)", re.I)
"""What one does by oneself: to assent to it is not enough."""


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every saying of the user that has no ground in what was typed."""
    found = [saying for claim in summary.claims if not claim.fenced for saying in sayings(claim)]
    if not found:
        return
    grounds = source.keep("grounds", lambda: Grounds(source))
    if not grounds.typed:
        return
    for saying in found:
        if (finding := _judged(source, grounds, saying)) is not None:
            yield finding


def _judged(source: Source, grounds: Grounds, saying: Saying) -> Finding | None:
    if saying.manner == "said" and (place := _misquoted(source, grounds, saying)) is not None:
        return _finding(saying, (place,))
    if grounds.foreign(saying.content):
        typed_text = " ".join(each.text for each in grounds.typed)
        unknown = deed_unknown(saying.content, typed_text) or (
            saying.manner in ("asked", "agreed") and not _denies(saying) and deed_forbidden(saying.content, typed_text)
        )
        return _finding(saying, ()) if unknown or _unacted(grounds, saying) else None
    wanted = grounds.wanted(saying.content)
    if not wanted or _TO_KNOW.match(saying.content):
        return None
    answered = saying.manner in ("agreed", "decided") and not _OWN.match(saying.verb)
    other = grounds.others(wanted)
    own = grounds.own(wanted, answered)
    if _groundless(grounds, saying, wanted, own, other.share if other else 0.0) or _unfit(grounds, saying, wanted, own):
        said = other.statement if other else None
        return _finding(saying, _places(source, said.piece, said.start, said.text) if said else ())
    if clause := _refused(grounds, saying, wanted):
        return _finding(saying, _places(source, clause[0].piece, clause[1], clause[2]))
    return None


def _misquoted(source: Source, grounds: Grounds, saying: Saying) -> Span | None:
    """Where somebody else wrote the words that the user is quoted with, and no typed message has them."""
    for atom in atoms(saying.content).found:
        words = spoken(atom.text).strip(" .,;:!?")
        if atom.kind != "quotation" or len(words) < LEAST_QUOTED or any(words in typed for typed in grounds.spoken):
            continue
        for piece in source.pieces:
            if piece.voice in ("model", "tool") and words in spoken(piece.text):
                return Span(piece.name, 0, min(len(piece.text), 200))
    return None


def _refused(grounds: Grounds, saying: Saying, wanted: Wanted) -> tuple[Typed, int, str] | None:
    """The typed clause that forbids what the user is said to want or to allow."""
    if saying.manner == "forbade" or _WARNS.match(saying.verb):
        return None
    if saying.manner == "asked" and _WONDERS.match(saying.content):
        return None
    if saying.manner in ("asked", "agreed") and (clause := grounds.forbidden(saying) or grounds.denied(saying, wanted)):
        return clause
    return grounds.against(saying, wanted)


def _unacted(grounds: Grounds, saying: Saying) -> bool:
    """Whether nothing that was typed is a deed of this kind, or a number of it was never typed."""
    guess = GUESS.match(saying.verb) is not None
    if PROPOSAL.match(saying.verb) and grounds.foreign(saying.content) and not any(map(proposes, grounds.told)):
        return True
    if saying.manner in ("said", "decided") and grounds.foreign(saying.content) and grounds.elsewhere(saying.content):
        return True
    return bool(grounds.numbers(saying.content)) or (guess and not any(map(guesses, grounds.told)))


def _unfit(grounds: Grounds, saying: Saying, wanted: Wanted, own: float) -> bool:
    """Whether the words may have been typed, but not to this effect."""
    if (
        _unacted(grounds, saying)
        or grounds.ordered(saying, wanted)
        or (saying.manner != "forbade" and grounds.turned(saying.content))
    ):
        return True
    if withdraws(saying.verb, saying.content):
        return not any(map(lets_go, grounds.near(wanted, NEAR)))
    if GUESS.match(saying.verb) or PROPOSAL.match(saying.verb):
        first = grounds.first(wanted)
        return own < LEAST_OWN or (first is not None and first.voice != "person")
    verbatim = own >= VERBATIM and len(wanted) > FEW
    states = _STATES.match(saying.verb) and not _QUESTION.search(saying.content) and not _DUE.search(saying.content)
    if states and not verbatim and grounds.only_asked(wanted):
        return True
    if saying.manner == "agreed" and not verbatim and not grounds.granted(wanted):
        return True
    if saying.manner in ("said", "agreed") and len(wanted) < LONG and own < LEAST_NEW and grounds.unknown(wanted):
        return not _denies(saying)
    return own < MUCH and saying.manner in ("said", "agreed") and permits(saying.content)


def _denies(saying: Saying) -> bool:
    """Whether a saying denies or criticises something: the words for that are chosen freely."""
    return _CRITICISES.match(saying.verb) is not None or _DENIES.search(saying.content) is not None


def _groundless(grounds: Grounds, saying: Saying, wanted: Wanted, own: float, other: float) -> bool:
    """Whether too little of a saying was typed: of a wish the agent repeats more, so there only the typed part counts."""
    stolen = own < MUCH and other >= own + MORE
    if len(wanted) < LEAST_WORDS:
        if own == 0 and saying.manner == "asked" and _FOR.match(saying.content):
            return True
        return stolen and own == 0 and saying.manner in ("said", "decided")
    if own < _least(saying, wanted):
        return True
    if saying.manner == "asked":
        return (
            not _WONDERS.match(saying.content)
            and own < LEAST_UNHEARD
            and grounds.own(wanted, True) < MUCH
            and len(wanted) < LONG
            and grounds.unheard(saying, wanted)
        )
    return stolen


def _least(saying: Saying, wanted: Wanted) -> float:
    if _ADMITS.match(saying.verb):
        return MUCH
    if saying.manner == "agreed":
        return LEAST_AGREED if len(wanted) > FEW else LEAST_FEW
    if _CRITICISES.match(saying.verb):
        return LEAST_CRITICISED
    if saying.manner == "forbade" or _DENIES.search(saying.content):
        return LEAST_DENIED
    if saying.manner == "asked" and _WONDERS.match(saying.content):
        return LEAST_WONDERED
    if saying.manner == "said" and len(wanted) < LONG:
        return LEAST_SAID
    return LEAST_LONG if len(wanted) >= LONG else LEAST


def _places(source: Source, piece: int, start: int, text: str) -> tuple[Span, ...]:
    return (Span(source.pieces[piece].name, start, start + len(text)),)


def _finding(saying: Saying, places: tuple[Span, ...]) -> Finding:
    kind: FindingKind = "unsourced instruction" if saying.manner == "asked" and not places else "false attribution"
    return Finding(kind, f"no message of the user says this ({saying.verb.strip()})", saying.span, places)
