"""`inspector formats`: what can be read, and what is recorded."""

from __future__ import annotations

from inspector.transcript.formats.registry import formats
from tests.cli.running import run


def test_every_format_is_listed_once() -> None:
    ran = run("formats")
    assert ran.code == 0
    for each in formats():
        assert (each.key if each.readable else each.name.removeprefix("a ").removeprefix("an ")) in " ".join(
            ran.out.split()
        )


def test_as_json() -> None:
    listed = run("formats", "--json").json["formats"]
    assert [each["format"] for each in listed if each["readable"]] == sorted(f.key for f in formats() if f.readable)
    claude = next(each for each in listed if each["format"] == "claude-code")
    assert claude["records"] == {"system": "no", "tools": "no", "prompts": "no", "summaries": "yes", "usage": "yes"}
