"""The laws that the JSON promises, on every bundled sample, under every preset, at requests all over the session."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.engine import Replay
from inspector.export.json_replay import replay_json
from inspector.export.json_view import view_json
from inspector.policy import preset_names
from inspector.settings import samples
from inspector.transcript.model import Transcript

STRENGTH = ["verbatim", "truncated", "folded", "deduplicated", "cleared", "summarised", "dropped"]
GONE = {"deduplicated", "dropped", "summarised"}
SAMPLES = [sample.path for sample in samples()]
TIGHT = {
    "workbuddy-s14": {"soft_threshold": 8_000},
    "agent-engineering": {"window": 20_000},
}


@pytest.fixture(scope="module", params=SAMPLES, ids=[path.stem for path in SAMPLES])
def transcript(request: pytest.FixtureRequest) -> Transcript:
    path: Path = request.param
    return inspector.load(path)


@pytest.mark.parametrize("name", ["recorded", *preset_names()])
def test_every_block_is_shown_once_or_gone_and_every_sum_adds_up(name: str, transcript: Transcript) -> None:
    policy = None if name == "recorded" else inspector.load_policy(name).with_knobs(**TIGHT.get(name, {}))
    replay = inspector.replay(transcript, policy)
    for request in range(1, replay.requests + 1, max(1, replay.requests // 5)):
        view = view_json(replay.view(request), transcript, replay.policy)
        _conserves(view, transcript, request)
        _adds_up(view)
        assert view["request"] == request


def _conserves(view: dict[str, Any], transcript: Transcript, request: int) -> None:
    """Every block of the history is the origin of one block of the view, or gone; a summary stands for gone ones."""
    blocks = [block for message in view["messages"] for block in message["blocks"]]
    shown = [name for block in blocks if block["fate"] != "injected" for name in block["origin"]]
    gone = [each["block"] for each in view["gone"]]
    history = range(transcript.structure.end(request))
    assert sorted([*shown, *gone]) == sorted(transcript.structure.name(position) for position in history)
    assert {each["fate"] for each in view["gone"]} <= GONE
    stood_for = {name for block in blocks if block["fate"] == "injected" for name in block["origin"]}
    assert stood_for <= {each["block"] for each in view["gone"] if each["fate"] == "summarised"}
    for message in view["messages"]:
        fates = {block["fate"] for block in message["blocks"]}
        assert message["fate"] == ("injected" if fates == {"injected"} else max(fates, key=STRENGTH.index))
        assert message["origin"] == sorted({int(name.split(".")[0]) for b in message["blocks"] for name in b["origin"]})


def _adds_up(view: dict[str, Any]) -> None:
    layers = view["layers"]
    for layer in layers:
        assert layer["after"] == layer["before"] - layer["removed"] + layer["injected"]
        if not layer["fired"]:
            assert layer["reason"]
            assert (layer["after"], layer["changed"], layer["gone"]) == (layer["before"], [], [])
    for earlier, later in pairwise(layers):
        assert earlier["after"] == later["before"]
    if layers:
        assert layers[-1]["after"] == view["size"]["view"]


@pytest.mark.parametrize("name", ["recorded", *preset_names()])
def test_a_row_says_what_its_view_says(name: str, transcript: Transcript) -> None:
    replay = inspector.replay(transcript, name)
    found = replay_json(replay.rows(), replay.certificate(), transcript, replay.policy)
    assert [row["request"] for row in found["rows"]] == list(range(1, replay.requests + 1))
    for row in found["rows"][:: max(1, replay.requests // 5)]:
        view = view_json(replay.view(row["request"]), transcript, replay.policy)
        assert (row["turn"], row["transcript"], row["view"]) == (
            view["turn"],
            view["size"]["transcript"],
            view["size"]["view"],
        )
        assert (row["error"] is None) is ("error" not in view)
        assert row["required"] == view["size"]["required"]


def test_the_same_question_has_the_same_answer(transcript: Transcript) -> None:
    def ask() -> dict[str, Any]:
        replay = Replay(transcript, inspector.load_policy("go-tiny-claw"))
        return view_json(replay.view(replay.requests), transcript, replay.policy)

    assert ask() == ask()
