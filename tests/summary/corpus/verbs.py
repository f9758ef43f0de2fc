"""Verbs in the form that they have without their "not"."""

from __future__ import annotations

import re

_PAST = {
    "become": "became",
    "begin": "began",
    "break": "broke",
    "bring": "brought",
    "choose": "chose",
    "come": "came",
    "cost": "cost",
    "cut": "cut",
    "do": "did",
    "find": "found",
    "fit": "fitted",
    "get": "got",
    "give": "gave",
    "go": "went",
    "have": "had",
    "help": "helped",
    "hit": "hit",
    "hold": "held",
    "keep": "kept",
    "know": "knew",
    "leave": "left",
    "let": "let",
    "lose": "lost",
    "make": "made",
    "mean": "meant",
    "pay": "paid",
    "put": "put",
    "read": "read",
    "rise": "rose",
    "run": "ran",
    "say": "said",
    "see": "saw",
    "send": "sent",
    "set": "set",
    "show": "showed",
    "take": "took",
    "tell": "told",
    "think": "thought",
    "write": "wrote",
}


def past(verb: str) -> str:
    """`touched` of `touch`."""
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if re.search("[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1] if _doubles(verb) else ''}ed"


def third(verb: str) -> str:
    """`touches` of `touch`."""
    if verb in {"have", "do", "go"}:
        return {"have": "has", "do": "does", "go": "goes"}[verb]
    if re.search("[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if re.search("(?:s|x|z|ch|sh)$", verb) else f"{verb}s"


def _doubles(verb: str) -> bool:
    """A short verb with one vowel before its last letter, and those that end like `commit`."""
    return bool(re.fullmatch("[^aeiou]*[aeiou][bdgmnpt]", verb) or re.search("(?:mit|fer|cur)$", verb))
