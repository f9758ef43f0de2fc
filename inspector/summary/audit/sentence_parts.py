"""The parts of a sentence that can be turned round by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from inspector.summary.audit.claims import Claim, split
from inspector.summary.audit.negators import negated

PLAN = 30
"""Characters before a part that may say that it is only planned."""
SILENT = re.compile(
    r"[?？]\s*$|^\W*(?:if|when|whether|unless|suppose|next|once|after|as soon as|until)\b|^\W*(?:如果|要是|假如)", re.I
)
"""Conditions, questions and plans: they say nothing that could be contrary."""
_SAID = re.compile(
    r":\s+|：|^.{0,50}?\b(?:said|says|say|found|noted|reported|decided|confirmed|states?|stated|suspects?|suspected|thinks|thought"
    r"|wants|wanted|asked|asks|told \w+|explained|expects?|assumes?|assumed|concluded|proposed|suggested)(?: that| to)?\b"
    r"|^(?:用户|助手|日志|文档|工具)[^，。：]{0,4}(?:说|要求|发现|认为|表示|怀疑|建议|决定|确认|指出|规定)"
)
"""What only tells whose words follow."""
_NEW = re.compile(
    r"\W*(?:(?:but|so|because|which|that|and|if|while) )*(?:the|it|they|this|that|these|he|she|we|you|I|must|may|should|can|could"
    r"|is|are|was|were|has|have|had|will|would|nothing|each|every|all|always|\d+|[A-Z]\w*)\b|\W*[\u3040-\u9fff]"
)
"""How what is said anew begins, where a list would only go on."""
_COMMA = re.compile(r",\s+(?:and |or |nor )?|、|\s+and\s+")


def parts(claim: Claim) -> Iterator[tuple[Claim, bool]]:
    """A sentence and its parts, each with whether it is a whole one. What is denied before may be denied of a part as well."""
    for at, text, whole in _parts(claim.text):
        yield Claim(text, claim.start + at, f"{claim.heading} {claim.text[max(at - PLAN, 0) : at]}"), whole


@lru_cache(maxsize=4_096)
def _parts(sentence: str) -> tuple[tuple[int, str, bool], ...]:
    """Where each begins, itself, and whether it is whole: several ask the same of every sentence."""
    found = ((at, text, sentence[:at]) for at, text in (*pieces(sentence), *_pairs(sentence)))
    return tuple((at, text, _is_whole(sentence, before, text)) for at, text, before in found if _stands(before, text))


def _stands(before: str, text: str) -> bool:
    """Whether nothing before it denies it."""
    if not negated(before) or before.endswith(("，", "；")):
        return True
    return _NEW.match(text) is not None and not before.endswith("、")


def _is_whole(sentence: str, before: str, text: str) -> bool:
    """Whether nothing but who says it stands before."""
    return text == sentence or before.rstrip().endswith((":", "：")) or _SAID.fullmatch(before) is not None


def pieces(text: str) -> Iterator[tuple[int, str]]:
    """A sentence, its clauses, and what stands between its commas, with where each starts."""
    seen = {text}
    yield 0, text
    for mark in _SAID.finditer(text):
        if text[mark.end() :] not in seen:
            seen.add(text[mark.end() :])
            yield mark.end(), text[mark.end() :]
    for at, clause in split(text):
        said = ((mark.end(), clause[mark.end() :]) for mark in _SAID.finditer(clause))
        for start, piece in ((0, clause), *said, *_between(clause)):
            if piece not in seen:
                seen.add(piece)
                yield at + start, piece


def _pairs(text: str) -> Iterator[tuple[int, str]]:
    """Every two neighbouring clauses."""
    found = list(split(text))
    for (at, _), (start, clause) in pairwise(found) if len(found) > 2 else ():
        yield at, text[at : start + len(clause)]


def _between(clause: str) -> Iterator[tuple[int, str]]:
    at = 0
    for mark in _COMMA.finditer(clause):
        yield at, clause[at : mark.start()]
        at = mark.end()
    if at:
        yield at, clause[at:]
