"""Subagents' conversations of a Gemini CLI session: `chats/<session id>/<id>.jsonl` beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.gemini.drafts import blocks_of_message
from inspector.transcript.model import Sidechain
from inspector.transcript.names import name_fault
from inspector.transcript.nofollow import open_below

FILES = 500
"""Files beside a session that are looked at."""

_HEAD = 1 << 20
_TITLE = 80
_SPEAKS = re.compile(rb'"type": ?"(?:user|gemini)"')
_UNSAFE = re.compile(r"[^a-zA-Z0-9-_]")
"""What `sanitizeFilenamePart` (gemini-cli) makes dashes of."""


def beside(path: Path | None, session: str, calls: Mapping[str, str]) -> list[Sidechain]:
    """The conversations of the folder that is called as the session. `calls`: the id of a subagent → of its call."""
    if path is None or not session:
        return []
    folder = _UNSAFE.sub("_", session)
    listed = []
    for name in islice(_files(path.parent, folder), FILES):
        found = _look(path.parent, folder, name)
        if found is not None:
            identity = name.removesuffix(".jsonl").removesuffix(".json")
            messages, title = found
            listed.append(
                Sidechain(identity, messages, title, str(path.parent / folder / name), calls.get(identity, ""))
            )
    return listed


def _files(home: Path, folder: str) -> Iterator[str]:
    """Plain files only: no link is followed."""
    try:
        if name_fault(folder) or (home / folder).is_symlink():
            return
        with os.scandir(home / folder) as entries:
            names = [
                e.name for e in entries if e.is_file(follow_symlinks=False) and e.name.endswith((".jsonl", ".json"))
            ]
    except OSError:
        return
    yield from sorted(names)


def _look(home: Path, folder: str, name: str) -> tuple[int, str] | None:
    """About how many messages, and how it begins; found without parsing all of it."""
    try:
        with open(open_below(str(home), (folder, name)), "rb") as file:
            head = file.read(_HEAD)
            count = len(_SPEAKS.findall(head)) + sum(len(_SPEAKS.findall(raw)) for raw in file)
    except (OSError, ValueError):
        return None
    return count, next(_titles(head), "")


def _titles(head: bytes) -> Iterator[str]:
    for raw in head.split(b"\n")[:20]:
        try:
            record: Any = orjson.loads(raw)
        except orjson.JSONDecodeError:
            continue
        if isinstance(record, dict) and record.get("type") == "user":
            text = " ".join(block.text for block in blocks_of_message(record)[0])
            yield " ".join(words_of(text)[:400].split())[:_TITLE]
