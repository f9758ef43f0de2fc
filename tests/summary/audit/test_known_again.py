"""A number has its ground only with what it counts, and a folder in the paths that it stands in."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

TALK = (
    Talk()
    .user("Queries stay under 50 GB. The report needs roughly 40 hours, the target is 30 fps. At most 24 nodes.")
    .ran("sed -n 80,96p e2e/checkout.spec.ts", "at 10:41:55 line of the test\nmatrix-2x9fk07 on Android 7.0")
    .ran("pnpm playwright", "1 failed, 16 passed (41.2s)\nrun for 25 minutes, physics 9.7 ms")
    .ran("ls Assets/Art", "Boss.png\nArena.png")
    .ran("cat Assets/Scripts/Boss/Pool.cs Assets/Scripts/Boss/Ring.cs", "class Pool")
    .says("The change is 7.7 % slower. The sprites in Assets/Art stay; config is loaded at the start, handlers later.")
)
SOURCE = Source.of(TALK.request())


def kinds(text: str) -> list[str]:
    return [finding.kind for finding in audit(SOURCE, text).findings]


@pytest.mark.parametrize(
    "text",
    [
        "16 tests passed and one failed.",
        "16 of 17 passed.",
        "Queries are to stay under 50 GB.",
        "The report needs some 40 hours.",
        "The change is about 8 percent slower.",
        "It was tested on Android 7.0.",
        "Assets/Art stays as it is.",
        "The class HashMap/BTreeMap is used.",
    ],
)
def test_what_has_its_ground(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("96 passed and one failed.", "unsourced number"),
        ("17 passed.", "unsourced number"),
        ("The report needs roughly 20 hours.", "unsourced number"),
        ("The target is 41 fps.", "unsourced number"),
        ("There are at most 27 nodes.", "unsourced number"),
        ("Queries stay under 90 GB.", "unsourced number"),
        ("It was tested on Android 2.0.", "unsourced number"),
        ("Assets/config stays as it is.", "unsourced path"),
        ("Assets/handlers stays as it is.", "unsourced path"),
    ],
)
def test_what_stands_elsewhere_by_chance(text: str, kind: str) -> None:
    assert kind in kinds(text)
