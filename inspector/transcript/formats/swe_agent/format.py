"""Both agents as formats."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.swe_agent.mini import is_mini, read_mini
from inspector.transcript.formats.swe_agent.trajectory import read_trajectory
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems


def is_trajectory(record: Record) -> bool:
    """Steps, and the history or the environment beside them; or several attempts of such."""
    attempts = record.get("attempts")
    if isinstance(attempts, list) and attempts and isinstance(attempts[0], dict) and "trajectory" in attempts[0]:
        return True
    return "trajectory" in record and ("history" in record or "environment" in record)


def _is_mini(record: Record) -> bool:
    return "trajectory_format" in record and isinstance(record.get("messages"), list)


def _trajectory(value: Any, problems: Problems, source: Source) -> Transcript:
    return read_trajectory(value, problems, source.choice)


def _mini(value: Any, problems: Problems, _: Source) -> Transcript:
    return read_mini(value, problems)


FORMATS = (
    Format(
        "swe-agent",
        "a SWE-agent trajectory",
        is_trajectory,
        document=_trajectory,
        chooses=frozenset({"part", "sidechain"}),
        records=Records("yes", "no", "of newer versions, in `query`", "no", "totals"),
    ),
    Format(
        "mini-swe-agent",
        "a mini-swe-agent trajectory",
        _is_mini,
        is_mini,
        document=_mini,
        records=Records("yes", "no", "no", "no", "of newer versions"),
    ),
)
