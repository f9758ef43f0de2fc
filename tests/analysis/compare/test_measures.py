"""Who is called best, and who is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import inspector
from inspector.analysis.compare.compare import put_together
from inspector.analysis.compare.contender import Contender, lettered
from inspector.analysis.compare.ranking import ranked, winner
from inspector.analysis.compare.run import run
from inspector.analysis.compare.sentences import verdict
from inspector.analysis.compare.shapes import Run, Sizes, TypedLost
from inspector.analysis.compare.spark import spark
from inspector.analysis.losing import Losing

MESSAGES = [{"role": "user", "content": "Fix it."}, {"role": "assistant", "content": "Done."}]


def one(
    letter: str, *, area: int = 10, lost: int = 0, refused: tuple[int, ...] = (), policy: str = "", **more: Any
) -> Run:
    """A contender with totals that are given."""
    transcript = inspector.load_messages(MESSAGES)
    made = run(transcript, Contender(inspector.load_policy(policy) if policy else None, letter=letter))
    sizes = Sizes("tokens", area, 1, area, 1, **more)
    typed = TypedLost(9, tuple(Losing(at + 1, (at,), "prune") for at in range(lost)))
    return replace(
        made, totals=replace(made.totals, own=sizes, common=sizes, typed=typed, refusals=refused, compactions=())
    )


def best(*runs: Run) -> dict[str, str | None]:
    """The letter of the best in each measure."""
    return {row.measure.key: None if row.best is None else runs[row.best].letter for row in ranked(runs)}


def test_the_smallest_and_the_one_that_loses_least_are_best() -> None:
    found = best(one("R", area=30, lost=0), one("A", area=20, lost=1), one("B", area=10, lost=2))
    assert (found["area"], found["peak"], found["typed_lost"]) == ("B", "B", "R")
    assert found["compactions"] is None


def test_equal_values_have_no_best() -> None:
    found = best(one("R", area=10), one("A", area=10), one("B", area=30))
    assert found["area"] is None


def test_sizes_in_different_meters_have_no_best() -> None:
    found = best(one("R", area=30), one("A", area=20, policy="evo-agent"))
    assert found["own_area"] is None
    assert found["area"] == "A"


def test_a_size_that_is_only_assumed_is_not_best() -> None:
    found = best(one("R", area=30), one("A", area=20, approximate=True))
    assert found["area"] is None
    assert found["own_area"] is None


def test_who_refuses_requests_is_best_in_nothing_else() -> None:
    """What is not sent weighs nothing, and loses nothing: that is no merit."""
    runs = (one("R", area=30, lost=1), one("A", area=20, lost=2), one("B", area=1, refused=(3, 4)))
    assert best(*runs) == {
        "typed_lost": "R",
        "peak": "A",
        "mean": "A",
        "area": "A",
        "own_peak": "A",
        "own_mean": "A",
        "own_area": "A",
        "compactions": None,
        "refusals": None,
        "unsendable": None,
        "prompts": None,
    }
    assert "B refuses requests that others send" in verdict(put_together(inspector.load_messages(MESSAGES), runs))


def test_two_that_refuse_different_requests_are_not_held_against_each_other() -> None:
    found = best(one("R", area=30, refused=(1,)), one("A", area=20, refused=(2,)))
    assert set(found.values()) == {None}


@pytest.mark.parametrize(
    ("sizes", "lost", "wins"),
    [((30, 20, 10), (0, 0, 0), "B"), ((30, 20, 10), (0, 0, 1), None), ((10, 10, 10), (0, 0, 0), None)],
    ids=["best in size, equal in the rest", "best in size, behind in losses", "all equal"],
)
def test_a_winner_is_best_in_something_and_behind_in_nothing(
    sizes: tuple[int, ...], lost: tuple[int, ...], wins: str | None
) -> None:
    runs = [one(letter, area=area, lost=each) for letter, area, each in zip("RAB", sizes, lost, strict=True)]
    at = winner(runs, ranked(runs))
    assert (None if at is None else runs[at].letter) == wins
    told = verdict(put_together(inspector.load_messages(MESSAGES), runs))
    assert told.startswith(wins) if wins else told.startswith("no clear winner")


def test_letters_and_the_recorded_view() -> None:
    """It is added where it is missing, and there once."""
    policy = inspector.load_policy("evo-agent")
    named = lettered(
        [Contender(policy), Contender(None), Contender(policy.with_knobs(context_limit=40_000)), Contender(None)]
    )
    assert [(each.letter, each.title) for each in named] == [
        ("R", "recorded"),
        ("A", "evo-agent"),
        ("B", "evo-agent · context_limit 40,000"),
    ]
    with pytest.raises(ValueError, match="at once"):
        lettered([Contender(policy)] * 30)


def test_bars() -> None:
    """Eight heights; a stretch has the height of its largest view, and × where one of them is refused."""
    assert spark([1, 2, 3, 4, 5, 6, 7, 8], 8, 8) == "▂▃▄▅▆▇██"
    assert spark([0, 8, 1, 1], 2, 8) == "█▂"
    assert spark([8, None, 0, 0], 2, 8) == "×▁"
    assert spark([], 10, 8) == ""
    assert spark([5, 5], 10, 0) == "██"
