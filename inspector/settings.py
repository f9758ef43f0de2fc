"""Where the user's files are, where the bundled ones are, and the few choices that are remembered between runs.

`INSPECTOR_HOME` moves everything of the user's into one folder; without it the platform's own places are used
(`XDG_CONFIG_HOME`, `XDG_STATE_HOME` and `XDG_CACHE_HOME` are honoured).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from pathlib import Path
from typing import Any, NamedTuple

APP = "compaction-inspector"
HOME_VARIABLE = "INSPECTOR_HOME"
ABOUT, KEPT_ABOUT = "sessions", 200
"""The folder of what is kept about single things, and how many of them are kept."""
LARGEST = 5_000_000
"""Bytes that a file of ours has at the most."""


class Sample(NamedTuple):
    """A bundled transcript. `title` says what it is, `story` in one line what was forgotten and why.

    `policy` is the preset that shows the story, or `recorded`.
    """

    name: str
    path: Path
    title: str
    story: str
    policy: str


def config_dir() -> Path:
    """The user's own themes and policies. It need not exist."""
    return _user_dir("config")


def state_dir() -> Path:
    """Remembered choices. It need not exist."""
    return _user_dir("state")


def cache_dir() -> Path:
    """What can be made anew, at a price: the summaries that were paid for. It need not exist."""
    return _user_dir("cache")


def _user_dir(kind: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(os.path.expanduser(home)) / kind
    import platformdirs

    places = {
        "config": platformdirs.user_config_path,
        "state": platformdirs.user_state_path,
        "cache": platformdirs.user_cache_path,
    }
    return places[kind](APP, appauthor=False)


def data_dir(name: str) -> Path:
    """A bundled folder, `themes` or `sample_transcripts`.

    A wheel carries it inside the package; in a checkout (and an editable installation) it lies beside the package.
    """
    package = Path(__file__).resolve().parent
    carried = package / "_data" / name
    return carried if carried.is_dir() else package.parent / name


def find_theme_dirs() -> tuple[Path, ...]:
    """The folders that hold theme files, the user's last, so that a theme of the same name there wins."""
    return tuple(path for path in (data_dir("themes"), config_dir() / "themes") if path.is_dir())


def samples() -> tuple[Sample, ...]:
    """The bundled transcripts in the order of their index; empty when the installation carries none."""
    folder = data_dir("sample_transcripts")
    try:
        rows = json.loads((folder / "index.json").read_text("utf-8"))
    except (OSError, ValueError):
        return ()
    return tuple(Sample(row["name"], folder / row["file"], row["title"], row["story"], row["policy"]) for row in rows)


def sample(name: str) -> Sample:
    """The bundled transcript of that name. Raises `KeyError` when there is none."""
    for found in samples():
        if found.name == name:
            return found
    raise KeyError(name)


def recall(key: str, default: Any = None) -> Any:
    """A remembered choice, or the default when it was never made or the file cannot be read."""
    return _choices().get(key, default)


def remember(key: str, value: Any) -> None:
    """Remember a choice (any JSON value). A folder that cannot be written is no error: nothing is kept then."""
    kept = {**_choices(), key: value}
    with contextlib.suppress(OSError, TypeError, ValueError):
        write_whole(_choices_file(), json.dumps(kept, indent=1, sort_keys=True) + "\n")


def recall_about(subject: str) -> dict[str, Any]:
    """What is kept about one thing (a file, by its path); empty when nothing is, or it cannot be read."""
    return _read(_about_file(subject))


def remember_about(subject: str, value: dict[str, Any]) -> None:
    """Keep something about one thing; of many, the newest. A folder that cannot be written is no error."""
    path = _about_file(subject)
    with contextlib.suppress(OSError, TypeError, ValueError):
        write_whole(path, json.dumps(value, indent=1, sort_keys=True) + "\n")
        _thin(path.parent)


def forget_about(subject: str) -> bool:
    """Forget what is kept about one thing; False when nothing was."""
    try:
        _about_file(subject).unlink()
    except (OSError, ValueError):
        return False
    return True


def _about_file(subject: str) -> Path:
    name = hashlib.sha256(subject.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return state_dir() / ABOUT / f"{name}.json"


def _thin(folder: Path) -> None:
    """Keep the newest files of a folder."""
    with os.scandir(folder) as entries:
        files = [(entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(".json")]
    for _, path in sorted(files)[:-KEPT_ABOUT]:
        with contextlib.suppress(OSError):
            os.unlink(path)


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: a reader sees the old text or the new one, never a part. Raises `OSError`.

    A link is followed, so that what it points to is replaced and not the link.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        with open(part, "x", encoding="utf-8", newline="") as file:
            file.write(text)
        with contextlib.suppress(OSError):  # what its owner closed to others stays closed
            os.chmod(part, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _choices_file() -> Path:
    return state_dir() / "choices.json"


def _choices() -> dict[str, Any]:
    return _read(_choices_file())


def _read(path: Path) -> dict[str, Any]:
    """A file of ours; one that is damaged, or no plain file, holds nothing."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return {}
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
