"""Every recorded session: messages, requests, compactions, tool results and load problems, counted by other means.

Each `counts_<format>.py` counts the files of its folders with plain JSON and without the loaders. What they count stands in
`pinned.tsv`, so that a change of a number is seen: `python -m tests.transcript.formats.test_pinned` writes it anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from inspector.transcript import Transcript, TranscriptError, load
from tests.transcript.formats.counts import ROOT, Counts

HERE = Path(__file__).parent
PINNED = HERE / "pinned.tsv"
FILES = (
    sorted(path for path in ROOT.rglob("*") if path.is_file() and path.name != "MANIFEST.tsv") if ROOT.is_dir() else []
)

Expected = Callable[[Path], Counts | str]
"""The counts of a file; of one that is no transcript, how the sentence begins that says what it is."""


@cache
def counters() -> dict[str, Expected]:
    """Folder of recorded sessions → who counts them."""
    modules = [import_module(f"{__package__}.{path.stem}") for path in sorted(HERE.glob("counts_*.py"))]
    return {folder: module.expected for module in modules for folder in module.FOLDERS}


def pinned() -> dict[str, str]:
    """File → its counts, or what it is."""
    lines = PINNED.read_text(encoding="utf-8").splitlines() if PINNED.exists() else []
    return dict(line.split("\t", 1) for line in lines[1:])


def written(counts: Counts | str) -> str:
    return counts if isinstance(counts, str) else "\t".join(map(str, counts))


def counted(transcript: Transcript) -> Counts:
    return Counts(
        len(transcript.messages),
        transcript.structure.requests,
        len(transcript.compactions),
        len(transcript.structure.results),
        len(transcript.report.problems),
    )


COUNTED = [path for path in FILES if path.parent.name in counters()]


@pytest.mark.real
@pytest.mark.parametrize("path", COUNTED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_recorded_session_has_what_plain_counting_finds(path: Path) -> None:
    expected = counters()[path.parent.name](path)
    assert pinned()[f"{path.parent.name}/{path.name}"] == written(expected)
    if isinstance(expected, str):
        with pytest.raises(TranscriptError) as refused:
            load(path)
        assert str(refused.value).removeprefix(f"{path}: ").startswith(f"this is {expected}")
    else:
        assert counted(load(path)) == expected


if __name__ == "__main__":
    rows = [f"{p.parent.name}/{p.name}\t{written(counters()[p.parent.name](p))}" for p in COUNTED]
    PINNED.write_text("\n".join(["\t".join(("file", *Counts._fields)), *rows]) + "\n", encoding="utf-8")
