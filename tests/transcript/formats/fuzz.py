"""Files that were damaged, from sound ones: bytes flipped, lines cut, joined, repeated and reordered, fields of wrong types."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

from inspector.engine import Replay
from inspector.transcript import Transcript, TranscriptError, load

HERE = Path(__file__).parent

WRONG: tuple[Any, ...] = (None, True, -1, 2**70, 1.5, "", "x", "\ud800", [], [None], {}, {"a": [1]}, [[]], "9" * 50)


def fixtures() -> dict[str, tuple[bytes, ...]]:
    """Format → sound files, from every `fixtures_<format>.py` here that has `FUZZED`."""
    modules = {path.stem.removeprefix("fixtures_"): path.stem for path in sorted(HERE.glob("fixtures_*.py"))}
    loaded = {name: import_module(f"{__package__}.{stem}") for name, stem in modules.items()}
    return {name: module.FUZZED for name, module in loaded.items() if hasattr(module, "FUZZED")}


def mutated(data: bytes, seed: int) -> bytes:
    """The file with one to three changes; the same ones for the same seed."""
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 2, 3))):
        data = chance.choice(CHANGES)(data, chance)
    return data


def use(path: Path) -> Transcript | None:
    """Load a file and look at its last recorded view, as a person would; None where it was refused."""
    try:
        transcript = load(path)
    except TranscriptError:
        return None
    requests = transcript.structure.requests
    Replay(transcript).view(requests)
    for branch in transcript.branches[:2]:
        _quietly(lambda leaf: load(path, leaf=leaf), branch.leaf)
    for sidechain in transcript.sidechains[:2]:
        _quietly(lambda name: load(path, sidechain=name), sidechain.id)
    for part in transcript.parts[:2]:
        _quietly(lambda name: load(f"{path}#{name}"), part.id)
    return transcript


def _quietly(read: Callable[[str], object], name: str) -> None:
    try:
        read(name)
    except TranscriptError:
        return


def _flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _take_out(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.randint(1, 200) :]


def _lines(change: Callable[[list[bytes], random.Random], None]) -> Callable[[bytes, random.Random], bytes]:
    def changed(data: bytes, chance: random.Random) -> bytes:
        lines = data.split(b"\n")
        change(lines, chance)
        return b"\n".join(lines)

    return changed


def _repeat(lines: list[bytes], chance: random.Random) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))


def _move(lines: list[bytes], chance: random.Random) -> None:
    lines.insert(chance.randrange(len(lines)), lines.pop(chance.randrange(len(lines))))


def _drop(lines: list[bytes], chance: random.Random) -> None:
    del lines[chance.randrange(len(lines))]


def _join(lines: list[bytes], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    lines[at : at + 2] = [b"".join(lines[at : at + 2])]


def _shuffle(lines: list[bytes], chance: random.Random) -> None:
    chance.shuffle(lines)


def _retype(data: bytes, chance: random.Random) -> bytes:
    """A field of one object, at any depth, gets a value of another type, goes, or swaps places with another."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    whole = len(lines) < 3 or not lines[0].lstrip().startswith(b"{")
    try:
        value = json.loads(data if whole else lines[at])
    except ValueError:
        return data
    for _ in range(chance.randint(1, 3)):
        _spoil(value, chance)
    made = json.dumps(value).encode()
    if whole:
        return made
    lines[at] = made
    return b"\n".join(lines)


def _spoil(value: Any, chance: random.Random) -> None:
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.7:
            value = value[key]
            continue
        if isinstance(value, dict) and chance.random() < 0.2:
            del value[key]
        elif chance.random() < 0.2:
            other = chance.choice(keys)
            value[key], value[other] = value[other], value[key]
        else:
            value[key] = deepcopy(chance.choice(WRONG))
        return


CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip,
    _cut,
    _take_out,
    *map(_lines, (_repeat, _move, _drop, _join, _shuffle)),
    *(_retype,) * 8,
)
