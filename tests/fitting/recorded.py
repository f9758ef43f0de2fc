"""What recorded sessions tell of prices: observations by family of model, and what their prompts hold beside messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from inspector.meter.provider import charges
from inspector.meter.provider.observations import Observation, observations
from inspector.meter.provider.shipped import UNKNOWN, family_of
from inspector.meter.provider.stretches import Stretch, stretches
from inspector.meter.provider.texts import Texts, texts
from inspector.transcript import Transcript, load
from inspector.transcript.errors import TranscriptError
from tests.transcript.test_real import ALL

MADE = ("synth", "specstory", "drift", "toolerror", "agent-file-tiny", "unknown-types")
"""Parts of names of sessions that were made up, or whose numbers were."""


class Recorded(NamedTuple):
    """A session with usage. `seen[s]`: observations of stretch `s`; `families[s]`: the family of its model."""

    name: str
    transcript: Transcript
    ground: Texts
    stretches: tuple[Stretch, ...]
    seen: tuple[Sequence[Observation], ...]
    families: tuple[str, ...]

    def of(self, family: str) -> list[Observation]:
        """All observations with models of that family."""
        return [one for seen, its in zip(self.seen, self.families, strict=True) if its == family for one in seen]

    @property
    def fixed(self) -> int | None:
        """What its first prompt holds beside messages, where the record begins with the session."""
        found = charges(self.transcript).fixed
        return found[0].tokens if found and not self.transcript.incomplete else None


@cache
def recorded() -> tuple[Recorded, ...]:
    """The shared sessions in which at least one step tells something."""
    found = (of(path) for path in ALL if not any(part in path.name for part in MADE))
    return tuple(each for each in found if each is not None and any(each.seen))


def of(path: Path) -> Recorded | None:
    """One session; None where it does not load."""
    try:
        transcript = load(path)
    except TranscriptError:
        return None
    runs, ground = stretches(transcript), texts(transcript)
    seen = tuple(observations(transcript, ground, run) for run in runs)
    return Recorded(path.name, transcript, ground, runs, seen, tuple(family_of(run.requests[0].model) for run in runs))


def families(sessions: Iterable[Recorded]) -> list[str]:
    """Families of which anything was recorded."""
    found = {family for each in sessions for family, seen in zip(each.families, each.seen, strict=True) if seen}
    return sorted(found - {UNKNOWN})
