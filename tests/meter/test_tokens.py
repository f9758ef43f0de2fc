"""Exact counts: equal to tiktoken's on every kind of text, whole, split, and block by block."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.meter import counter
from inspector.meter.splitting import _BORDER, PIECE, clean, split
from inspector.meter.tokens import TokenCounter
from inspector.transcript.model import Message
from tests.meter.histories import call, image, message, messages, opaque, result, text
from tests.meter.reference import count, offline_ranks, ranks

ENCODINGS = ("o200k_base", "cl100k_base")
SAMPLES = [
    "",
    "Hello, world! It's 2025; we're done, they'LL see.",
    "def f(x: int) -> str:\n\treturn f'{x!r:>10}'  # trailing   \n\n\n    class A:\r\n  pass\r\n",
    "这是一段极其冗长的、无意义的服务器报错日志信息，用来模拟 OOM 场景",
    "日本語のテキスト、한국어 문장, ไทย, עברית, العربية, हिन्दी में लिखा",
    "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪 e\u0301 ﬁ Ǆǅǆ ʰ ª ² ½ Ⅷ ٣ \u00a0\u2003\u3000\u200b\u2028\u2029\x85",
    "<|endoftext|><|fim_prefix|> and <|endofprompt|> are ordinary here",
    "\x00\x01\x7f\ufeff\ufffd\U0010ffff",
    '{"tool":"bash","input":{"command":"ls -la /tmp | grep \'x\'"},"n":[1,2.5e-3,null]}',
    "=" * 5000,
    "a" * 5000,
    " " * 5000 + "x" + "\n" * 3000,
    "ab " * 3000,
    "1234567890" * 300,
    "CamelCaseHTTPServerError_snake_case-kebab.case/path\\to\\file" * 20,
    "AAAAaaaaÀÀààßẞ'S 'll'LL",
]
ALPHABET = st.sampled_from([*" \n\r\t\u00a0\u3000aZé0١'’.-=/\\<|>中🧠\u0301ǅʰ", "'re", "\r\n", "  ", "foo", "123"])
mixtures = st.lists(ALPHABET, max_size=60).map("".join) | st.text(max_size=60)


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_samples_equal_tiktoken(name: str, sample: str) -> None:
    assert counter(name).text(sample) == count(name, sample)


@pytest.mark.parametrize("name", ENCODINGS)
@given(said=mixtures)
@example("a\n \nb")
@example("x  'd 's")
def test_any_text_equals_tiktoken(name: str, said: str) -> None:
    assert counter(name).text(said) == count(name, said)


def test_the_two_sources_of_ranks_agree() -> None:
    assert ranks("cl100k_base") == offline_ranks()


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_long_text_equals_tiktoken_and_is_split(name: str) -> None:
    chance = random.Random(7)
    words = [*SAMPLES[1:9], "\n\n", "   ", "'s", "x1 ", "\r\n"]
    long = "".join(chance.choice(words) for _ in range(40_000))
    assert len(list(split(long))) > 2
    assert counter(name).text(long) == count(name, long)


@pytest.mark.parametrize("name", ENCODINGS)
@given(said=mixtures, more=mixtures, mark=st.characters(max_codepoint=0x7F), last=st.sampled_from("aZ09"))
def test_tokens_add_up_at_every_border(name: str, said: str, more: str, mark: str, last: str) -> None:
    """What splitting rests on: a letter or digit, then any ASCII character but those and the apostrophe."""
    left, right = said + last, mark + more
    if not mark.isalnum() and mark != "'":
        assert _BORDER.search(left + right, len(left) - 1, len(left) + 1)
        assert count(name, left + right) == count(name, left) + count(name, right)
    else:
        assert not _BORDER.search(left + mark, len(left) - 1)


def test_pieces_join_to_the_text() -> None:
    long = "word, word; 12\n" * 60_000
    assert "".join(split(long)) == long
    assert max(map(len, split(long))) < PIECE + 100
    assert list(split("=" * (2 * PIECE))) == ["=" * (2 * PIECE)]
    assert list(split("")) == [""]


def test_clean_keeps_the_number_of_characters() -> None:
    assert clean("a\ud800\udc00b\udfff") == "a\ufffd\ufffdb\ufffd"
    assert clean("é") == "é"


@pytest.mark.parametrize("name", ENCODINGS)
@given(parts=st.lists(messages(), max_size=4))
def test_a_batch_is_its_blocks(name: str, parts: list[Message]) -> None:
    meter = counter(name)
    assert isinstance(meter, TokenCounter)
    entries = [(block, one, place == 0) for one in parts for place, block in enumerate(one.blocks)]
    assert list(meter.batch(entries)) == [meter.block(*entry) for entry in entries]


@pytest.mark.parametrize("name", ENCODINGS)
def test_blocks_by_hand(name: str) -> None:
    meter = counter(name)
    for block, expected in [
        (text("Hello, world!"), count(name, "Hello, world!")),
        (call("read_file", {"path": "a b"}), count(name, "read_file") + count(name, '{"path":"a b"}')),
        (call("read_file", '{"path": oops'), count(name, "read_file") + count(name, '{"path": oops')),
        (result("ok\n"), count(name, "ok\n")),
        (opaque({"type": "odd"}), count(name, '{"type":"odd"}')),
        (image(750, 300), 300),
        (image(), 1600),
    ]:
        assert meter.block(block, message(block), True) == expected
    assert meter.base == 0
    assert meter.exact
    assert meter.made("assistant", "Hello, world!") == count(name, "Hello, world!")


@pytest.mark.parametrize("name", ENCODINGS)
def test_thirteen_megabytes_on_one_line(name: str) -> None:
    """Seconds, not minutes: the worst single characters are `-`, `/` and `=`."""
    assert counter(name).text("a" * 13_000_000) > 1_000_000
    assert counter(name).cut("=" * 13_000_000, 1000, "tail") > 10_000
