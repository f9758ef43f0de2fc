"""A mark that no text of the record can hold: the lines that separate its parts cannot be forged from inside."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

PLAIN = "==="
"""What begins a separating line where the policy asks for no guard."""
LENGTH = 12
_NOT_A_NAME = re.compile(r"[^\w.:/@-]+")


def mark(texts: Sequence[str]) -> str:
    """The same texts, the same mark; it stands in none of them, in whatever case.

    It is made from a hash of all the texts, so whoever wrote one of them could not know it.
    """
    digest = hashlib.sha256()
    for text in texts:
        raw = text.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    found = digest.hexdigest()
    lowered = [text.lower() for text in texts]
    while any(found[:LENGTH] in text for text in lowered):
        found = hashlib.sha256(found.encode()).hexdigest()
    return f"#{found[:LENGTH]}"


def name(text: str) -> str:
    """A name from the record (of a tool, say) that may stand on a separating line: one word, without line ends."""
    return _NOT_A_NAME.sub("_", text)[:80]
