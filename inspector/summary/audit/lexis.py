"""The words that carry a sentence, in a form in which inflections and near synonyms meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from inspector.summary.text import words as table

_WORD = re.compile(r"[A-Z]?[a-zà-öø-ÿ]+|[A-Z]+(?![a-z])|\d+(?:[.,]\d+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
LONGEST = 8
"""Letters of a stem that count: what follows is inflection more often than meaning."""

STOP = table(
    "a an the and or but so then than that this these those there here it its he she they them their his her we our"
    " us i me my you your who whom which what when where why how is are was were be been being am do does did done"
    " doing have has had having will would shall should can could may might must to of in on at by for with from as"
    " into onto about over under after before between during through up down out off again further also just very"
    " too more most some any each every all both few other such own same s t re ve ll d m don didn doesn isn wasn"
    " aren hasn haven won not no nor never only without if because while until against above below now once still"
    " yet already new use used using user users asked asks ask said says say wants want wanted told tells tell"
    " requested requests request stated confirmed confirm approved approve agreed get got make made let lets one per"
    " via etc eg ie them assistant agent model please currently later first next either whether well always"
    " actually once really"
)
_WIDE_STOP = frozenset("个的了是在和与及已经用户要求我你他它们这那个就都也还把被对为将")

_GROUPS = (
    "fix repair correct solve resolve patch",
    "test spec tests",
    "delete remove drop erase purge wipe",
    "create add introduce write new implement",
    "change modify edit alter touch update adjust rewrite",
    "run execute launch invoke rerun",
    "quick fast speed faster rapid slow performance latency",
    "error exception bug issue problem fault defect crash",
    "keep preserve retain leave remain stay",
    "check verify validate inspect confirm examine review",
    "file files document",
    "folder directory dir",
    "duplicate double twice repeated",
    "show display print output",
    "big large huge",
    "begin start",
    "end finish complete",
    "stop abort cancel kill halt",
    "find locate identify discover determine investigate diagnose figure",
    "cause reason why root",
    "need require demand",
    "explain describe",
    "config configuration setting settings configure",
    "database db postgres sql",
    "dependency dependencies package packages library",
    "production prod live",
    "authentication auth login",
    "ship release deploy publish rollout",
    "commit push",
    "doc docs documentation readme",
    "job task import",
    "second seconds sec s",
    "rename move",
    "upgrade bump",
    "disable off",
    "enable on",
)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The part of a small-letter word that its inflections share, or the name of its group of near synonyms."""
    own = root(word)
    return _SYNONYMS.get(own, own)


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """The part of a small-letter word that its inflections share."""
    word = IRREGULAR.get(word, word)
    if len(word) <= 3 or not word[0].isalpha():
        return word
    for end, least in _ENDS:
        if word.endswith(end) and len(word) - len(end) >= least:
            word = word[: len(word) - len(end)] + ("i" if end == "ies" else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return (word[:-1] + "i" if word.endswith("y") else word)[:LONGEST]


_ENDS = (
    ("ations", 4),
    ("ation", 4),
    ("ings", 4),
    ("ing", 3),
    ("ies", 3),
    ("ions", 4),
    ("ion", 4),
    ("ures", 4),
    ("ure", 4),
    ("ers", 4),
    ("er", 4),
    ("ors", 4),
    ("ated", 4),
    ("ates", 4),
    ("ate", 4),
    ("ed", 3),
    ("es", 3),
    ("ly", 4),
    ("s", 3),
    ("e", 3),
)
_FORMS = (
    "leave left, keep kept, run ran, write wrote written, build built, send sent, make made, lose lost, find found,"
    " break broke broken, go gone went goes, take took taken, give gave given, show shown, throw threw thrown,"
    " choose chose chosen, hold held, begin began begun, see seen saw, know knew known, mean meant, meet met, pay paid,"
    " sell sold, spend spent, stand stood, think thought, understand understood, freeze froze frozen, hide hidden,"
    " draw drawn, grow grew grown, fall fell fallen, hang hung, compare comparison, slow slower, fast faster"
)
IRREGULAR = {form: each.split()[0] for each in _FORMS.split(",") for form in each.split()[1:]}
_SYNONYMS: dict[str, str] = {}
for _group in _GROUPS:
    _names = [root(word) for word in _group.split()]
    for _name in _names:
        _SYNONYMS.setdefault(_name, _names[0])


def words(text: str) -> Iterator[str]:
    """The words of a text in small letters, names of code taken apart, scripts without spaces in pairs of letters."""
    for found in _WORD.findall(text):
        if found[0] >= "\u3040" and _WIDE.match(found):
            yield from pairs(found)
        else:
            yield found.lower()


def pairs(run: str) -> Iterator[str]:
    """Every two neighbouring letters."""
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]


@lru_cache(maxsize=16_384)
def stems(text: str) -> frozenset[str]:
    """The stems of the words that carry the text."""
    return frozenset(stem(word) for word in words(text) if carries(word))


def carries(word: str) -> bool:
    """Whether a word tells what a sentence is about."""
    if word[0] >= "\u3040":
        return not (word[0] in _WIDE_STOP or word[-1] in _WIDE_STOP)
    return word not in STOP and (len(word) > 1 or word.isdigit())


_BY_NAME: dict[str, tuple[str, ...]] = {}
for _group in _GROUPS:
    _roots = tuple(dict.fromkeys(root(word) for word in _group.split()))
    _BY_NAME.setdefault(_roots[0], _roots)


@lru_cache(maxsize=16384)
def forms(word: str) -> tuple[str, ...]:
    """What to look for in a text to find a word, its inflections and near synonyms: the beginnings that they share."""
    own = root(word)
    others = _BY_NAME.get(_SYNONYMS.get(own, own), ())
    found = dict.fromkeys(_beginning(each) for each in (own, *others))
    return tuple(form for form in found if len(form) > 1 or form >= "\u3040")


def _beginning(own: str) -> str:
    return own[:-1] if own.endswith("i") and len(own) > 3 else own
