"""Identifiers that the source does not have: hashes, ids, names of code, versions, dates, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.atoms import Atom
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.names import is_hash
from inspector.summary.audit.near import near
from inspector.summary.audit.shapes import Finding
from inspector.summary.audit.source import Source

_CALLED = re.compile(r"\(.*\)$")
_NOT_WORD = re.compile(r"[\W_]+")
_JOINTS = re.compile(r"[/=@#,\s()\[\]{}|]+|(?<=[a-z]):+|(?<=[a-z])[.-](?=[a-z])", re.I)
_NUMBERED = re.compile(r"v?[\d.:/T-]+Z?$", re.I)
SHORT = 4
"""Letters of a word with capitals inside that is a unit or an abbreviation rather than a name of code: mAh."""
_SHORT_NAME = re.compile(r"([A-Za-z]{1,12})\d{1,2}")
_VALUE = re.compile(r"=(?:true|false|on|off|yes|no|null|none)$", re.I)
_LETTERS_DIGITS, _SIGNS = re.compile(r"([a-z]{1,20})[-_ ]?(\d{1,6})"), ("", " ", "-", "_")
_SHORTEST_SQUEEZED = 5


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every identifier and address of the summary that cannot be led back to the source."""
    known: dict[str, bool] = {}
    for atom in summary.atoms.found:
        if atom.kind not in ("identifier", "url"):
            continue
        if atom.text not in known:
            known[atom.text] = sourced(source, atom)
        if not known[atom.text]:
            sure = not _may_be_common(source, atom)
            places = near(source, atom.text)
            yield Finding("unsourced identifier", f"the source has no {atom.text}", atom.span, places, certain=sure)


def _may_be_common(source: Source, atom: Atom) -> bool:
    """Whether it may be a name that everybody knows: capitals in a word (LibreOffice), or letters with a digit or two (IPv6).

    Not where the source has the same letters with other digits, nor what stands in back quotes.
    """
    if atom.code:
        return False
    if atom.text.isalpha():
        return atom.text[0].isupper() or len(atom.text) <= SHORT
    found = _SHORT_NAME.fullmatch(atom.text)
    return found is not None and not re.search(rf"(?<![a-z0-9]){found[1].lower()}[-_ ]?\d", source.low)


def sourced(source: Source, atom: Atom) -> bool:
    """Whether the source has it, in this or another spelling."""
    token = _CALLED.sub("", atom.text).strip("-@#$.")
    token = _VALUE.sub("", token)
    if not token or source.find(token) or source.find(token, right=not _may_go_on(token)):
        return True
    if _loosely(source, token):
        return True
    if atom.kind == "url":
        return _address(source, token)
    if any(
        not part or source.find(part) for part in [token.removesuffix("s"), token.removesuffix("'s")] if part != token
    ):
        return True
    return _spelled_otherwise(source, token, atom.code)


def _loosely(source: Source, token: str) -> bool:
    """Whether the source has it with a `v` before it, with a space for its hyphen, or as the first part of a name.

    A plain word that a hyphen joins to a name tells nothing: the k6-script.
    """
    low = token.lower()
    if low[0].isdigit() and source.find("v" + low):
        return True
    if (found := _LETTERS_DIGITS.fullmatch(low)) is not None:
        return any(
            source.find(found[1] + sign + found[2], right=False) and _ends(source, found[1] + sign + found[2])
            for sign in _SIGNS
        )
    name, hyphen, word = low.rpartition("-")
    return bool(
        hyphen and len(name) > 1 and word.isalpha() and len(word) > 2 and not is_hash(word) and source.find(name)
    )


def _ends(source: Source, name: str) -> bool:
    """Whether no digit or letter goes on right after a name: `ddr3_mig` has DDR3."""
    return any(
        not source.low[at + len(name) : at + len(name) + 1].isalnum() for at in source.occurrences(name, right=False)
    )


def _may_go_on(token: str) -> bool:
    """The first digits of a hash stand for the whole of it; a date for its time."""
    return is_hash(token) or (token[-1].isalpha() is False and token.count("-") == 2)


def _address(source: Source, url: str) -> bool:
    bare = url.split("://", 1)[-1].removeprefix("www.").rstrip("/")
    return bool(source.find(bare, right=False))


def _spelled_otherwise(source: Source, token: str, code: bool) -> bool:
    """The same letters and digits, differently joined; a name with a path in it, part by part."""
    squeezed = _NOT_WORD.sub("", token.lower())
    if not any(map(str.isdigit, squeezed)) and len(squeezed) >= _SHORTEST_SQUEEZED and squeezed in source.squeezed:
        return True
    if _NUMBERED.match(token):
        return False
    parts = [part for part in _JOINTS.split(token) if part]
    if len(parts) > 1 and all(source.find(part) for part in parts):
        return not any(any(map(str.isdigit, part)) for part in parts) or _together(source, parts)
    return False


def _together(source: Source, parts: list[str]) -> bool:
    """Whether the parts stand near each other somewhere."""
    last = parts[-1].lower()
    for count, at in enumerate(source.occurrences(last)):
        around = source.low[max(at - 40, 0) : at + 40]
        if all(part.lower() in around for part in parts):
            return True
        if count > 200:
            break
    return False
