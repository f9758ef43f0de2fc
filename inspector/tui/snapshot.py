"""A picture of the screen as SVG, written to a folder; never over another one."""

from __future__ import annotations

import re
from pathlib import Path

from inspector.export.write import write_file

_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Fonts are named by address in the picture; without them whoever looks at it asks nobody."""
PICTURES = 1_000
"""Numbers that are tried for the name of a picture."""


def write_picture(folder: Path, name: str, svg: str) -> Path:
    """Write under the first free name: `name.svg`, `name-2.svg` … Raises `OSError`."""
    data = _FONT.sub("", svg).encode("utf-8", "replace")
    for number in range(1, PICTURES):
        path = folder / (f"{name}.svg" if number == 1 else f"{name}-{number}.svg")
        try:
            write_file(path, data)
        except FileExistsError:
            continue
        return path
    raise OSError(f"{PICTURES:,} pictures of that name are there already")
