"""Which names a pointer may carry: what stays one plain file name on every system, however it is read.

A name is never cleaned or decoded: it is taken as it stands or not at all.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 200
"""Bytes of UTF-8; leaves room for an ending within the 255 that file systems take."""

_PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
_MARKS = frozenset("._- ()+,@")
"""The only characters beside letters and digits. Neither `%` and `=` (encodings), nor `~` (short names of Windows), nor `:`."""

_KINDS = frozenset({"Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd"})
_WORDS = frozenset({"Lu", "Ll", "Lt", "Lo", "Nd"})
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that nobody sees: two names that look alike would be two files."""

_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin|conout|clock)", re.IGNORECASE)
"""What Windows takes for a device, whatever ending follows."""


def name_fault(name: str) -> str:
    """Why a session or a file may not be called this; empty when it may."""
    if not name:
        return "is empty"
    if len(name) > LONGEST:
        return f"is longer than {LONGEST} bytes"
    if not _PLAIN.fullmatch(name) and (fault := _unusual(name)):
        return fault
    if name[-1] == ".":
        return "ends in a dot"
    if not any(unicodedata.category(character) in _WORDS for character in name):
        return "holds no letter and no digit"
    if _DEVICES.fullmatch(name.partition(".")[0].rstrip(" ")):
        return "is the name of a device on some systems"
    return ""


def _unusual(name: str) -> str:
    """What is wrong with a name that is not of ASCII letters, digits, dots, dashes and underscores."""
    odd = next((c for c in name if c not in _MARKS and unicodedata.category(c) not in _KINDS), "")
    if odd:
        return f"holds a character that no name may hold (U+{ord(odd):04X})"
    if name[0] == "." or name != name.strip(" "):
        return "starts with a dot" if name[0] == "." else "starts or ends with a space"
    if _UNSEEN.search(name):
        return "holds a character that cannot be seen"
    if unicodedata.normalize("NFKC", name) != name:
        return "is not in the normal form of Unicode"
    return f"is longer than {LONGEST} bytes" if len(name.encode("utf-8")) > LONGEST else ""
