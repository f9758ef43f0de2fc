"""The twin of a prompt cache, worked by hand on prompts of a few tokens."""

from __future__ import annotations

import pytest

from inspector.analysis.cost.cache import Cache, Prompt, Split
from inspector.analysis.cost.caching import BadMarks, Caching, Marks, least, marks
from inspector.analysis.cost.entries import Mark

FREE = Caching(minimum=0)


def prompt(
    whole: tuple[int, int],
    alike: tuple[int, int],
    at: float | None = 0,
    model: str = "m",
    head: int = 10,
    marked: tuple[tuple[int, int], ...] | None = None,
) -> Prompt:
    """A prompt of (blocks, tokens), a part of which the one before has, too; `head` tokens of tools and system."""
    places = ((0, head), whole) if marked is None else marked
    return Prompt(model, Mark(*whole), Mark(*alike), tuple(Mark(*place) for place in places), at)


def test_a_prompt_that_grows_reads_what_the_one_before_wrote() -> None:
    cache = Cache(FREE)
    assert cache.send(prompt((1, 100), (0, 0))) == Split(0, 100, 0, "first")
    assert cache.send(prompt((3, 150), (1, 100))) == Split(100, 50, 0, "")
    assert cache.send(prompt((3, 150), (3, 150))) == Split(150, 0, 0, "")


def test_after_a_change_the_tools_and_the_system_prompt_are_left() -> None:
    """The first block stays, the second changed: no entry ends between them, the next one below is at 10 tokens."""
    cache = Cache(FREE)
    cache.send(prompt((2, 100), (0, 0)))
    assert cache.send(prompt((3, 90), (1, 50))) == Split(10, 80, 0, "changed")


def test_an_entry_before_the_change_is_found_within_20_blocks_of_a_mark() -> None:
    for blocks, expected in ((21, Split(50, 150, 0, "changed")), (22, Split(10, 190, 0, "changed"))):
        cache = Cache(FREE)
        cache.send(prompt((1, 50), (0, 0)))
        cache.send(prompt((3, 100), (1, 50)))
        assert cache.send(prompt((blocks, 200), (1, 50))) == expected


def test_more_than_20_blocks_at_once_are_too_many() -> None:
    cache = Cache(FREE)
    cache.send(prompt((1, 50), (0, 0)))
    assert cache.send(prompt((22, 200), (1, 50))) == Split(10, 190, 0, "lookback")
    cache = Cache(FREE)
    cache.send(prompt((1, 50), (0, 0)))
    assert cache.send(prompt((22, 200), (1, 50), marked=((0, 10), (1, 50), (22, 200)))) == Split(50, 150, 0, "")


def test_an_entry_lives_as_long_as_it_is_read() -> None:
    cache = Cache(Caching(ttl=300, minimum=0))
    cache.send(prompt((1, 50), (0, 0), at=0))
    assert cache.send(prompt((2, 60), (1, 50), at=300)) == Split(50, 10, 0, "")
    assert cache.send(prompt((3, 70), (2, 60), at=600)) == Split(60, 10, 0, "")
    assert cache.send(prompt((4, 80), (3, 70), at=900.5)) == Split(0, 80, 0, "expired")
    assert cache.send(prompt((5, 90), (4, 80), at=None)) == Split(80, 10, 0, "")


def test_without_a_time_to_live_nothing_expires() -> None:
    cache = Cache(Caching(ttl=None, minimum=0))
    cache.send(prompt((1, 50), (0, 0), at=0))
    assert cache.send(prompt((2, 60), (1, 50), at=1e9)).read == 50


def test_a_prefix_below_the_minimum_is_not_kept() -> None:
    cache = Cache(Caching(minimum=100))
    assert cache.send(prompt((1, 99), (0, 0))) == Split(0, 0, 99, "first")
    assert cache.send(prompt((2, 100), (1, 99))) == Split(0, 100, 0, "short")
    assert cache.send(prompt((3, 110), (2, 100))) == Split(100, 10, 0, "")


def test_each_model_has_a_cache_of_its_own() -> None:
    cache = Cache(FREE)
    cache.send(prompt((1, 50), (0, 0), model="a"))
    assert cache.send(prompt((2, 60), (1, 50), model="b")) == Split(0, 60, 0, "model")
    assert cache.send(prompt((3, 70), (2, 60), model="a")) == Split(50, 20, 0, "model")
    assert cache.send(prompt((4, 80), (3, 70), model="b")) == Split(60, 20, 0, "model")


def test_without_marks_nothing_is_kept() -> None:
    cache = Cache(Caching(marks=Marks(False, 0), minimum=0))
    assert cache.send(prompt((1, 50), (0, 0), marked=())) == Split(0, 0, 50, "first")
    assert cache.send(prompt((2, 60), (1, 50), marked=())) == Split(0, 0, 60, "unmarked")


def test_only_the_fixed_part_marked() -> None:
    """What stands behind the last mark is never written."""
    cache = Cache(Caching(marks=Marks(True, 0), minimum=0))
    assert cache.send(prompt((1, 50), (0, 0), marked=((0, 10),))) == Split(0, 10, 40, "first")
    assert cache.send(prompt((2, 60), (1, 50), marked=((0, 10),))) == Split(10, 0, 50, "unmarked")


def test_kept_without_marks_every_prefix_is_read_in_steps_of_128() -> None:
    cache = Cache(Caching(marks=Marks(False, 0, True), minimum=1024))
    assert cache.send(prompt((1, 2000), (0, 0))) == Split(0, 2000, 0, "first")
    assert cache.send(prompt((2, 2500), (1, 2000))) == Split(1920, 580, 0, "")
    assert cache.send(prompt((2, 2400), (1, 1300))) == Split(1280, 1120, 0, "changed")
    assert cache.send(prompt((2, 2400), (1, 1000))) == Split(0, 2400, 0, "changed")


def test_marks_as_they_are_written() -> None:
    for text in ("fixed,last", "fixed", "last", "last:2", "fixed,last:3", "every", "none"):
        assert marks(text).text == text
    assert marks(" LAST , fixed") == Marks(True, 1)
    assert marks("last:1") == Marks(False, 1)
    for wrong in ("", "last:4", "every,last", "fixed,fixed", "last,last:2", "first", "none,fixed", ","):
        with pytest.raises(BadMarks):
            marks(wrong)


def test_the_shortest_prefix_by_model() -> None:
    assert [least(m) for m in ("claude-opus-4-5-20251101", "claude-haiku-4-5", "claude-opus-4-6")] == [4096] * 3
    assert [least(m) for m in ("claude-3-5-haiku-20241022", "claude-3-haiku-20240307")] == [2048] * 2
    assert [least(m) for m in ("claude-sonnet-4-5", "claude-opus-4-1", "gpt-5", "")] == [1024] * 4
