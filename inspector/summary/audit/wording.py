"""The words of a sentence in order, for laying one beside another: what denies is one sign, what carries nothing is out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from inspector.summary.audit.lexis import root
from inspector.summary.text import words as table

NOT, LACK, SPEAKER = "¬", "∅", "§"
"""A denial of what is done, one of things ("no", "without"), and whoever speaks."""
_SPEAKER = re.compile(
    r"\b(?:the (?:user|agent|assistant)(?:'s)?|user|agent|assistant|I|you|we|my|your|our|its|it|me|us"
    r"|they|them|their|he|she|his|her)\b|用户|助手|我们|我|你",
    re.I,
)
_DENIAL = re.compile(
    r"\bcannot\b|\b(?:ca|wo|do|does|did|is|are|was|were|has|have|had|should|must|could|would|need|may|might)n['’]t\b"
    r"|\b(?:dont|doesnt|didnt|cant|wont|not|never)\b"
    r"|(?:从来没有|还没有?|没有|并?未|尚未|不得|不许|不准|不能|不要|不可以?|不会|切勿|禁止|不再|(?<![级类特区性])别(?![的人名])|没|勿|不(?!同|过|但|仅))",
    re.I,
)
_LACK = re.compile(
    r"\b(?:without|neither|nor|no|nothing|nobody|none|zero|rather than|instead of|unlike)\b|而不是", re.I
)
_NO_DENIAL = re.compile(
    r"\b(?:not only|no longer than|no doubt|no matter|why not|not just)\b|能不能|会不会|是不是|有没有|要不要"
    r"|没(?=[^，。；]{1,8}(?:之前|以前))",
    re.I,
)
_UN = re.compile(
    r"\bun(?=(?:tested|verified|proven|read|checked|confirmed|fixed|resolved|set|sent|applied|finished|merged|used|touched"
    r"|changed|modified|known|written|reviewed|signed|committed)\b)",
    re.I,
)
_WORD = re.compile(
    rf"[{NOT}{LACK}{SPEAKER}]|成功|通过|失败|被杀|中断|超时|崩溃|中止|完成|[a-zà-öø-ÿ]+|\d+(?:[.,:]\d+)*|[぀-ヿ㐀-鿿가-힯]"
)
_AUXILIARY = table(
    "is are was were be been being am do does did done has have had will would shall should can could may might must to"
)
"""What goes with a verb and comes and goes with its denial."""
_PAUSE = re.compile(r"[.,;:!?—，。；：！？]")
_LIGHT = table(
    "a an the this that these those there it its he she they them his her their we our us i me my you your who which"
    " is are was were be been being am do does did done has have had having will would shall should can could may might"
    " must to of in on at by for from as and or but so then than also just always already ever yet still now please"
    " let want wants wanted agent assistant user said says say told asked asks allowed allow permitted okay ok right"
    " any some all each because since when while if with into only really very too however s t m re ve ll d nor even"
    " explicitly again currently therefore later first thing need needs needed got get got make sure"
)
_LIGHT_WIDE = frozenset("的了是在和与及也还把被对将就都要可以能会应该须必已经我你他它们这那个用户助手说请先再让给从到")


class Word(NamedTuple):
    """A word in the form in which it is compared, and where it stands."""

    form: str
    start: int


@lru_cache(maxsize=16_384)
def wording(text: str, every: bool = False) -> tuple[Word, ...]:
    """The words that carry a sentence (or every word that is no auxiliary), and its denials, in order."""
    signed, words = _read(text)
    found: list[Word] = []
    for word, start in words:
        carries = word not in _AUXILIARY if every else not (word == SPEAKER or word in _LIGHT or word in _LIGHT_WIDE)
        if word == NOT or carries:
            if found and found[-1].form == NOT and _PAUSE.search(signed, found[-1].start, start):
                found.pop()  # "it isn't: …" denies nothing of what follows
            found.append(Word(root(word), start))
    return tuple(found)


@lru_cache(maxsize=16_384)
def _read(text: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The text with its signs in small letters, and every word of it with its place."""
    signed = _SPEAKER.sub(_alike, _signed(text)).lower()
    return signed, tuple((match[0], match.start()) for match in _WORD.finditer(signed))


@lru_cache(maxsize=16_384)
def forms_of(text: str) -> frozenset[str]:
    """The words of a text, whatever they carry, in the form in which they are compared."""
    return frozenset(root(word) for word, _ in _read(text)[1])


def _alike(found: re.Match[str]) -> str:
    """One word for whoever speaks, at the same place: what a summary tells of the agent, the agent said of itself."""
    return SPEAKER.ljust(len(found[0]))


def _signed(text: str) -> str:
    """The text with a sign for each denial, every other character at its place."""
    plain = _NO_DENIAL.sub(lambda found: " " * len(found[0]), text)
    plain = _DENIAL.sub(lambda found: NOT + " " * (len(found[0]) - 1), plain)
    plain = _LACK.sub(lambda found: LACK + " " * (len(found[0]) - 1), plain)
    return _UN.sub(f"{NOT} ", plain)


@lru_cache(maxsize=16_384)
def in_full(text: str) -> tuple[str, ...]:
    """Every word of a text, small ones as well, and its denials; what a denial takes along ("do", "can") is out."""
    return tuple(root(word) for word, _ in _read(text)[1] if word not in _TAKEN_ALONG)


_TAKEN_ALONG = frozenset(_AUXILIARY) - {"be", "been", "being", "to"} | frozenset("可以能会要得许了过着还")


class Laid(NamedTuple):
    """One sentence laid beside another: what of each has no counterpart.

    `denies`: the second one has one denial more within the stretch, and what that denies has a counterpart in the first.
    `denials`: how many both have; `denied` is the word that the one denial more denies. `rest`: what the second one has
    before and after the stretch.
    """

    here: tuple[str, ...]
    there: tuple[str, ...]
    denies: bool
    denials: int
    denied: str
    rest: tuple[Word, ...]


def laid(here: tuple[Word, ...], there: tuple[Word, ...], ends: frozenset[str] = frozenset()) -> Laid:
    """The longest common sequence; of the second sentence only the stretch that it covers.

    With the denials just before it, and with the words of `ends` just before and after.
    """
    pairs = common([word.form for word in here], [word.form for word in there])
    own = {at for at, _ in pairs}
    other = {at for _, at in pairs}
    first, last = (pairs[0][1], pairs[-1][1]) if pairs else (0, -1)
    while first and (there[first - 1].form == NOT or there[first - 1].form in ends):
        first -= 1
    while pairs and last + 1 < len(there) and there[last + 1].form in ends:
        last += 1
    denials = [at for at in range(first, last + 1) if there[at].form == NOT and at not in other]
    return Laid(
        tuple(word.form for at, word in enumerate(here) if at not in own),
        tuple(there[at].form for at in range(first, last + 1) if at not in other),
        len(denials) == 1 and _affirmed(here, there, {to: at for at, to in pairs}, denials[0]),
        sum(here[at].form == NOT for at in own),
        there[min(denials[0] + 1, len(there) - 1)].form if denials else "",
        there[:first] + there[last + 1 :],
    )


def _affirmed(here: tuple[Word, ...], there: tuple[Word, ...], places: dict[int, int], denial: int) -> bool:
    """Whether the word that is denied there stands here, without a denial before it."""
    at = places.get(min(denial + 1, len(there) - 1))
    return at is not None and not (at and here[at - 1].form == NOT)


def common(here: list[str], there: list[str]) -> list[tuple[int, int]]:
    """Places of a longest common sequence of two lists."""
    lengths = [[0] * (len(there) + 1) for _ in range(len(here) + 1)]
    for i in range(len(here) - 1, -1, -1):
        row, below = lengths[i], lengths[i + 1]
        for j in range(len(there) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if here[i] == there[j] else max(below[j], row[j + 1])
    found, i, j = [], 0, 0
    while i < len(here) and j < len(there):
        if here[i] == there[j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return found
