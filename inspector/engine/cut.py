"""Cutting one text: which characters stay, counted in bytes, characters, tokens or lines. Never half a character."""

from __future__ import annotations

from inspector.engine.view import Kept, Notice, Piece
from inspector.meter.counter import Counter, End


def utf8(text: str) -> int:
    """Size of a text in UTF-8 bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def lines(text: str) -> int:
    """Number of lines; a final newline ends the last line and opens none."""
    return text.count("\n") + (not text.endswith("\n")) if text else 0


def measure(text: str, unit: str, counter: Counter) -> int:
    """Size of a text in the unit of an item limit; tokens are counted as the policy's meter counts them."""
    if unit == "bytes":
        return utf8(text)
    if unit == "chars":
        return len(text)
    return lines(text) if unit == "lines" else counter.text(text)


def fitting(text: str, size: int, unit: str, end: End, counter: Counter) -> int:
    """How many characters at one end of the text hold at most `size` units."""
    if size <= 0:
        return 0
    if unit == "chars":
        return min(size, len(text))
    if unit == "bytes":
        return _fitting_bytes(text, size, end)
    return _fitting_lines(text, size, end) if unit == "lines" else counter.cut(text, size, end)


def _fitting_bytes(text: str, size: int, end: End) -> int:
    part = text[:size] if end == "head" else text[-size:]
    if part.isascii():
        return len(part)
    raw = part.encode("utf-8", "surrogatepass")
    if end == "head":
        return len(raw[:size].decode("utf-8", "ignore"))
    return len(raw[max(0, len(raw) - size) :].decode("utf-8", "ignore"))


def _fitting_lines(text: str, size: int, end: End) -> int:
    if end == "head":
        at = -1
        for _ in range(size):
            at = text.find("\n", at + 1)
            if at < 0:
                return len(text)
        return at + 1
    at = len(text) - text.endswith("\n")
    for _ in range(size):
        at = text.rfind("\n", 0, at)
        if at < 0:
            return len(text)
    return len(text) - at - 1


def assemble(text: str, pieces: tuple[Piece, ...] | None) -> str:
    """The text that the pieces make of their source."""
    if pieces is None:
        return text
    return "".join(text[p.start : p.stop] if isinstance(p, Kept) else p.text for p in pieces)


def kept_text(text: str, pieces: tuple[Piece, ...] | None) -> str:
    """Only what is left of the source, notices left out."""
    if pieces is None:
        return text
    return "".join(text[p.start : p.stop] for p in pieces if isinstance(p, Kept))


def slice_pieces(pieces: tuple[Piece, ...], start: int, stop: int) -> list[Piece]:
    """The pieces of characters `[start, stop)` of the assembled text; a notice that is cut through is left out."""
    out: list[Piece] = []
    at = 0
    for piece in pieces:
        size = piece.stop - piece.start if isinstance(piece, Kept) else len(piece.text)
        lo, hi = max(start, at), min(stop, at + size)
        if isinstance(piece, Kept):
            if lo < hi:
                out.append(Kept(piece.start + lo - at, piece.start + hi - at))
        elif at >= start and at + size <= stop:
            out.append(Notice(piece.text))
        at += size
    return out
