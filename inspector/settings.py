"""Where the user's files are, where the bundled ones are, and the few choices that are remembered between runs.

`INSPECTOR_HOME` moves everything of the user's into one folder; without it the platform's own places are used
(`XDG_CONFIG_HOME` and `XDG_STATE_HOME` are honoured).
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from pathlib import Path
from typing import Any, NamedTuple

APP = "compaction-inspector"
HOME_VARIABLE = "INSPECTOR_HOME"


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


def _user_dir(kind: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(os.path.expanduser(home)) / kind
    import platformdirs

    places = {"config": platformdirs.user_config_path, "state": platformdirs.user_state_path}
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
    try:
        found = json.loads(_choices_file().read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
