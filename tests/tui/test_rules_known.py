"""What the tests of the screen know of style sheets is bounded: a worker that runs hundreds of them does not grow with it."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.css.stylesheet import Stylesheet
from textual.widgets import Static

from tests.tui import rules
from tests.tui.rules import Rules


class Many(App[None]):
    """Each of its widgets stands in a place of its own."""

    CSS = "Static { height: 1; } .odd { color: red; }"

    def compose(self) -> ComposeResult:
        for number in range(60):
            yield Static(str(number), classes=f"c{number} {'odd' if number % 2 else 'even'}")


async def test_not_more_places_are_known_than_may_be(
    monkeypatch: pytest.MonkeyPatch, rules_are_looked_up_once: Rules
) -> None:
    monkeypatch.setattr(rules, "MOST", 50)
    rules_are_looked_up_once.leave(monkeypatch)
    known = Rules()
    known.patch(monkeypatch)
    app = Many()
    async with app.run_test():
        assert all(widget.styles.height is not None and widget.styles.height.value == 1 for widget in app.query(Static))
        assert app.query_one(".c7").styles.color.rgb == (255, 0, 0) != app.query_one(".c8").styles.color.rgb
    held = sum(len(one.known) for by_name in known._sheets.values() for one in by_name.values())
    assert 0 < held <= known.places <= 50


async def test_who_leaves_asks_as_the_program_does(
    monkeypatch: pytest.MonkeyPatch, rules_are_looked_up_once: Rules
) -> None:
    rules_are_looked_up_once.leave(monkeypatch)
    assert Stylesheet.apply is rules_are_looked_up_once._apply
    before = rules_are_looked_up_once.places
    async with Many().run_test():
        pass
    assert rules_are_looked_up_once.places == before
