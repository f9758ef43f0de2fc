"""`python -m tests.fitting [--write] [--day YYYY-MM-DD]`: fit the shipped factors on the recorded sessions.

Reads every session of the shared transcripts (see `tests/transcript/test_real.py` for where they are) whose usage tells what at
least one step cost, fits the factors of each family of models (`tests/fitting/factors.py`) and the typical fixed input of each
agent, and prints the table; `--write` puts it into `inspector/meter/factors.yaml`. Sessions are pooled: one with many
requests counts more.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import inspector
from inspector.meter.provider.kinds import KINDS, SIZES
from inspector.meter.provider.shipped import UNKNOWN, Family, Typical
from tests.fitting.factors import GUESS, family, fixed
from tests.fitting.recorded import Recorded, families, recorded

FILE = Path(inspector.__file__).parent / "meter" / "factors.yaml"
HEAD = """\
# What a provider charges where nobody was charged: written by `python -m tests.fitting --write`, on recorded sessions.
#
# factor: tokens of the provider for one o200k token of the text (sealed: for one character of the thinking's seal);
# block: tokens of one block beside its text; the spreads are standard deviations between sessions. step: how
# far a request is off, in tokens; texts: how far a text is off, as a part of it.
# fixed: what prompts of an agent hold beside messages; 9 of 10 sessions lie between low and high. The family
# `unknown` was not fitted: it is a guess.
"""


def table(day: str, sessions: tuple[Recorded, ...]) -> str:
    """The file."""
    fits = [family(name, sessions) for name in families(sessions)]
    fits.append(Family(UNKNOWN, GUESS, 0, 0))
    agents = sorted({each.transcript.format for each in sessions})
    rest = [(agent, fixed(agent, sessions)) for agent in agents if _told(agent, sessions)]
    rest.append((UNKNOWN, fixed(None, sessions)))
    lines = [HEAD, f"fitted: {day}", f"sessions: {len(sessions)}", "families:"]
    return "\n".join([*lines, *(line for each in fits for line in _family(each)), "fixed:", *map(_fixed, rest)]) + "\n"


def _told(agent: str, sessions: tuple[Recorded, ...]) -> bool:
    return any(each.transcript.format == agent and each.fixed for each in sessions)


def _family(one: Family) -> Iterator[str]:
    yield f"  {one.name}:"
    yield f"    sessions: {one.sessions}"
    yield f"    steps: {one.steps}"
    yield f"    step: {one.prior.step:.1f}"
    yield f"    texts: {one.prior.texts:.4f}"
    yield "    kinds:"
    mean, spread = one.prior.mean, one.prior.spread
    for at, kind in enumerate(KINDS):
        factor = f"factor: {mean[at]:.3f}, factor_spread: {spread[at]:.3f}"
        block = f"block: {mean[SIZES + at]:.1f}, block_spread: {spread[SIZES + at]:.1f}"
        yield f"      {kind + ':':9}{{{factor}, {block}}}"


def _fixed(one: tuple[str, Typical]) -> str:
    agent, found = one
    return f"  {agent}: {{tokens: {found.tokens}, low: {found.low}, high: {found.high}}}"


def main() -> None:
    """Print or write the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.fitting")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    parser.add_argument("--day", default=date.today().isoformat(), help="the date in the file")
    given = parser.parse_args()
    found = table(given.day, recorded())
    if given.write:
        FILE.write_text(found, encoding="utf-8")
    print(found, end="")


if __name__ == "__main__":
    main()
