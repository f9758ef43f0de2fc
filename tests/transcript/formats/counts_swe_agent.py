"""Trajectories, counted by their history: none of the shared ones keeps the prompts of its steps."""

from __future__ import annotations

import json
from pathlib import Path

from tests.transcript.formats.counts import Counts, requests

FOLDERS = ("swe-agent",)


def expected(path: Path) -> Counts | str:
    value = json.loads(path.read_text())
    history = value["history"] if isinstance(value, dict) else value
    shortened = '"last_n_observations"' in path.read_text()
    roles = [each["role"] for each in history]
    return Counts(len(roles), requests(roles, False), 0, roles.count("tool"), int(shortened))
