"""How big it is: counters, sizes of a transcript, and what the models can hold. Importing this loads no tokenizer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Lock
from weakref import WeakKeyDictionary

from inspector.long_work import Cancelled
from inspector.meter.counter import PROVIDER, Counter, End
from inspector.meter.jsonblocks import JsonBlocksCounter
from inspector.meter.jsonhistory import JsonHistoryCounter
from inspector.meter.models import Model, find_model, models
from inspector.meter.replacing import replaced_block
from inspector.meter.sizes import Sizes, carry_sizes, known_sizes, sizes
from inspector.meter.tokens import cl100k_counter, o200k_counter
from inspector.meter.words import bytes_counter, chars_counter, quarters_counter
from inspector.transcript.model import Transcript

_MAKERS: dict[str, Callable[[], Counter]] = {
    "bytes": bytes_counter,
    "chars": chars_counter,
    "chars/4": quarters_counter,
    "json-chars": JsonHistoryCounter,
    "json-chars/4": JsonBlocksCounter,
    "o200k_base": o200k_counter,
    "cl100k_base": cl100k_counter,
}

COUNTERS: tuple[str, ...] = tuple(_MAKERS)
"""The names that `counter` knows. A policy may use `provider` too, a counter that is bound to one transcript."""

UNITS: dict[str, str] = {
    "bytes": "bytes",
    "chars": "chars",
    "chars/4": "tokens",
    "json-chars": "chars",
    "json-chars/4": "tokens",
    "o200k_base": "tokens",
    "cl100k_base": "tokens",
    PROVIDER: "tokens",
}
"""The unit of each counter, known without loading it."""


@cache
def counter(name: str) -> Counter:
    """The counter of that name; always the same object. Raises `ValueError` that lists the names for an unknown one."""
    if name not in _MAKERS:
        raise ValueError(f"no counter is called {name!r}; known: {', '.join(COUNTERS)}")
    return _MAKERS[name]()


_bound: WeakKeyDictionary[Transcript, Counter] = WeakKeyDictionary()
_guard = Lock()


def counter_of(name: str, transcript: Transcript) -> Counter:
    """The counter of a policy for a transcript: `provider` is the transcript's own, always the same object, any other `counter`.

    Nothing is counted here. Raises `ValueError` for an unknown name.
    """
    if name != PROVIDER:
        return counter(name)
    from inspector.meter.provider.counter import ProviderCounter

    with _guard:
        found = _bound.get(transcript)
        if found is None:
            found = _bound[transcript] = ProviderCounter(transcript)
        return found


__all__ = [
    "COUNTERS",
    "UNITS",
    "Cancelled",
    "Counter",
    "End",
    "Model",
    "Sizes",
    "carry_sizes",
    "counter",
    "counter_of",
    "find_model",
    "known_sizes",
    "models",
    "replaced_block",
    "sizes",
]
