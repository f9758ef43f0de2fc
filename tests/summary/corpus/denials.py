"""Which denials of a summary the session has in nearly the same words: decided from the words alone."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache

from tests.summary.corpus import spans
from tests.summary.corpus.cases import Case

ALIKE = 0.7
"""The share of a clause's words that a sentence of the session has in this order, with the denial and what it denies."""
FEW = 3
"""A clause with fewer words than this is known by its whole sentence."""

_NOT = "¬"
_NEGATIVE = re.compile(r"n['’]t\b|\b(?:not|never|no|nothing|without)\b|没有|不|没|别|勿|未")
_WORD = re.compile(rf"{_NOT}|[a-zà-ÿ]+|\d+(?:\.\d+)*|[一-鿿]")
_GRAMMAR_WORDS = """
the a an i you we it he she they user agent s do does did is are was were be been has have had will would can ca could may
might must should shall to that this of so and or but also 的 了 要 用 户 助 手 我 你 说 可 以 能 得 许 再
"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())
_LETTERS = 5
"""Letters by which a word is known whatever its ending."""
_PAUSE = re.compile(r"[,;:.!?，。；：！？\n]\s?|\s[—–-]\s")


def held(case: Case, text: str, at: int) -> bool:
    """Whether the session has the clause at a place, its denial included."""
    start, end = spans.sentence_at(text, at)
    clause = _words(_clause(text[start:end], at - start))
    if len(clause) - clause.count(_NOT) < FEW:
        clause = _words(text[start:end])
    return any(_alike(clause, sentence) for sentence in _sentences(case))


def _clause(sentence: str, at: int) -> str:
    ends = [mark.start() for mark in _PAUSE.finditer(sentence)]
    begin = max((end + 1 for end in ends if end < at), default=0)
    return sentence[begin : min((end for end in ends if end >= at), default=len(sentence))]


def _words(text: str) -> tuple[str, ...]:
    low = _NEGATIVE.sub(f" {_NOT} ", text.lower().replace("cannot", "can not"))
    return tuple(word[:_LETTERS] for word in _WORD.findall(low) if word not in _GRAMMAR)


@cache
def _sentences(case: Case) -> tuple[tuple[str, ...], ...]:
    """Those of the session that deny something."""
    text = "\n".join(block.text for message in case.transcript.messages for block in message.blocks)
    found = (_words(text[start:end]) for start, end in spans.sentences(text))
    return tuple(dict.fromkeys(words for words in found if _NOT in words))


def _alike(clause: tuple[str, ...], sentence: tuple[str, ...]) -> bool:
    if len(set(clause) & set(sentence)) < ALIKE * len(set(clause)):
        return False
    blocks = SequenceMatcher(None, clause, sentence, autojunk=False).get_matching_blocks()
    met = {at for block in blocks for at in range(block.a, block.a + block.size)}
    denied = [at for at, word in enumerate(clause) if word == _NOT]
    return len(met) >= ALIKE * len(clause) and all(at in met and min(at + 1, len(clause) - 1) in met for at in denied)
