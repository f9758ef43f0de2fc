"""Without toktok: tiktoken where its vocabulary is cached, else an estimate that says so. Never a download."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

from inspector.meter.encodings import Estimate, Tiktoken, Toktok, encoding, is_cached
from inspector.meter.tokens import TokenCounter
from tests.meter.histories import message, text
from tests.meter.reference import count, ranks
from tests.meter.test_tokens import SAMPLES

URL = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"


@pytest.fixture
def no_toktok(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setitem(sys.modules, "toktok", None)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_toktok_comes_first() -> None:
    assert isinstance(encoding("cl100k_base"), Toktok)


def test_a_cached_vocabulary_of_tiktoken(no_toktok: Path) -> None:
    (no_toktok / hashlib.sha1(URL.encode()).hexdigest()).write_bytes(ranks("cl100k_base"))
    meter = TokenCounter("cl100k_base")
    assert isinstance(meter.encoding, Tiktoken)
    assert meter.exact
    for sample in SAMPLES:
        assert meter.text(sample) == count("cl100k_base", sample)
    assert meter.cut("Hello, world! Hello, world!", 4, "tail") == len(" Hello, world!")
    assert meter.batch([(text("Hello"), message(), True)]) == [1]


def test_an_estimate_is_marked(no_toktok: Path) -> None:
    assert not is_cached("o200k_base")
    meter = TokenCounter("o200k_base")
    assert isinstance(meter.encoding, Estimate)
    assert not meter.exact
    assert meter.text("日志ab") == 2
    assert meter.cut("日志ab", 1, "head") == 1
    assert meter.cut("日志ab", 2, "head") == 4
    assert meter.cut("abcdefghij", 2, "tail") == 6


def test_no_tiktoken_either(no_toktok: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    assert isinstance(encoding("o200k_base"), Estimate)
