"""Answers of the audit about single sentences, known again where another summary of the same source holds the sentence.

A corruption changes one sentence of a summary: of all others the audit would find out again what it said before. What is
kept here follows from the source and the words of the sentence, never from where it stands. Times that are taken
meanwhile say nothing about the program.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

from inspector.summary.audit.findings import attribution, outcome, retold

Key = Callable[..., Hashable]


def _saying(grounds: Any, saying: Any) -> tuple[Hashable, ...]:
    return grounds, saying.manner, saying.content, saying.verb


ASKED: tuple[tuple[ModuleType, str, Key], ...] = (
    (retold, "shown", lambda source, text: (source, text)),
    (retold, "contrary", lambda source, claim, *rest: (source, claim.text, claim.heading, *rest)),
    (outcome, "against", lambda beside, telling, before: (beside.runs, telling, tuple(before))),
    (attribution, "_retold", _saying),
    (attribution, "elsewhere", _saying),
    (attribution, "declared", _saying),
    (attribution, "in_order", _saying),
    (attribution, "_judged", lambda source, grounds, saying: (source, *_saying(grounds, saying))),
)
"""What is asked of one sentence, or of one saying in it, and all that the answer follows from."""


@contextmanager
def known_again() -> Iterator[None]:
    """Nothing of this is asked twice meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name, key in ASKED:
            patch.setattr(module, name, _once(getattr(module, name), key))
        yield


def _once(ask: Callable[..., Any], key: Key) -> Callable[..., Any]:
    answers: dict[Hashable, Any] = {}

    def answer(*asked: Any) -> Any:
        about = key(*asked)
        if about not in answers:
            answers[about] = ask(*asked)
        return answers[about]

    return answer
