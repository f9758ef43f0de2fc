"""Paths that the source does not have. A shortened path, or one that joins two of the source's, has its ground there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.names import has_extension, without_line
from inspector.summary.audit.near import near
from inspector.summary.audit.other_path import is_replaced
from inspector.summary.audit.shapes import Finding
from inspector.summary.audit.source import Source

_GAP = re.compile(r"…|\.\.\.|\*+|<[^>]*>|\{[^}]*\}|\$\w+")
_PATH_END, _PATH_START = re.compile(r"[\w./~@+-]*\Z"), re.compile(r"[\w./~@+-]*")
_MOST_PLACES = 200
OFTEN, NEAR = 2, 300
"""How often a folder stands in a path; characters about a word in which its alternative would stand."""
LEAST = 3
"""Letters of a folder that is known by its name."""


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every path of the summary that cannot be led back to the source."""
    known: dict[str, bool] = {}
    for atom in summary.atoms.found:
        if atom.kind not in ("path", "loose path"):
            continue
        if atom.text not in known:
            loose = atom.kind == "loose path"
            known[atom.text] = sourced(source, atom.text) or (
                loose and not (_folders(source, atom.text) or is_replaced(source, summary.text, atom))
            )
        if not known[atom.text]:
            places = near(source, without_line(atom.text))
            yield Finding("unsourced path", f"the source has no path {atom.text}", atom.span, places)


def sourced(source: Source, path: str) -> bool:
    """Whether the source has this path, a longer one that ends in it, or the two parts that it joins."""
    bare = normal(path)
    if not bare or _GAP.search(bare):
        pieces = [part.strip("/") for part in _GAP.split(bare)]
        return all(source.find(part, left=False, right=False) for part in pieces if len(part) > 2)
    if source.find(bare) or source.find(path) or source.find(bare.replace("/", "\\")):
        return True
    return _joined(source, bare.strip("/").split("/"))


def _folders(source: Source, path: str) -> bool:
    """Whether words joined by slashes are a path and no alternatives.

    One of them stands in the source as a part of paths only; or the first or the last is part of a path there, and one of
    them is no word of the source at all.
    """
    parts = path.lower().split("/")
    if len(parts) == 2 and _replaced(source, *parts):
        return True
    if any(_only_in_paths(source, part) for part in parts):
        return True
    are_names = all(part[:1].isupper() and part.replace("-", "").isalpha() for part in path.split("/"))
    if are_names or all(source.find(part) for part in parts):
        return False
    return any(len(part) > 3 and _named(source, part) for part in (parts[0], parts[-1]))


def _replaced(source: Source, first: str, last: str) -> bool:
    """Whether the source has one of two parts in a path again and again, and the other nowhere near it.

    Those who write alternatives write of both.
    """
    return any(
        len(part) > 1
        and sum(1 for _ in islice(source.occurrences(slashed, left=left, right=right), OFTEN)) == OFTEN
        and not _together(source, part, other)
        for part, other, slashed, left, right in (
            (first, last, f"{first}/", True, False),
            (last, first, f"/{last}", False, True),
        )
    )


def _together(source: Source, part: str, other: str) -> bool:
    """Whether the source has two words near each other."""
    places = islice(source.occurrences(part), _MOST_PLACES)
    forms = (other, other.replace("-", " "))
    return any(form in source.low[max(at - NEAR, 0) : at + NEAR] for at in places for form in forms)


def _only_in_paths(source: Source, part: str) -> bool:
    """Whether every place of the word is beside a slash, and the word is no plain one or stands in long paths.

    `HashMap/HashSet` are alternatives in the source as well.
    """
    if len(part) < LEAST:
        return False
    places = list(islice(source.occurrences(part), _MOST_PLACES))
    if not places or not all(_beside_slash(source.low, at, at + len(part)) for at in places):
        return False
    return not part.isalpha() or sum(_in_long_path(source.low, at) for at in places) > 1


def _beside_slash(low: str, start: int, end: int) -> bool:
    return low[start - 1 : start] in ("/", "\\") or low[end : end + 1] in ("/", "\\")


def _in_long_path(low: str, at: int) -> bool:
    """Whether the word at a place belongs to a path of three parts, or of a file."""
    start = max(at - 100, 0)
    before, after = _PATH_END.search(low, start, at), _PATH_START.match(low, at)
    token = (before[0] if before else "") + (after[0] if after else "")
    return token.strip("/").count("/") > 1 or has_extension(token)


def _named(source: Source, part: str) -> bool:
    """Whether the word stands beside a slash, as a part of a path with no space about it."""
    return bool(source.find(f"/{part}", left=False)) or bool(source.find(f"{part}/", right=False))


def normal(path: str) -> str:
    """The path without its line, a leading `./` or `~/`, and the slash at its end."""
    bare = without_line(path).replace("\\", "/")
    for start in ("./", "~/"):
        bare = bare.removeprefix(start)
    while bare.startswith("../"):
        bare = bare[3:]
    if bare.startswith(("a/", "b/")) and bare.count("/") > 1:
        bare = bare[2:]
    return bare.rstrip("/")


def _joined(source: Source, parts: list[str]) -> bool:
    """Whether a folder of the source, with a path that the source has by itself, makes this path."""
    for cut in range(1, len(parts)):
        head, tail = "/".join(parts[:cut]), "/".join(parts[cut:])
        if source.find(head) and _stands_alone(source, head.lower(), tail.lower()):
            return True
    return False


def _stands_alone(source: Source, head: str, tail: str) -> bool:
    """Whether the tail stands somewhere without a folder before it, and nowhere only in another folder."""
    alone, is_word = False, tail.isalpha() and bool(source.find(f"{head}/", right=False))
    for count, at in enumerate(source.occurrences(tail)):
        before = source.low[max(at - 200, 0) : at]
        if not before.endswith(("/", "\\")):
            alone = alone or not is_word or _is_listed(source.low, at, at + len(tail))
        elif not _agree(before.rstrip("/\\"), head):
            return False
        if count > _MOST_PLACES:
            break
    return alone


def _is_listed(low: str, start: int, end: int) -> bool:
    """Whether a plain word stands as names do in a listing: on a line of its own, or in columns."""
    before, after = low[max(start - 2, 0) : start], low[end : end + 2]
    return (not before or before[-1] in "\n\t" or before == "  ") and (not after or after[0] in "\n\t" or after == "  ")


def _agree(before: str, head: str) -> bool:
    """Whether the folder before a tail in the source may be the one that is claimed."""
    folder = re.split(r"[^\w./~@+-]", before)[-1].lstrip("./~")
    return not folder or folder.endswith(head) or head.endswith(folder)
