"""Policies by name or by path. A name is a preset's; a path is any YAML file's."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path

from inspector.policy.document import read
from inspector.policy.errors import Fault, PolicyError, did_you_mean
from inspector.policy.model import Policy
from inspector.policy.parse import MAX_BYTES
from inspector.policy.resolve import resolve

_ORDER = ("go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering", "adaptive", "pi")


def load_policy(name_or_path: str | PathLike[str]) -> Policy:
    """A preset by its name, or the policy of a YAML file. Raises `PolicyError`: what is wrong, line and field."""
    name = str(name_or_path)
    if isinstance(name_or_path, str) and name in preset_names():
        return _preset(name)
    path = Path(name_or_path)
    if not (_is_there(path) or path.suffix in (".yaml", ".yml") or "/" in name):
        names = ", ".join(preset_names())
        raise PolicyError(
            f"{name!r} is no preset{did_you_mean(name, preset_names())} and no file; "
            f"presets: {names}; or give the path of a YAML file"
        )
    return load_text(_content(path), str(path))


def load_text(text: str, origin: str = "policy") -> Policy:
    """The policy that a YAML text describes; `origin` names it in error messages."""
    return resolve(read(text, origin))


@cache
def preset_names() -> tuple[str, ...]:
    """The names of the policies that come with the program."""
    found = {entry.name.removesuffix(".yaml") for entry in _folder().iterdir() if entry.name.endswith(".yaml")}
    return tuple(sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)))


def preset_text(name: str) -> str:
    """The YAML of a preset, with its comments."""
    if name not in preset_names():
        names = ", ".join(preset_names())
        raise PolicyError(f"{name!r} is no preset{did_you_mean(name, preset_names())}; presets: {names}")
    return (_folder() / f"{name}.yaml").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return files("inspector.policy") / "presets"


@cache
def _preset(name: str) -> Policy:
    return load_text(preset_text(name), f"{name}.yaml")


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name too long for a file system, for one
        return False


def _content(path: Path) -> str:
    """The text of a file; never more of it than a policy may have, and never of a device or a pipe."""
    if _is_there(path) and not path.is_file():
        raise PolicyError("is no file; give the path of a YAML file", str(path))
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise PolicyError(f"cannot be read: {why}", str(path)) from None
    if len(data) > MAX_BYTES:
        raise PolicyError(f"too big for a policy: more than {MAX_BYTES:,} bytes", str(path))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PolicyError([Fault(line, "", "is no UTF-8 text; save the file as UTF-8")], str(path)) from None
