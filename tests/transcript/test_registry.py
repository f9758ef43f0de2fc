"""The table of formats, and formats that other packages bring."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.formats import registry
from inspector.transcript.formats.document import read_document
from inspector.transcript.formats.format import Format, Source
from inspector.transcript.problems import Problems


def read_notes(value: Any, problems: Problems, source: Source) -> Transcript:
    found = read_document([{"role": "user", "content": text} for text in value["notes"]], problems)
    return Transcript("notebook", found.messages, found.report)


NOTEBOOK = Format("notebook", "a notebook", lambda record: "notes" in record, document=read_notes)


@pytest.fixture
def plugs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Names in a group of entry points, as if packages that are installed had declared them."""

    def declare(*values: str) -> None:
        found = EntryPoints([EntryPoint(f"e{n}", value, registry.GROUP) for n, value in enumerate(values)])
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found.select(group=group))
        registry.plugged.cache_clear()

    yield declare
    registry.plugged.cache_clear()


def test_keys_are_unique() -> None:
    keys = [each.key for each in registry.formats()]
    assert len(keys) == len(set(keys))


def test_a_package_adds_a_format(plugs: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    path.write_text('{"notes": ["one", "two"]}')
    with pytest.raises(TranscriptError):
        inspector.load(path)
    plugs(f"{__name__}:NOTEBOOK")
    found = inspector.load(path)
    assert (found.format, [message.blocks[0].text for message in found.messages]) == ("notebook", ["one", "two"])


def test_a_broken_package_harms_nobody(plugs: Any, tmp_path: Path) -> None:
    plugs("no_such_module_at_all:X", f"{__name__}:test_keys_are_unique", f"{__name__}:NOTEBOOK")
    assert [each.key for each in registry.plugged()] == ["notebook"]
    (tmp_path / "list.json").write_text('[{"role": "user", "content": "hi"}]')
    assert len(inspector.load(tmp_path / "list.json").messages) == 1


def test_one_of_several_conversations_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tuning.jsonl"
    path.write_text("".join(f'{{"messages": [{{"role": "user", "content": "{text}"}}]}}\n' for text in ("one", "two")))
    with pytest.raises(TranscriptError, match="2 conversations"):
        inspector.load(path)
    found = inspector.load(f"{path}#2")
    assert (found.messages[0].blocks[0].text, found.path) == ("two", f"{path}#2")
    for wrong in ("3", "0", "x", "99999999999"):
        with pytest.raises(TranscriptError, match="there is no"):
            inspector.load(f"{path}#{wrong}")


def test_a_name_with_the_mark_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a#1"
    path.write_text('[{"role": "user", "content": "hi"}]')
    assert inspector.load(path).path == str(path)
    (tmp_path / "b.jsonl").write_text('{"role": "user", "content": "hi"}\n')
    with pytest.raises(TranscriptError, match="one session a file"):
        inspector.load(tmp_path / "b.jsonl#1")


def test_formats_are_imported_as_far_as_they_are_tried() -> None:
    """A session that answers to the first format waits for no reader of another one."""
    code = (
        "import sys; from inspector.transcript.formats import registry;"
        "print(next(registry.formats()).key, sum('formats.pi' in name or 'formats.codex' in name for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["claude-code", "0"]
