"""Pictures of the main situations at three sizes. `pytest --snapshot-update` redraws them; look at each before keeping it."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pytest_textual_snapshot import SVGImageExtension

from inspector import settings
from inspector.tui.app import InspectorApp
from inspector.tui.screens.open import Open
from tests.tui.drive import main_screen, ready, still, until

SIZES = [(80, 24), (120, 40), (200, 60)]


class Situation(NamedTuple):
    """A sample under a policy with these knobs, after these keys; `theme` is the light one in some of them."""

    sample: str
    policy: str
    keys: tuple[str, ...] = ()
    knobs: dict[str, int] = {}
    theme: str = "inspector-dark"


def typed(text: str) -> tuple[str, ...]:
    return tuple({" ": "space"}.get(character, character) for character in text)


SITUATIONS = {
    "fits": Situation("re-reads", "workbuddy-s14", ("less_than_sign", "shift+right", "shift+right")),
    "over": Situation("oom-log", "go-tiny-claw", ("less_than_sign", *["right"] * 4)),
    "refused": Situation("re-reads", "workbuddy-s14", (), {"hard_limit": 20_000}),
    "compacted": Situation("re-reads", "workbuddy-s14", ("less_than_sign", "n", "n", "n", "n")),
    "layer": Situation("oom-log", "go-tiny-claw", ("less_than_sign", "right", "right", "3")),
    "compare": Situation("re-reads", "workbuddy-s14", ("c", "left_curly_bracket", "less_than_sign", "G")),
    "search": Situation("re-reads", "workbuddy-s14", ("slash", *typed("never touch"))),
    "summary": Situation("research", "evo-agent", ("escape",), theme="inspector-light"),
    "recorded": Situation("lost-rule", "recorded", theme="inspector-light"),
    "room": Situation("lost-rule", "recorded", ("s", "j", "j")),
    "writers": Situation("re-reads", "evo-agent", ("B",), theme="inspector-light"),
}
ROOMS = {
    "why": Situation("re-reads", "workbuddy-s14", ("A", *typed("never touch migrations/"), "enter")),
    "why-recorded": Situation(
        "lost-rule", "recorded", ("A", *typed("Python 3.9"), "enter", "j", "right"), theme="inspector-light"
    ),
    "why-several": Situation(
        "re-reads",
        "evo-agent",
        ("A", *typed("0007_payout"), "enter", "plus", *typed("never toch migrations"), "enter", "2", "j"),
    ),
}
"""Rooms whose answers take seconds to find, and lie in the same places whatever size the terminal had before."""
BAD = {"empty": b"", "broken": b'{"role": "user", "content": "where is the \nnot a line of JSON\n'}


def sized(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", SIZES, ids=sized)
@pytest.mark.parametrize("name", SITUATIONS)
def test_picture(name: str, size: tuple[int, int], samples: dict[str, Path], snap_compare: Any) -> None:
    asked = SITUATIONS[name]
    app = InspectorApp(str(samples[asked.sample]), asked.policy)
    assert snap_compare(app, terminal_size=size, run_before=partial(arrange, asked))


async def arrange(asked: Situation, pilot: Any) -> None:
    """Bring a situation about."""
    app = pilot.app
    session = await ready(pilot)
    app.theme = asked.theme
    for knob, value in asked.knobs.items():
        session.turn(knob, value)
        main_screen(app).changed()
    await ready(pilot)
    for key in asked.keys:
        await pilot.press(key)
        await ready(pilot)
    await still(pilot)


@pytest.mark.parametrize("name", ROOMS)
async def test_a_room_at_every_size(name: str, samples: dict[str, Path], snapshot: Any) -> None:
    """One app, whose terminal is made smaller and larger; the pictures are those of an app that began at that size."""
    asked = ROOMS[name]
    app = InspectorApp(str(samples[asked.sample]), asked.policy)
    async with app.run_test(size=(120, 40), tooltips=True, notifications=True) as pilot:
        await arrange(asked, pilot)
        for size in ((120, 40), (80, 24), (200, 60)):
            await pilot.resize_terminal(*size)
            await still(pilot)
            found = app.export_screenshot(title=app.title, simplify=True)
            assert found == snapshot(name=sized(size), extension_class=SVGImageExtension), size


@pytest.mark.parametrize("size", SIZES, ids=sized)
@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_used(
    name: str, size: tuple[int, int], tmp_path: Path, snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(settings.data_dir("sample_transcripts"), "sample_transcripts")
    whole = settings.data_dir  # paths are shown: they must be the same on every machine
    monkeypatch.setattr(settings, "data_dir", lambda name: Path(name) if name == "sample_transcripts" else whole(name))
    Path(f"{name}.jsonl").write_bytes(BAD[name])
    app = InspectorApp(f"{name}.jsonl")

    async def arrange(pilot: Any) -> None:
        await until(pilot, lambda: isinstance(app.screen, Open))
        await still(pilot)

    assert snap_compare(app, terminal_size=size, run_before=arrange)
