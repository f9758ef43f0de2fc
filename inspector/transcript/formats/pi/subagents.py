"""Subagents of Oh My Pi: their sessions lie in a folder that is called as the session file, one file each, named by their ids."""

from __future__ import annotations

import os
import re
from itertools import chain, islice
from pathlib import Path

import orjson

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.model import Sidechain
from inspector.transcript.nofollow import open_below

FILES = 500
"""Files of subagents that are listed."""

_HEAD = 1 << 20
_MESSAGE = re.compile(rb'\{"type": ?"message"')
_TITLE = 80


def folder_of(path: str) -> str:
    """The folder of a session's subagents and artifacts; nothing for a file of another name."""
    return path.removesuffix(".jsonl") if path.endswith(".jsonl") else ""


def subagents(path: str) -> tuple[Sidechain, ...]:
    """The subagents of a session, by name. No link is followed."""
    folder = folder_of(path)
    if not folder or os.path.islink(folder):
        return ()
    try:
        with os.scandir(folder) as entries:
            names = [
                each.name for each in entries if each.name.endswith(".jsonl") and each.is_file(follow_symlinks=False)
            ]
    except (OSError, ValueError):
        return ()
    found = (_sidechain(folder, name) for name in islice(sorted(names), FILES))
    return tuple([each for each in found if each is not None])


def _sidechain(folder: str, name: str) -> Sidechain | None:
    """A file that begins as a session does. Its messages are counted as lines that look like one."""
    try:
        with open(open_below(folder, (name,)), "rb") as file:
            head = file.read(_HEAD).split(b"\n")
            count = sum(_MESSAGE.match(line) is not None for line in chain(head, file))
    except (OSError, ValueError):
        return None
    records = [_object(line) for line in head[:10]]
    if not any(each.get("type") == "session" for each in records):
        return None
    init = next((each for each in records if each.get("type") == "session_init"), {})
    title = " ".join((words_of(init.get("task")) or words_of(init.get("agent")))[:400].split())[:_TITLE]
    return Sidechain(name.removesuffix(".jsonl"), count, title, str(Path(folder) / name))


def _object(line: bytes) -> dict[str, object]:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}
