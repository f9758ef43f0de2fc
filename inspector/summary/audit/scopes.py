"""What a clause denies: the deeds on which its "not", "never", "nothing", "avoid" or "leave alone" bears."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from inspector.summary.audit.lexis import IRREGULAR
from inspector.summary.audit.matter import DEED, DEEDS, IDLE, SILENT, deed
from inspector.summary.text import words as table

Kind = Literal["rule", "state", "deed", "habit", "any", "weak", "own"]
_TOKEN = re.compile(r"[A-Za-z]+(?:'t|n't)?|[,;:.()]")
BEFORE = table(
    "not no never without cannot can't don't dont won't isn't aren't wasn't weren't doesn't didn't hasn't haven't hadn't"
    " shouldn't mustn't couldn't wouldn't nor neither avoid avoids avoided avoiding forbid forbids forbidden forbade"
    " forbidding prohibited prohibits refuse refuses refused refusing nobody none nothing"
)
"""Words that deny what follows them."""
_LEAVE = table("instead rather ruled stop stopped skip skipped")
"""Words that deny the deed after them."""
_AFTER = table("nothing nobody none nowhere")
"""Words that deny what stands before them."""
_FILL = table(
    "be been being is are was were to the a an any of it that this them its his her their yet ever so have has had get"
    " you i we they agent assistant yourself myself allowed allow allows let lets want wants wanted need needs ask asked"
    " going trying try tried supposed meant permitted may must should can could also again even just simply actually"
    " please either all go ahead and from at"
)
_LIGHT = table("know knows known mean means meant happen happens seem seems matter matters look looks")
"""Verbs that deny little by themselves."""
_KINDS: tuple[tuple[Kind, frozenset[str]], ...] = (
    ("state", table("is are was were am isn't aren't wasn't weren't")),
    ("deed", table("did has have had didn't hasn't haven't hadn't")),
    ("habit", table("does doesn't")),
    ("rule", table("must may should shall mustn't shouldn't")),
)
_WEAK = table(
    "no without nor neither none nobody cannot can't couldn't won't wouldn't refuse refuses refused refusing instead rather"
    " ruled stop stopped skip skipped"
)
"""What neither orders nor tells that something was not done."""
_PLACES = table("in on at for from with about of as by")
_ORDERED = frozenset(["", "you", "please", "and", "but", "also", "so", "just", "or", ",", ".", ":", ";", "then"])
"""Before "do not": what makes an order of it."""
_OWN = re.compile(
    r"\b(?:i|we)\s+(?:will |am going to |can )?([a-z]+)\b(?=.*\b(?:myself|ourselves)\b)"
    r"|\b(?:i'll|i will|we'll|we will)\s+([a-z]+)\b",
    re.I,
)
"""What a person does by himself."""
_OWN_WIDE = re.compile(r"我(?:自己来?|来|会)([\u3400-\u9fff])")
_LEFT = re.compile(
    r"\b(?:leave|leaving|left)\b.{1,60}\b(?:alone|as (?:it|they|is)\b|as is|for now|untouched|unchanged|out|in peace)\b"
    r"|\b(?:leave|leaving)\b.{1,40}$"
    r"|\bkeep\b.{1,60}\b(?:untouched|unchanged|as (?:it|they) (?:is|are)|as is|frozen)\b"
    r"|\b(?:must|has to|have to|should) (?:stay|remain)\b|\b(?:stays?|remains?) (?:as|the same|unchanged|untouched)\b"
    r"|\bfrozen\b|\boff[- ]limits\b|\buntouched\b|\bread[- ]only\b|\b(?:keep|stay) (?:out of|away from|clear of)\b"
    r"|保持不变|冻结|只读",
    re.I,
)
_CHANGES = tuple(map(deed, ["change", "delete", "fix", "rename", "upgrade", "replace", "overwrite", "translate"]))
"""The deeds that leaving something as it is rules out."""
_OUT = re.compile(r"\b(?:keep|leave)\b.{1,60}\bout of (?:the |your |any |all )?([a-z]+)", re.I)
_FORBIDDEN = re.compile(
    r"^\W*([a-z]+ing)\b.{0,60}\b(?:forbidden|prohibited|banned|not (?:allowed|permitted)|out of the question|off the table)\b"
)
_LET = re.compile(
    r"(?:\b(?:not|never) (?:let|allow|permit)|n't (?:let|allow|permit)|circumstances (?:should|may|must|can))\b.{1,60}?"
    r"\b(?:to be|be|to) ([a-z]+)",
    re.I,
)
_PLAINLY = (
    (
        re.compile(r"\b(?:under no circumstances|on no account|in no case)(?: (?:should|may|must|can))?\b", re.I),
        "never",
    ),
    (re.compile(r"\b(?:nobody|no one) (?:but|except) me\b", re.I), "never"),
    (re.compile(r"\brefrain(?:s|ed)? from\b", re.I), "avoid"),
    (re.compile(r"\bi(?:'d| would) (?:rather|prefer)(?: that| it if)? you (?:didn't|did not|don't)\b", re.I), "do not"),
    (re.compile(r"\b(?:don't|do not) (?:even think (?:about|of)|you dare(?: to)?)\b|\blet's not\b", re.I), "do not"),
    (
        re.compile(r"\b(?:is|are|has|have) (?:yet|still) to (?:be )?|\bstill (?:has|have|needs?) to (?:be )?", re.I),
        "has not ",
    ),
    (re.compile(r"\bremains? to be\b", re.I), "has not been"),
    (re.compile(r"\b(?:fails?|failed|declined?|declines|unable) to\b", re.I), "did not"),
    (
        re.compile(
            r"\bun(?=(?:chang|touch|verifi|test|resolv|commit|publish|merg|deploy|modifi|prov|confirm|check|us)ed\b)",
            re.I,
        ),
        "not ",
    ),
    (re.compile(r"\bmake no changes? (?:to|in)\b|\b(?:keep your )?(?:hands|fingers) off\b", re.I), "do not change"),
)
"""Turns of speech that forbid, and how they are said plainly."""
_COMPOUND = re.compile(r"\b(?:merge|pull) (requests?)\b", re.I)
"""A thing whose name is a deed's: to open a merge request is not to merge."""
NOT_WIDE = r"无法|不能|不要|不得|不许|不准|不可以|不可|没有|禁止|严禁|请勿|不用|不必|不|没|别|勿|未"
_WIDE = re.compile(rf"({NOT_WIDE})([再去被先把将可有过是]*)([\u3400-\u9fff]+)")
SAFE_WIDE = re.compile(
    r"能不能|会不会|是不是|有没有|要不要|不(?:过|同|但|仅|只|足|错|久|会儿|然)|没(?:事|问题)|分别|特别|区别|级别"
    r"|别的|类别|性别|没有用|什么"
)


class Scope(NamedTuple):
    """What is denied: the words that must all be there for the same to be said without the denial.

    `kind`: it is forbidden, it is no state, no deed was done or is done, who speaks keeps it for himself, or a weaker denial.
    `everything` says that it is denied of all there is.
    """

    words: frozenset[str]
    kind: Kind = "any"
    everything: bool = False


@lru_cache(maxsize=8192)
def tokens_of(clause: str) -> tuple[str, ...]:
    """The words and marks of a clause, in small letters."""
    clause = _COMPOUND.sub(r"\1", clause.replace("’", "'"))
    for form, plain in _PLAINLY:
        clause = form.sub(plain, clause)
    return tuple(token.lower() for token in _TOKEN.findall(clause))


@lru_cache(maxsize=8192)
def scopes(clause: str, typed: bool = False) -> tuple[Scope, ...]:
    """Everything that a clause denies. What a person does himself he denies to others."""
    found = [*_spaced(tokens_of(clause), typed), *_wide(clause)]
    ruled = list(_CHANGES) if _LEFT.search(clause) else []
    ruled += map(deed, (*_OUT.findall(clause.lower()), *_FORBIDDEN.findall(clause.lower())))
    found += [Scope(frozenset([word]), "rule") for word in ruled]
    if typed and (own := _OWN.search(clause)) and not found:
        found.append(Scope(frozenset([deed((own[1] or own[2]).lower())]), "own"))
    if typed and (kept := _OWN_WIDE.search(clause)):
        found.append(Scope(frozenset([kept[1]]), "own"))
    return (*found, *(Scope(frozenset([deed(each)]), "weak") for each in _LET.findall(clause.lower())))


def _spaced(tokens: Sequence[str], typed: bool) -> Iterator[Scope]:
    everything = "anything" in tokens or "nothing" in tokens
    for at, token in enumerate(tokens):
        if token in BEFORE or (token in _LEAVE and _gerund(tokens, at + 1, at + 3)):
            verb = _previous(tokens, at) if token == "no" else ""
            kind = "rule" if typed and _forbids(tokens, at) else _kind(tokens, at)
            for word in _denied(tokens, at):
                yield Scope(frozenset([word, verb] if verb else [word]), kind, everything)
        if token in _AFTER and (verb := _previous(tokens, at)):
            yield Scope(frozenset([verb]), "any", True)


def _forbids(tokens: Sequence[str], at: int) -> bool:
    """Whether a weaker word of denial forbids, if a person says it."""
    return tokens[at] in _LEAVE or (tokens[at] == "no" and (tokens[at - 1] if at else "") in _ORDERED)


def _gerund(tokens: Sequence[str], start: int, end: int) -> bool:
    return any(token.endswith("ing") for token in tokens[start:end])


def _kind(tokens: Sequence[str], at: int) -> Kind:
    """Whether a word of denial forbids or tells how things are."""
    last, token, following = (tokens[at - 1] if at else ""), tokens[at], "".join(tokens[at + 1 : at + 2])
    if following in ("to", "allowed", "want", "permitted"):
        return "rule"
    if following in _PLACES:
        return "weak"
    word, subject = (last, tokens[at - 2] if at > 1 else "") if token == "not" else (token, last)
    if subject in ("that", "which", "who") and tokens.index(subject):
        return "weak"
    if word in ("do", "don't", "dont"):
        return "rule" if subject in _ORDERED else "habit"
    if word in ("will", "won't") and subject in ("i", "we"):
        return "deed"
    if (
        token == "not"
        and not any(last in words for _, words in _KINDS)
        and (following.endswith("ed") or following in IRREGULAR)
    ):
        return "deed"
    if word in _WEAK or token == "not":
        return next((kind for kind, words in _KINDS if word in words), "weak")
    return next((kind for kind, words in _KINDS if word in words), "any")


def _denied(tokens: Sequence[str], at: int) -> list[str]:
    """The first carrying word after a denial, and those that "or" joins to it."""
    found: list[str] = []
    joined = True
    following = tokens[at + 1 : at + 17]
    if (tokens[at] in _AFTER and following and following[0] not in _FILL) or following[:1] == ("have",):
        return found
    for place, token in enumerate(following):
        if token in ("or", "nor") or (token == "," and found and "or" in following[place : place + 5]):
            joined = True
        elif not token[0].isalpha() or token in _LIGHT or (found and token in BEFORE):
            break
        elif joined and token not in _FILL and token not in IDLE and not token.endswith("ly"):
            found.append(deed(token))
            joined = False
        elif not found and token in ("only", "just"):
            break
    return found


def _previous(tokens: Sequence[str], at: int) -> str:
    """The carrying word right before, if there is one."""
    word = tokens[at - 1] if at else ","
    return deed(word) if word[0].isalpha() and word not in _FILL and word not in IDLE else ""


def _wide(clause: str) -> Iterator[Scope]:
    if clause.isascii():
        return
    for no, between, rest in _WIDE.findall(SAFE_WIDE.sub(lambda m: "，" * len(m[0]), clause)):
        kind: Kind = "deed" if no[0] in "没未" else "any" if no == "不" else "rule"
        if "把" in between or "将" in between:
            yield from (Scope(frozenset([char]), "weak") for char in rest if char not in SILENT)
        elif rest[0] not in "一两几人谁任":
            yield Scope(frozenset([rest[0]]), kind)
        if named := DEED.match(rest):
            yield Scope(frozenset([deed(DEEDS[named[0]])]), kind)
