"""Cuts hold at most the size asked for, as much as can be, and never half a character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.meter import COUNTERS, counter
from inspector.meter.counter import End
from tests.meter.reference import count, reference
from tests.meter.test_tokens import ENCODINGS, SAMPLES, mixtures

ends = st.sampled_from(["head", "tail"])
sizes = st.integers(-2, 70)


def kept(text: str, length: int, end: End) -> str:
    return text[:length] if end == "head" else text[len(text) - length :]


@pytest.mark.parametrize("name", COUNTERS)
@given(said=mixtures, size=sizes, end=ends)
def test_a_cut_fits(name: str, said: str, size: int, end: End) -> None:
    meter = counter(name)
    length = meter.cut(said, size, end)
    assert 0 <= length <= len(said)
    assert meter.text(kept(said, length, end)) <= max(size, 0)
    if meter.text(said) <= size and not name.endswith("/4"):
        assert length == len(said)


@given(said=mixtures, size=sizes, end=ends)
def test_a_cut_of_bytes_is_the_largest(said: str, size: int, end: End) -> None:
    length = counter("bytes").cut(said, size, end)
    if length < len(said):
        assert len(kept(said, length + 1, end).encode()) > size


@given(said=mixtures, size=sizes, end=ends)
def test_cuts_of_characters(said: str, size: int, end: End) -> None:
    for name, per in (("chars", 1), ("json-chars", 1), ("chars/4", 4), ("json-chars/4", 4)):
        assert counter(name).cut(said, size, end) == min(len(said), per * max(size, 0))


@pytest.mark.parametrize("name", ENCODINGS)
@given(said=mixtures | st.sampled_from(SAMPLES), size=st.integers(1, 40), end=ends)
def test_a_cut_of_tokens_is_the_first_or_last_tokens_of_the_text(name: str, said: str, size: int, end: End) -> None:
    tokens = reference(name).encode_ordinary(said)
    data = reference(name).decode_bytes(tokens[:size] if end == "head" else tokens[-size:])
    whole = data.decode(errors="ignore")
    got = kept(said, counter(name).cut(said, size, end), end)
    assert whole.startswith(got) if end == "head" else whole.endswith(got)
    # Shorter only where those very characters need more tokens when they stand alone.
    if count(name, whole) <= size:
        assert got == whole
    else:
        longer = kept(said, len(got) + 1, end)
        assert count(name, longer) > size


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("end", ["head", "tail"])
def test_a_cut_looks_no_further_than_it_must(name: str, end: End) -> None:
    """The same result inside a text of any length; only a stretch of it is encoded."""
    body = "The quick brown fox, 12 lazy dogs; naïve café.\n" * 40_000
    tokens = reference(name).encode_ordinary(body[:20_000] if end == "head" else body[-20_000:])
    data = reference(name).decode_bytes(tokens[:3000] if end == "head" else tokens[-3000:])
    assert counter(name).cut(body, 3000, end) == len(data.decode(errors="ignore"))
