"""Inspect: `logs/<time>_<task>_<id>.eval`, a zip archive, or `.json`."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import HEAD, Ends, open_plain, read_ends
from inspector.transcript.discover.telling import title, within, words

_NAME = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d.*_.*\.(?:eval|json)")
"""Other files may lie in a folder of that name."""
_TASK, _MODEL = (re.compile(rb'"%s"\s*:\s*"([^"\\]{1,300})"' % key) for key in (b"task", b"model"))
ZIP = b"PK\x03\x04"
_HEADERS = ("header.json", "_journal/start.json")
"""The second one while the log is still being written."""


def roots(machine: Machine) -> list[Path]:
    moved = machine.named("INSPECT_LOG_DIR")
    below = [machine.here / "logs"] if machine.here else []
    return [moved] if moved else below


def wanted(parts: Parts) -> bool:
    return _NAME.fullmatch(parts[-1]) is not None


def read(path: str) -> Ends:
    """The header of an archive, as a document; the ends of any other file. Raises `OSError`."""
    ends = read_ends(path)
    return _header(path) if ends.head.startswith(ZIP) else ends


def _header(path: str) -> Ends:
    try:
        with open_plain(path) as file, zipfile.ZipFile(file) as archive:
            name = next(each for each in _HEADERS if each in archive.NameToInfo)
            with archive.open(name) as header:
                return Ends(header.read(HEAD), b"", archive.NameToInfo[name].file_size <= HEAD)
    except (zipfile.BadZipFile, StopIteration, NotImplementedError, EOFError, ValueError) as error:
        raise OSError(f"{path}: {error}") from error


def describe(ends: Ends) -> Details:
    """The task is what such a session is about."""
    spec = within(ends.document, "eval")
    task, model = (words(within(spec, key)) or _first(found, ends.head) for key, found in _FINDING)
    return Details(title=title([task]), model=model)


_FINDING = (("task", _TASK), ("model", _MODEL))


def _first(pattern: re.Pattern[bytes], head: bytes) -> str:
    found = pattern.search(head)
    return found[1].decode("utf-8", "replace") if found else ""


AGENT = Agent(
    "inspect", "Inspect", roots, wanted, describe, depth=2, sign={"version": 2, "status": "", "eval": {}}, read=read
)
