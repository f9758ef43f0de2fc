"""The entries of a zip, read as far as they are asked for, and never more of one than `MOST` bytes."""

from __future__ import annotations

import io
from typing import IO, TYPE_CHECKING, BinaryIO

from inspector.transcript.errors import TranscriptError

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

MOST = 1 << 29
"""Bytes of one unpacked entry; a small file can be made to unpack to any size."""
_STEP = 1 << 20
_ZSTD = 93
_HEADER = 30


class Archive:
    """A zip file that is open. What is wrong with it is a `TranscriptError`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._zip = _opened(file)

    @property
    def names(self) -> list[str]:
        """The names of all entries, each once, in the order of the file."""
        return list(dict.fromkeys(self._zip.namelist()))

    def read(self, name: str) -> bytes:
        """An entry. Of entries of the same name the last one counts."""
        import zlib
        from zipfile import BadZipFile

        info = self._zip.getinfo(name)
        try:
            if info.compress_type == _ZSTD:
                return _of_zstd(self._file, info)
            with self._zip.open(info) as entry:
                return _bounded(entry, name)
        except (BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError) as error:
            raise TranscriptError(f"the entry {name!r} of the log cannot be unpacked ({_words(error)})") from error


def is_zip(head: bytes) -> bool:
    """Whether a file begins like a zip with something in it."""
    return head.startswith(b"PK\x03\x04")


def _opened(file: BinaryIO) -> ZipFile:
    import struct
    from zipfile import BadZipFile, ZipFile

    try:
        file.seek(0)
        return ZipFile(file)
    except (BadZipFile, struct.error, OSError, ValueError, NotImplementedError, EOFError, OverflowError) as error:
        raise TranscriptError(f"the zip archive is damaged, or still being written ({_words(error)})") from error


def _bounded(entry: IO[bytes], name: str) -> bytes:
    found = io.BytesIO()
    while piece := entry.read(_STEP):
        found.write(piece)
        if found.tell() > MOST:
            raise TranscriptError(f"the entry {name!r} of the log unpacks to more than {MOST >> 20} MiB")
    return found.getvalue()


def _of_zstd(file: BinaryIO, info: ZipInfo) -> bytes:
    """An entry of method 93, which Python's own module reads from version 3.14 on."""
    try:
        import zstandard
    except ImportError:
        raise TranscriptError("the log is packed with zstd; install the package zstandard to read it") from None
    file.seek(info.header_offset)
    header = file.read(_HEADER)
    if len(header) < _HEADER or not is_zip(header):
        raise EOFError("its header is not where it should be")
    file.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), io.SEEK_CUR)
    packed = io.BytesIO(file.read(info.compress_size))
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed) as entry:
            return _bounded(entry, info.filename)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from error


def _words(error: Exception) -> str:
    text = str(error).splitlines()
    return text[0][:100] if text else type(error).__name__
