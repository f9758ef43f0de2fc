"""The runs that a telling may mean."""

from __future__ import annotations

from typing import NamedTuple

from inspector.summary.audit.ended import Run


class Meant(NamedTuple):
    """The runs that may be meant. `sure` says that the name is no general word, `picked` that details or order chose."""

    runs: list[Run]
    best: list[Run]
    """Those of `runs` that share most of the words."""
    own: bool
    """The name stands beside the ending."""
    names: frozenset[str]
    exact: bool
    detailed: bool
    ordered: bool
    all: list[Run]
    general: bool = False
    """The words name a kind of run only."""
