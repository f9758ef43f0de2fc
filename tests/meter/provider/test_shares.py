"""Shares sum to what is shared, to the token, and are as near to their proportion as whole tokens can be."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from inspector.meter.provider.shares import beside, shares

sizes = st.integers(0, 50_000)


@given(total=st.integers(0, 10**6), weights=st.lists(sizes, min_size=1, max_size=30))
def test_shares_sum_and_are_in_proportion(total: int, weights: list[int]) -> None:
    found = shares(total, weights)
    assert sum(found) == total
    whole = sum(weights)
    for share, weight in zip(found, weights, strict=True):
        exact = Fraction(total * weight, whole) if whole else Fraction(total, len(weights))
        assert abs(share - exact) < 1 + Fraction(1, 10**6)
        assert share >= 0


def test_the_largest_remainders_are_rounded_up() -> None:
    # 10 × (1, 1, 4) / 6 = 1.67, 1.67, 6.67: all remainders equal, the first two are rounded up
    assert shares(10, [1, 1, 4]) == [2, 2, 6]
    assert shares(7, [1, 2, 3]) == [1, 2, 4]  # 1.17, 2.33, 3.5
    assert shares(5, [0, 0, 0]) == [2, 2, 1]


@given(total=sizes, parts=st.lists(st.tuples(st.integers(0, 4000), sizes), min_size=1, max_size=12))
def test_pictures_have_their_own_size_where_it_fits(total: int, parts: list[tuple[int, int]]) -> None:
    own, words = [one for one, _ in parts], [text for _, text in parts]
    found = beside(total, own, words)
    assert sum(found) == total
    assert all(share >= 0 for share in found)
    if sum(own) <= total and any(words):
        assert all(share >= one for share, one in zip(found, own, strict=True))
        assert all(share == one for share, one, text in zip(found, own, words, strict=True) if not text)
