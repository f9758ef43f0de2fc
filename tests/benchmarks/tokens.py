"""How well prompts are predicted from text: split in time, and with the factors of other sessions alone.

`python -m tests.benchmarks tokens` reads the shared sessions (INSPECTOR_TRANSCRIPTS, else the folder beside the checkout).
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median

from tests.fitting.agreement import joints, steady
from tests.fitting.left_out import METERS, Told, told
from tests.fitting.recorded import recorded
from tests.fitting.split import Predicted, predictions


def main() -> None:
    """Print both tables."""
    split()
    left_out()
    agreement()


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


def left_out() -> None:
    """A line for each session and family: prompts by the factors of all other sessions, beside the simple meters."""
    print("\nOne session left out: what its prompts grew by in a stretch, and whole prompts; median error")
    head = " ".join(f"{name:>11}" for name in METERS)
    print(f"{'session':44} {'family':12} prompts  grown: {head}   whole: {head}   in 90 % width")
    families: dict[str, list[list[Told]]] = {}
    for record in recorded():
        found: dict[str, list[Told]] = {}
        for one in told(record, recorded()):
            found.setdefault(one.family, []).append(one)
        for family, its in found.items():
            print(beside(record.name, family, [its]))
            families.setdefault(family, []).append(its)
    for family, every in families.items():
        print(beside("all, mean over sessions", family, every))


def beside(name: str, family: str, sessions: Sequence[Sequence[Told]]) -> str:
    """The median errors of each session, averaged."""
    meters = range(len(METERS))
    grown = [mean(median(one.growth_error(meter) for one in its) for its in sessions) for meter in meters]
    whole = [mean(median(one.whole_error(meter) for one in its) for its in sessions) for meter in meters]
    inside = mean(mean(one.covered for one in its) for its in sessions)
    width = mean(median(2 * one.half / one.true_grown for one in its) for its in sessions)
    parts = ["  ".join(f"{each:10.1%}" for each in errors) for errors in (grown, whole)]
    asked = sum(map(len, sessions))
    return f"{name:44} {family:12} {asked:7}         {parts[0]}          {parts[1]}   {inside:4.0%} {width:7.1%}"


def agreement() -> None:
    """The fixed input within stretches, and on both sides of the places where two share messages."""
    every = [(record.name, one) for record in recorded() for one in steady(record)]
    print("\nFixed input within a stretch: its spread where it is not 0")
    for name, one in every:
        if one.spread:
            print(f"{name:44} requests {one.first}–{one.last}: {one.tokens:,}, spread {one.spread:,} ({one.part:.1%})")
    parts = sorted(one.part for _, one in every)
    none = sum(not part for part in parts)
    print(
        f"{len(parts)} stretches: spread 0 in {none}, median {median(parts):.2%}, worst {parts[-1]:.1%} of the prompt"
    )
    print(
        "\nOne stretch after another: messages that both hold (charged in the first), and the fixed input that is left"
    )
    for record in recorded():
        for each in joints(record):
            off = each.after - each.before
            part = f" ({off / each.tokens:+.1%} of the shared)" if each.messages > 2 else ""
            told = f"{each.messages} shared messages of {each.tokens:,} tokens, {each.new:,} uncharged ones"
            print(f"{record.name:44} request {each.request} ({each.why}): {told}; ", end="")
            print(f"fixed {each.before:,} -> {each.after:,}: {off:+,}{part}")
