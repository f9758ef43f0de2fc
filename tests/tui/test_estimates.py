"""Sizes that are estimates have their sign wherever the reader names them, those of A as well as those of B."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inspector.engine.view import Fate
from inspector.policy import load_policy
from inspector.transcript import load
from inspector.tui import replays, whole
from inspector.tui.app import InspectorApp
from inspector.tui.held import held
from inspector.tui.screens.reader import Reader
from inspector.tui.session import Session
from tests.tui.drive import main_screen, ready, until

SIZE = re.compile(r"(≈?)[\d,]+ tokens")


def signs(titles: list[str]) -> set[str]:
    """The signs of all sizes in some titles."""
    return {sign for title in titles for sign in SIZE.findall(title)}


def read_whole(session: Session) -> list[str]:
    """The titles of every text of the present view that is cut."""
    plan = session.plan()
    assert plan is not None
    places = [place for place in plan.live_blocks() if plan.state(place).fate is not Fate.VERBATIM]
    assert places
    return [sheet.best.title for place in places for sheet in whole.sheets(session, place)]


def test_a_cut_text_and_a_summary(samples: dict[str, Path]) -> None:
    session = Session(load(samples["lost-rule"]), load_policy("agent-engineering"))
    session.go(session.requests)
    assert session.approximate
    assert signs([title for title, _ in whole.summaries(session)]) == {"≈"}
    replays.count(session.transcript, session.policy, lambda: False)
    session.take(replays.final(session.transcript, session.policy, session.summariser), session.revision)
    assert not session.approximate
    assert signs([title for title, _ in whole.summaries(session)]) == {""}


def test_the_texts_of_a_and_b(samples: dict[str, Path]) -> None:
    """A is not counted yet while B is: each has its own sign."""
    transcript = load(samples["re-reads"])
    session = Session(transcript, load_policy("agent-engineering"))
    session.go(session.requests)
    session.hold(held(transcript, session.policy, session.summariser))
    assert session.approximate
    assert signs(read_whole(session)) == {"≈"}
    replays.count(transcript, session.policy, lambda: False)
    session.take(replays.final(transcript, session.policy, session.summariser), session.revision)
    assert not session.approximate
    titles = read_whole(session)
    assert signs([title for title in titles if title.startswith("in A")]) == {"≈"}
    assert signs([title for title in titles if title.startswith("in B")]) == {""}


async def test_the_title_of_the_box(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        for rough, sign in ((True, "≈"), (False, "")):
            monkeypatch.setattr(Session, "approximate", property(lambda _, rough=rough: rough))
            main_screen(app).action_read()
            await until(pilot, lambda: isinstance(app.screen, Reader) and app.screen.is_mounted)
            title = str(app.screen.query_one(".box").border_title)
            assert signs([title.replace(" bytes", " tokens")]) == {sign}, title
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is main_screen(app))
