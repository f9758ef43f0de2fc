"""A checkpoint as bytes: JSON, with the format's name and the SHA-256 of the rest in front. Every bit is accounted for."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from inspector.engine.faithful_json import faithful
from inspector.engine.whole_file import NotWritten

if TYPE_CHECKING:
    from inspector.engine.checkpoint import Checkpoint

FORMAT = "compaction-checkpoint/1"

_HEAD = re.compile(rb'\{"format":"([a-z-]+/[0-9]+)","sha256":"([0-9a-f]{64})","checkpoint":')
_TAIL = b"}\n"


class CheckpointDamaged(ValueError):
    """A checkpoint that cannot be relied on. `path` is the file, `reason` what is wrong with it."""

    def __init__(self, path: str | PathLike[str], reason: str) -> None:
        super().__init__(f"{path}: damaged checkpoint: {reason}")
        self.path, self.reason = path, reason


def pack(checkpoint: Checkpoint) -> bytes:
    """The bytes of a checkpoint's file. Raises `NotWritten` for what JSON cannot say."""
    data = {f.name: getattr(checkpoint, f.name) for f in fields(checkpoint) if f.name != "sha256"}
    try:
        body = faithful(data)
    except (TypeError, ValueError) as error:
        raise NotWritten(f"the checkpoint is not written: {error}") from error
    head = f'{{"format":"{FORMAT}","sha256":"{hashlib.sha256(body).hexdigest()}","checkpoint":'
    return head.encode() + body + _TAIL


def unpack(path: str | PathLike[str], raw: bytes) -> Checkpoint:
    """The checkpoint that the bytes of a file hold. Raises `CheckpointDamaged`."""
    head = _HEAD.match(raw)
    if not raw or head is None:
        raise CheckpointDamaged(path, "it is empty" if not raw else "it does not begin as a checkpoint does")
    if head[1].decode() != FORMAT:
        raise CheckpointDamaged(path, f"its format is {head[1].decode()}; only {FORMAT} is understood")
    if not raw.endswith(_TAIL):
        raise CheckpointDamaged(path, "its end is missing")
    body = raw[head.end() : -len(_TAIL)]
    digest = hashlib.sha256(body).hexdigest()
    if digest != head[2].decode():
        raise CheckpointDamaged(path, f"its content does not have the SHA-256 that it names ({head[2].decode()[:12]}…)")
    try:
        return replace(_checked(json.loads(body)), sha256=digest)
    except (ValueError, TypeError, RecursionError) as error:
        raise CheckpointDamaged(path, f"its content is no checkpoint: {error}") from error


LATER = frozenset({"changed_files"})
"""Fields that checkpoints of earlier versions do not have."""


def _checked(value: Any) -> Checkpoint:
    """Every field with its type. Raises `ValueError`, `TypeError`."""
    from inspector.engine.checkpoint import Checkpoint

    if not isinstance(value, dict):
        raise ValueError("it is no object")
    known = {f.name for f in fields(Checkpoint)} - {"sha256"}
    if differ := (set(value) ^ known) - (LATER - set(value)):
        raise ValueError(f"its fields differ: {', '.join(sorted(differ))}")
    for name, item in value.items():
        if not _KINDS[name](item):
            raise ValueError(f"{name} is wrong")
    frozen: dict[str, Any] = {name: tuple(item) if isinstance(item, list) else item for name, item in value.items()}
    return Checkpoint(**frozen)


def _text(value: object) -> bool:
    return isinstance(value, str)


def _number(value: object) -> bool:
    return type(value) is int and value >= 0


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_number, value))


def _knobs(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_number, value.values()))


def _messages(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) and _text(item.get("role")) for item in value)


_KINDS = {
    **dict.fromkeys(("policy", "summary", "created_at", "dump"), _text),
    **dict.fromkeys(("summarised", "retained_tail", "lead"), _messages),
    **dict.fromkeys(("count", "given"), _number),
    "knobs": _knobs,
    "covers": _numbers,
    "recent_files": _texts,
    "changed_files": _texts,
}
