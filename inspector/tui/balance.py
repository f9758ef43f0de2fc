"""What went into a layer, what it took out and put in, and what came out: figures that add up. No Textual here."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine import EngineError, Plan, Steps
from inspector.engine.notices import new_notices
from inspector.tui.numerals import full
from inspector.tui.parts import Part


class Balance(NamedTuple):
    """before − removed + put in = after, in the policy's meter; blocks kept + blocks gone = blocks that came in.

    `put_in` is what is new: made-up messages and the notices inside changed texts, each counted by itself.
    """

    before: int
    removed: int
    put_in: int
    after: int
    kept: int
    gone: int


def balance(before: Plan, after: Plan) -> Balance:
    """From one plan to another."""
    old = {id(made) for made in before.made}
    put_in = sum(made.size for made in after.made if id(made) not in old) + new_notices(before, after)
    put_in = max(put_in, after.size - before.size)
    came = sum(span.hi - span.lo for span in before.spans)
    kept = _both(before, after)
    return Balance(before.size, before.size + put_in - after.size, put_in, after.size, kept, came - kept)


def of_step(steps: Steps, step: int | None) -> Balance:
    """What one layer did, or (step 0 or None) all of them."""
    if step and steps.outcomes:
        outcome = steps.outcomes[min(step, len(steps.outcomes)) - 1]
        return balance(outcome.plan_before, outcome.plan_after)
    return balance(steps.before, steps.after)


def balance_line(
    steps: Steps | EngineError, step: int | None, unit: str, approximate: bool = False
) -> tuple[Part, ...]:
    """`before 84,120 − removed 52,300 + put in 50 = after 31,870 tokens`, and the blocks."""
    if isinstance(steps, EngineError):
        return ()
    found = of_step(steps, step)
    approximate = approximate or any(made.approximate for made in steps.after.made)
    return (
        Part("before ", "quiet", 4),
        Part(full(found.before, approximate), "plain", 9),
        Part(" − ", "quiet", 9),
        Part("removed ", "quiet", 4),
        Part(full(found.removed, approximate and found.removed > 0), "bad" if found.removed else "plain", 9),
        Part(" + ", "quiet", 9),
        Part("put in ", "quiet", 4),
        Part(full(found.put_in, approximate and found.put_in > 0), "good" if found.put_in else "plain", 9),
        Part(" = ", "quiet", 9),
        Part("after ", "quiet", 4),
        Part(full(found.after, approximate), "strong", 9),
        Part(f" {unit}", "quiet", 5),
        Part(
            f"blocks: {found.kept + found.gone:,} in = {found.kept:,} kept + {found.gone:,} gone",
            "quiet",
            2,
            right=True,
        ),
    )


def _both(one: Plan, two: Plan) -> int:
    """How many blocks both views hold."""
    lows, highs, count = list(one.spans), list(two.spans), 0
    at = 0
    for span in lows:
        while at < len(highs) and highs[at].hi <= span.lo:
            at += 1
        place = at
        while place < len(highs) and highs[place].lo < span.hi:
            count += min(span.hi, highs[place].hi) - max(span.lo, highs[place].lo)
            place += 1
    return count
