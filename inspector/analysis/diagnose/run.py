"""Looking for every known fault of a replay."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.families import FAMILIES, NAMES
from inspector.analysis.diagnose.finding import SEVERITIES, Finding
from inspector.engine import Replay
from inspector.engine.view import Certificate
from inspector.long_work import Cancelled, Progress


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`findings`: the worst first, then in the order of the families. `families`: those that were looked for, to the end.

    `certificate`: how far the replay may be believed at its last request: every family looked at all of them. None without
    requests. What the agent would have done under another view is no part of it.
    """

    findings: tuple[Finding, ...]
    families: tuple[str, ...]
    certificate: Certificate | None

    def of(self, family: str) -> tuple[Finding, ...]:
        """The findings of one family."""
        return tuple(each for each in self.findings if each.family == family)


def diagnose(
    replay: Replay,
    only: Collection[str] | None = None,
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> Diagnosis:
    """Every finding of the families in `only` (all by default). `progress(done, all)` counts families.

    Cancelled, it returns what is known by then; `families` says which were looked for. Raises ValueError for a family
    that does not exist.
    """
    if unknown := sorted(set(only or ()).difference(NAMES)):
        raise ValueError(f"no family of findings is called {unknown[0]!r}; known: {', '.join(NAMES)}")
    wanted = [family for family in FAMILIES if only is None or family.name in only]
    case, found, done = Case(replay, cancelled), list[Finding](), list[str]()
    for family in wanted:
        if progress is not None:
            progress(len(done), len(wanted))
        try:
            case.go_on()
            found.extend(family.find(case))
        except Cancelled:
            break
        done.append(family.name)
    found.sort(key=lambda each: SEVERITIES.index(each.severity))
    return Diagnosis(tuple(found), tuple(done), replay.certificate() if replay.requests else None)
