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
            yield Finding("unsourced identifier", f"the source has no {atom.text}", atom.span, near(source, atom.text))


def sourced(source: Source, atom: Atom) -> bool:
    """Whether the source has it, in this or another spelling."""
    token = _CALLED.sub("", atom.text).strip("-@#$.")
    if not token or source.find(token) or source.find(token, right=not _may_go_on(token)):
        return True
    if atom.kind == "url":
        return _address(source, token)
    if any(
        not part or source.find(part) for part in [token.removesuffix("s"), token.removesuffix("'s")] if part != token
    ):
        return True
    return _spelled_otherwise(source, token, atom.code)


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
