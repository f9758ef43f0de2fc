"""Logs of Inspect, counted by the state at the end of the first sample, by id and epoch: it has all messages there."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from tests.transcript.formats.counts import Counts, requests

FOLDERS = ("inspect",)


def expected(path: Path) -> Counts | str:
    with zipfile.ZipFile(path) as file:
        names = [name for name in file.namelist() if name.startswith("samples/")]
        samples = [json.loads(file.read(name)) for name in names]
    first = min(samples, key=lambda each: (int(each["id"]), each["epoch"]))
    roles = [each["role"] for each in first["messages"]]
    assert sum(each["event"] == "model" for each in first["events"]) == roles.count("assistant")
    return Counts(len(roles), requests(roles, False), 0, roles.count("tool"))
