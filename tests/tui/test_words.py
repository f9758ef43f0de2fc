"""What the screen says in words: rules, losses, gone stretches, offers, paths. No screen is started here."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine import EngineError, Fate, Replay
from inspector.policy import load_policy, preset_names
from inspector.summary import Extractive
from inspector.terminal_text import cells
from inspector.transcript import load, load_messages
from inspector.transcript.model import Transcript
from inspector.tui import body, foot
from inspector.tui.aligned import Stretch
from inspector.tui.budget import budget
from inspector.tui.curve import curve, events
from inspector.tui.lost import lost_at
from inspector.tui.parts import Part, fit, fullest, total
from inspector.tui.paths import completed, sessions_in, trouble
from inspector.tui.rules import rule
from inspector.tui.session import Session
from inspector.tui.stops import reasons, stops
from inspector.tui.widgets.budget_data import in_numbers
from inspector.tui.widgets.signposts import gap_forms

SAMPLES = ("re-reads", "research", "oom-log", "screenshot", "lost-rule", "order-404")


@pytest.fixture(scope="module")
def transcripts(root: Path) -> dict[str, Transcript]:
    return {name: load(next((root / "sample_transcripts").glob(f"{name}.*"))) for name in SAMPLES}


@pytest.mark.parametrize("policy", ["workbuddy-s14", "evo-agent", "agent-engineering", "go-tiny-claw"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_loss_is_dated_as_a_look_at_every_request_dates_it(
    transcripts: dict[str, Transcript], sample: str, policy: str
) -> None:
    transcript = transcripts[sample]
    replay = Replay(transcript, load_policy(policy), Extractive())
    rows = replay.rows()
    session = Session(transcript, load_policy(policy))
    for lost in session.typed_losses():
        states = [_whole(replay, request, lost.block) for request in range(1, replay.requests + 1)]
        for requests in (None, [row.request for row in rows if row.fired]):
            found = lost_at(replay, lost.block, replay.requests, requests)
            assert found is not None
            assert states[found.request - 1] is False
            assert found.request == 1 or states[found.request - 2] is not False
            assert found.step >= 1
            assert found.fate is not Fate.VERBATIM


def _whole(replay: Replay, request: int, block: int) -> bool | None:
    """Whether the view of a request holds a block as recorded; None before it was said."""
    plan = replay.plan(request)
    return plan.state(block).fate is Fate.VERBATIM if block < plan.end else None


RULES = {
    "go-tiny-claw clear": "tool results over 200 bytes before the last 6 messages cleared (retain last messages, mask over)",
    "go-tiny-claw fold": "assistant texts over 200 bytes before the last 6 messages folded (retain last messages, fold over)",
    "go-tiny-claw truncate": (
        "the two ends, 1,000 bytes together, kept of each tool result over 1,000 bytes in the last 6 messages "
        "(retain last messages, keep size)"
    ),
    "workbuddy-s14 truncate": "the first 5,000 tokens kept of each tool result over 5,000 tokens (max tool result tokens)",
    "workbuddy-s14 dedupe": "of each file only the newest result stays",
    "evo-agent micro": "tool results but the newest 3 and the last batch cleared (keep recent results)",
    "agent-engineering preview": (
        "the last 40 lines kept of each tool result over 3,000 tokens (result limit, result tail lines)"
    ),
}
"""What the presets' layers say that do not count messages."""


def test_every_layer_that_fires_has_a_rule_in_words(transcripts: dict[str, Transcript]) -> None:
    seen: dict[str, str] = {}
    for name in preset_names():
        policy = load_policy(name)
        for transcript in transcripts.values():
            replay = Replay(transcript, policy, Extractive())
            for request in range(1, replay.requests + 1):
                for outcome in replay.steps(request).outcomes:
                    if outcome.fired:
                        seen[f"{name} {outcome.id}"] = rule(policy, outcome)
    assert seen.pop("workbuddy-s14 prune").startswith("kept the first 1 and the last 6 of ")
    assert seen.pop("agent-engineering summary").startswith("kept the last 1 turn of ")
    assert seen.pop("evo-agent summary").startswith("kept none of ")
    assert {
        seen.pop(f"adaptive {layer}", RULES[f"go-tiny-claw {layer}"]) for layer in ("clear", "truncate", "fold")
    } == {RULES[f"go-tiny-claw {layer}"] for layer in ("clear", "truncate", "fold")}, "the same layers"
    seen.pop("pi summary", "")
    assert seen == RULES


def test_the_layer_that_changed_most_is_explained_first(transcripts: dict[str, Transcript]) -> None:
    policy = load_policy("evo-agent")
    replay = Replay(transcripts["research"], policy, Extractive())
    both = [r for r in range(1, replay.requests + 1) if len(replay.steps(r).fired) == 2]
    assert both
    assert reasons(replay.steps(both[0]), None, policy).startswith("2 summary: ")


@given(
    st.integers(1, 10**6),
    st.integers(1, 10**6),
    st.integers(0, 10**10),
    st.sampled_from(list(Fate)),
    st.integers(24, 90),
)
def test_a_gone_stretch_never_shows_a_part_of_a_number(
    first: int, count: int, size: int, fate: Fate, width: int
) -> None:
    stretch = Stretch(first, first + count, fate, "a-layer-with-a-name", size)
    forms = gap_forms(stretch, "tokens")
    assert len([form for form in gap_forms(stretch, "tokens", True) if "≈" in form]) == len(forms) - 1
    assert not any("≈" in form for form in forms)
    said = fullest(forms, width)
    assert cells(said) <= width
    assert said in forms or cells(forms[-1]) > width


@given(st.lists(st.tuples(st.text(min_size=1, max_size=60), st.integers(0, 20)), max_size=6), st.integers(4, 120))
def test_a_part_that_can_be_cut_takes_what_the_others_leave(raw: list[tuple[str, int]], width: int) -> None:
    left, right = fit([Part(text, "plain", rank=at, least=least) for at, (text, least) in enumerate(raw)], width)
    assert total(left) + total(right) <= width


def test_a_quote_is_as_long_as_there_is_room() -> None:
    parts = [Part("lost: ", rank=9), Part("x" * 200, rank=5, least=10), Part(" by prune", rank=8)]
    for width in (40, 80, 160):
        left, _ = fit(parts, width)
        assert total(left) == width - 1


@pytest.mark.parametrize("offers", [foot.PANES, foot.KNOBS, foot.EMPTY])
@pytest.mark.parametrize("width", [20, 40, 80, 120, 300])
def test_help_and_quit_are_offered_last_to_go(offers: tuple[foot.Offer, ...], width: int) -> None:
    kept = foot.fitting(offers, width)
    assert sum(offer.width for offer in kept) - 1 <= max(width, kept[0].width)  # the last blank may be missing
    if width >= 40:
        assert {foot.HELP, foot.QUIT} <= set(kept)
    if width >= 60:
        assert foot.COMMANDS in kept
    at = 0
    for offer in kept:
        assert foot.key_at(kept, at + 1) == offer.keys[0]
        assert foot.key_at(kept, at + offer.width - 1) == offer.keys[-1]
        at += offer.width
    assert foot.key_at(kept, at) is None


def test_labels_go_to_what_lost_most(transcripts: dict[str, Transcript]) -> None:
    session = Session(transcripts["re-reads"], load_policy("workbuddy-s14"))
    marks = curve(session, session.replay.rows()).marks
    assert max(marks, key=lambda mark: mark.weight).label == "prune"


def test_housekeeping_is_an_event_where_it_begins(transcripts: dict[str, Transcript]) -> None:
    session = Session(transcripts["research"], load_policy("evo-agent"))
    rows = session.replay.rows()
    marks = [mark.request for mark in curve(session, rows).marks if mark.kind == "housekeeping"]
    assert marks
    assert set(marks) <= set(events(session, rows).requests)
    assert all(rows[request - 1].fired for request in marks)


def test_brackets_around_the_messages_are_no_fixed_input(transcripts: dict[str, Transcript]) -> None:
    session = Session(transcripts["research"], load_policy("evo-agent"))
    plan = session.plan()
    assert plan is not None
    data = budget(session, plan)
    assert "fixed" not in [part.name for part in data.parts]
    assert data.total == plan.size
    assert f"{plan.size:,} chars" in in_numbers(data)


def test_a_knob_turned_to_and_fro_leaves_nothing_to_undo(transcripts: dict[str, Transcript]) -> None:
    session = Session(transcripts["re-reads"], load_policy("workbuddy-s14"))
    session.turn("soft_threshold", 81_000)
    session.turn("soft_threshold", 80_000)
    assert not session.undo()
    session.turn("keep_recent_messages", 7)
    session.turn("soft_threshold", 81_000)
    session.turn("soft_threshold", 80_000)
    assert session.undo()
    assert not session.modified


def test_figures_are_shortened_whole(transcripts: dict[str, Transcript]) -> None:
    replay = Replay(transcripts["re-reads"], load_policy("workbuddy-s14"), Extractive())
    steps = replay.steps(70)
    assert not isinstance(steps, EngineError)
    prune = stops(steps)[3]
    assert (prune.figure, prune.brief) == ("−73,634", "−73.6k")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("", "(empty)"), ("\n" * 5000, "(5,000 empty lines)"), (" ", "(blank)"), (" a ", " a ")],
)
def test_what_cannot_be_seen_is_named(text: str, shown: str) -> None:
    transcript = load_messages([{"role": "user", "content": [{"type": "text", "text": text}]}])
    blocks = transcript.structure.blocks
    if blocks:
        assert body.text_of(blocks[0]) == shown


def test_typed_paths(tmp_path: Path) -> None:
    (tmp_path / "alpha.jsonl").write_text("{}")
    (tmp_path / "alps").mkdir()
    (tmp_path / "notes.bin").write_text("")
    assert completed(f"{tmp_path}/alpha") == f"{tmp_path}/alpha.jsonl"
    assert completed(f"{tmp_path}/alps") == f"{tmp_path}/alps/"
    assert completed(f"{tmp_path}/zebra") is None
    assert completed("") is None
    assert completed("a\0b/c") is None
    assert sessions_in(tmp_path) == [tmp_path / "alpha.jsonl"]
    assert sessions_in(tmp_path / "nowhere") == []
    assert trouble(tmp_path / "nowhere") == "does not exist"
    assert trouble(Path("/dev/null")) == "is no plain file"
    assert trouble(tmp_path / "alps").startswith("is a folder")
