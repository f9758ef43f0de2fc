"""How many characters of a text fit in so many bytes or characters; cuts move inward, never into a character."""

from __future__ import annotations

from inspector.meter.counter import End


def utf8_length(text: str) -> int:
    """Bytes of the text in UTF-8; a lone surrogate takes three, as does the U+FFFD that replaces it."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def cut_characters(text: str, size: int, _end: End = "head") -> int:
    """At most `size` code points."""
    return min(len(text), max(size, 0))


def cut_quarters(text: str, size: int, _end: End = "head") -> int:
    """Four characters for each unit, as workbuddy-s14 cuts: `str(result)[:size * 4]`."""
    return min(len(text), 4 * max(size, 0))


def cut_bytes(text: str, size: int, end: End) -> int:
    """At most `size` bytes of UTF-8."""
    most = cut_characters(text, size)
    if most == 0:
        return 0
    # A character takes at least one byte: what lies further in than `size` characters need not be encoded.
    part = text[:most] if end == "head" else text[-most:]
    if part.isascii():
        return most
    data = part.encode("utf-8", "surrogatepass")
    return _head(data, size) if end == "head" else _tail(data, size)


def _head(data: bytes, size: int) -> int:
    stop = min(size, len(data))
    while 0 < stop < len(data) and _continues(data[stop]):
        stop -= 1
    return _characters(data[:stop])


def _tail(data: bytes, size: int) -> int:
    start = max(len(data) - size, 0)
    while start < len(data) and _continues(data[start]):
        start += 1
    return _characters(data[start:])


def _continues(byte: int) -> bool:
    return byte & 0xC0 == 0x80


def _characters(data: bytes) -> int:
    return len(data.decode("utf-8", "surrogatepass"))
