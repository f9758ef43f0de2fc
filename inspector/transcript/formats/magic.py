"""Files that are no JSON at all, told by their first bytes."""

from __future__ import annotations

_NOT_YET = "; that format is not supported yet"

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip archive (an Inspect log, perhaps)" + _NOT_YET),
    (b"SQLite format 3\0", "an SQLite database" + _NOT_YET),
    (b"\x28\xb5\x2f\xfd", "a zstd-compressed file inside another packed one; unpack it first"),
    (b"\x1f\x8b", "a gzip-compressed file inside another packed one; unpack it first"),
    (b"version https://git-lfs", "a Git LFS pointer, not the content; fetch it with git lfs pull"),
    (b"\xff\xfe", "UTF-16 text; save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text; save it as UTF-8"),
    (b"%PDF-", "a PDF document, not a transcript"),
    (b"\x89PNG", "a picture, not a transcript"),
    (b"<!DOCTYPE", "an HTML page, not a transcript"),
    (b"<html", "an HTML page, not a transcript"),
)


def describe(head: bytes) -> str:
    """What the file is, in words, or nothing."""
    return next((words for magic, words in _MAGIC if head.startswith(magic)), "")


def is_binary(head: bytes) -> bool:
    """Whether the bytes look like anything but text: many control characters (NUL runs aside, which damage leaves)."""
    sample = head.replace(b"\0", b"")
    odd = sum(byte < 9 or 13 < byte < 32 for byte in sample)
    return not sample or odd * 20 > len(sample)
