"""The durable part of a request: a state with what became of its sources, as text beside the messages, never in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from inspector.engine.durable import DurableContextState
from inspector.engine.durable_render import matched, render_durable_context

if TYPE_CHECKING:
    from inspector.transcript.resolver import Resolution


class Resolver(Protocol):
    """Says whether a pointer's source is there; what it cannot answer is an answer too, never an error."""

    def resolve(self, text: str) -> Resolution: ...


def resolve_durable_sources(state: DurableContextState, resolver: Resolver) -> tuple[Resolution, ...]:
    """One resolution for each pointer of a state, in first-seen order; the own resolver reads a transcript once for all."""
    from inspector.transcript.resolver import SourcePointerResolver

    if isinstance(resolver, SourcePointerResolver):
        return resolver.resolve_all(state.pointers)
    return tuple(resolver.resolve(pointer) for pointer in state.pointers)


@dataclass(frozen=True, slots=True)
class Durable:
    """A state and the resolutions of its sources. Raises `ValueError` unless they match one to one."""

    state: DurableContextState
    resolutions: tuple[Resolution, ...] = ()
    text: str = field(init=False)
    """What goes into the fixed part of the request; "" for an empty state."""

    def __post_init__(self) -> None:
        sources = matched(self.state, self.resolutions)
        object.__setattr__(self, "resolutions", sources)
        object.__setattr__(self, "text", render_durable_context(self.state, source_resolutions=sources))
