"""How well prompts are predicted from text: split in time, and with the factors of other sessions alone.

`python -m tests.benchmarks tokens` reads the shared sessions (INSPECTOR_TRANSCRIPTS, else the folder beside the checkout).
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median

from tests.fitting.recorded import recorded
from tests.fitting.split import Predicted, predictions


def main() -> None:
    """Print both tables."""
    split()


def split() -> None:
    """A line for each session: its second halves, predicted from its first halves."""
    print("\nSplit in time: predicted prompts of the second halves, against the reported ones")
    print(f"{'session':44} prompts  median    95th   worst  (request)  in 90 %  mean width")
    every: list[Predicted] = []
    for record in recorded():
        found = list(predictions(record, recorded()))
        every += found
        if found:
            print(line(record.name, found))
    print(line("all", every))


def line(name: str, found: Sequence[Predicted]) -> str:
    """The errors of some predictions."""
    errors = sorted(one.error for one in found)
    worst = max(found, key=lambda one: one.error)
    middle, high = median(errors), errors[min(len(errors) - 1, int(0.95 * len(errors)))]
    covered, width = mean(one.covered for one in found), mean(one.width for one in found)
    numbers = f"{len(found):7} {middle:7.2%} {high:7.2%} {worst.error:7.2%}  {worst.request:9}  {covered:7.0%}"
    return f"{name:44} {numbers}  {width:10.2%}"
