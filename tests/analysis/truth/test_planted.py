"""Planted facts: what `why` says of them is what a search of every printed view shows, under every preset."""

from __future__ import annotations

import pytest

import inspector
from inspector.analysis.why.facts import text_fact
from inspector.analysis.why.lineage import lineage
from tests.analysis.truth.printed import truth
from tests.analysis.truth.sessions import planted

SETTINGS: dict[str, list[dict[str, int]]] = {
    "go-tiny-claw": [{}, {"retain_last_messages": 12, "keep_size": 400}, {"max_chars": 60_000}],
    "workbuddy-s14": [
        {"soft_threshold": 4_000},
        {"soft_threshold": 9_000, "keep_recent_messages": 10, "max_tool_result_tokens": 700},
        {"soft_threshold": 2_500, "hard_limit": 6_000, "summary_keep_messages": 2},
    ],
    "evo-agent": [{}, {"context_limit": 12_000, "keep_recent_results": 6}, {"context_limit": 200_000}],
    "agent-engineering": [
        {"window": 16_000},
        {"window": 14_000, "retain_turns": 3, "result_limit": 400},
        {"window": 20_000, "result_tail_lines": 5, "result_limit": 200},
    ],
}
KNOBS: dict[tuple[str, str], tuple[str, set[str]]] = {
    ("go-tiny-claw", "clear"): ("retain_last_messages", {"retain_last_messages", "mask_over", "max_chars"}),
    ("go-tiny-claw", "fold"): ("retain_last_messages", {"retain_last_messages", "fold_over", "max_chars"}),
    ("go-tiny-claw", "truncate"): ("retain_last_messages", {"retain_last_messages", "keep_size", "max_chars"}),
    ("workbuddy-s14", "truncate"): ("max_tool_result_tokens", {"max_tool_result_tokens", "soft_threshold"}),
    ("workbuddy-s14", "dedupe"): ("soft_threshold", {"soft_threshold"}),
    ("workbuddy-s14", "prune"): ("keep_recent_messages", {"keep_recent_messages", "soft_threshold"}),
    ("workbuddy-s14", "summary"): ("summary_keep_messages", {"summary_keep_messages", "soft_threshold"}),
    ("evo-agent", "micro"): ("keep_recent_results", {"keep_recent_results"}),
    ("evo-agent", "summary"): ("context_limit", {"context_limit"}),
    ("agent-engineering", "preview"): (
        "result_limit",
        {"result_limit", "result_tail_lines", "window", "fixed_input", "output_reserve", "safety_margin"},
    ),
    ("agent-engineering", "summary"): (
        "retain_turns",
        {"retain_turns", "window", "fixed_input", "output_reserve", "safety_margin"},
    ),
}
"""The knob of each layer's own rule, and all that decide whether and how it works (the seeds' rules, DESIGN §5)."""
SEEDS = range(40)
"""Sessions of five facts each; the first few run under every setting, the others under one in turn."""
EVERY = 3


@pytest.mark.parametrize("preset", SETTINGS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_request_and_layer_is_what_the_printed_views_show(preset: str, seed: int) -> None:
    made = planted(seed, messages=48)
    transcript = inspector.load_messages(made.messages)
    settings = SETTINGS[preset]
    for knobs in settings if seed < EVERY else [settings[seed % len(settings)]]:
        replay = inspector.replay(transcript, inspector.load_policy(preset).with_knobs(**knobs))
        for fact, message in made.facts.items():
            told, shown = lineage(replay, text_fact(fact)), truth(replay, fact, message)
            held: list[bool | None] = [None] * replay.requests
            for lane in told.lanes:
                held[lane.first - 1 : lane.last] = [lane.held] * (lane.last - lane.first + 1)
            assert held == shown.held, (knobs, fact)
            assert [(loss.request, loss.layer) for loss in told.losses if shown_layer(shown.lost, loss.request)] == [
                each for each in shown.lost if each[1]
            ], (knobs, fact)
            for loss in told.losses:
                knob, knobs_read = KNOBS[preset, loss.layer]
                assert (loss.knob, set(loss.knobs)) == (knob, knobs_read)


def shown_layer(lost: list[tuple[int, str]], request: int) -> str:
    return dict(lost).get(request, "")
