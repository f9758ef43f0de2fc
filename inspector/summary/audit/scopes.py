"""What a clause denies: the words on which its "not", "no", "never" or "without" bears."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from inspector.summary.audit.lexis import STOP, stem
from inspector.summary.text import words as table

_TOKEN = re.compile(r"[A-Za-z]+(?:'t|n't)?|[,;:.()]")
_COMPOUND = re.compile(r"\b(?:merge|pull) (requests?)\b", re.I)
"""A thing whose name is a deed's: to open a merge request is not to merge."""
_BEFORE = table(
    "not no never without cannot can't don't won't isn't aren't wasn't doesn't didn't hasn't haven't shouldn't mustn't"
    " couldn't wouldn't nor neither avoid avoids avoided avoiding forbid forbids forbidden forbade forbidding prohibited"
)
_AFTER = table("nothing nobody nowhere")
_FILL = table(
    "be been being is are was were to the a an any of it that this them its his her their yet ever so have has had get more"
    " other yourself allowed may must should please also again even"
)
_LIGHT = table("show mean give happen seem matter end finish look help exist need help start contain")
"""Verbs that deny little by themselves."""
_HINDER = table(
    "only unchanged instead rather stop stops stopped prevent prevents prevented remove removed rejects block blocks blocked"
    " error problem issue bug risk fails failed"
)
_ARTICLES = table("a an the this that another each every")
_WIDE = re.compile(
    r"(?:不能|不要|不得|不许|不准|不可以|不可|没有|从来没有|禁止|严禁|请勿|不|没|别|勿|未)(?:再|去|被|可"
    r"|有)?([\u3400-\u9fff])"
)
_WIDE_SAFE = re.compile(
    r"能不能|会不会|是不是|有没有|要不要|不(?:过|同|但|仅|只|足|错|久|会儿)|没(?:事|问题)|分别|特别|区别|级别"
    r"|别的|类别|性别|用户|没用|没有用|什么"
)
_DENIES_WIDE = re.compile(r"不|没|别|勿|未|禁|无")
REACH, REACH_WIDE = 3, 9


class Scope(NamedTuple):
    """What is denied: the stems that must all be there for the same to be said without the denial.

    `everything` says that it is denied of all there is ("restart nothing").
    """

    words: frozenset[str]
    everything: bool = False
    thing: bool = False
    """What is denied is a thing ("without a crash") and no deed."""


@lru_cache(maxsize=8192)
def tokens_of(clause: str) -> tuple[str, ...]:
    """The words and marks of a clause, in small letters."""
    return tuple(token.lower() for token in _TOKEN.findall(_COMPOUND.sub(r"\1", clause.replace("’", "'"))))


@lru_cache(maxsize=8192)
def scopes(clause: str) -> tuple[Scope, ...]:
    """Everything that a clause denies."""
    return (*_spaced(tokens_of(clause)), *_wide(clause))


def _spaced(tokens: Sequence[str]) -> Iterator[Scope]:
    everything = "anything" in tokens or "nothing" in tokens
    for at, token in enumerate(tokens):
        if token in _BEFORE:
            denied = _next(tokens, at + 1)
            verb = _previous(tokens, at) if token == "no" else ""
            thing = token == "no" or tokens[at + 1 : at + 2] in (("a",), ("an",), ("any",), ("the",))
            if verb and denied:
                yield Scope(frozenset([verb, denied[0]]), thing=True)
            else:
                yield from (Scope(frozenset([word]), everything, thing) for word in denied)
        elif token in _AFTER and (verb := _previous(tokens, at)):
            yield Scope(frozenset([verb]), True)


def _next(tokens: Sequence[str], at: int) -> list[str]:
    """The first carrying word after a denial, and those that "or" joins to it directly."""
    found: list[str] = []
    joined = True
    for token in tokens[at : at + 3 * REACH]:
        if token in ("or", "nor"):
            joined = True
        elif not token[0].isalpha() or (found and not joined):
            break
        elif token not in _FILL and token not in STOP and len(token) > 1:
            if token.rstrip("s") not in _LIGHT:
                found.append(stem(token))
            joined = False
            if not found:
                break
    return found


def _previous(tokens: Sequence[str], at: int) -> str:
    """The carrying word right before, if there is one."""
    for token in reversed(tokens[max(at - 2, 0) : at]):
        if not token[0].isalpha():
            return ""
        if token not in _FILL and token not in STOP:
            return "" if token.rstrip("s") in _LIGHT else stem(token)
    return ""


def _wide(clause: str) -> Iterator[Scope]:
    for found in _WIDE.finditer(_WIDE_SAFE.sub(lambda m: " " * len(m[0]), clause)):
        if found[1] not in "有是了到过":
            yield Scope(frozenset([found[1]]))


def asserts(clause: str, scope: Scope, deed: bool = False) -> bool:
    """Whether a clause says what the scope denies: all its words stand there, and none is denied.

    With `deed` a word after an article does not count: "a restart helped" orders no restart.
    """
    if all(len(word) == 1 and word >= "\u3400" for word in scope.words):
        return all(_unhindered(clause, word) for word in scope.words)
    tokens = tokens_of(clause)
    places = [at for at, token in enumerate(tokens) if token[0].isalpha() and stem(token) in scope.words]
    if deed:
        places = [at for at in places if not (at and tokens[at - 1] in _ARTICLES)]
    if not scope.words <= {stem(tokens[at]) for at in places}:
        return False
    return not any(_hindered(tokens, at) for at in places) and not any(s.words & scope.words for s in _spaced(tokens))


def _hindered(tokens: Sequence[str], at: int) -> bool:
    """Whether a denial stands before a word, within its reach."""
    before = tokens[max(at - 7, 0) : at]
    for place in range(len(before) - 1, -1, -1):
        if before[place] in (",", ";", "."):
            return False
        if (
            before[place] in _BEFORE
            or before[place] in _AFTER
            or before[place] in ("only", "unchanged", "instead", "rather")
        ):
            return True
    return False


def _unhindered(clause: str, word: str) -> bool:
    clause = _WIDE_SAFE.sub(lambda m: "？" * len(m[0]), clause)
    places = [at for at, char in enumerate(clause) if char == word and "？" not in clause[max(at - 3, 0) : at]]
    return bool(places) and not any(_DENIES_WIDE.search(clause[max(at - REACH_WIDE, 0) : at]) for at in places)


_MODAL = re.compile(
    r"从来没有|不可以|不能|不要|不得|不许|不准|没有|禁止|可以|已经|必须|任何|所有|应该|不|没|别|勿|未|要|都|再"
    r"|了|就|会|将|能|的|也|还|只"
)


def bare(text: str) -> str:
    """The text without the Chinese words that bid, forbid or quantify: what is left is what they bear on."""
    return text if text.isascii() else _MODAL.sub("", text)
