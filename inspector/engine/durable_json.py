"""The durable state as JSON, and as a file beside a transcript: an object with `facts`, `pending_items`, `retrieval_evidence`.

The fields have the names of seed 001. Nothing unknown, doubled or missing is passed over: `DurableStateError` names the field.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from pathlib import Path
from typing import Any, NoReturn

from inspector.engine.durable import KINDS, DurableContextState
from inspector.engine.durable_checks import DurableStateError, short

SUFFIX = ".durable.json"

LARGEST = 16_000_000
"""Bytes of a durable file at the most: all of it goes into every request."""


def to_json(state: DurableContextState) -> dict[str, list[dict[str, Any]]]:
    """Plain JSON values, fields in their order."""
    return {name: [asdict(item) for item in getattr(state, name)] for name in KINDS}


def from_json(value: object) -> DurableContextState:
    """The state that plain JSON values say. A kind of item that is left out is empty."""
    found = _object("", value, frozenset(KINDS))
    return DurableContextState(**{name: _items(name, kind, found.get(name, [])) for name, kind in KINDS.items()})


def load_durable(path: str | os.PathLike[str]) -> DurableContextState:
    """Read a durable file. Raises `OSError` when it cannot be read, `DurableStateError` for what stands in it."""
    return from_json(_parsed(_read(path)))


def save_durable(path: str | os.PathLike[str], state: DurableContextState) -> None:
    """Write a durable file whole or not at all. Raises `OSError`."""
    from inspector.settings import write_whole

    write_whole(Path(path), json.dumps(to_json(state), ensure_ascii=False, indent=2) + "\n")


def durable_beside(path: str | os.PathLike[str]) -> Path:
    """Where a transcript's durable state is looked for when nobody names a file: `<stem>.durable.json`.

    Beside the file itself, also when it was opened through a link: there its artifacts are looked for, too.
    """
    real = Path(os.path.realpath(path))
    return real.with_name(real.stem + SUFFIX)


def _items(name: str, kind: type, value: object) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise DurableStateError(name, "must be a list")
    return tuple(_item(f"{name}[{at}]", kind, each) for at, each in enumerate(value, 1))


def _item(where: str, kind: type, value: object) -> Any:
    known = {field.name: field.default is MISSING for field in fields(kind)}
    found = _object(where, value, frozenset(known))
    for name, needed in known.items():
        if needed and name not in found:
            raise DurableStateError(f"{where}.{name}", "is missing")
    try:
        return kind(**found)
    except DurableStateError as error:
        raise error.inside(where) from None


def _object(where: str, value: object, known: frozenset[str]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise DurableStateError(where, "must be an object" if where else "a durable state is an object with lists")
    for name in value:
        if name not in known:
            raise DurableStateError(where, f"unknown field {short(str(name))}; there are {', '.join(sorted(known))}")
    return dict(value)


def _read(path: str | os.PathLike[str]) -> bytes:
    """A plain file of moderate length: a pipe would make the reader wait for ever."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise DurableStateError("", "is no plain file")
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise DurableStateError("", f"is longer than {LARGEST:,} bytes, and all of it would go into every request")
    return data


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise DurableStateError("", f"not UTF-8 text at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise DurableStateError("", f"no valid JSON at line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise DurableStateError("", "no valid JSON: it is nested too deeply") from None
    except DurableStateError:
        raise
    except ValueError:
        raise DurableStateError("", "no valid JSON: a number is too long") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DurableStateError(short(twice), "stands twice in one object")
    return found


def _no_number(text: str) -> NoReturn:
    raise DurableStateError("", f"{text} is no JSON number")
