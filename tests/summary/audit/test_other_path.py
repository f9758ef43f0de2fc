"""Two plain words joined by a slash: another path where the record has one in the same words, else perhaps alternatives."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user(
        "The migrations under db/migrations are frozen. The models and the client stay, and the handlers of the hooks."
    )
    .ran("ls client server", "client/index.ts\nserver/index.ts")
    .ran("mix test apps/hooks", "57 tests, 0 failures, for v2 of the hooks")
    .says("The code of the client/index.ts is unchanged.")
    .request()
)


@pytest.mark.parametrize(
    "text",
    [
        "The migrations under db/models are frozen.",
        "The user: leave the migrations under db/client alone.",
        "mix test v2/hooks passed.",
    ],
)
def test_another_path_in_the_same_words_is_found(text: str) -> None:
    assert "unsourced path" in [each.kind for each in audit(SOURCE, text).findings]


@pytest.mark.parametrize(
    "text",
    [
        "The migrations under db/migrations are frozen.",
        "The code of the client/server split stays.",
        "The models/handlers stay.",
        "mix test apps/hooks passed.",
    ],
)
def test_what_stands_there_and_alternatives_are_left_alone(text: str) -> None:
    assert audit(SOURCE, text).findings == ()
