"""Compressed files (gzip, zstd) are unpacked into a file without a name before they are looked at. Codex packs old rollouts.

Nothing is written beside the file: the copy lies in the folder for temporary files and is gone when it is closed. A file may
unpack to far more than it is (a "bomb"), so what is written is bounded, and so is what is held in memory.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import BinaryIO, cast

from inspector.transcript.errors import TranscriptError, TranscriptUnsupported

LIMIT = 4 << 30
"""Bytes that a file may unpack to."""

RATIO, TRUSTED = 200, 64 << 20
"""A file may unpack to so many times its size, once it is more than so many bytes. Sessions pack 5 to 30 times."""

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"

_STEP = 1 << 20
_ZSTD_STEP = 2048
"""Packed bytes taken at once. A block of 128 KiB may be packed into 4 bytes, so more would be too much in memory."""

_WINDOW = 1 << 27
"""Bytes that a zstd frame may ask for; what its own program allows without being asked."""

Progress = Callable[[int, int], None]


@contextmanager
def unpacked(file: BinaryIO, progress: Progress | None = None) -> Iterator[BinaryIO]:
    """The file itself, at its start, or what is packed in it. Raises `TranscriptError`.

    `progress` is told bytes unpacked and all bytes of the packed file; what it raises ends the work.
    """
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    if not head.startswith((GZIP, ZSTD)):
        yield file
        return
    with tempfile.TemporaryFile(buffering=_STEP) as made:
        copy = cast("BinaryIO", made)
        _copy(file, copy, _gunzip if head.startswith(GZIP) else _unzstd, progress)
        copy.seek(0)
        yield copy


def is_packed(file: BinaryIO) -> bool:
    """Whether the file is of one of the kinds that are unpacked; it is at its start afterwards."""
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    return head.startswith((GZIP, ZSTD))


def head_of(packed: bytes, most: int) -> bytes:
    """What the first bytes of a packed file hold, as far as it can be unpacked, at most so many bytes."""
    pieces = _gunzip(BytesIO(packed)) if packed.startswith(GZIP) else _unzstd(BytesIO(packed))
    found = bytearray()
    with suppress(TranscriptError):
        for piece in pieces:
            found += piece
            if len(found) >= most:
                break
    return bytes(found[:most])


def unpacked_bytes(packed: bytes, limit: int) -> bytes:
    """What is packed in some zstd bytes. Raises `TranscriptError`, also where it is more than `limit` bytes."""
    made = bytearray()
    for piece in _unzstd(BytesIO(packed)):
        made += piece
        if len(made) > limit:
            raise TranscriptError(f"a packed record unpacks to more than {limit:,} bytes, which is not read")
    return bytes(made)


def _copy(
    file: BinaryIO, copy: BinaryIO, unpack: Callable[[BinaryIO], Iterator[bytes]], progress: Progress | None
) -> None:
    size = file.seek(0, 2)
    file.seek(0)
    most = max(TRUSTED, size * RATIO)
    written = told = 0
    for piece in unpack(file):
        written += len(piece)
        if written > LIMIT:
            raise TranscriptError(f"it unpacks to more than {LIMIT >> 20} MiB, which is not read")
        if written > most:
            raise TranscriptError(
                f"it unpacks to more than {RATIO} times its size, which no session does; it is not read"
            )
        copy.write(piece)
        if progress is not None and written - told >= _STEP:
            told = written
            progress(file.tell(), size)
    copy.flush()


def _gunzip(file: BinaryIO) -> Iterator[bytes]:
    """All members of a gzip file; zeros after the last one are padding."""
    import zlib

    wanted = file.read(_STEP)
    while wanted.strip(b"\0"):
        member = zlib.decompressobj(wbits=31)
        while not member.eof:
            try:
                piece = member.decompress(wanted, _STEP)
            except zlib.error as error:
                raise TranscriptError(f"the gzip file is damaged ({str(error)[:80]})") from error
            wanted = member.unconsumed_tail or (b"" if member.eof else file.read(_STEP))
            if not (piece or wanted or member.eof):
                raise TranscriptError("the gzip file is cut off before its end")
            yield piece
        wanted = member.unused_data or file.read(_STEP)


def _unzstd(file: BinaryIO) -> Iterator[bytes]:
    """All frames of a zstd file."""
    try:
        import zstandard
    except ImportError as error:
        raise TranscriptUnsupported(
            "this is a zstd-compressed file, and the package zstandard is not installed"
        ) from error
    unpacker = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
    wanted = file.read(_ZSTD_STEP)
    while wanted:
        frame = unpacker.decompressobj()
        while not frame.eof:
            if not wanted:
                raise TranscriptError("the zstd file is cut off before its end")
            try:
                yield frame.decompress(wanted)
            except zstandard.ZstdError as error:
                raise TranscriptError(f"the zstd file is damaged ({str(error)[:80]})") from error
            wanted = b"" if frame.eof else file.read(_ZSTD_STEP)
        wanted = frame.unused_data or file.read(_ZSTD_STEP)
