"""The same question to the same summariser is answered from memory, and only the same question is."""

from __future__ import annotations

from dataclasses import replace

from inspector.engine.summariser import SummaryRequest
from inspector.summary import Extractive
from inspector.summary import extractive as module
from tests.summary.talk import Talk, debugging, order_404


def _written(writer: Extractive, request: SummaryRequest) -> str:
    """The summary; it must be the one that somebody who remembers nothing writes."""
    text = writer.summarise(request)
    assert text == Extractive().summarise(request)
    return text


def test_the_same_question_is_answered_from_memory() -> None:
    writer = Extractive()
    request = debugging().request(previous="Before: the gateway was moved.", focus="gateway")
    first = writer.summarise(request)
    again = replace(request, parts=tuple(part._replace() for part in request.parts))
    assert writer.summarise(again) is first


def test_whatever_differs_is_another_question() -> None:
    writer, request = Extractive(), debugging().request()
    _written(writer, request)
    for more in (
        {"previous": "Before: the gateway was moved."},
        {"focus": "idempotency key"},
        {"recent_files": ("/srv/app/src/payments/retry.py",)},
        {"max_size": 90},
        {"max_size": 300, "unit": "chars"},
        {"omitted": 5_000},
        {"omitted": 5_000, "notice": "older input is gone"},
        {"parts": request.parts[1:]},
        {"parts": tuple(part._replace(text=part.text[:60]) for part in request.parts)},
    ):
        _written(writer, replace(request, **more))  # type: ignore[arg-type]


def test_blocks_that_only_look_alike_are_others() -> None:
    """A call's arguments stand in its block alone: another block with the same name and text is another question."""
    writer = Extractive()
    one = writer.summarise(Talk().user("Fix it now, please.").call("Edit", {"file_path": "a.py"}).request())
    two = writer.summarise(Talk().user("Fix it now, please.").call("Edit", {"file_path": "b.py"}).request())
    assert "a.py" in one
    assert "b.py" in two


def test_it_forgets_when_it_remembers_many(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(module, "REMEMBERED", 2)
    writer, request = Extractive(), order_404().request()
    for size in (100, 150, 200, 250, 100):
        _written(writer, replace(request, max_size=size))
    assert len(writer._written) <= 2
