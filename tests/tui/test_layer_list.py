"""The layer list on the screen: layers switched and moved by key and by mouse, the view following, back again, exported."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.policy import load_policy
from inspector.tui import policy_files
from inspector.tui.app import InspectorApp
from inspector.tui.screens.export import Export
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from inspector.tui.widgets.layer_list import LayerList
from tests.tui.drive import main_screen, now, opened, ready, text_of, until

pytestmark = pytest.mark.timeout(120)
WRITTEN = ["truncate", "dedupe", "prune", "summary"]


@asynccontextmanager
async def listed(
    path: Path, policy: str = "workbuddy-s14", size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Pilot[Any], MainScreen, Session]]:
    """A session with its layer list open."""
    async with opened(path, policy, size) as (pilot, main, session):
        await pilot.press("E")
        await until(pilot, lambda: main.layer_list.has_focus)
        yield pilot, main, session


def order(session: Session) -> list[str]:
    assert session.policy is not None
    return [layer.id for layer in session.policy.layers]


def off(session: Session) -> list[str]:
    assert session.policy is not None
    return [layer.id for layer in session.policy.layers if not layer.enabled]


async def test_the_list_tells_every_layer(samples: dict[str, Path]) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, _):
        shown = text_of(main.layer_list)
        for words in ("Layers of workbuddy-s14", "● 1 truncate", "● 4 summary", "from 80,000 tokens (soft threshold)"):
            assert words in shown
        assert "✱" not in shown
        await pilot.press("E")
        await until(pilot, lambda: not main.layers_open and main.panes.has_focus)


async def test_a_switched_layer_is_gone_from_the_view_at_once_and_comes_back(samples: dict[str, Path]) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, session):
        size = session.plan().size  # type: ignore[union-attr]
        await pilot.press("j", "j", "space")
        await until(pilot, lambda: main.settled and off(session) == ["prune"])
        assert session.modified
        shown = text_of(main)
        assert "*modified" in shown
        assert "○ 3 prune ✱" in shown
        assert "layer prune is off · u takes it back" in shown
        assert session.plan().size != size  # type: ignore[union-attr]
        await pilot.press("u")
        await until(pilot, lambda: main.settled and not off(session))
        assert session.plan().size == size  # type: ignore[union-attr]
        await pilot.press("U")
        await until(pilot, lambda: main.settled and off(session) == ["prune"])
        await pilot.press("r")
        await until(pilot, lambda: main.settled and not off(session))
        assert not session.modified
        await pilot.press("r")
        await until(pilot, lambda: "the layers are as the policy has them" in text_of(main))


async def test_a_layer_moves_with_its_cursor_and_the_ends_are_told(samples: dict[str, Path]) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("K")
        await until(pilot, lambda: "layer truncate is the first already" in text_of(main))
        await pilot.press("J", "J")
        await until(pilot, lambda: order(session) == ["dedupe", "prune", "truncate", "summary"])
        assert main.layer_list.chosen == "truncate"
        await until(pilot, lambda: main.settled and "3 truncate" in text_of(main.query_one("#strip")))
        await pilot.press("shift+down", "shift+down")
        await until(pilot, lambda: "layer truncate is the last already" in text_of(main))
        await pilot.press("u")
        await until(pilot, lambda: order(session) == WRITTEN)
        assert main.layer_list.chosen == "truncate"


async def test_keys_that_come_faster_than_the_view_all_count(samples: dict[str, Path]) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, session):
        for by in (1, 1, 1, -1):
            main.action_move_layer(by)
        await until(pilot, lambda: main.settled and order(session) == ["dedupe", "prune", "truncate", "summary"])
        await until(pilot, lambda: main.layer_list.chosen == "truncate" and "● 3 truncate" in text_of(main.layer_list))
        await pilot.press("u")
        await until(pilot, lambda: order(session) == WRITTEN)


async def test_all_layers_may_be_off(samples: dict[str, Path]) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("space", "j", "space", "j", "space", "j", "space")
        await until(pilot, lambda: main.settled and off(session) == WRITTEN)
        assert "no layer is on, the view is the whole history" in text_of(main)
        await until(pilot, lambda: main.settled and session.final)
        plan, before = session.plan(), session.seen().plan(0)
        assert plan is not None
        assert before is not None
        assert plan.size == before.size


async def test_the_layer_that_is_looked_at_stays_so_when_it_moves(samples: dict[str, Path]) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("3")
        await until(pilot, lambda: session.step == 3)
        await pilot.press("j", "j", "K")
        await until(pilot, lambda: main.settled and order(session)[1] == "prune")
        assert session.step == 2


async def test_signs_arrows_and_dragging(samples: dict[str, Path]) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, session):
        listing = main.layer_list

        def line(name: str) -> int:
            return next(y for y in range(listing.size.height) if f" {name}" in listing.render_line(y).text[:24])

        await pilot.click(listing, offset=(listing.gutter.left + 2, line("3 prune")))
        await until(pilot, lambda: off(session) == ["prune"])
        await until(pilot, lambda: "3 prune" in text_of(listing) and listing.chosen == "prune")
        up = listing.gutter.left + listing.render_line(line("3 prune")).text.index("▲")
        await pilot.click(listing, offset=(up, line("3 prune")))
        await until(pilot, lambda: order(session) == ["truncate", "prune", "dedupe", "summary"])
        await until(pilot, lambda: "2 prune" in text_of(listing))
        await pilot.click(listing, offset=(up + 2, line("2 prune")))
        await until(pilot, lambda: order(session) == WRITTEN and "3 prune" in text_of(listing))
        await pilot.mouse_down(listing, offset=(9, line("1 truncate")))
        await pilot.hover(listing, offset=(9, line("4 summary")))
        await until(pilot, lambda: order(session) == ["dedupe", "prune", "summary", "truncate"])
        await pilot.mouse_up(listing, offset=(9, line("4 truncate")))
        await pilot.hover(listing, offset=(9, 1))
        assert order(session) == ["dedupe", "prune", "summary", "truncate"]


async def test_what_is_exported_is_what_is_shown(samples: dict[str, Path], tmp_path: Path) -> None:
    async with listed(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("space", "J")
        await until(pilot, lambda: order(session)[0] == "dedupe" and off(session) == ["truncate"])
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, Export))
        assert "layers: truncate off, in the order dedupe, truncate, prune, summary" in text_of(pilot.app.screen)
        await pilot.press("enter")
        written = tmp_path / "workbuddy-s14.yaml"
        await until(pilot, lambda: now(written.exists()) and pilot.app.screen is main)
        assert load_policy(written) == session.policy
        assert policy_files.recent() == [written]


async def test_the_recorded_view_has_no_layers(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "recorded")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press("E")
        main = main_screen(app)
        await until(pilot, lambda: "the recorded view has no layers: choose a policy with p" in text_of(main))
        assert not main.layers_open


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_the_list_fits_every_size(samples: dict[str, Path], size: tuple[int, int]) -> None:
    async with listed(samples["re-reads"], size=size) as (pilot, main, _):
        await pilot.press("j", "j", "j")
        listing = main.query_one(LayerList)
        await until(pilot, lambda: listing.chosen == "summary" and "4 summary" in text_of(listing))
        assert listing.region.right == size[0]
        assert main.knobs.display == (size[0] >= 150)
        await pilot.press("a")
        await until(pilot, lambda: main.knobs.has_focus and not main.layers_open)
