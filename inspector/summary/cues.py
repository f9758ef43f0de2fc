"""How a sentence is known as a constraint, a finding, an open item or a plan.

A cue decides only whether a sentence is *quoted*, never what it is said to mean.
"""

from __future__ import annotations

import re

from inspector.summary import phrases
from inspector.summary.phrases import NONE, STRONG, VAGUE, WEAK, Cue

__all__ = ["STRONG", "VAGUE", "WEAK", "Cue", "Sentence", "constraint", "finding", "hedged", "plan", "unfinished"]

_MARKS = b'.,;:!?()[]{}<>"`*_/\\|=+#-'
_SPACED = bytes.maketrans(_MARKS, b" " * len(_MARKS))
_OWN_STATE = re.compile(
    r"(?<!\w)(?:i|we|they|it|you|he|she|this|that|there|which)(?: \w+)? (?:don't|do not|can't|cannot|never|only)"
    r" (?!want|need|like|allow|accept|use|touch|change|modify|edit)"
)
_LEADS = r"(?:ok(?:ay)?|great|good|perfect|now|first|then|so|and|yes|right|alright|i see|excellent)"
_INTENT = re.compile(
    rf"(?:{_LEADS}[,.!:]?\s+)*(?:let me|let's|i'll|i will|i need to|i'm going to|we need to|going to|if\b|whether"
    r"|should (?:i|we)\b|could|would you|maybe|perhaps|do you|want me|shall|to \w+|try|check|look|run |search)"
    r"|(?:好的?[，,。]?|现在|那么|先)*(?:让我|我来|我将|我会|我先|接下来|下一步|如果|是否|可能|也许|请)"
)
_HEDGE = re.compile(
    r"(?<!\w)(?:might|may|maybe|probably|perhaps|possibly|could|seems?|suspect|likely|assum\w+|guess|unless|if|but|except|however"
    r"|although|not|n't|until|yet|only)(?!\w)|n't\b|可能|也许|似乎|大概|推测|怀疑|但|除非|尚未|未|没|不"
)


def _words(low: str) -> list[str]:
    """The words between marks. All marks are ASCII, so that bytes can be translated: far quicker than other text."""
    return low.encode("utf-8", "surrogatepass").translate(_SPACED).decode("utf-8", "surrogatepass").split()


class Sentence:
    """A sentence made ready for its cues: lower case, one kind of apostrophe, of its words those that tell something."""

    __slots__ = ("low", "question", "wide", "words")

    def __init__(self, text: str) -> None:
        self.low = text.lower().replace("’", "'")
        self.words = phrases.TELLING.intersection(_words(self.low))
        self.wide = not self.low.isascii() and phrases.WIDE.search(self.low) is not None
        self.question = self.low.rstrip("*`\"' ").endswith(("?", "？", "吗"))


_STATEMENT_WORDS = phrases.FINDING.gate | phrases.OPEN.gate | phrases.PLAN.gate


def telling(line: str) -> bool:
    """Whether a line of the assistant could hold a statement at all: a cheap question asked before it is taken apart."""
    return not line.isascii() or not _STATEMENT_WORDS.isdisjoint(_words(line.lower()))


def constraint(sentence: Sentence) -> Cue:
    """How much a typed sentence binds the agent. Questions and what somebody says about a state bind nobody."""
    cue = NONE if sentence.question else phrases.CONSTRAINT.find(sentence.low, sentence.words, sentence.wide)
    if cue.score == 0 or not sentence.low.isascii():
        return cue
    blanked = _OWN_STATE.sub(lambda match: " " * len(match[0]), sentence.low)
    return cue if blanked == sentence.low else phrases.CONSTRAINT.find(blanked, sentence.words, False)


def finding(sentence: Sentence) -> Cue:
    """How much a sentence of the assistant states a cause, a decision or a result; intentions and questions do not."""
    cue = NONE if sentence.question else phrases.FINDING.find(sentence.low, sentence.words, sentence.wide)
    if cue.score == 0 or _INTENT.match(sentence.low):
        return NONE
    return cue


def unfinished(sentence: Sentence) -> Cue:
    """How clearly a sentence says that something is not done or not known yet."""
    return NONE if sentence.question else phrases.OPEN.find(sentence.low, sentence.words, sentence.wide)


def plan(sentence: Sentence) -> Cue:
    """Whether a sentence announces a next step. A plan ages quickly, so it is scored apart from what is unfinished."""
    return NONE if sentence.question else phrases.PLAN.find(sentence.low, sentence.words, sentence.wide)


def hedged(text: str) -> bool:
    """Whether the text limits or denies something: a quote must not end before it."""
    return _HEDGE.search(text.lower().replace("’", "'")) is not None
