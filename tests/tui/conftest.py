"""What every test of the screen shares: hundreds of apps are started, and what is the same for all of them is made once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tests.ample import AMPLE
from tests.tui.handlers import patch_handlers
from tests.tui.painting import Painting
from tests.tui.rules import Rules

APPS = 40
"""Closed apps, of 25,000 objects each, that may lie about."""


@pytest.fixture(autouse=True, scope="session")
def style_sheets_are_parsed_once() -> Iterator[None]:
    """Each app parses its sheets again: here the same text is parsed once."""
    parsed: dict[Any, list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def once(self: Stylesheet, css: str, read_from: Any, *rest: Any, **named: Any) -> list[RuleSet]:
        key = (css, read_from, rest, tuple(named.items()), tuple(self._variables.items()))
        if key not in parsed:
            parsed[key] = parse(self, css, read_from, *rest, **named)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", once)
        patch.setattr(RuleSet, "__hash__", object.__hash__)
        yield


@pytest.fixture(autouse=True, scope="session")
def rules_are_looked_up_once(style_sheets_are_parsed_once: None) -> Iterator[Rules]:
    """See `rules`."""
    with pytest.MonkeyPatch.context() as patch:
        rules = Rules()
        rules.patch(patch)
        yield rules


@pytest.fixture(autouse=True, scope="session")
def frames_are_painted_at_rest() -> Iterator[Painting]:
    """See `painting`."""
    with pytest.MonkeyPatch.context() as patch:
        painting = Painting()
        painting.patch(patch)
        yield painting


@pytest.fixture(autouse=True, scope="session")
def handlers_are_looked_for_once() -> Iterator[None]:
    """Which classes hear messages of a kind follows from the classes: Textual walks through all of them each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch_handlers(patch)
        yield


@pytest.fixture(autouse=True, scope="session")
def made() -> Iterator[list[int]]:
    """A number for each app that was made since garbage was looked for."""
    apps: list[int] = []
    begin = App.__init__

    def count(self: App[Any], *args: Any, **named: Any) -> None:
        apps.append(len(apps))
        begin(self, *args, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(App, "__init__", count)
        yield apps


@pytest.fixture(autouse=True)
def closed_apps_are_freed(made: list[int]) -> Iterator[None]:
    """An app puts off full collections: closed ones would pile up, and whatever then looks for garbage would take seconds.

    What an app made is young: it is found without a look at all that there is, and soon, before it has become costly.
    """
    before = len(made)
    yield
    if len(made) > before:
        gc.collect(1)
    if len(made) >= APPS:
        made.clear()
        gc.collect()


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No animations, and files are written into a folder of the test's own."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def fixes_are_looked_for_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the why room finds must not be what a machine has time for."""
    monkeypatch.setattr("inspector.tui.screens.why_working.SECONDS", AMPLE)


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The why room is opened, but nobody waits for what would keep the fact: that search ends soon."""
    monkeypatch.setattr("inspector.tui.screens.why_working.SECONDS", 0.05)
