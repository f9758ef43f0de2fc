"""A full replay for each preset, cold and after one knob change; and the view of the last request alone after a change."""

from __future__ import annotations

import gc

from inspector.engine import Replay
from inspector.library import default_summariser
from inspector.meter import counter, sizes
from inspector.policy import load_policy
from inspector.transcript import load
from tests.benchmarks.clock import row, timed, title
from tests.benchmarks.files import by_usage, session

CHANGES = {
    "go-tiny-claw": ("max_chars", 3000),
    "workbuddy-s14": ("soft_threshold", 80000),
    "evo-agent": ("context_limit", 50000),
    "agent-engineering": ("window", 32000),
    "adaptive": ("window", 128000),
    "pi": ("window", 200000),
}


POLICIES = tuple(CHANGES)


def main(counts: tuple[int, ...], policies: tuple[str, ...] = POLICIES) -> None:
    """Print the part."""
    for count in counts:
        transcript, reported = load(session(count)), load(session(count, usage=True))
        gc.collect()
        gc.freeze()
        title(
            f"Replay of {count:,} messages, {transcript.structure.requests:,} requests (median)",
            "first, sized ≈",
            "with summaries",
            "one knob: last view",
            "one knob: all rows",
        )
        for name in policies:
            _preset(name, reported if by_usage(name) else transcript, 5 if count <= 20_000 else 3)
        gc.unfreeze()


def _preset(name: str, transcript, runs: int) -> None:  # type: ignore[no-untyped-def]
    policy = load_policy(name)
    sizes(transcript, counter(policy.meter.count))
    first, _ = timed(lambda: Replay(transcript, policy).rows(), 1)
    summaries, _ = timed(lambda: Replay(transcript, policy, default_summariser(policy)).rows(), 1)
    knob, value = CHANGES[name]
    changed = (policy.with_knobs(**{knob: value + step}) for step in range(1, 100))
    view, _ = timed(lambda: _last(Replay(transcript, next(changed))), runs)
    rows, _ = timed(lambda: Replay(transcript, next(changed)).rows(), runs)
    times = (first, summaries, view, rows)
    row(f"{name} ({knob})", *(f"{t.median:,.0f} ms" for t in times))


def _last(replay: Replay) -> object:
    """The last request's view as far as a screen needs it: its plan and the states of the newest blocks."""
    plan = replay.plan(replay.requests)
    return [plan.state(block) for block in range(max(0, plan.end - 80), plan.end)]
