"""Where exact token counts come from: toktok, else a cached vocabulary of tiktoken, else an estimate.

`toktok-rs` carries the vocabularies and gives tiktoken's counts (the tests prove it); tiktoken would download them, so
it is asked only where its own cache holds the file. Nothing is loaded before the first count. Text that looks like a
special token is ordinary text to all of them.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, Protocol

from inspector.meter.cutting import utf8_length

_THREADED = 1_000_000
"""Characters from which a batch is worth a thread for every core; waking them costs about as much as 20 kB of text."""
_VOCABULARY = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"


class Encoding(Protocol):
    """A tokenizer. Its texts hold no lone surrogates (see `splitting.clean`)."""

    @property
    def exact(self) -> bool:
        """False for an estimate."""
        ...

    def counts(self, texts: Sequence[str]) -> Sequence[int]:
        """Tokens of each text."""
        ...

    def ends(self, text: str) -> Sequence[int]:
        """Where each token of the text ends, in bytes of UTF-8."""
        ...


class Toktok:
    """toktok's own counting: no ids are built, the interpreter lock is released."""

    exact: Final = True

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    def counts(self, texts: Sequence[str]) -> Sequence[int]:
        """Tokens of each text."""
        if len(texts) == 1:
            return [self._tokenizer.count(texts[0])]
        threads = 0 if sum(map(len, texts)) >= _THREADED else 1
        found: list[int] = self._tokenizer.count_batch(list(texts), threads)
        return found

    def ends(self, text: str) -> Sequence[int]:
        """Where each token ends, in bytes."""
        _, spans = self._tokenizer.encode_with_offsets(text)
        return [stop for _, stop in spans]


class Tiktoken:
    """The reference implementation, several times slower."""

    exact: Final = True

    def __init__(self, encoding: Any) -> None:
        self._encoding = encoding

    def counts(self, texts: Sequence[str]) -> Sequence[int]:
        """Tokens of each text."""
        return [len(self._encoding.encode_ordinary(text)) for text in texts]

    def ends(self, text: str) -> Sequence[int]:
        """Where each token ends, in bytes."""
        tokens = self._encoding.encode_ordinary(text)
        return list(accumulate(map(len, self._encoding.decode_tokens_bytes(tokens))))


class Estimate:
    """A token for every four bytes of UTF-8, rounded up: fair for prose in most scripts, and marked as no count."""

    exact: Final = False

    def counts(self, texts: Sequence[str]) -> Sequence[int]:
        """Estimated tokens of each text."""
        return [-(-utf8_length(text) // 4) for text in texts]

    def ends(self, text: str) -> Sequence[int]:
        """A boundary after every fourth byte."""
        size = utf8_length(text)
        return [min(stop, size) for stop in range(4, size + 4, 4)]


def encoding(name: str) -> Encoding:
    """The best tokenizer at hand for an encoding; touches no network."""
    try:
        return Toktok(import_module("toktok")._encoding(name))
    except (ImportError, AttributeError, KeyError):
        return Tiktoken(import_module("tiktoken").get_encoding(name)) if is_cached(name) else Estimate()


def is_cached(name: str) -> bool:
    """Whether tiktoken could load the vocabulary without a download."""
    try:
        import_module("tiktoken")
    except ImportError:
        return False
    return (_cache_folder() / hashlib.sha1(_VOCABULARY.format(name).encode()).hexdigest()).is_file()


def _cache_folder() -> Path:
    """Where `tiktoken.load` keeps what it downloaded."""
    named = os.environ.get("TIKTOKEN_CACHE_DIR") or os.environ.get("DATA_GYM_CACHE_DIR")
    return Path(named) if named else Path(tempfile.gettempdir()) / "data-gym-cache"
