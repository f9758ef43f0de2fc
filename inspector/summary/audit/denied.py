"""How a part of a sentence speaks: as a rule, a wish, a plan or a fact; and whether it affirms what a scope denies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.summary.audit.claims import Claim
from inspector.summary.audit.lexis import stem
from inspector.summary.audit.scopes import Scope, asserts, tokens_of

RULE = 24
"""Characters from the start of a sentence in which it may be called a rule or a plan."""
BINDS = re.compile(
    r"\b(?:must|do|does|did|may|can|should|always|allowed|wants?|told|asked|to be)\b|可以|要|已经|必须", re.I
)
BY_USER = re.compile(
    r"\s*(?:[Tt]he |the )?(?:user|human|on-call|team)\s+(?!ask|want|told|tell|said|say|request|demand|insist"
    r"|did|does|must|may|allow|decid|forb)\w+"
    r"|\s*用户(?!要求|说|同意|确认|希望|可以|不|允许)"
)
STRONG = re.compile(
    r"\b(?:always|must (?!not\b|never\b|only\b)|does want|did want|(?:is|are) to (?!be (?:left|kept)\b)"
    r"|may (?!not\b|only\b|be\b noise))"
    r"|^\W*do (?!not\b|n't\b)[a-z]|必须|一定要",
    re.I,
)
"""A demand, as a dropped denial leaves it."""
_WISH = re.compile(r"\b(?:wants?|asked|asks?|told|demand(?:s|ed)|request(?:s|ed)|requires?|allow(?:s|ed)?)\b", re.I)
_EMPHATIC = re.compile(r"\b(?:did|does) (?!not\b|so\b|it\b|this\b|that\b)[a-z]+", re.I)
_PLANNED = re.compile(
    r"\W*(?:next|remaining|open|pending|to ?do|still to|then|first|plan|check|verify|read|test|review|find|look"
    r"|try|add|write)\b"
    r"|下一步|剩余|待办|未完成",
    re.I,
)
"""What is still to be done denies nothing that was not done so far."""
_TO_BE = re.compile(r"\b(?:should|ensure|must be|needs? to|has to|have to|to be)\b", re.I)
_RULES = re.compile(r"\b(?:rules?|constraints?|limits?|conditions?)\b|约束|规矩|规则", re.I)


@dataclass(frozen=True)
class Saying:
    """A part of a sentence of the summary, with the words by which it is known again."""

    text: str
    wanted: frozenset[str]
    stems: frozenset[str]
    binding: bool
    emphatic: bool
    planned: bool
    wished: bool
    ruled: bool

    @classmethod
    def of(cls, part: Claim, wanted: frozenset[str]) -> Saying:
        """Read how a part speaks, by its words and by the start of its sentence and its heading."""
        planned = _PLANNED.match(part.heading.strip()) or _PLANNED.match(part.text) or _TO_BE.search(part.text)
        held = frozenset(stem(token) for token in tokens_of(part.text) if token[0].isalpha())
        return cls(
            part.text,
            wanted,
            held,
            BINDS.search(part.text) is not None,
            _EMPHATIC.search(part.text) is not None,
            planned is not None,
            planned is not None or _WISH.search(part.text) is not None,
            _RULES.search(part.heading) is not None,
        )

    def may_hold(self, scope: Scope) -> bool:
        """Whether the words of the scope are there at all."""
        return scope.words <= self.stems or all(word >= "\u3400" and word in self.text for word in scope.words)

    def holds(self, scope: Scope) -> bool:
        """Whether it affirms what the scope denies. After an article a deed is a thing, except in wishes and rules."""
        return asserts(self.text, scope, deed=not (scope.thing or self.wished or self.ruled))
